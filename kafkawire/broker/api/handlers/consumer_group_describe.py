"""ConsumerGroupDescribe: v0-1 (KIP-848)."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.described_groups import HIDDEN, add_operations, named_topics
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_member import ConsumerMember
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse
from kafkawire.messages.consumer_group_describe_response import (
    Assignment,
    DescribedGroup,
    Member,
    TopicPartitions,
)

__all__ = ["consumer_group_describe"]

_CLASSIC_MEMBER, _CONSUMER_MEMBER = 0, 1


@handles(ApiKey.CONSUMER_GROUP_DESCRIBE, versions=range(2))
async def consumer_group_describe(ctx: Context, request: ConsumerGroupDescribeRequest) -> ConsumerGroupDescribeResponse:
    """Tell about each group, its members, and what they have and should have."""
    found = [_describe(ctx, group_id) async for group_id in ctx.paced(request.group_ids)]
    found.sort(key=lambda group: group.error_code != ErrorCode.GROUP_AUTHORIZATION_FAILED)  # Kafka tells of these first
    add_operations(ctx, found, are_asked_for=request.include_authorized_operations)
    return ConsumerGroupDescribeResponse(groups=found)


def _describe(ctx: Context, group_id: str) -> DescribedGroup:
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, group_id):
        return DescribedGroup(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED, group_id=group_id)
    if not group_id:
        return DescribedGroup(error_code=ErrorCode.INVALID_GROUP_ID)
    try:
        group = ctx.groups.consumer_group(group_id)
    except Refusal as exc:
        return DescribedGroup(error_code=exc.code, error_message=exc.reason, group_id=group_id)
    members = [_member(ctx, group, member) for member in group.members.values()]
    if not all(ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name) for name in sorted(_topics(members))):
        return DescribedGroup(error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, error_message=HIDDEN, group_id=group_id)
    return DescribedGroup(
        group_id=group_id,
        group_state=group.state_name,
        group_epoch=group.state.epoch,
        assignment_epoch=group.state.target_epoch,
        assignor_name=group.assignor,
        members=members,
    )


def _topics(members: Iterable[Member]) -> set[str]:
    """What they have and should have; what they subscribe to is no secret to Kafka."""
    assignments = (each for member in members for each in (member.assignment, member.target_assignment))
    return {topic.topic_name for assignment in assignments for topic in assignment.topic_partitions}


def _member(ctx: Context, group: ConsumerGroup, member: ConsumerMember) -> Member:
    described = Member(
        member_id=member.member_id,
        instance_id=member.instance_id,
        rack_id=member.rack_id,
        member_epoch=member.epoch,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=list(member.topic_names),
        subscribed_topic_regex=member.topic_regex,
        assignment=Assignment(topic_partitions=named_topics(ctx, member.held(), TopicPartitions)),
        target_assignment=Assignment(
            topic_partitions=named_topics(ctx, group.state.target.get(member.member_id, ()), TopicPartitions)
        ),
    )
    if ctx.version >= 1:
        described.member_type = _CLASSIC_MEMBER if member.classic else _CONSUMER_MEMBER
    return described
