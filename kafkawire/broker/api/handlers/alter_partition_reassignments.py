"""AlterPartitionReassignments: v0-1. This broker is the only replica there can be; what asks for others is refused."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.create_topics import check_replicas
from kafkawire.broker.api.resources import CLUSTER_DENIED, reason
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse
from kafkawire.messages.alter_partition_reassignments_request import ReassignablePartition
from kafkawire.messages.alter_partition_reassignments_response import (
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)

__all__ = ["alter_partition_reassignments"]


@handles(ApiKey.ALTER_PARTITION_REASSIGNMENTS, versions=range(2))
async def alter_partition_reassignments(
    ctx: Context, request: AlterPartitionReassignmentsRequest
) -> AlterPartitionReassignmentsResponse:
    """Say of each partition why its replicas cannot change, or that they are what is asked for."""
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return _denied(request)
    responses = [
        ReassignableTopicResponse(
            name=topic.name,
            partitions=[_judge(ctx, topic.name, wanted) async for wanted in ctx.paced(topic.partitions)],
        )
        async for topic in ctx.paced(request.topics)
    ]
    return AlterPartitionReassignmentsResponse(
        allow_replication_factor_change=request.allow_replication_factor_change,
        error_message=None if request.topics else "",
        responses=responses,
    )


def _denied(request: AlterPartitionReassignmentsRequest) -> AlterPartitionReassignmentsResponse:
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


def _judge(ctx: Context, name: str, wanted: ReassignablePartition) -> ReassignablePartitionResponse:
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
        place = f"{name}:{wanted.partition_index}"
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"Unable to find partition {place}.")
    if wanted.replicas is None:
        raise KafkaError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
    check_replicas(wanted.replicas, ctx.node.config.node_id)
