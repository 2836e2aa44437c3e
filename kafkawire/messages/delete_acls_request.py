# Generated from rpc/DeleteAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteAclsFilter(Struct):
    """Part of DeleteAclsRequest."""

    resource_type_filter: int = 0
    """Resource type that is meant: 1 any, 2 topic, 3 group, 4 cluster, 5 transactional id, 6 token, 7 user."""
    resource_name_filter: str | None = ""
    """Resource name that is meant, null for any."""
    pattern_type_filter: int = 3  # 1+
    """Kind of name: 1 any, 2 every pattern that applies to the name, 3 literal, 4 prefixed (KIP-290)."""
    principal_filter: str | None = ""
    """Principal that is meant, such as `User:ada`; null for any."""
    host_filter: str | None = ""
    """Host that is meant, null for any; `*` finds only ACLs that hold for all hosts."""
    operation: int = 0
    """`AclOperation` that is meant, 1 for any."""
    permission_type: int = 0
    """Permission that is meant: 1 any, 2 deny, 3 allow."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsRequest(Request):
    """Request of DELETE_ACLS (31). Versions 0-3, flexible from 2.

    Removes the ACLs that filters match.

    Its structs, in this module: DeleteAclsFilter.
    """

    API_KEY = 31
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    filters: list[DeleteAclsFilter] = field(default_factory=list)
    """Filters; what any of them matches is removed."""
    unknown_tags: dict[int, bytes] | None = None
