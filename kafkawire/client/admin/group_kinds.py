"""The types of groups that brokers know, each described by an API of its own, as one kind of description.

A broker is asked in the order of `KINDS` until one of the APIs knows the group. A classic group that does not exist is
"Dead" in old versions of DescribeGroups and an error in new ones; the other APIs always answer with an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.names import operations
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError

if TYPE_CHECKING:
    from kafkawire.message import Request

__all__ = ["KINDS", "GroupDescription", "GroupKind", "MemberDescription"]

_CONSUMER = "consumer"
_DEAD = "Dead"
_OPERATIONS = 3
_UNASKED = (ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.UNSUPPORTED_VERSION)


@dataclass(frozen=True, slots=True)
class MemberDescription:
    """A member of a group, with what its type of group has; the rest is empty, None, or -1 for epochs.

    `tasks` are those of Kafka Streams that are active: subtopology -> partitions.
    """

    member_id: str
    client_id: str
    client_host: str
    instance_id: str | None = None
    rack_id: str | None = None
    member_epoch: int = -1
    subscribed_topics: tuple[str, ...] = ()
    subscribed_regex: str | None = None
    assignment: tuple[TopicPartition, ...] = ()
    target_assignment: tuple[TopicPartition, ...] = ()
    tasks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    is_classic: bool = False


@dataclass(frozen=True, slots=True)
class GroupDescription:
    """A group. `type` is "classic", "consumer", "share" or "streams"; epochs are -1 for classic groups.

    `assignor` is what a classic group calls its protocol; `authorized_operations` is None where a broker does not say.
    """

    group_id: str
    type: str
    state: str
    protocol_type: str
    assignor: str
    coordinator: int
    members: tuple[MemberDescription, ...]
    group_epoch: int = -1
    assignment_epoch: int = -1
    authorized_operations: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class GroupKind:
    """One type of groups: how to ask about them, and how to read one out of the response."""

    name: str
    request: Callable[[list[str]], Request | ByVersion]
    member: Callable[[Any], MemberDescription]

    def is_other(self, group: Any) -> bool:
        """Whether the group is none of this type."""
        return group.error_code in _UNASKED or (not group.error_code and group.group_state == _DEAD)

    def describe(self, group: Any, coordinator: int) -> GroupDescription:
        """The description of one group in an group."""
        return GroupDescription(
            group.group_id,
            self.name,
            group.group_state,
            getattr(group, "protocol_type", self.name),
            getattr(group, "protocol_data", None) or getattr(group, "assignor_name", None) or "",
            coordinator,
            tuple(map(_classic_consumer if _is_consumer(group) else self.member, group.members)),
            getattr(group, "group_epoch", -1),
            getattr(group, "assignment_epoch", -1),
            operations(group.authorized_operations),
        )


def _is_consumer(group: Any) -> bool:
    """Whether it is a classic group of consumers; what other groups tell each other only they can read."""
    return getattr(group, "protocol_type", None) == _CONSUMER


def _classic(member: Any) -> MemberDescription:
    return MemberDescription(
        member.member_id, member.client_id, member.client_host, member.group_instance_id, is_classic=True
    )


def _classic_consumer(member: Any) -> MemberDescription:
    from kafkawire.client.consumer.consumer_protocol import decode_assignment, decode_subscription

    try:
        topics = tuple(decode_subscription(member.member_metadata).topics) if member.member_metadata else ()
        assignment = tuple(decode_assignment(member.member_assignment))
    except DecodeError:  # written by that member, not by a broker: the others are to be seen all the same
        topics, assignment = (), ()
    return replace(_classic(member), subscribed_topics=topics, assignment=assignment)


def _modern(member: Any) -> MemberDescription:
    target = getattr(member, "target_assignment", None)
    return MemberDescription(
        member.member_id,
        member.client_id,
        member.client_host,
        getattr(member, "instance_id", None),
        member.rack_id,
        member.member_epoch,
        tuple(member.subscribed_topic_names),
        getattr(member, "subscribed_topic_regex", None) or None,
        _partitions(member.assignment.topic_partitions),
        _partitions(target.topic_partitions if target else ()),
        is_classic=getattr(member, "member_type", -1) == 0,
    )


def _streams(member: Any) -> MemberDescription:
    tasks = tuple((task.subtopology_id, tuple(task.partitions)) for task in member.assignment.active_tasks)
    return MemberDescription(
        member.member_id,
        member.client_id,
        member.client_host,
        member.instance_id,
        member.rack_id,
        member.member_epoch,
        tasks=tasks,
        is_classic=member.is_classic,
    )


def _partitions(topics: Iterable[Any]) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition(topic.topic_name, index) for topic in topics for index in topic.partitions)


def _describe_groups(ids: list[str]) -> ByVersion:
    from kafkawire.messages import DescribeGroupsRequest

    return ByVersion(
        DescribeGroupsRequest.API_KEY,
        lambda version: DescribeGroupsRequest(groups=ids, include_authorized_operations=version >= _OPERATIONS),
    )


def _consumer_groups(ids: list[str]) -> Request:
    from kafkawire.messages import ConsumerGroupDescribeRequest

    return ConsumerGroupDescribeRequest(group_ids=ids, include_authorized_operations=True)


def _share_groups(ids: list[str]) -> Request:
    from kafkawire.messages import ShareGroupDescribeRequest

    return ShareGroupDescribeRequest(group_ids=ids, include_authorized_operations=True)


def _streams_groups(ids: list[str]) -> Request:
    from kafkawire.messages import StreamsGroupDescribeRequest

    return StreamsGroupDescribeRequest(group_ids=ids, include_authorized_operations=True)


KINDS = (
    GroupKind("classic", _describe_groups, _classic),
    GroupKind("consumer", _consumer_groups, _modern),
    GroupKind("share", _share_groups, _modern),
    GroupKind("streams", _streams_groups, _streams),
)
