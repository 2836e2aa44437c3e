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
    """First offset of the range."""
    last_offset: int = 0
    """Last offset of the range, itself included."""
    delivery_state: int = 0
    """State of the records: 0 available, 2 acknowledged, 4 archived."""
    delivery_count: int = 0
    """How many times these records were delivered."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of WriteShareGroupStateRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    state_epoch: int = 0
    """Counts how often the share partition was set up anew; an older one gets FENCED_STATE_EPOCH."""
    leader_epoch: int = 0
    """Leader epoch of the partition's leader that writes; an older one gets FENCED_LEADER_EPOCH."""
    start_offset: int = 0
    """First offset that is not done with, -1 if it is unchanged."""
    delivery_complete_count: int = -1  # 1+
    """How many records from `start_offset` on are done with (KIP-1226), -1 if it is not known."""
    state_batches: list[StateBatch] = field(default_factory=list)
    """States of the records in flight, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteStateData(Struct):
    """Part of WriteShareGroupStateRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteShareGroupStateRequest(Request):
    """Request of WRITE_SHARE_GROUP_STATE (85). Versions 0-1, flexible from 0.

    Writes changes of the state of share partitions to the share coordinator (KIP-932).

    Its structs, in this module: WriteStateData, PartitionData, StateBatch.
    """

    API_KEY = 85
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    """Name of the group."""
    topics: list[WriteStateData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
