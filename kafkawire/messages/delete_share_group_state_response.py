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
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteStateResult(Struct):
    """Part of DeleteShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteShareGroupStateResponse(Response):
    """Response of DELETE_SHARE_GROUP_STATE (86). Version 0, flexible from 0.

    Its structs, in this module: DeleteStateResult, PartitionResult.
    """

    API_KEY = 86
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    results: list[DeleteStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
