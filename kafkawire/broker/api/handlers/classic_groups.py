"""What a member of a classic group asks for: JoinGroup, SyncGroup, Heartbeat and LeaveGroup.

Members may be static from JoinGroup v5, SyncGroup v3, Heartbeat v4 and LeaveGroup v3 on. From v4 of JoinGroup on a
member gets its id first (KIP-394). LeaveGroup takes several members from v3 on.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic_members import ClassicMembers
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.loop.reply import respond
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    HeartbeatRequest,
    HeartbeatResponse,
    JoinGroupRequest,
    JoinGroupResponse,
    LeaveGroupRequest,
    LeaveGroupResponse,
    SyncGroupRequest,
    SyncGroupResponse,
)
from kafkawire.messages.leave_group_response import MemberResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["heartbeat", "join_group", "leave_group", "sync_group"]

_LOG = RateLimitedLogger("kafkawire.broker")
# Versions from which on
_KNOWN_ID_REQUIRED = 4  # JoinGroup gives out a member's id first
_NULLABLE_PROTOCOL = 7  # its response may have no protocol
_CAN_SKIP_ASSIGNMENT = 9  # its leader may be told not to assign
_NAMES_PROTOCOL = 5  # SyncGroup says the protocol
_BATCHED = 3  # LeaveGroup names several members


@handles(ApiKey.JOIN_GROUP, versions=range(10))
def join_group(ctx: Context, request: JoinGroupRequest) -> JoinGroupResponse | Awaitable[JoinGroupResponse]:
    """Take part in the next generation of a group; answered when all members have come."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return _fit_join(ctx, JoinGroupResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED))
    error = _join_error(ctx, request)
    if error is not ErrorCode.NONE:
        return _fit_join(ctx, JoinGroupResponse(error_code=error, member_id=request.member_id))
    moved = ctx.groups.classic_members(request.group_id)
    try:
        if moved is not None:  # there are members of the protocol of KIP-848
            return _fit_join(ctx, moved.join(_join_call(ctx, request), ctx.now(), ctx.time_ms()))
        group = ctx.groups.classic_group(request.group_id)
    except Refusal as exc:
        return _fit_join(ctx, JoinGroupResponse(error_code=exc.code))
    reply = group.join(_join_call(ctx, request), ctx.now())
    ctx.groups.arm_for(group)
    return respond(ctx.node.scheduler, reply, lambda response: _fit_join(ctx, response))


def _join_error(ctx: Context, request: JoinGroupRequest) -> ErrorCode:
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
        ctx.groups.topic.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return ErrorCode.NONE


def _join_call(ctx: Context, request: JoinGroupRequest) -> JoinCall:
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


def _fit_join(ctx: Context, response: JoinGroupResponse) -> JoinGroupResponse:
    if response.error_code and ctx.version >= _NULLABLE_PROTOCOL:
        response.protocol_name = None
    return response


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
        return _sync_of_moved(ctx, moved, request)
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
    return respond(ctx.node.scheduler, reply, lambda response: response)


def _sync_of_moved(ctx: Context, moved: ClassicMembers, request: SyncGroupRequest) -> SyncGroupResponse:
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
        return HeartbeatResponse(error_code=_heartbeat_of_moved(moved, *who, ctx.now()))
    if group is None:
        return HeartbeatResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID)
    return HeartbeatResponse(error_code=group.heartbeat(*who, ctx.now()))


def _heartbeat_of_moved(
    moved: ClassicMembers, member_id: str, instance_id: str | None, generation: int, now: float
) -> int:
    try:
        return moved.heartbeat(member_id, instance_id, generation, now)
    except Refusal as exc:
        return exc.code


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
