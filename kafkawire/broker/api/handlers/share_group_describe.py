"""ShareGroupDescribe: v1 (KIP-932)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.described_groups import HIDDEN, add_operations, named_topics
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.group import ShareMember
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ShareGroupDescribeRequest, ShareGroupDescribeResponse
from kafkawire.messages.share_group_describe_response import Assignment, DescribedGroup, Member, TopicPartitions

__all__ = ["share_group_describe"]

_TOLD_FIRST = ErrorCode.GROUP_AUTHORIZATION_FAILED, ErrorCode.INVALID_GROUP_ID


@handles(ApiKey.SHARE_GROUP_DESCRIBE, versions=range(1, 2))
async def share_group_describe(ctx: Context, request: ShareGroupDescribeRequest) -> ShareGroupDescribeResponse:
    """Tell about each group, its members, and what they read."""
    found = [_describe(ctx, group_id) async for group_id in ctx.paced(request.group_ids)]
    found.sort(key=lambda group: group.error_code not in _TOLD_FIRST)
    add_operations(ctx, found, are_asked_for=request.include_authorized_operations)
    return ShareGroupDescribeResponse(groups=found)


def _describe(ctx: Context, group_id: str) -> DescribedGroup:
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, group_id):
        return DescribedGroup(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED, group_id=group_id)
    if not group_id:
        return DescribedGroup(error_code=ErrorCode.INVALID_GROUP_ID)
    try:
        state = ctx.node.share.get(group_id).state
    except Refusal as exc:
        return DescribedGroup(error_code=exc.code, error_message=exc.reason, group_id=group_id)
    members = [_member(ctx, member) for member in state.members.values()]
    names = {topic.topic_name for member in members for topic in member.assignment.topic_partitions}
    if not all(ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name) for name in sorted(names)):
        return DescribedGroup(error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, error_message=HIDDEN, group_id=group_id)
    return DescribedGroup(
        group_id=group_id,
        group_state=state.name,
        group_epoch=state.epoch,
        assignment_epoch=state.target_epoch,
        assignor_name="simple",
        members=members,
    )


def _member(ctx: Context, member: ShareMember) -> Member:
    return Member(
        member_id=member.member_id,
        rack_id=member.rack_id,
        member_epoch=member.epoch,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=list(member.topics),
        assignment=Assignment(topic_partitions=named_topics(ctx, member.assigned, TopicPartitions)),
    )
