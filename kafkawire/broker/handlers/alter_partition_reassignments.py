"""AlterPartitionReassignments: v0-1. This broker is the only replica there can be; what asks for others is refused."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.resources import reason
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse
from kafkawire.messages.alter_partition_reassignments_request import ReassignablePartition
from kafkawire.messages.alter_partition_reassignments_response import (
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)

__all__ = ["alter_partition_reassignments"]

_WRONG = "The manual partition assignment includes"


@handles(ApiKey.ALTER_PARTITION_REASSIGNMENTS, versions=range(2))
def alter_partition_reassignments(
    ctx: Context, request: AlterPartitionReassignmentsRequest
) -> AlterPartitionReassignmentsResponse:
    """Say of each partition why its replicas cannot change, or that they are what is asked for."""
    responses = [
        ReassignableTopicResponse(topic.name, [_judge(ctx, topic.name, wanted) for wanted in topic.partitions])
        for topic in request.topics
    ]
    return AlterPartitionReassignmentsResponse(
        allow_replication_factor_change=request.allow_replication_factor_change,
        error_message=None,
        responses=responses,
    )


def _judge(ctx: Context, name: str, wanted: ReassignablePartition) -> ReassignablePartitionResponse:
    try:
        _check(ctx, name, wanted)
    except KafkaError as exc:
        return ReassignablePartitionResponse(wanted.partition_index, exc.code, reason(exc))
    return ReassignablePartitionResponse(wanted.partition_index, error_message=None)


def _check(ctx: Context, name: str, wanted: ReassignablePartition) -> None:
    topic = ctx.topics.get(name)
    if topic is None:
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"Unable to find a topic named {name}.")
    if not 0 <= wanted.partition_index < topic.partitions:
        place = f"{name}:{wanted.partition_index}"
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"Unable to find partition {place}.")
    if wanted.replicas is None:
        raise KafkaError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
    fault = _fault(wanted.replicas, ctx.node.config.node_id)
    if fault:
        raise KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, f"{_WRONG} {fault}")


def _fault(replicas: Sequence[int], node_id: int) -> str:
    if not replicas:
        return "an empty replica list."
    others = [replica for replica in replicas if replica != node_id]
    if others:
        return f"broker {others[0]}, but no such broker is registered."
    return f"the broker {node_id} more than once." if len(replicas) > 1 else ""
