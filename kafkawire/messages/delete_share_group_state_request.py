# Generated from rpc/DeleteShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of DeleteShareGroupStateRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteStateData(Struct):
    """Part of DeleteShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteShareGroupStateRequest(Request):
    """Request of DELETE_SHARE_GROUP_STATE (86). Version 0, flexible from 0.

    Deletes the state of share partitions from the share coordinator (KIP-932).

    Its structs, in this module: DeleteStateData, PartitionData.
    """

    API_KEY = 86
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[DeleteStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
