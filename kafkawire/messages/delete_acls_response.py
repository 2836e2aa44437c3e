# Generated from rpc/DeleteAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteAclsMatchingAcl(Struct):
    """Part of DeleteAclsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    resource_type: int = 0
    resource_name: str = ""
    pattern_type: int = 3  # 1+
    principal: str = ""
    host: str = ""
    operation: int = 0
    permission_type: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsFilterResult(Struct):
    """Part of DeleteAclsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    matching_acls: list[DeleteAclsMatchingAcl] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsResponse(Response):
    """Response of DELETE_ACLS (31). Versions 0-3, flexible from 2.

    Its structs, in this module: DeleteAclsFilterResult, DeleteAclsMatchingAcl.
    """

    API_KEY = 31
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    filter_results: list[DeleteAclsFilterResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
