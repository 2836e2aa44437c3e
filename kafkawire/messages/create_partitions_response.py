# Generated from rpc/CreatePartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatePartitionsTopicResult(Struct):
    """Part of CreatePartitionsResponse."""

    name: str = ""
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsResponse(Response):
    """Response of CREATE_PARTITIONS (37). Versions 0-3, flexible from 2.

    Its structs, in this module: CreatePartitionsTopicResult.
    """

    API_KEY = 37
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    results: list[CreatePartitionsTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
