# Generated from rpc/DescribeAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclDescription(Struct):
    """Part of DescribeAclsResponse."""

    principal: str = ""
    host: str = ""
    operation: int = 0
    permission_type: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeAclsResource(Struct):
    """Part of DescribeAclsResponse."""

    resource_type: int = 0
    resource_name: str = ""
    pattern_type: int = 3  # 1+
    acls: list[AclDescription] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeAclsResponse(Response):
    """Response of DESCRIBE_ACLS (29). Versions 0-3, flexible from 2.

    Its structs, in this module: DescribeAclsResource, AclDescription.
    """

    API_KEY = 29
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    resources: list[DescribeAclsResource] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
