"""What a consumer group (KIP-848) is at one moment, and what its members say to it. Values that never change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kafkawire.broker.groups.consumer_member import ConsumerMember, Partitions, TopicIdPartition
from kafkawire.broker.groups.subscriptions import ResolvedRegex
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["JOIN", "GroupState", "HeartbeatCall", "Refusal"]

JOIN = 0
"""Epoch of a member that is not in the group yet, or begins anew."""


class Refusal(KafkaError):
    """What a member is told instead of a response; `reason` in Kafka's words."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(code, reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class HeartbeatCall:
    """What a member says. None (or -1): as before. `owned`: the partitions it has."""

    member_id: str
    epoch: int
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    topic_names: tuple[str, ...] | None = None
    topic_regex: str | None = None
    assignor: str | None = None
    owned: Partitions | None = None
    client_id: str = ""
    client_host: str = ""

    @property
    def is_full(self) -> bool:
        """Whether it says everything, and so wants to be told everything."""
        subscribes = self.topic_names is not None or self.topic_regex is not None
        return self.epoch == JOIN or (self.rebalance_timeout_ms != -1 and subscribes and self.owned is not None)

    def applied_to(self, member: ConsumerMember) -> ConsumerMember:
        """The member, with what it says about itself."""
        rebalance_timeout_ms = self.rebalance_timeout_ms
        return replace(
            member,
            instance_id=member.instance_id if self.instance_id is None else self.instance_id,
            rack_id=member.rack_id if self.rack_id is None else self.rack_id,
            client_id=self.client_id,
            client_host=self.client_host,
            rebalance_timeout_ms=member.rebalance_timeout_ms if rebalance_timeout_ms == -1 else rebalance_timeout_ms,
            topic_names=member.topic_names if self.topic_names is None else self.topic_names,
            topic_regex=member.topic_regex if self.topic_regex is None else self.topic_regex,
            assignor=member.assignor if self.assignor is None else self.assignor,
            classic=None,
        )


@dataclass(frozen=True, slots=True)
class GroupState:
    """All of a group that is kept on disk. A `target` belongs to `target_epoch`, which follows `epoch`."""

    epoch: int = 0
    metadata_hash: int = 0
    members: Mapping[str, ConsumerMember] = field(default_factory=dict)
    target_epoch: int = 0
    target: Mapping[str, Partitions] = field(default_factory=dict)
    target_ms: int = 0
    regexes: Mapping[str, ResolvedRegex] = field(default_factory=dict)

    def with_member(self, member: ConsumerMember) -> GroupState:
        """A state with a member added or changed."""
        return replace(self, members={**self.members, member.member_id: member})

    def without(self, gone: Iterable[str]) -> GroupState:
        """A state without some members, in the next epoch."""
        names = set(gone)
        members = {name: member for name, member in self.members.items() if name not in names}
        target = {name: topic_partitions for name, topic_partitions in self.target.items() if name not in names}
        used = {member.topic_regex for member in members.values()}
        regexes = {regex: found for regex, found in self.regexes.items() if regex in used}
        return replace(self, epoch=self.epoch + 1, members=members, target=target, regexes=regexes)

    def taken(self) -> set[TopicIdPartition]:
        """The partitions that any member holds."""
        return {tp for member in self.members.values() for tp in member.held()}

    @property
    def is_reconciled(self) -> bool:
        """Whether all members have what they should, and nothing else."""
        return all(m.held() == self.target.get(name, frozenset()) for name, m in self.members.items())

    @property
    def is_all_classic(self) -> bool:
        """Whether there are members, all of whom speak the classic protocol."""
        return bool(self.members) and all(member.classic for member in self.members.values())
