# Generated from rpc/DescribeAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclDescription(Struct):
    """Part of DescribeAclsResponse."""

    principal: str = ""
    """Who it is about, such as `User:ada`; `User:*` for all."""
    host: str = ""
    """Address that it holds for, `*` for all."""
    operation: int = 0
    """`AclOperation` that it is about."""
    permission_type: int = 0
    """2 denies the operation, 3 allows it."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeAclsResource(Struct):
    """Part of DescribeAclsResponse."""

    resource_type: int = 0
    """Type of the resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 token, 7 user."""
    resource_name: str = ""
    """Name of the resource, or its beginning if the pattern type is 4; `*` for all."""
    pattern_type: int = 3  # 1+
    """Kind of name: 3 literal, 4 prefixed (KIP-290)."""
    acls: list[AclDescription] = field(default_factory=list)
    """ACLs of the resource."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeAclsResponse(Response):
    """Response of DESCRIBE_ACLS (29). Versions 0-3, flexible from 2.

    The ACLs that were found, by resource.

    Its structs, in this module: DescribeAclsResource, AclDescription.
    """

    API_KEY = 29
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or CLUSTER_AUTHORIZATION_FAILED, SECURITY_DISABLED if the broker has no authorizer, INVALID_REQUEST."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    resources: list[DescribeAclsResource] = field(default_factory=list)
    """Resources that have such ACLs."""
    unknown_tags: dict[int, bytes] | None = None
