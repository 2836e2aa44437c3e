"""ConsumerGroupHeartbeat: v0-1 (KIP-848). Patterns and member ids of the client's own from v1."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.config.groups import assignors_of
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_member import LEFT_FOR_NOW, ConsumerMember
from kafkawire.broker.groups.consumer_state import HeartbeatCall, Refusal
from kafkawire.broker.groups.member import new_id
from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse
from kafkawire.messages.consumer_group_heartbeat_response import Assignment, TopicPartitions
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["consumer_group_heartbeat"]

_LOG = RateLimitedLogger("kafkawire.broker")
_JOIN, _LEAVE = 0, -1
_OWN_ID = 1


@handles(ApiKey.CONSUMER_GROUP_HEARTBEAT, versions=range(2))
def consumer_group_heartbeat(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroupHeartbeatResponse:
    """Note what a member says, and tell it which partitions to have."""
    denied = _denied(ctx, request)
    if denied is not ErrorCode.NONE:
        return ConsumerGroupHeartbeatResponse(error_code=denied)
    try:
        _check(request, ctx.version, assignors_of(ctx.node.config))
        if request.member_epoch in (_LEAVE, LEFT_FOR_NOW):
            return _leave(ctx, request)
        return _heartbeat(ctx, request)
    except Refusal as exc:
        return ConsumerGroupHeartbeatResponse(error_code=exc.code, error_message=exc.reason)


def _denied(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> ErrorCode:
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return ErrorCode.GROUP_AUTHORIZATION_FAILED
    names = sorted(set(request.subscribed_topic_names or ()))
    may_see_all = all(ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name) for name in names)
    return ErrorCode.NONE if may_see_all else ErrorCode.TOPIC_AUTHORIZATION_FAILED


def _leave(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroupHeartbeatResponse:
    group = ctx.groups.consumer_group(request.group_id)
    group.leave(request.member_id, request.instance_id, request.member_epoch, ctx.now())
    return ConsumerGroupHeartbeatResponse(member_id=request.member_id, member_epoch=request.member_epoch)


def _heartbeat(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroupHeartbeatResponse:
    _make_place(ctx)
    group = _group(ctx, request)
    call = _call(ctx, request)
    before = group.members.get(call.member_id)
    member = group.heartbeat(call, ctx.now(), ctx.time_ms())
    ctx.groups.arm_for(group)
    return _answer(group, member, is_told=call.is_full or before is None or before.assigned != member.assigned)


def _group(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroup:
    group_id, is_joining = request.group_id, request.member_epoch == _JOIN
    if not is_joining and group_id not in ctx.groups.consumer_groups and ctx.groups.get(group_id) is None:
        raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Consumer group {group_id} not found.")
    if group_id in ctx.node.share:
        raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a consumer group.")
    return ctx.groups.consumer_group(group_id, create=is_joining)


def _answer(group: ConsumerGroup, member: ConsumerMember, *, is_told: bool) -> ConsumerGroupHeartbeatResponse:
    return ConsumerGroupHeartbeatResponse(
        member_id=member.member_id,
        member_epoch=member.epoch,
        heartbeat_interval_ms=group.options.heartbeat_interval_ms,
        assignment=_assignment(member) if is_told else None,
    )


def _assignment(member: ConsumerMember) -> Assignment:
    topics: dict[uuid.UUID, list[int]] = {}
    for topic, index in sorted(member.assigned):
        topics.setdefault(topic, []).append(index)
    return Assignment(
        topic_partitions=[TopicPartitions(topic_id=topic, partitions=indexes) for topic, indexes in topics.items()]
    )


def _call(ctx: Context, request: ConsumerGroupHeartbeatRequest) -> HeartbeatCall:
    owned = request.topic_partitions
    names = request.subscribed_topic_names
    return HeartbeatCall(
        member_id=request.member_id or new_id(),
        epoch=request.member_epoch,
        instance_id=request.instance_id,
        rack_id=request.rack_id,
        rebalance_timeout_ms=request.rebalance_timeout_ms,
        topic_names=None if names is None else tuple(sorted(set(names))),
        topic_regex=request.subscribed_topic_regex,
        assignor=request.server_assignor,
        owned=None if owned is None else frozenset((topic.topic_id, n) for topic in owned for n in topic.partitions),
        client_id=ctx.client_id or "",
        client_host=ctx.client_host,
    )


def _make_place(ctx: Context) -> None:
    try:
        ctx.groups.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        raise Refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE, "There is no place to keep groups.") from exc


def _check(request: ConsumerGroupHeartbeatRequest, version: int, assignors: Collection[str]) -> None:
    """What Kafka insists on, in its words. Raises `Refusal`."""
    epoch = request.member_epoch
    has_no_id = not request.member_id.strip()
    subscribes = request.subscribed_topic_names is not None or request.subscribed_topic_regex is not None
    wrong = {
        "MemberId can't be empty.": has_no_id and (version >= _OWN_ID or epoch > _JOIN or epoch == _LEAVE),
        "GroupId can't be empty.": not request.group_id.strip(),
        "InstanceId can't be empty.": _is_blank(request.instance_id),
        "RackId can't be empty.": _is_blank(request.rack_id),
        "RebalanceTimeoutMs must be provided in first request.": epoch == _JOIN and request.rebalance_timeout_ms == -1,
        "TopicPartitions must be empty when (re-)joining.": epoch == _JOIN and request.topic_partitions != [],
        "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.": epoch == _JOIN
        and not subscribes,
        "InstanceId can't be null.": epoch == LEFT_FOR_NOW and request.instance_id is None,
        "MemberEpoch is invalid.": epoch < LEFT_FOR_NOW,
    }
    for reason, is_wrong in wrong.items():
        if is_wrong:
            raise Refusal(ErrorCode.INVALID_REQUEST, reason)
    _check_choices(request, assignors)


def _check_choices(request: ConsumerGroupHeartbeatRequest, assignors: Collection[str]) -> None:
    if request.server_assignor is not None and request.server_assignor not in assignors:
        raise Refusal(
            ErrorCode.UNSUPPORTED_ASSIGNOR,
            f"ServerAssignor {request.server_assignor} is not supported. Supported assignors: {', '.join(assignors)}.",
        )
    if request.subscribed_topic_regex:
        try:
            TopicRegex(request.subscribed_topic_regex)
        except InvalidRegex as exc:
            raise Refusal(
                ErrorCode.INVALID_REGULAR_EXPRESSION,
                f"SubscribedTopicRegex `{request.subscribed_topic_regex}` is not a valid regular expression: {exc}.",
            ) from exc


def _is_blank(text: str | None) -> bool:
    return text is not None and not text.strip()
