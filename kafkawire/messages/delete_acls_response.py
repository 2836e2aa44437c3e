# Generated from rpc/DeleteAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteAclsMatchingAcl(Struct):
    """Part of DeleteAclsResponse."""

    error_code: int = 0
    """0 if this ACL was removed, else the number of an `ErrorCode`."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    resource_type: int = 0
    """Type of the resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 token, 7 user."""
    resource_name: str = ""
    """Name of the resource, or its beginning if the pattern type is 4; `*` for all."""
    pattern_type: int = 3  # 1+
    """Kind of name: 3 literal, 4 prefixed (KIP-290)."""
    principal: str = ""
    """Who it was about, such as `User:ada`; `User:*` for all."""
    host: str = ""
    """Address that it held for, `*` for all."""
    operation: int = 0
    """`AclOperation` that it was about."""
    permission_type: int = 0
    """2 denied the operation, 3 allowed it."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsFilterResult(Struct):
    """Part of DeleteAclsResponse."""

    error_code: int = 0
    """0, or INVALID_REQUEST, SECURITY_DISABLED, CLUSTER_AUTHORIZATION_FAILED."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    matching_acls: list[DeleteAclsMatchingAcl] = field(default_factory=list)
    """ACLs that the filter matched."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteAclsResponse(Response):
    """Response of DELETE_ACLS (31). Versions 0-3, flexible from 2.

    The ACLs that were removed, by filter.

    Its structs, in this module: DeleteAclsFilterResult, DeleteAclsMatchingAcl.
    """

    API_KEY = 31
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    filter_results: list[DeleteAclsFilterResult] = field(default_factory=list)
    """Outcome for each filter, in the order of the request."""
    unknown_tags: dict[int, bytes] | None = None
