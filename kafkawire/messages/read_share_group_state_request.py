# Generated from rpc/ReadShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of ReadShareGroupStateRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_epoch: int = 0
    """Leader epoch of the partition's leader that asks; older leaders are fenced by it."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateData(Struct):
    """Part of ReadShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateRequest(Request):
    """Request of READ_SHARE_GROUP_STATE (84). Version 0, flexible from 0.

    Reads the state of share partitions from the share coordinator (KIP-932).

    Its structs, in this module: ReadStateData, PartitionData.
    """

    API_KEY = 84
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[ReadStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
