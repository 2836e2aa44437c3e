"""ListGroups: v0-5. Classic groups, which is all there are."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.messages import ListGroupsRequest, ListGroupsResponse
from kafkawire.messages.list_groups_response import ListedGroup

__all__ = ["list_groups"]

_TYPE = "classic"


@handles(ApiKey.LIST_GROUPS, versions=range(6))
def list_groups(ctx: Context, request: ListGroupsRequest) -> ListGroupsResponse:
    """List the groups in the states, and of the types, that are asked for."""
    states = {state.lower() for state in request.states_filter}
    types = {kind.lower() for kind in request.types_filter}
    return ListGroupsResponse(
        groups=[
            ListedGroup(group.group_id, group.protocol_type, group.state.value, _TYPE)
            for group in ctx.groups
            if (not states or group.state.value.lower() in states) and (not types or _TYPE in types)
        ]
    )
