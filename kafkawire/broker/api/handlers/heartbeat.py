"""Heartbeat: v0-4. Static membership from v3. No throttling."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic_members import ClassicMembers
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import HeartbeatRequest, HeartbeatResponse

__all__ = ["heartbeat"]


@handles(ApiKey.HEARTBEAT, versions=range(5))
def heartbeat(ctx: Context, request: HeartbeatRequest) -> HeartbeatResponse:
    """Note that a member is alive, and tell it whether to join again."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return HeartbeatResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    if not request.group_id:
        return HeartbeatResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    group, moved = ctx.groups.get(request.group_id), ctx.groups.classic_members(request.group_id)
    who = request.member_id, request.group_instance_id, request.generation_id
    if moved is not None:
        return HeartbeatResponse(error_code=_of_moved(moved, *who, ctx.now()))
    if group is None:
        return HeartbeatResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID)
    return HeartbeatResponse(error_code=group.heartbeat(*who, ctx.now()))


def _of_moved(moved: ClassicMembers, member_id: str, instance_id: str | None, generation: int, now: float) -> int:
    try:
        return moved.heartbeat(member_id, instance_id, generation, now)
    except Refusal as exc:
        return exc.code
