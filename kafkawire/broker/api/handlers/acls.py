"""DescribeAcls, CreateAcls and DeleteAcls: v1-3. Apache Kafka 4.0 removed their versions 0."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.log.metadata import MOST_RECORDS, TOO_MANY_RECORDS
from kafkawire.broker.security.acls import ANY, Acl, AclFilter, Pattern, Permission
from kafkawire.broker.security.authorizer import CLUSTER, Operation, ResourceType
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.error_code import ErrorCode
from kafkawire.errors import RemoteProtocolError
from kafkawire.messages import (
    CreateAclsRequest,
    CreateAclsResponse,
    DeleteAclsRequest,
    DeleteAclsResponse,
    DescribeAclsRequest,
    DescribeAclsResponse,
)
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.create_acls_response import AclCreationResult
from kafkawire.messages.delete_acls_request import DeleteAclsFilter
from kafkawire.messages.delete_acls_response import DeleteAclsFilterResult, DeleteAclsMatchingAcl
from kafkawire.messages.describe_acls_response import AclDescription, DescribeAclsResource
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["create_acls", "delete_acls", "describe_acls"]

_NO_AUTHORIZER = "No Authorizer is configured."
_STORAGE_FAILED = "The change could not be written down."
_UNKNOWN = "UNKNOWN"  # the name of every number that has none
_ALL = 2
_NAMES = {
    "resourceType": {ANY: "ANY", **{kind.value: kind.name for kind in ResourceType}},
    "operation": {ANY: "ANY", _ALL: "ALL", **{operation.value: operation.name for operation in Operation}},
    "patternType": {kind.value: kind.name for kind in Pattern},
    "permissionType": {kind.value: kind.name for kind in Permission},
}
_DISABLED = "No Authorizer is configured on the broker"
_LOG = RateLimitedLogger("kafkawire.broker.security")
_AT_ONCE = 200  # rules that are written down together


def _has_acls(ctx: Context) -> bool:
    """Whether there is an authorizer that goes by them; one of a user's own may not."""
    return isinstance(ctx.node.authorizer, StandardAuthorizer)


def _name_of(field: str, value: int) -> str:
    """Kafka's name for a number."""
    return _NAMES[field].get(value, _UNKNOWN)


def _refuse_unknown(*numbers: int) -> None:
    """Raise `RemoteProtocolError` where a number stands for nothing at all: Kafka hangs up on that."""
    if 0 in numbers:
        raise RemoteProtocolError("an ACL, or a filter for some, with an element of type 0")


@handles(ApiKey.DESCRIBE_ACLS, versions=range(1, 4))
def describe_acls(ctx: Context, request: DescribeAclsRequest) -> DescribeAclsResponse:
    """The rules that a filter matches, by resource."""
    r = request
    _refuse_unknown(r.resource_type_filter, r.pattern_type_filter, r.operation, r.permission_type)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return DescribeAclsResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED)
    if not _has_acls(ctx):
        return DescribeAclsResponse(error_code=ErrorCode.SECURITY_DISABLED, error_message=_DISABLED)
    wanted = AclFilter(
        r.resource_type_filter,
        r.resource_name_filter,
        r.pattern_type_filter,
        r.principal_filter,
        r.host_filter,
        r.operation,
        r.permission_type,
    )
    found: dict[tuple[int, str, int], DescribeAclsResource] = {}
    for acl in filter(wanted.matches, ctx.node.security.acls):
        resource = found.setdefault(
            acl[:3],
            DescribeAclsResource(
                resource_type=acl.resource_type, resource_name=acl.name, pattern_type=acl.pattern_type
            ),
        )
        resource.acls.append(
            AclDescription(
                principal=acl.principal, host=acl.host, operation=acl.operation, permission_type=acl.permission
            )
        )
    return DescribeAclsResponse(error_message="", resources=list(found.values()))


