"""DeleteGroups: v0-3."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteGroupsRequest, DeleteGroupsResponse
from kafkawire.messages.delete_groups_response import DeletableGroupResult

__all__ = ["delete_groups"]


@handles(ApiKey.DELETE_GROUPS, versions=range(4))
async def delete_groups(ctx: Context, request: DeleteGroupsRequest) -> DeleteGroupsResponse:
    """Remove each group that has no members, with its offsets."""
    results = [
        DeletableGroupResult(group_id=name, error_code=_delete(ctx, name))
        async for name in ctx.paced(dict.fromkeys(request.groups_names))
    ]
    results.sort(key=lambda result: result.error_code == ErrorCode.GROUP_AUTHORIZATION_FAILED)  # told last, as in Kafka
    return DeleteGroupsResponse(results=results)


def _delete(ctx: Context, group_id: str) -> ErrorCode:
    if not ctx.allows(Operation.DELETE, ResourceType.GROUP, group_id):
        return ErrorCode.GROUP_AUTHORIZATION_FAILED
    return ctx.node.share.delete(group_id) if group_id in ctx.node.share else ctx.groups.delete(group_id)
