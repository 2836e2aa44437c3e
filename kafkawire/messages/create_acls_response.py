# Generated from rpc/CreateAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AclCreationResult(Struct):
    """Part of CreateAclsResponse."""

    error_code: int = 0
    """0, or INVALID_REQUEST, SECURITY_DISABLED, CLUSTER_AUTHORIZATION_FAILED."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateAclsResponse(Response):
    """Response of CREATE_ACLS (30). Versions 0-3, flexible from 2.

    Says for each ACL whether it was added.

    Its structs, in this module: AclCreationResult.
    """

    API_KEY = 30
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[AclCreationResult] = field(default_factory=list)
    """Outcome for each ACL, in the order of the request."""
    unknown_tags: dict[int, bytes] | None = None