@handles(ApiKey.CREATE_ACLS, versions=range(1, 4))
async def create_acls(ctx: Context, request: CreateAclsRequest) -> CreateAclsResponse:
    """Add rules; each is judged by itself."""
    async for wanted in ctx.paced(request.creations):
        _refuse_unknown(wanted.resource_type, wanted.resource_pattern_type, wanted.operation, wanted.permission_type)
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return await _creations_refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    if not _has_acls(ctx):
        return await _creations_refused(ctx, request, ErrorCode.SECURITY_DISABLED, _NO_AUTHORIZER)
    faults = [
        None if _is_of_filters(wanted) else _creation_fault(wanted) async for wanted in ctx.paced(request.creations)
    ]
    if None in faults:
        return await _creations_refused(ctx, request, ErrorCode.UNKNOWN_SERVER_ERROR, None)  # as Kafka answers it
    acls = ctx.node.security.acls
    good = [_acl(wanted) async for wanted, fault in ctx.paced(zip(request.creations, faults, strict=True)) if not fault]
    new = list({acl: None async for acl in ctx.paced(good) if not acls.has(acl)})
    if len(new) > MOST_RECORDS:
        return await _creations_refused(ctx, request, ErrorCode.POLICY_VIOLATION, TOO_MANY_RECORDS)
    try:
        async for start in ctx.paced(range(0, len(new), _AT_ONCE)):
            ctx.node.controller.write(acls.creating(new[start : start + _AT_ONCE]), ctx.time_ms())
    except OSError as exc:
        _LOG.error("ACLs cannot be written down: %s", exc)
        return await _creations_refused(ctx, request, ErrorCode.KAFKA_STORAGE_ERROR, _STORAGE_FAILED)
    return CreateAclsResponse(results=[_creation_result(fault or "") async for fault in ctx.paced(faults)])


def _creation_fault(wanted: AclCreation) -> str:
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
        if _name_of(field, value) == _UNKNOWN:
            return f"Invalid {field} {_UNKNOWN}"
    if ":" not in wanted.principal:
        missing = "no colon is present separating the principal type from the principal name"
        return f"Could not parse principal from `{wanted.principal}` ({missing})"
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


def _creation_result(fault: str) -> AclCreationResult:
    return (
        AclCreationResult(error_code=ErrorCode.INVALID_REQUEST, error_message=fault)
        if fault
        else AclCreationResult(error_message="")
    )


async def _creations_refused(
    ctx: Context, request: CreateAclsRequest, code: ErrorCode, message: str | None
) -> CreateAclsResponse:
    results = [AclCreationResult(error_code=code, error_message=message) async for _ in ctx.paced(request.creations)]
    return CreateAclsResponse(results=results)


@handles(ApiKey.DELETE_ACLS, versions=range(1, 4))
async def delete_acls(ctx: Context, request: DeleteAclsRequest) -> DeleteAclsResponse:
    """Take away the rules that filters match; one that several match is told for each."""
    async for wanted in ctx.paced(request.filters):
        _refuse_unknown(
            wanted.resource_type_filter, wanted.pattern_type_filter, wanted.operation, wanted.permission_type
        )
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return await _deletions_refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    if not _has_acls(ctx):
        return await _deletions_refused(ctx, request, ErrorCode.SECURITY_DISABLED, _NO_AUTHORIZER)
    faults = [_filter_fault(wanted) async for wanted in ctx.paced(request.filters)]
    matching = [
        [] if fault else list(filter(_filter(wanted).matches, ctx.node.security.acls))
        async for wanted, fault in ctx.paced(zip(request.filters, faults, strict=True))
    ]
    try:
        doomed = [acl for found in matching for acl in found]
        async for start in ctx.paced(range(0, len(doomed), _AT_ONCE)):
            records = ctx.node.security.acls.deleting(doomed[start : start + _AT_ONCE])
            ctx.node.controller.write(records, ctx.time_ms())
    except OSError as exc:
        _LOG.error("ACLs cannot be written down: %s", exc)
        return await _deletions_refused(ctx, request, ErrorCode.KAFKA_STORAGE_ERROR, _STORAGE_FAILED)
    pairs = zip(faults, matching, strict=True)
    return DeleteAclsResponse(filter_results=[_deletion_result(*pair) async for pair in ctx.paced(pairs)])


def _filter_fault(wanted: DeleteAclsFilter) -> str:
    types = (("resourceType", wanted.resource_type_filter), ("patternType", wanted.pattern_type_filter))
    rights = (("operation", wanted.operation), ("permissionType", wanted.permission_type))
    if any(_name_of(*pair) == _UNKNOWN for pair in types):
        return "Unknown patternFilter."
    return "Unknown entryFilter." if any(_name_of(*pair) == _UNKNOWN for pair in rights) else ""


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


def _deletion_result(fault: str, acls: list[Acl]) -> DeleteAclsFilterResult:
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


async def _deletions_refused(
    ctx: Context, request: DeleteAclsRequest, code: ErrorCode, message: str
) -> DeleteAclsResponse:
    results = [DeleteAclsFilterResult(error_code=code, error_message=message) async for _ in ctx.paced(request.filters)]
    return DeleteAclsResponse(filter_results=results)
