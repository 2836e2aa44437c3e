# Generated from rpc/InitializeShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of InitializeShareGroupStateRequest."""

    partition: int = 0
    state_epoch: int = 0
    start_offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeStateData(Struct):
    """Part of InitializeShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeShareGroupStateRequest(Request):
    """Request of INITIALIZE_SHARE_GROUP_STATE (83). Version 0, flexible from 0.

    Its structs, in this module: InitializeStateData, PartitionData.
    """

    API_KEY = 83
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    topics: list[InitializeStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
