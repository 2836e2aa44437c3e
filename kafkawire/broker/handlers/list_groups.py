"""ListGroups: v0-5. Classic groups, those of KIP-848 and share groups; types from v5."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.messages import ListGroupsRequest, ListGroupsResponse
from kafkawire.messages.list_groups_response import ListedGroup

__all__ = ["list_groups"]


@handles(ApiKey.LIST_GROUPS, versions=range(6))
async def list_groups(ctx: Context, request: ListGroupsRequest) -> ListGroupsResponse:
    """List the groups in the states, and of the types, that are asked for."""
    ctx.groups.catch_up()
    states = {state.lower() for state in request.states_filter}
    types = {kind.lower() for kind in request.types_filter}
    sees_all = ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER)
    return ListGroupsResponse(
        groups=[
            group
            async for group in ctx.paced(_all(ctx))
            if (not states or group.group_state.lower() in states)
            and (not types or group.group_type in types)
            and (sees_all or ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, group.group_id))
        ]
    )


def _all(ctx: Context) -> Iterator[ListedGroup]:
    for group in ctx.groups:
        yield ListedGroup(group.group_id, group.protocol_type, group.state.value, "classic")
    for modern in list(ctx.groups.consumer_groups.values()):
        yield ListedGroup(modern.group_id, CONSUMER_PROTOCOL, modern.state_name, "consumer")
    for shared in ctx.node.share:
        yield ListedGroup(shared.group_id, "share", shared.state.name, "share")
