"""ElectLeaders: v0-2. The only replica leads already, so no election is ever needed."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ElectLeadersRequest, ElectLeadersResponse
from kafkawire.messages.elect_leaders_response import PartitionResult, ReplicaElectionResult

__all__ = ["elect_leaders"]

_PREFERRED, _UNCLEAN = 0, 1


@handles(ApiKey.ELECT_LEADERS, versions=range(3))
async def elect_leaders(ctx: Context, request: ElectLeadersRequest) -> ElectLeadersResponse:
    """Say of each partition that is named why there is no election. Of all partitions none needs one."""
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return _refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    if request.election_type not in (_PREFERRED, _UNCLEAN):
        return _refused(ctx, request, ErrorCode.INVALID_REQUEST, f"Unknown election type {request.election_type}")
    if request.topic_partitions is None:
        return ElectLeadersResponse(
            replica_election_results=[ReplicaElectionResult(topic=topic.name) for topic in ctx.topics]
        )
    return ElectLeadersResponse(
        replica_election_results=[
            ReplicaElectionResult(
                topic=wanted.topic,
                partition_result=[_judge(ctx, wanted.topic, number) async for number in ctx.paced(wanted.partitions)],
            )
            async for wanted in ctx.paced(request.topic_partitions)
        ]
    )


def _refused(ctx: Context, request: ElectLeadersRequest, code: ErrorCode, message: str) -> ElectLeadersResponse:
    results = [
        ReplicaElectionResult(
            topic=wanted.topic,
            partition_result=[
                PartitionResult(partition_id=number, error_code=code, error_message=message)
                for number in wanted.partitions
            ],
        )
        for wanted in request.topic_partitions or ()
    ]
    return ElectLeadersResponse(error_code=code if ctx.version else 0, replica_election_results=results)


def _judge(ctx: Context, name: str, partition: int) -> PartitionResult:
    topic = ctx.topics.get(name)
    if topic is None:
        return PartitionResult(
            partition_id=partition,
            error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            error_message=f"No such topic as {name}",
        )
    if not 0 <= partition < topic.partitions:
        where = f"{name}-{partition}"
        return PartitionResult(
            partition_id=partition,
            error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            error_message=f"No such partition as {where}",
        )
    return PartitionResult(
        partition_id=partition,
        error_code=ErrorCode.ELECTION_NOT_NEEDED,
        error_message="Leader election not needed for topic partition.",
    )
