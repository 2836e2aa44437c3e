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
    last_offset: int = 0
    delivery_state: int = 0
    delivery_count: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionResult(Struct):
    """Part of ReadShareGroupStateResponse."""

    partition: int = 0
    error_code: int = 0
    error_message: str | None = None
    state_epoch: int = 0
    start_offset: int = 0
    state_batches: list[StateBatch] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateResult(Struct):
    """Part of ReadShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateResponse(Response):
    """Response of READ_SHARE_GROUP_STATE (84). Version 0, flexible from 0.

    Its structs, in this module: ReadStateResult, PartitionResult, StateBatch.
    """

    API_KEY = 84
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    results: list[ReadStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
