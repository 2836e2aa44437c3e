# Generated from rpc/InitializeShareGroupStateResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionResult(Struct):
    """Part of InitializeShareGroupStateResponse."""

    partition: int = 0
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeStateResult(Struct):
    """Part of InitializeShareGroupStateResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class InitializeShareGroupStateResponse(Response):
    """Response of INITIALIZE_SHARE_GROUP_STATE (83). Version 0, flexible from 0.

    Its structs, in this module: InitializeStateResult, PartitionResult.
    """

    API_KEY = 83
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    results: list[InitializeStateResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
