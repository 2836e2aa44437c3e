# Generated from rpc/DeleteGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeletableGroupResult(Struct):
    """Part of DeleteGroupsResponse."""

    group_id: str = ""
    error_code: int = 0
    error_message: str | None = None  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteGroupsResponse(Response):
    """Response of DELETE_GROUPS (42). Versions 0-3, flexible from 2.

    Its structs, in this module: DeletableGroupResult.
    """

    API_KEY = 42
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    results: list[DeletableGroupResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
