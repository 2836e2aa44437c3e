"""ListPartitionReassignments: v0. With one broker there is never one under way."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse
from kafkawire.messages.list_partition_reassignments_response import (
    OngoingPartitionReassignment,
    OngoingTopicReassignment,
)

__all__ = ["list_partition_reassignments"]


@handles(ApiKey.LIST_PARTITION_REASSIGNMENTS, versions=range(1))
def list_partition_reassignments(
    ctx: Context, request: ListPartitionReassignmentsRequest
) -> ListPartitionReassignmentsResponse:
    """Name none."""
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return _denied(request)
    return ListPartitionReassignmentsResponse(error_message=None)


def _denied(request: ListPartitionReassignmentsRequest) -> ListPartitionReassignmentsResponse:
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
