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
    """Number of the partition within its topic, counted from 0."""
    state_epoch: int = 0
    """Counts how often the share partition was set up anew; an older one gets FENCED_STATE_EPOCH."""
    start_offset: int = 0
    """Offset to read on from, -1 to leave it to the share group's options."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeStateData(Struct):
    """Part of InitializeShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeShareGroupStateRequest(Request):
    """Request of INITIALIZE_SHARE_GROUP_STATE (83). Version 0, flexible from 0.

    Sets up the state of share partitions at the share coordinator (KIP-932).

    Its structs, in this module: InitializeStateData, PartitionData.
    """

    API_KEY = 83
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[InitializeStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
