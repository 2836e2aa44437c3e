# Generated from rpc/DeleteShareGroupStateResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionResult(Struct):
    """Part of DeleteShareGroupStateResponse."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteStateResult(Struct):
    """Part of DeleteShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteShareGroupStateResponse(Response):
    """Response of DELETE_SHARE_GROUP_STATE (86). Version 0, flexible from 0.

    Says for each share partition whether its state is deleted.

    Its structs, in this module: DeleteStateResult, PartitionResult.
    """

    API_KEY = 86
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    results: list[DeleteStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
