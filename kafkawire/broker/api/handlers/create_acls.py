"""CreateAcls: v1-3. Version 0, which Apache Kafka 4.0 removed, is not served."""

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
from kafkawire.broker.log.metadata import MOST_RECORDS, TOO_MANY_RECORDS
from kafkawire.broker.security.acls import ANY, Acl, Pattern
from kafkawire.broker.security.authorizer import CLUSTER, Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import CreateAclsRequest, CreateAclsResponse
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.create_acls_response import AclCreationResult
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["create_acls"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_AT_ONCE = 200  # rules that are written down together


@handles(ApiKey.CREATE_ACLS, versions=range(1, 4))
async def create_acls(ctx: Context, request: CreateAclsRequest) -> CreateAclsResponse:
    """Add rules; each is judged by itself."""
    async for wanted in ctx.paced(request.creations):
        refuse_unknown(wanted.resource_type, wanted.resource_pattern_type, wanted.operation, wanted.permission_type)
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return await _refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    if not has_acls(ctx):
        return await _refused(ctx, request, ErrorCode.SECURITY_DISABLED, NO_AUTHORIZER)
    faults = [None if _is_of_filters(wanted) else _fault(wanted) async for wanted in ctx.paced(request.creations)]
    if None in faults:
        return await _refused(ctx, request, ErrorCode.UNKNOWN_SERVER_ERROR, None)  # as Kafka answers it
    acls = ctx.node.security.acls
    good = [_acl(wanted) async for wanted, fault in ctx.paced(zip(request.creations, faults, strict=True)) if not fault]
    new = list({acl: None async for acl in ctx.paced(good) if not acls.has(acl)})
    if len(new) > MOST_RECORDS:
        return await _refused(ctx, request, ErrorCode.POLICY_VIOLATION, TOO_MANY_RECORDS)
    try:
        async for start in ctx.paced(range(0, len(new), _AT_ONCE)):
            acls.create(new[start : start + _AT_ONCE], ctx.time_ms())
    except OSError as exc:
        _LOG.error("ACLs cannot be written down: %s", exc)
        return await _refused(ctx, request, ErrorCode.KAFKA_STORAGE_ERROR, STORAGE_FAILED)
    return CreateAclsResponse(results=[_result(fault or "") async for fault in ctx.paced(faults)])


def _fault(wanted: AclCreation) -> str:
    """What is wrong with a rule, in Kafka's words."""
    if wanted.resource_type == ResourceType.CLUSTER and wanted.resource_name != CLUSTER:
        return f"The only valid name for the CLUSTER resource is {CLUSTER}"
    if not wanted.resource_name:
        return "Invalid empty resource name"
    for field, value in (
        ("resourceType", wanted.resource_type),
        ("patternType", wanted.resource_pattern_type),
        ("operation", wanted.operation),
        ("permissionType", wanted.permission_type),
    ):
        if name_of(field, value) == UNKNOWN:
            return f"Invalid {field} {UNKNOWN}"
    return ""


def _is_of_filters(wanted: AclCreation) -> bool:
    """Whether a rule says ANY or MATCH, which only filters can."""
    of_resource = wanted.resource_type == ANY or wanted.resource_pattern_type in (Pattern.ANY, Pattern.MATCH)
    return of_resource or ANY in (wanted.operation, wanted.permission_type)


def _acl(wanted: AclCreation) -> Acl:
    return Acl(
        wanted.resource_type,
        wanted.resource_name,
        wanted.resource_pattern_type,
        wanted.principal,
        wanted.host,
        wanted.operation,
        wanted.permission_type,
    )


def _result(fault: str) -> AclCreationResult:
    return (
        AclCreationResult(error_code=ErrorCode.INVALID_REQUEST, error_message=fault)
        if fault
        else AclCreationResult(error_message="")
    )


async def _refused(
    ctx: Context, request: CreateAclsRequest, code: ErrorCode, message: str | None
) -> CreateAclsResponse:
    results = [AclCreationResult(error_code=code, error_message=message) async for _ in ctx.paced(request.creations)]
    return CreateAclsResponse(results=results)
