# Generated from rpc/DeleteAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteAclsFilter(Struct):
    """Part of DeleteAclsRequest."""

    resource_type_filter: int = 0
    resource_name_filter: str | None = ""
    pattern_type_filter: int = 3  # 1+
    principal_filter: str | None = ""
    host_filter: str | None = ""
    operation: int = 0
    permission_type: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsRequest(Request):
    """Request of DELETE_ACLS (31). Versions 0-3, flexible from 2.

    Its structs, in this module: DeleteAclsFilter.
    """

    API_KEY = 31
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    filters: list[DeleteAclsFilter] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
