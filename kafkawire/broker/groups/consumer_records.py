"""Consumer groups (KIP-848) as records of `__consumer_offsets`, in Apache Kafka's format.

A group is spread over records: its epoch, each member, the target assignment and each member's part of it, what each
member has, and what each pattern stands for. What a step changes is written as one batch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from struct import Struct
from typing import TypeVar

from kafkawire.broker.groups.changes import by_topic, changed, entry
from kafkawire.broker.groups.consumer_member import (
    ClassicSide,
    ConsumerMember,
    MemberState,
    Partitions,
    TopicIdPartition,
)
from kafkawire.broker.groups.consumer_state import GroupState
from kafkawire.broker.groups.records import CONSUMER_TYPES, Entry
from kafkawire.broker.groups.subscriptions import ResolvedRegex
from kafkawire.message import Message
from kafkawire.messages.consumer_group_current_member_assignment_key import (
    ConsumerGroupCurrentMemberAssignmentKey as CurrentKey,
)
from kafkawire.messages.consumer_group_current_member_assignment_value import (
    ConsumerGroupCurrentMemberAssignmentValue as CurrentValue,
)
from kafkawire.messages.consumer_group_current_member_assignment_value import TopicPartitions
from kafkawire.messages.consumer_group_member_metadata_key import ConsumerGroupMemberMetadataKey as MemberKey
from kafkawire.messages.consumer_group_member_metadata_value import ClassicMemberMetadata, ClassicProtocol
from kafkawire.messages.consumer_group_member_metadata_value import ConsumerGroupMemberMetadataValue as MemberValue
from kafkawire.messages.consumer_group_metadata_key import ConsumerGroupMetadataKey as GroupKey
from kafkawire.messages.consumer_group_metadata_value import ConsumerGroupMetadataValue as GroupValue
from kafkawire.messages.consumer_group_regular_expression_key import ConsumerGroupRegularExpressionKey as RegexKey
from kafkawire.messages.consumer_group_regular_expression_value import ConsumerGroupRegularExpressionValue as RegexValue
from kafkawire.messages.consumer_group_target_assignment_member_key import (
    ConsumerGroupTargetAssignmentMemberKey as TargetMemberKey,
)
from kafkawire.messages.consumer_group_target_assignment_member_value import (
    ConsumerGroupTargetAssignmentMemberValue as TargetMemberValue,
)
from kafkawire.messages.consumer_group_target_assignment_member_value import TopicPartition as TargetTopic
from kafkawire.messages.consumer_group_target_assignment_metadata_key import (
    ConsumerGroupTargetAssignmentMetadataKey as TargetKey,
)
from kafkawire.messages.consumer_group_target_assignment_metadata_value import (
    ConsumerGroupTargetAssignmentMetadataValue as TargetValue,
)

__all__ = ["SavedConsumerGroups", "changes", "tombstones"]

_INT16 = Struct(">h")
T = TypeVar("T")
_STATES = {int(state): state for state in MemberState}

_KEYS: tuple[type[Message], ...] = (GroupKey, MemberKey, TargetKey, TargetMemberKey, CurrentKey, RegexKey)
_VALUES: tuple[type[Message], ...] = (GroupValue, MemberValue, TargetValue, TargetMemberValue, CurrentValue, RegexValue)
_TYPES = dict(zip(CONSUMER_TYPES, zip(_KEYS, _VALUES, strict=True), strict=True))
_KINDS = dict(zip(_KEYS, CONSUMER_TYPES, strict=True))


def changes(group_id: str, before: GroupState, after: GroupState) -> list[Entry]:
    """The records that turn one state of a group into the other, in the order in which Kafka writes them."""
    if before is after:
        return []
    return list(chain(_gone(group_id, before, after), _new(group_id, before, after)))


def tombstones(group_id: str, state: GroupState) -> list[Entry]:
    """The records that remove a group."""
    nobody = replace(state, members={}, target={}, regexes={})
    keys: tuple[Message, ...] = (TargetKey(group_id=group_id), GroupKey(group_id=group_id))
    return [*_gone(group_id, state, nobody), *(_entry(key, None) for key in keys)]


def _gone(group_id: str, before: GroupState, after: GroupState) -> Iterator[Entry]:
    for member_id in before.members.keys() - after.members.keys():
        yield _entry(CurrentKey(group_id=group_id, member_id=member_id), None)
    for member_id in before.target.keys() - after.target.keys():
        yield _entry(TargetMemberKey(group_id=group_id, member_id=member_id), None)
    for member_id in before.members.keys() - after.members.keys():
        yield _entry(MemberKey(group_id=group_id, member_id=member_id), None)
    for pattern in before.regexes.keys() - after.regexes.keys():
        yield _entry(RegexKey(group_id=group_id, regular_expression=pattern), None)


def _new(group_id: str, before: GroupState, after: GroupState) -> Iterator[Entry]:
    members = changed(before.members, after.members)
    for member in members.values():
        if (value := _member(member)) != _member(before.members.get(member.member_id)):
            yield _entry(MemberKey(group_id=group_id, member_id=member.member_id), value)
    for pattern, found in changed(before.regexes, after.regexes).items():
        yield _entry(
            RegexKey(group_id=group_id, regular_expression=pattern),
            RegexValue(topics=sorted(found.topics), timestamp=found.time_ms),
        )
    if (before.epoch, before.metadata_hash) != (after.epoch, after.metadata_hash):
        yield _entry(GroupKey(group_id=group_id), GroupValue(epoch=after.epoch, metadata_hash=after.metadata_hash))
    for member_id, target in changed(before.target, after.target).items():
        topics = [TargetTopic(topic_id=topic, partitions=indexes) for topic, indexes in by_topic(target)]
        yield _entry(
            TargetMemberKey(group_id=group_id, member_id=member_id), TargetMemberValue(topic_partitions=topics)
        )
    if before.target_epoch != after.target_epoch:
        yield _entry(
            TargetKey(group_id=group_id),
            TargetValue(assignment_epoch=after.target_epoch, assignment_timestamp=after.target_ms),
        )
    for member in members.values():
        if (current := _current(member)) != _current(before.members.get(member.member_id)):
            yield _entry(CurrentKey(group_id=group_id, member_id=member.member_id), current)


def _entry(key: Message, value: Message | None) -> Entry:
    return entry(_KINDS[type(key)], key, value)


def _member(member: ConsumerMember | None) -> MemberValue | None:
    if member is None:
        return None
    return MemberValue(
        instance_id=member.instance_id,
        rack_id=member.rack_id,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=sorted(member.topic_names),
        subscribed_topic_regex=member.topic_regex,
        rebalance_timeout_ms=member.rebalance_timeout_ms,
        server_assignor=member.assignor,
        classic_member_metadata=_classic(member.classic),
    )


def _classic(side: ClassicSide | None) -> ClassicMemberMetadata | None:
    if side is None:
        return None
    return ClassicMemberMetadata(
        session_timeout_ms=side.session_timeout_ms,
        supported_protocols=[ClassicProtocol(name=name, metadata=metadata) for name, metadata in side.protocols],
    )


def _read_classic(found: ClassicMemberMetadata | None) -> ClassicSide | None:
    if found is None:
        return None
    protocols = tuple((protocol.name, bytes(protocol.metadata)) for protocol in found.supported_protocols)
    return ClassicSide(found.session_timeout_ms, protocols)


def _current(member: ConsumerMember | None) -> CurrentValue | None:
    if member is None:
        return None
    return CurrentValue(
        member_epoch=member.epoch,
        previous_member_epoch=member.previous_epoch,
        state=member.state,
        assigned_partitions=_with_epochs(member.assigned),
        partitions_pending_revocation=_with_epochs(member.revoking),
    )


def _with_epochs(since: Mapping[TopicIdPartition, int]) -> list[TopicPartitions]:
    return [
        TopicPartitions(
            topic_id=topic, partitions=indexes, assignment_epochs=[since[topic, index] for index in indexes]
        )
        for topic, indexes in by_topic(since)
    ]


class SavedConsumerGroups:
    """Gathers the records of all groups, the last of each key, and makes states of them."""

    def __init__(self) -> None:
        self._groups: defaultdict[str, dict[tuple[int, str], Message]] = defaultdict(dict)

    def take(self, key: bytes, value: bytes | None) -> None:
        """Note a record, which is one of `CONSUMER_TYPES`. Raises `DecodeError`."""
        kind = int.from_bytes(key[:2], "big")
        key_type, value_type = _TYPES[kind]
        found = key_type.decode(key[2:], 0)
        name: str = getattr(found, "member_id", "") or getattr(found, "regular_expression", "")
        records = self._groups[getattr(found, "group_id", "")]
        if value is None:
            records.pop((kind, name), None)
        else:
            records[kind, name] = value_type.decode(value[2:], int.from_bytes(value[:2], "big"))

    def states(self) -> dict[str, GroupState]:
        """Every group that was not removed."""
        return {group_id: _state(records) for group_id, records in self._groups.items() if records}


def _state(records: Mapping[tuple[int, str], Message]) -> GroupState:
    members: dict[str, ConsumerMember] = {}
    target: dict[str, Partitions] = {}
    regexes: dict[str, ResolvedRegex] = {}
    state = GroupState(epoch=1)  # Kafka does not write down a group's first epoch
    for (_, name), value in records.items():
        match value:
            case GroupValue():
                state = replace(state, epoch=value.epoch, metadata_hash=value.metadata_hash)
            case TargetValue():
                state = replace(state, target_epoch=value.assignment_epoch, target_ms=value.assignment_timestamp)
            case TargetMemberValue():
                target[name] = frozenset((t.topic_id, n) for t in value.topic_partitions for n in t.partitions)
            case RegexValue():
                regexes[name] = ResolvedRegex(frozenset(value.topics), value.timestamp)
            case MemberValue():
                members[name] = _read_member(name, value, records.get((CurrentKey.API_KEY, name)))
    return replace(state, members=members, target=target, regexes=regexes)


def _read_member(member_id: str, value: MemberValue, current: Message | None) -> ConsumerMember:
    member = ConsumerMember(
        member_id,
        value.instance_id,
        value.rack_id,
        value.client_id,
        value.client_host,
        value.rebalance_timeout_ms,
        tuple(value.subscribed_topic_names),
        value.subscribed_topic_regex or "",
        value.server_assignor,
        classic=_read_classic(value.classic_member_metadata),
    )
    if not isinstance(current, CurrentValue):
        return member
    return replace(
        member,
        epoch=current.member_epoch,
        previous_epoch=current.previous_member_epoch,
        state=_STATES.get(current.state, MemberState.UNKNOWN),
        assigned=_read_since(current.assigned_partitions, current.member_epoch),
        revoking=_read_since(current.partitions_pending_revocation, current.member_epoch),
    )


def _read_since(topics: Iterable[TopicPartitions], epoch: int) -> dict[TopicIdPartition, int]:
    # Kafka before 4.3 wrote no epochs here: what a member has it then has since its own.
    return {
        (topic.topic_id, index): since
        for topic in topics
        for index, since in zip(
            topic.partitions, topic.assignment_epochs or [epoch] * len(topic.partitions), strict=False
        )
    }
