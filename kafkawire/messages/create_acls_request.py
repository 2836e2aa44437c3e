# Generated from rpc/CreateAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclCreation(Struct):
    """Part of CreateAclsRequest."""

    resource_type: int = 0
    resource_name: str = ""
    resource_pattern_type: int = 3  # 1+
    principal: str = ""
    host: str = ""
    operation: int = 0
    permission_type: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateAclsRequest(Request):
    """Request of CREATE_ACLS (30). Versions 0-3, flexible from 2.

    Its structs, in this module: AclCreation.
    """

    API_KEY = 30
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    creations: list[AclCreation] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
