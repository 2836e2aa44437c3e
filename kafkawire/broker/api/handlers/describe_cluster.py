"""DescribeCluster: v0-2. One broker; controllers are not listed apart."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeClusterRequest, DescribeClusterResponse
from kafkawire.messages.describe_cluster_response import DescribeClusterBroker

__all__ = ["cluster_operations", "describe_cluster"]

_BROKERS, _CONTROLLERS = 1, 2
_MISMATCH = "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER"
_OPERATIONS = sum(1 << n for n in (5, 7, 8, 9, 10, 11, 12))  # bit n stands for ACL operation n


@handles(ApiKey.DESCRIBE_CLUSTER, versions=range(3))
def describe_cluster(ctx: Context, request: DescribeClusterRequest) -> DescribeClusterResponse:
    """Tell about the only broker there is."""
    node = ctx.node
    if request.endpoint_type == _CONTROLLERS:
        return DescribeClusterResponse(error_code=ErrorCode.MISMATCHED_ENDPOINT_TYPE, error_message=_MISMATCH)
    if request.endpoint_type != _BROKERS:
        unknown = f"Unsupported endpoint type {request.endpoint_type}"
        return DescribeClusterResponse(error_code=ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, error_message=unknown)
    response = DescribeClusterResponse(
        cluster_id=node.cluster_id,
        controller_id=node.config.node_id,
        brokers=[DescribeClusterBroker(broker_id=node.config.node_id, host=ctx.host, port=ctx.port)],
    )
    if request.include_cluster_authorized_operations:
        response.cluster_authorized_operations = cluster_operations(ctx)
    return response


def cluster_operations(ctx: Context) -> int:
    """What the client may do to the cluster, as bits: nothing, if that may not be told."""
    may_ask = ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER)
    return ctx.allowed_operations(_OPERATIONS, ResourceType.CLUSTER) if may_ask else 0
