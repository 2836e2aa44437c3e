# Generated from rpc/CreateAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclCreationResult(Struct):
    """Part of CreateAclsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateAclsResponse(Response):
    """Response of CREATE_ACLS (30). Versions 0-3, flexible from 2.

    Its structs, in this module: AclCreationResult.
    """

    API_KEY = 30
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    results: list[AclCreationResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
