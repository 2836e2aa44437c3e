"""DeleteGroups: v0-3."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.messages import DeleteGroupsRequest, DeleteGroupsResponse
from kafkawire.messages.delete_groups_response import DeletableGroupResult

__all__ = ["delete_groups"]


@handles(ApiKey.DELETE_GROUPS, versions=range(4))
def delete_groups(ctx: Context, request: DeleteGroupsRequest) -> DeleteGroupsResponse:
    """Remove each group that has no members, with its offsets."""
    return DeleteGroupsResponse(
        results=[DeletableGroupResult(name, ctx.groups.delete(name)) for name in dict.fromkeys(request.groups_names)]
    )
