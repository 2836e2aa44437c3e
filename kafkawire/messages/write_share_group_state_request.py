# Generated from rpc/WriteShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class StateBatch(Struct):
    """Part of WriteShareGroupStateRequest."""

    first_offset: int = 0
    last_offset: int = 0
    delivery_state: int = 0
    delivery_count: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of WriteShareGroupStateRequest."""

    partition: int = 0
    state_epoch: int = 0
    leader_epoch: int = 0
    start_offset: int = 0
    delivery_complete_count: int = -1  # 1+
    state_batches: list[StateBatch] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteStateData(Struct):
    """Part of WriteShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteShareGroupStateRequest(Request):
    """Request of WRITE_SHARE_GROUP_STATE (85). Versions 0-1, flexible from 0.

    Its structs, in this module: WriteStateData, PartitionData, StateBatch.
    """

    API_KEY = 85
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    topics: list[WriteStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
