"""DescribeGroups: v0-6, for classic groups."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.described_groups import add_operations
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeGroupsRequest, DescribeGroupsResponse
from kafkawire.messages.describe_groups_response import DescribedGroup, DescribedGroupMember

__all__ = ["describe_groups"]

_SAYS_NOT_FOUND = 6


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
