"""Share groups as records of `__consumer_offsets`, in Apache Kafka's format; what a step changes is one batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from struct import Struct
from typing import TypeVar

from kafkawire.broker.groups.changes import by_topic, changed, entry
from kafkawire.broker.groups.records import SHARE_TYPES
from kafkawire.broker.metadata.internal_topic import Entry
from kafkawire.broker.share.assignor import Place
from kafkawire.broker.share.group import SharedTopic, ShareGroupState, ShareMember
from kafkawire.message import Message
from kafkawire.messages import ShareGroupCurrentMemberAssignmentKey as CurrentKey
from kafkawire.messages import ShareGroupCurrentMemberAssignmentValue as CurrentValue
from kafkawire.messages import ShareGroupMemberMetadataKey as MemberKey
from kafkawire.messages import ShareGroupMemberMetadataValue as MemberValue
from kafkawire.messages import ShareGroupMetadataKey as GroupKey
from kafkawire.messages import ShareGroupMetadataValue as GroupValue
from kafkawire.messages import ShareGroupStatePartitionMetadataKey as TopicsKey
from kafkawire.messages import ShareGroupStatePartitionMetadataValue as TopicsValue
from kafkawire.messages import ShareGroupTargetAssignmentMemberKey as TargetMemberKey
from kafkawire.messages import ShareGroupTargetAssignmentMemberValue as TargetMemberValue
from kafkawire.messages import ShareGroupTargetAssignmentMetadataKey as TargetKey
from kafkawire.messages import ShareGroupTargetAssignmentMetadataValue as TargetValue
from kafkawire.messages.share_group_current_member_assignment_value import TopicPartitions
from kafkawire.messages.share_group_state_partition_metadata_value import TopicPartitionsInfo
from kafkawire.messages.share_group_target_assignment_member_value import TopicPartition

__all__ = ["SavedShareGroups", "changes", "tombstones"]

_INT16 = Struct(">h")
_KEYS: tuple[type[Message], ...] = (MemberKey, GroupKey, TargetKey, TargetMemberKey, CurrentKey, TopicsKey)
_VALUES: tuple[type[Message], ...] = (
    MemberValue,
    GroupValue,
    TargetValue,
    TargetMemberValue,
    CurrentValue,
    TopicsValue,
)
_TYPES = dict(zip(SHARE_TYPES, zip(_KEYS, _VALUES, strict=True), strict=True))
_KINDS = dict(zip(_KEYS, SHARE_TYPES, strict=True))
T = TypeVar("T")


def changes(group_id: str, before: ShareGroupState, after: ShareGroupState) -> list[Entry]:
    """The records that turn one state of a group into the other, in the order in which Kafka writes them."""
    return [*_gone(group_id, before, after), *_new(group_id, before, after)]


def tombstones(group_id: str, state: ShareGroupState) -> list[Entry]:
    """The records that remove a group."""
    nobody = replace(state, members={}, target={})
    keys: tuple[Message, ...] = (
        TargetKey(group_id=group_id),
        GroupKey(group_id=group_id),
        TopicsKey(group_id=group_id),
    )
    return [*_gone(group_id, state, nobody), *(_entry(key, None) for key in keys)]


def _gone(group_id: str, before: ShareGroupState, after: ShareGroupState) -> Iterator[Entry]:
    for member_id in before.members.keys() - after.members.keys():
        yield _entry(CurrentKey(group_id=group_id, member_id=member_id), None)
    for member_id in before.target.keys() - after.target.keys():
        yield _entry(TargetMemberKey(group_id=group_id, member_id=member_id), None)
    for member_id in before.members.keys() - after.members.keys():
        yield _entry(MemberKey(group_id=group_id, member_id=member_id), None)


def _new(group_id: str, before: ShareGroupState, after: ShareGroupState) -> Iterator[Entry]:
    members = changed(before.members, after.members)
    for member in members.values():
        known = before.members.get(member.member_id)
        if known is None or _member(known) != _member(member):
            yield _entry(MemberKey(group_id=group_id, member_id=member.member_id), _member(member))
    if (before.epoch, before.metadata_hash) != (after.epoch, after.metadata_hash):
        yield _entry(GroupKey(group_id=group_id), GroupValue(epoch=after.epoch, metadata_hash=after.metadata_hash))
    for member_id, target in changed(before.target, after.target).items():
        topics = [TopicPartition(topic_id=topic, partitions=indexes) for topic, indexes in by_topic(target)]
        yield _entry(
            TargetMemberKey(group_id=group_id, member_id=member_id), TargetMemberValue(topic_partitions=topics)
        )
    if before.target_epoch != after.target_epoch:
        yield _entry(
            TargetKey(group_id=group_id),
            TargetValue(assignment_epoch=after.target_epoch, assignment_timestamp=after.target_ms),
        )
    for member in members.values():
        known = before.members.get(member.member_id)
        if known is None or _current(known) != _current(member):
            yield _entry(CurrentKey(group_id=group_id, member_id=member.member_id), _current(member))
    if before.topics != after.topics:
        infos = [
            TopicPartitionsInfo(topic_id=i, topic_name=topic.name, partitions=sorted(topic.partitions))
            for i, topic in after.topics.items()
        ]
        yield _entry(TopicsKey(group_id=group_id), TopicsValue(initialized_topics=infos))


def _entry(key: Message, value: Message | None) -> Entry:
    return entry(_KINDS[type(key)], key, value)


def _member(member: ShareMember) -> MemberValue:
    return MemberValue(
        rack_id=member.rack_id,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=list(member.topics),
    )


def _current(member: ShareMember) -> CurrentValue:
    assigned = [TopicPartitions(topic_id=topic, partitions=indexes) for topic, indexes in by_topic(member.assigned)]
    return CurrentValue(
        member_epoch=member.epoch, previous_member_epoch=member.previous_epoch, state=0, assigned_partitions=assigned
    )


class SavedShareGroups:
    """Puts groups together out of the last record of each key."""

    def __init__(self) -> None:
        self.states: dict[str, ShareGroupState] = {}
        self._members: defaultdict[str, dict[str, ShareMember]] = defaultdict(dict)
        self._current: defaultdict[str, dict[str, CurrentValue]] = defaultdict(dict)

    def take(self, key: bytes, value: bytes | None) -> None:
        """Take in a record of one of `SHARE_TYPES`. Raises `KafkaWireError` for one that makes no sense."""
        if value is None:
            return
        of_key, of_value = _TYPES[_INT16.unpack_from(key)[0]]
        self._take(of_key.decode(key[2:], 0), of_value.decode(value[2:], 0))

    def _take(self, key: Message, value: Message) -> None:
        group_id: str = key.group_id  # type: ignore[attr-defined]
        state = self.states.setdefault(group_id, ShareGroupState())
        if isinstance(value, GroupValue):
            state = replace(state, epoch=value.epoch, metadata_hash=value.metadata_hash)
        elif isinstance(value, TargetValue):
            state = replace(state, target_epoch=value.assignment_epoch, target_ms=value.assignment_timestamp)
        elif isinstance(value, TopicsValue):
            topics = [*value.initialized_topics, *value.initializing_topics]
            known = {each.topic_id: SharedTopic(each.topic_name, frozenset(each.partitions)) for each in topics}
            state = replace(state, topics=known)
        elif isinstance(key, TargetMemberKey) and isinstance(value, TargetMemberValue):
            state = replace(state, target={**state.target, key.member_id: _places(value.topic_partitions)})
        elif isinstance(key, MemberKey) and isinstance(value, MemberValue):
            topics_read = tuple(value.subscribed_topic_names)
            member = ShareMember(key.member_id, value.rack_id, value.client_id, value.client_host, topics_read)
            self._members[group_id][key.member_id] = member
        elif isinstance(key, CurrentKey) and isinstance(value, CurrentValue):
            self._current[group_id][key.member_id] = value
        self.states[group_id] = state

    def finish(self) -> dict[str, ShareGroupState]:
        """The groups by their ids."""
        for group_id, members in self._members.items():
            current = self._current[group_id]
            whole = {name: _with_current(member, current.get(name)) for name, member in members.items()}
            self.states[group_id] = replace(self.states[group_id], members=whole)
        return self.states


def _with_current(member: ShareMember, value: CurrentValue | None) -> ShareMember:
    if value is None:
        return member
    assigned = _places(value.assigned_partitions)
    return replace(member, epoch=value.member_epoch, previous_epoch=value.previous_member_epoch, assigned=assigned)


def _places(topics: Iterable[TopicPartition | TopicPartitions]) -> frozenset[Place]:
    return frozenset((topic.topic_id, index) for topic in topics for index in topic.partitions)
