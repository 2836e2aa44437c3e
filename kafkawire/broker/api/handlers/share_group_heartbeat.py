"""ShareGroupHeartbeat: v1 (KIP-932)."""

from __future__ import annotations

import uuid

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.group import ShareCall, ShareMember
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ShareGroupHeartbeatRequest, ShareGroupHeartbeatResponse
from kafkawire.messages.share_group_heartbeat_response import Assignment, TopicPartitions
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["make_place", "share_group_heartbeat"]

_LOG = RateLimitedLogger("kafkawire.broker")
_JOIN, _LEAVE = 0, -1


@handles(ApiKey.SHARE_GROUP_HEARTBEAT, versions=range(1, 2))
def share_group_heartbeat(ctx: Context, request: ShareGroupHeartbeatRequest) -> ShareGroupHeartbeatResponse:
    """Note what a member says, and tell it which partitions to read."""
    denied = _denied(ctx, request)
    if denied is not ErrorCode.NONE:
        return ShareGroupHeartbeatResponse(error_code=denied)
    try:
        if not request.member_id.strip():  # Kafka says nothing more in this case
            return ShareGroupHeartbeatResponse(error_code=ErrorCode.INVALID_REQUEST)
        _check(request)
        if request.member_epoch == _LEAVE:
            ctx.node.share.leave(request.group_id, request.member_id)
            return ShareGroupHeartbeatResponse(member_id=request.member_id, member_epoch=_LEAVE)
        return _heartbeat(ctx, request)
    except Refusal as exc:
        return ShareGroupHeartbeatResponse(error_code=exc.code, error_message=exc.reason)


def _denied(ctx: Context, request: ShareGroupHeartbeatRequest) -> ErrorCode:
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return ErrorCode.GROUP_AUTHORIZATION_FAILED
    names = sorted(set(request.subscribed_topic_names or ()))
    may_see_all = all(ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name) for name in names)
    return ErrorCode.NONE if may_see_all else ErrorCode.TOPIC_AUTHORIZATION_FAILED


def _check(request: ShareGroupHeartbeatRequest) -> None:
    """What Kafka insists on, in its words. Raises `Refusal`."""
    wrong = {
        "GroupId can't be empty.": not request.group_id.strip(),
        "RackId can't be empty.": request.rack_id is not None and not request.rack_id.strip(),
        "MemberEpoch is invalid.": request.member_epoch < _LEAVE,
        "SubscribedTopicNames must be set in first request.": request.member_epoch == _JOIN
        and not request.subscribed_topic_names,
    }
    for reason, is_wrong in wrong.items():
        if is_wrong:
            raise Refusal(ErrorCode.INVALID_REQUEST, reason)


def _heartbeat(ctx: Context, request: ShareGroupHeartbeatRequest) -> ShareGroupHeartbeatResponse:
    make_place(ctx)
    names = request.subscribed_topic_names
    call = ShareCall(
        request.member_id,
        request.member_epoch,
        request.rack_id,
        None if names is None else tuple(sorted(set(names))),
        ctx.client_id or "",
        ctx.client_host,
    )
    member, is_news = ctx.node.share.heartbeat(request.group_id, call)
    return ShareGroupHeartbeatResponse(
        member_id=member.member_id,
        member_epoch=member.epoch,
        heartbeat_interval_ms=ctx.node.share.options(request.group_id).heartbeat_interval_ms,
        assignment=_assignment(member) if is_news else None,
    )


def make_place(ctx: Context) -> None:
    """See to it that share groups can be kept. Raises `Refusal`."""
    try:
        ctx.groups.ready()
        ctx.node.share.store.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep share groups: %s", exc)
        raise Refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE, "There is no place to keep groups.") from exc


def _assignment(member: ShareMember) -> Assignment:
    topics: dict[uuid.UUID, list[int]] = {}
    for topic, index in sorted(member.assigned):
        topics.setdefault(topic, []).append(index)
    return Assignment(
        topic_partitions=[TopicPartitions(topic_id=topic, partitions=indexes) for topic, indexes in topics.items()]
    )
