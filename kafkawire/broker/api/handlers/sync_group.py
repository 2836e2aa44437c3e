"""SyncGroup: v0-5. Classic protocol; static members from v3."""

from __future__ import annotations

from collections.abc import Awaitable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic_members import ClassicMembers
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.loop.reply import answer
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import SyncGroupRequest, SyncGroupResponse

__all__ = ["sync_group"]

_NAMES_PROTOCOL = 5


@handles(ApiKey.SYNC_GROUP, versions=range(6))
def sync_group(ctx: Context, request: SyncGroupRequest) -> SyncGroupResponse | Awaitable[SyncGroupResponse]:
    """Hand out assignments; answered when the leader has brought them."""
    if ctx.version >= _NAMES_PROTOCOL and None in (request.protocol_type, request.protocol_name):
        return SyncGroupResponse(error_code=ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return SyncGroupResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    if not request.group_id:
        return SyncGroupResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    group, moved = ctx.groups.get(request.group_id), ctx.groups.classic_members(request.group_id)
    if moved is not None:
        return _of_moved(ctx, moved, request)
    if group is None:
        return SyncGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID)
    reply = group.sync(
        request.member_id,
        request.group_instance_id,
        request.generation_id,
        {assignment.member_id: bytes(assignment.assignment) for assignment in request.assignments},
        ctx.now(),
        request.protocol_type,
        request.protocol_name,
    )
    ctx.groups.arm_for(group)
    return answer(ctx.node.scheduler, reply, lambda response: response)


def _of_moved(ctx: Context, moved: ClassicMembers, request: SyncGroupRequest) -> SyncGroupResponse:
    try:
        return moved.sync(
            request.member_id,
            request.group_instance_id,
            request.generation_id,
            ctx.now(),
            request.protocol_type,
            request.protocol_name,
        )
    except Refusal as exc:
        return SyncGroupResponse(error_code=exc.code)
