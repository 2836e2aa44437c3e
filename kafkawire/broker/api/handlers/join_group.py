"""JoinGroup: v0-9. Classic protocol; static members from v5, the id is given out first from v4 (KIP-394)."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.loop.reply import answer
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupRequest, JoinGroupResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["join_group"]

_LOG = RateLimitedLogger("kafkawire.broker")
_KNOWN_ID_REQUIRED = 4
_NULLABLE_PROTOCOL = 7
_CAN_SKIP_ASSIGNMENT = 9


@handles(ApiKey.JOIN_GROUP, versions=range(10))
def join_group(ctx: Context, request: JoinGroupRequest) -> JoinGroupResponse | Awaitable[JoinGroupResponse]:
    """Take part in the next generation of a group; answered when all members have come."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return _fit(ctx, JoinGroupResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED))
    error = _error(ctx, request)
    if error is not ErrorCode.NONE:
        return _fit(ctx, JoinGroupResponse(error_code=error, member_id=request.member_id))
    moved = ctx.groups.classic_members(request.group_id)
    try:
        if moved is not None:  # there are members of the protocol of KIP-848
            return _fit(ctx, moved.join(_call(ctx, request), ctx.now(), ctx.time_ms()))
        group = ctx.groups.classic_group(request.group_id)
    except Refusal as exc:
        return _fit(ctx, JoinGroupResponse(error_code=exc.code))
    reply = group.join(_call(ctx, request), ctx.now())
    ctx.groups.arm_for(group)
    return answer(ctx.node.scheduler, reply, lambda response: _fit(ctx, response))


def _error(ctx: Context, request: JoinGroupRequest) -> ErrorCode:
    config = ctx.node.config
    if not request.group_id:
        return ErrorCode.INVALID_GROUP_ID
    if request.group_id in ctx.node.share:
        return ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    if not config.group_min_session_timeout_ms <= request.session_timeout_ms <= config.group_max_session_timeout_ms:
        return ErrorCode.INVALID_SESSION_TIMEOUT
    is_known = ctx.groups.get(request.group_id) is not None or ctx.groups.classic_members(request.group_id) is not None
    if request.member_id and not is_known:
        return ErrorCode.UNKNOWN_MEMBER_ID
    try:
        ctx.groups.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return ErrorCode.NONE


def _call(ctx: Context, request: JoinGroupRequest) -> JoinCall:
    rebalance_ms = request.rebalance_timeout_ms if request.rebalance_timeout_ms >= 0 else request.session_timeout_ms
    return JoinCall(
        member_id=request.member_id,
        new_member_id=f"{request.group_instance_id or ctx.client_id or ''}-{uuid.uuid4()}",
        session_timeout=request.session_timeout_ms / 1000,
        rebalance_timeout=rebalance_ms / 1000,
        protocol_type=request.protocol_type,
        protocols={protocol.name: bytes(protocol.metadata) for protocol in request.protocols},
        instance_id=request.group_instance_id,
        client_id=ctx.client_id or "",
        client_host=ctx.client_host,
        must_know_id=ctx.version >= _KNOWN_ID_REQUIRED,
        can_skip_assignment=ctx.version >= _CAN_SKIP_ASSIGNMENT,
    )


def _fit(ctx: Context, response: JoinGroupResponse) -> JoinGroupResponse:
    if response.error_code and ctx.version >= _NULLABLE_PROTOCOL:
        response.protocol_name = None
    return response
