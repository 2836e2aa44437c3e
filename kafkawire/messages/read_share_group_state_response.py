# Generated from rpc/ReadShareGroupStateResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class StateBatch(Struct):
    """Part of ReadShareGroupStateResponse."""

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
class PartitionResult(Struct):
    """Part of ReadShareGroupStateResponse."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or FENCED_LEADER_EPOCH, NOT_COORDINATOR, UNKNOWN_TOPIC_OR_PARTITION, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    state_epoch: int = 0
    """Counts how often the share partition was set up anew; an older one gets FENCED_STATE_EPOCH."""
    start_offset: int = 0
    """First offset that is not done with, -1 if the group has not begun."""
    state_batches: list[StateBatch] = field(default_factory=list)
    """States of the records in flight, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateResult(Struct):
    """Part of ReadShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateResponse(Response):
    """Response of READ_SHARE_GROUP_STATE (84). Version 0, flexible from 0.

    The state of share partitions.

    Its structs, in this module: ReadStateResult, PartitionResult, StateBatch.
    """

    API_KEY = 84
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    results: list[ReadStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
