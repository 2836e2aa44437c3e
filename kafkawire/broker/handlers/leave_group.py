"""LeaveGroup: v0-5. One member up to v2, several (static ones by instance id) from v3."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import LeaveGroupRequest, LeaveGroupResponse
from kafkawire.messages.leave_group_response import MemberResponse

__all__ = ["leave_group"]

_BATCHED = 3


@handles(ApiKey.LEAVE_GROUP, versions=range(6))
def leave_group(ctx: Context, request: LeaveGroupRequest) -> LeaveGroupResponse:
    """Let members go; the others begin a new generation."""
    if not request.group_id:
        return LeaveGroupResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    if ctx.version < _BATCHED:
        return LeaveGroupResponse(error_code=_leave(ctx, request.group_id, request.member_id, None))
    results = [
        MemberResponse(
            m.member_id, m.group_instance_id, _leave(ctx, request.group_id, m.member_id, m.group_instance_id)
        )
        for m in request.members
    ]
    return LeaveGroupResponse(members=results)


def _leave(ctx: Context, group_id: str, member_id: str, instance_id: str | None) -> ErrorCode:
    group = ctx.groups.get(group_id)
    if group is None:
        return ErrorCode.UNKNOWN_MEMBER_ID
    error = group.leave(member_id, instance_id, ctx.now())
    ctx.groups.arm_for(group)
    return error
