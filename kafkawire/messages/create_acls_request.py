# Generated from rpc/CreateAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclCreation(Struct):
    """Part of CreateAclsRequest."""

    resource_type: int = 0
    """Type of the resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 token, 7 user."""
    resource_name: str = ""
    """Name of the resource, or its beginning if the pattern type is 4; `*` for all."""
    resource_pattern_type: int = 3  # 1+
    """Kind of name: 3 literal, 4 prefixed (KIP-290)."""
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
class CreateAclsRequest(Request):
    """Request of CREATE_ACLS (30). Versions 0-3, flexible from 2.

    Adds ACLs.

    Its structs, in this module: AclCreation.
    """

    API_KEY = 30
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    creations: list[AclCreation] = field(default_factory=list)
    """ACLs to add; one that is already there counts as added."""
    unknown_tags: dict[int, bytes] | None = None
