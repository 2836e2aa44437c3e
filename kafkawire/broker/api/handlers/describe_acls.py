"""DescribeAcls: v1-3. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.acl_checks import has_acls, refuse_unknown
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.acls import AclFilter
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeAclsRequest, DescribeAclsResponse
from kafkawire.messages.describe_acls_response import AclDescription, DescribeAclsResource

__all__ = ["describe_acls"]

_DISABLED = "No Authorizer is configured on the broker"


@handles(ApiKey.DESCRIBE_ACLS, versions=range(1, 4))
def describe_acls(ctx: Context, request: DescribeAclsRequest) -> DescribeAclsResponse:
    """The rules that a filter matches, by resource."""
    r = request
    refuse_unknown(r.resource_type_filter, r.pattern_type_filter, r.operation, r.permission_type)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return DescribeAclsResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED)
    if not has_acls(ctx):
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
