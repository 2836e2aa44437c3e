# Generated from rpc/WriteShareGroupStateResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionResult(Struct):
    """Part of WriteShareGroupStateResponse."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or FENCED_STATE_EPOCH, FENCED_LEADER_EPOCH, NOT_COORDINATOR, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteStateResult(Struct):
    """Part of WriteShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteShareGroupStateResponse(Response):
    """Response of WRITE_SHARE_GROUP_STATE (85). Versions 0-1, flexible from 0.

    Says for each share partition whether its state is written.

    Its structs, in this module: WriteStateResult, PartitionResult.
    """

    API_KEY = 85
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    results: list[WriteStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
