"""Heartbeat: v0-4. Static membership from v3. No throttling."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import HeartbeatRequest, HeartbeatResponse

__all__ = ["heartbeat"]


@handles(ApiKey.HEARTBEAT, versions=range(5))
def heartbeat(ctx: Context, request: HeartbeatRequest) -> HeartbeatResponse:
    """Note that a member is alive, and tell it whether to join again."""
    if not request.group_id:
        return HeartbeatResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    group = ctx.groups.get(request.group_id)
    if group is None:
        return HeartbeatResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID)
    error = group.heartbeat(request.member_id, request.group_instance_id, request.generation_id, ctx.now())
    return HeartbeatResponse(error_code=error)
