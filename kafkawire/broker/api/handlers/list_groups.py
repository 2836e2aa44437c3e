"""ListGroups: v0-5. Classic groups, those of KIP-848 and share groups; types from v5."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.broker.security.authorizer import Operation, ResourceType
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
        yield ListedGroup(
            group_id=group.group_id,
            protocol_type=group.protocol_type,
            group_state=group.state.value,
            group_type="classic",
        )
    for modern in list(ctx.groups.consumer_groups.values()):
        yield ListedGroup(
            group_id=modern.group_id,
            protocol_type=CONSUMER_PROTOCOL,
            group_state=modern.state_name,
            group_type="consumer",
        )
    for shared in ctx.node.share:
        yield ListedGroup(
            group_id=shared.group_id, protocol_type="share", group_state=shared.state.name, group_type="share"
        )
