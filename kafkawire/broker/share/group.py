"""A share group and its members, as values: a step makes a new state, which counts once it is written down.

There is nothing to be handed over between members: whoever comes, goes or subscribes to something else raises the group
epoch, a new target assignment is made, and each member is told of its part with its next heartbeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from uuid import UUID

from kafkawire.broker.groups.consumer_member import TopicIdPartition
from kafkawire.broker.groups.consumer_state import JOIN, Refusal
from kafkawire.broker.groups.subscriptions import Catalog, metadata_hash
from kafkawire.broker.share.assignor import assign
from kafkawire.error_code import ErrorCode

__all__ = ["ShareCall", "ShareGroupState", "ShareMember", "SharedTopic", "admit", "find", "refreshed"]


class ShareCall(NamedTuple):
    """What a member says with a heartbeat; None: as before."""

    member_id: str
    epoch: int
    rack_id: str | None = None
    topics: tuple[str, ...] | None = None
    client_id: str = ""
    client_host: str = ""


@dataclass(frozen=True, slots=True)
class ShareMember:
    """One member, and what it has been told to read."""

    member_id: str
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    topics: tuple[str, ...] = ()
    epoch: int = JOIN
    previous_epoch: int = JOIN
    assigned: frozenset[TopicIdPartition] = frozenset()

    def updated(self, call: ShareCall) -> ShareMember:
        """The member with what it says about itself."""
        return replace(
            self,
            rack_id=self.rack_id if call.rack_id is None else call.rack_id,
            client_id=call.client_id,
            client_host=call.client_host,
            topics=self.topics if call.topics is None else call.topics,
        )


class SharedTopic(NamedTuple):
    """A topic whose partitions are shared: those that have a state to keep."""

    name: str
    partitions: frozenset[int]


@dataclass(frozen=True, slots=True)
class ShareGroupState:
    """All of a group that is kept on disk. The target belongs to `target_epoch`, which follows `epoch`."""

    epoch: int = 1
    metadata_hash: int = 0
    members: Mapping[str, ShareMember] = field(default_factory=dict)
    target_epoch: int = 0
    target: Mapping[str, frozenset[TopicIdPartition]] = field(default_factory=dict)
    target_ms: int = 0
    topics: Mapping[UUID, SharedTopic] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Where the group stands, in the words of admin tools."""
        return "Stable" if self.members else "Empty"

    def with_member(self, member: ShareMember) -> ShareGroupState:
        """A state with a member added or changed."""
        return replace(self, members={**self.members, member.member_id: member})

    def without(self, gone: Iterable[str], catalog: Catalog) -> ShareGroupState:
        """A state without some members, in the next epoch."""
        names = set(gone)
        members = {name: member for name, member in self.members.items() if name not in names}
        target = {name: topic_partitions for name, topic_partitions in self.target.items() if name not in names}
        digest = metadata_hash(_subscribed(members), {}, catalog)
        after = replace(self, epoch=self.epoch + 1, members=members, target=target, metadata_hash=digest)
        return after if members else replace(after, target_epoch=after.epoch, target_ms=0)

    def subscribed(self) -> set[str]:
        """The topics that any member reads."""
        return _subscribed(self.members)

    def to_initialize(self, catalog: Catalog) -> dict[UUID, SharedTopic]:
        """The topics that are read, as far as some of their partitions have no state yet; with all partitions."""
        found = {}
        for name in sorted(self.subscribed()):
            topic = catalog.get(name)
            if topic is not None:
                known = self.topics.get(topic.topic_id, SharedTopic(name, frozenset())).partitions
                wanted = frozenset(range(topic.partitions))
                if not wanted <= known:
                    found[topic.topic_id] = SharedTopic(name, wanted)
        return found


def find(group_id: str, state: ShareGroupState, member_id: str) -> ShareMember:
    """The member of that id. Raises `Refusal`."""
    member = state.members.get(member_id)
    if member is None:
        raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member_id} is not a member of group {group_id}.")
    return member


def admit(group_id: str, state: ShareGroupState, call: ShareCall, max_size: int) -> ShareMember:
    """The member that sends a heartbeat, known or new. Raises `Refusal`."""
    if call.epoch == JOIN and call.member_id not in state.members:
        if len(state.members) >= max_size:
            reason = f"The share group has reached its maximum capacity of {max_size} members."
            raise Refusal(ErrorCode.GROUP_MAX_SIZE_REACHED, reason)
        return ShareMember(call.member_id)
    member = find(group_id, state, call.member_id)
    if call.epoch > member.epoch:
        raise _fenced("greater", call.epoch, member.epoch)
    if JOIN < call.epoch < member.epoch and call.epoch != member.previous_epoch:
        raise _fenced("smaller", call.epoch, member.epoch)
    return member


def _fenced(how: str, sent: int, known: int) -> Refusal:
    return Refusal(
        ErrorCode.FENCED_MEMBER_EPOCH,
        f"The share group member has a {how} member epoch ({sent}) than the one known by the group coordinator "
        f"({known}). The member must abandon all its partitions and rejoin.",
    )


def refreshed(
    state: ShareGroupState, member: ShareMember, catalog: Catalog, now_ms: int, interval_ms: int, *, is_changed: bool
) -> tuple[ShareGroupState, ShareMember]:
    """The state after a member's heartbeat, and the member as it is told to be."""
    digest = metadata_hash(state.subscribed(), {}, catalog)
    if is_changed or digest != state.metadata_hash:
        state = replace(state, epoch=state.epoch + 1, metadata_hash=digest)
    if state.epoch != state.target_epoch and now_ms >= state.target_ms + interval_ms:
        state = replace(state, target=_target(state, catalog), target_epoch=state.epoch, target_ms=now_ms)
    reconciled = member
    if member.epoch != state.target_epoch:
        assigned = state.target.get(member.member_id, frozenset())
        reconciled = replace(member, epoch=state.target_epoch, previous_epoch=member.epoch, assigned=assigned)
    return (state if reconciled is member else state.with_member(reconciled)), reconciled


def _target(state: ShareGroupState, catalog: Catalog) -> dict[str, frozenset[TopicIdPartition]]:
    topics = {name: topic for name in sorted(state.subscribed()) if (topic := catalog.get(name)) is not None}
    subscribers = {
        member_id: frozenset(topics[name].topic_id for name in member.topics if name in topics)
        for member_id, member in state.members.items()
    }
    return assign(subscribers, {topic.topic_id: topic.partitions for topic in topics.values()})


def _subscribed(members: Mapping[str, ShareMember]) -> set[str]:
    return {name for member in members.values() for name in member.topics}
