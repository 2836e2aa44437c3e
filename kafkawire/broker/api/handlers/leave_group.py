"""LeaveGroup: v0-5. One member up to v2, several (static ones by instance id) from v3."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import LeaveGroupRequest, LeaveGroupResponse
from kafkawire.messages.leave_group_response import MemberResponse

__all__ = ["leave_group"]

_BATCHED = 3


@handles(ApiKey.LEAVE_GROUP, versions=range(6))
def leave_group(ctx: Context, request: LeaveGroupRequest) -> LeaveGroupResponse:
    """Let members go; the others begin a new generation."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return LeaveGroupResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    if not request.group_id:
        return LeaveGroupResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    is_batch = ctx.version >= _BATCHED
    asked = [(m.member_id, m.group_instance_id) for m in request.members]
    if not is_batch:
        asked = [(request.member_id, None)]
    try:
        results = _leave(ctx, request.group_id, asked)
    except Refusal as exc:
        return LeaveGroupResponse(error_code=exc.code)
    if not is_batch:
        return LeaveGroupResponse(error_code=results[0][1])
    members = [
        MemberResponse(member_id=member_id, group_instance_id=instance_id, error_code=error)
        for (member_id, error), (_, instance_id) in zip(results, asked, strict=True)
    ]
    return LeaveGroupResponse(members=members)


def _leave(ctx: Context, group_id: str, asked: list[tuple[str, str | None]]) -> list[tuple[str, ErrorCode]]:
    group, moved = ctx.groups.get(group_id), ctx.groups.classic_members(group_id)
    if moved is not None:
        return moved.leave(asked, ctx.now())
    if group is None:
        return [(member_id, ErrorCode.UNKNOWN_MEMBER_ID) for member_id, _ in asked]
    errors = group.leave(asked, ctx.now())
    ctx.groups.arm_for(group)
    return [(member_id, error) for (member_id, _), error in zip(asked, errors, strict=True)]
