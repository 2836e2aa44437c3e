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
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateData(Struct):
    """Part of ReadShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateRequest(Request):
    """Request of READ_SHARE_GROUP_STATE (84). Version 0, flexible from 0.

    Its structs, in this module: ReadStateData, PartitionData.
    """

    API_KEY = 84
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    topics: list[ReadStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
