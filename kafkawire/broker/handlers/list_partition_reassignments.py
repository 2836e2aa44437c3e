"""ListPartitionReassignments: v0. With one broker there is never one under way."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.messages import ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse

__all__ = ["list_partition_reassignments"]


@handles(ApiKey.LIST_PARTITION_REASSIGNMENTS, versions=range(1))
def list_partition_reassignments(
    _ctx: Context, _request: ListPartitionReassignmentsRequest
) -> ListPartitionReassignmentsResponse:
    """Name none."""
    return ListPartitionReassignmentsResponse(error_message=None)
