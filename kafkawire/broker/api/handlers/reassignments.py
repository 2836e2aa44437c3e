"""AlterPartitionReassignments v0-1 and ListPartitionReassignments v0.

This broker is the only replica there can be: what asks for others is refused, and none is ever under way.
"""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.create_topics import check_replicas
from kafkawire.broker.api.resources import CLUSTER_DENIED, reason
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionReassignmentsResponse,
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
)
from kafkawire.messages.alter_partition_reassignments_request import ReassignablePartition
from kafkawire.messages.alter_partition_reassignments_response import (
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)
from kafkawire.messages.list_partition_reassignments_response import (
    OngoingPartitionReassignment,
    OngoingTopicReassignment,
)

__all__ = ["alter_partition_reassignments", "list_partition_reassignments"]


@handles(ApiKey.ALTER_PARTITION_REASSIGNMENTS, versions=range(2))
async def alter_partition_reassignments(
    ctx: Context, request: AlterPartitionReassignmentsRequest
) -> AlterPartitionReassignmentsResponse:
    """Say of each partition why its replicas cannot change, or that they are what is asked for."""
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return _altering_denied(request)
    responses = [
        ReassignableTopicResponse(
            name=topic.name,
            partitions=[_checked(ctx, topic.name, wanted) async for wanted in ctx.paced(topic.partitions)],
        )
        async for topic in ctx.paced(request.topics)
    ]
    return AlterPartitionReassignmentsResponse(
        allow_replication_factor_change=request.allow_replication_factor_change,
        error_message=None if request.topics else "",
        responses=responses,
    )


def _altering_denied(request: AlterPartitionReassignmentsRequest) -> AlterPartitionReassignmentsResponse:
    code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    topics = [
        ReassignableTopicResponse(
            name=topic.name,
            partitions=[
                ReassignablePartitionResponse(
                    partition_index=part.partition_index, error_code=code, error_message=CLUSTER_DENIED
                )
                for part in topic.partitions
            ],
        )
        for topic in request.topics
    ]
    return AlterPartitionReassignmentsResponse(error_code=code, error_message=CLUSTER_DENIED, responses=topics)


def _checked(ctx: Context, name: str, wanted: ReassignablePartition) -> ReassignablePartitionResponse:
    try:
        _check(ctx, name, wanted)
    except KafkaError as exc:
        return ReassignablePartitionResponse(
            partition_index=wanted.partition_index, error_code=exc.code, error_message=reason(exc)
        )
    return ReassignablePartitionResponse(partition_index=wanted.partition_index, error_message=None)


def _check(ctx: Context, name: str, wanted: ReassignablePartition) -> None:
    topic = ctx.topics.get(name)
    if topic is None:
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"Unable to find a topic named {name}.")
    if not 0 <= wanted.partition_index < topic.partitions:
        tp = f"{name}:{wanted.partition_index}"
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"Unable to find partition {tp}.")
    if wanted.replicas is None:
        raise KafkaError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
    check_replicas(wanted.replicas, ctx.node.config.node_id)


@handles(ApiKey.LIST_PARTITION_REASSIGNMENTS, versions=range(1))
def list_partition_reassignments(
    ctx: Context, request: ListPartitionReassignmentsRequest
) -> ListPartitionReassignmentsResponse:
    """Name none."""
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return _listing_denied(request)
    return ListPartitionReassignmentsResponse(error_message=None)


def _listing_denied(request: ListPartitionReassignmentsRequest) -> ListPartitionReassignmentsResponse:
    topics = [
        OngoingTopicReassignment(
            name=t.name,
            partitions=[OngoingPartitionReassignment(partition_index=number) for number in t.partition_indexes],
        )
        for t in request.topics or ()
    ]
    return ListPartitionReassignmentsResponse(
        error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED, topics=topics
    )
