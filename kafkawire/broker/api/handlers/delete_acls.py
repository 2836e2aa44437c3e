"""DeleteAcls: v1-3. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.acl_checks import (
    NO_AUTHORIZER,
    STORAGE_FAILED,
    UNKNOWN,
    has_acls,
    name_of,
    refuse_unknown,
)
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.acls import Acl, AclFilter
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteAclsRequest, DeleteAclsResponse
from kafkawire.messages.delete_acls_request import DeleteAclsFilter
from kafkawire.messages.delete_acls_response import DeleteAclsFilterResult, DeleteAclsMatchingAcl
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["delete_acls"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_AT_ONCE = 200  # rules that are written down together


@handles(ApiKey.DELETE_ACLS, versions=range(1, 4))
async def delete_acls(ctx: Context, request: DeleteAclsRequest) -> DeleteAclsResponse:
    """Take away the rules that filters match; one that several match is told for each."""
    async for wanted in ctx.paced(request.filters):
        refuse_unknown(
            wanted.resource_type_filter, wanted.pattern_type_filter, wanted.operation, wanted.permission_type
        )
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return await _refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    if not has_acls(ctx):
        return await _refused(ctx, request, ErrorCode.SECURITY_DISABLED, NO_AUTHORIZER)
    faults = [_fault(wanted) async for wanted in ctx.paced(request.filters)]
    matching = [
        [] if fault else list(filter(_filter(wanted).matches, ctx.node.security.acls))
        async for wanted, fault in ctx.paced(zip(request.filters, faults, strict=True))
    ]
    try:
        doomed = [acl for acls in matching for acl in acls]
        async for start in ctx.paced(range(0, len(doomed), _AT_ONCE)):
            ctx.node.security.acls.delete(doomed[start : start + _AT_ONCE], ctx.time_ms())
    except OSError as exc:
        _LOG.error("ACLs cannot be written down: %s", exc)
        return await _refused(ctx, request, ErrorCode.KAFKA_STORAGE_ERROR, STORAGE_FAILED)
    pairs = zip(faults, matching, strict=True)
    return DeleteAclsResponse(filter_results=[_result(*pair) async for pair in ctx.paced(pairs)])


def _fault(wanted: DeleteAclsFilter) -> str:
    types = (("resourceType", wanted.resource_type_filter), ("patternType", wanted.pattern_type_filter))
    rights = (("operation", wanted.operation), ("permissionType", wanted.permission_type))
    if any(name_of(*pair) == UNKNOWN for pair in types):
        return "Unknown patternFilter."
    return "Unknown entryFilter." if any(name_of(*pair) == UNKNOWN for pair in rights) else ""


def _filter(wanted: DeleteAclsFilter) -> AclFilter:
    return AclFilter(
        wanted.resource_type_filter,
        wanted.resource_name_filter,
        wanted.pattern_type_filter,
        wanted.principal_filter,
        wanted.host_filter,
        wanted.operation,
        wanted.permission_type,
    )


def _result(fault: str, acls: list[Acl]) -> DeleteAclsFilterResult:
    if fault:
        return DeleteAclsFilterResult(error_code=ErrorCode.INVALID_REQUEST, error_message=fault)
    return DeleteAclsFilterResult(error_message=None, matching_acls=[_deleted(acl) for acl in acls])


def _deleted(acl: Acl) -> DeleteAclsMatchingAcl:
    return DeleteAclsMatchingAcl(
        error_message=None,
        resource_type=acl.resource_type,
        resource_name=acl.name,
        pattern_type=acl.pattern_type,
        principal=acl.principal,
        host=acl.host,
        operation=acl.operation,
        permission_type=acl.permission,
    )


async def _refused(ctx: Context, request: DeleteAclsRequest, code: ErrorCode, message: str) -> DeleteAclsResponse:
    results = [DeleteAclsFilterResult(error_code=code, error_message=message) async for _ in ctx.paced(request.filters)]
    return DeleteAclsResponse(filter_results=results)
