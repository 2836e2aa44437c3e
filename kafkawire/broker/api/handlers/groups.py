"""ListGroups v0-5, DescribeGroups v0-6 (classic groups) and DeleteGroups v0-3. ListGroups has types from v5 on."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.described_groups import add_operations
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    DeleteGroupsRequest,
    DeleteGroupsResponse,
    DescribeGroupsRequest,
    DescribeGroupsResponse,
    ListGroupsRequest,
    ListGroupsResponse,
)
from kafkawire.messages.delete_groups_response import DeletableGroupResult
from kafkawire.messages.describe_groups_response import DescribedGroup, DescribedGroupMember
from kafkawire.messages.list_groups_response import ListedGroup

__all__ = ["delete_groups", "describe_groups", "list_groups"]

_SAYS_NOT_FOUND = 6


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


@handles(ApiKey.DESCRIBE_GROUPS, versions=range(7))
async def describe_groups(ctx: Context, request: DescribeGroupsRequest) -> DescribeGroupsResponse:
    """Tell about each group and its members; one that does not exist is dead (an error from v6 on)."""
    ctx.groups.catch_up()
    found = [_describe(ctx, group_id) async for group_id in ctx.paced(request.groups)]
    found.sort(key=lambda group: group.error_code != ErrorCode.GROUP_AUTHORIZATION_FAILED)  # Kafka tells of these first
    add_operations(ctx, found, are_asked_for=request.include_authorized_operations)
    return DescribeGroupsResponse(groups=found)


def _describe(ctx: Context, group_id: str) -> DescribedGroup:
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, group_id):
        return DescribedGroup(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED, group_id=group_id)
    group = ctx.groups.get(group_id)
    if group is not None:
        return _of(group)
    described = DescribedGroup(group_id=group_id, group_state="Dead")
    if ctx.version >= _SAYS_NOT_FOUND:
        described.error_code = ErrorCode.GROUP_ID_NOT_FOUND
        is_modern = group_id in ctx.groups.consumer_groups or group_id in ctx.node.share
        described.error_message = f"Group {group_id} {'is not a classic group' if is_modern else 'not found'}."
    return described


def _of(group: Group) -> DescribedGroup:
    protocol = group.protocol if group.state is State.STABLE else None
    return DescribedGroup(
        group_id=group.group_id,
        group_state=group.state.value,
        protocol_type=group.protocol_type,
        protocol_data=protocol or "",
        members=[
            DescribedGroupMember(
                member_id=m.member_id,
                group_instance_id=m.instance_id,
                client_id=m.client_id,
                client_host=m.client_host,
                member_metadata=m.protocols.get(protocol, b"") if protocol else b"",
                member_assignment=m.assignment,
            )
            for m in group.members.values()
        ],
    )


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
