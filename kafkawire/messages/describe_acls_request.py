# Generated from rpc/DescribeAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class DescribeAclsRequest(Request):
    """Request of DESCRIBE_ACLS (29). Versions 0-3, flexible from 2.

    Asks for the ACLs that a filter matches.
    """

    API_KEY = 29
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    resource_type_filter: int = 0
    """Resource type that is wanted: 1 any, 2 topic, 3 group, 4 cluster, 5 transactional id, 6 token, 7 user."""
    resource_name_filter: str | None = ""
    """Resource name that is wanted, null for any."""
    pattern_type_filter: int = 3  # 1+
    """Kind of name: 1 any, 2 every pattern that applies to the name, 3 literal, 4 prefixed (KIP-290)."""
    principal_filter: str | None = ""
    """Principal that is wanted, such as `User:ada`; null for any."""
    host_filter: str | None = ""
    """Host that is wanted, null for any; `*` finds only ACLs that hold for all hosts."""
    operation: int = 0
    """`AclOperation` that is wanted, 1 for any."""
    permission_type: int = 0
    """Permission that is wanted: 1 any, 2 deny, 3 allow."""
    unknown_tags: dict[int, bytes] | None = None
