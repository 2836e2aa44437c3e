"""Offsets of groups: what consumers have committed, and where share groups begin. List, alter, delete.

OffsetFetch and OffsetCommit are asked in versions that name topics: later ones have topic ids only, which say less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import each_partition, read_partitions, topics_of, topics_with
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import coordinator
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import OffsetFetchRequest

__all__ = ["CommittedOffset", "GroupOffsetsAdmin"]

_NAMES = 9
_MANY_GROUPS, _ALL_TOPICS, _STABLE = 8, 2, 7
_LEADER_EPOCHS = 6
_ACTIVE = "the group has members: stop them first"
_NO_OFFSET = -1

Wanted = Mapping[str, Iterable[TopicPartition] | None]


@dataclass(frozen=True, slots=True)
class CommittedOffset:
    """The offset of the next record to read; `leader_epoch` is -1 if it is not known."""

    offset: int
    leader_epoch: int = -1
    metadata: str = ""


class GroupOffsetsAdmin(AdminBase):
    """Calls about committed offsets."""

    async def list_group_offsets(
        self, groups: Iterable[str] | Wanted, *, require_stable: bool = False
    ) -> dict[str, dict[TopicPartition, CommittedOffset]]:
        """What groups have committed, for all partitions or some: `{"g": [TopicPartition("t", 0)], "all": None}`.

        Partitions without a commit are left out. `require_stable`: wait for transactions that are open (KIP-447).
        """
        wanted: Wanted = groups if isinstance(groups, Mapping) else dict.fromkeys(groups)
        wanted = {group: None if tps is None else [TopicPartition(*tp) for tp in tps] for group, tps in wanted.items()}
        try:
            return await self._each(
                wanted,
                "group",
                coordinator(),
                lambda ids: _fetch_request({group: wanted[group] for group in ids}, require_stable),
                _read_groups,
                at_least=_MANY_GROUPS,
                at_most=_NAMES,
            )
        except UnsupportedVersion:  # before Kafka 3.0: one group at a time
            everything = any(tps is None for tps in wanted.values())
            return await self._each(
                wanted,
                "group",
                coordinator(one_key_each=True),
                lambda ids: _old_request(ids[0], wanted[ids[0]], require_stable),
                _read_group,
                at_least=_STABLE if require_stable else _ALL_TOPICS if everything else 0,
            )

    async def alter_group_offsets(self, offsets: Mapping[str, Mapping[TopicPartition, int | CommittedOffset]]) -> None:
        """Commit offsets in the name of groups that have no members: `{"g": {TopicPartition("t", 0): 5}}`.

        Items of a `SomeFailed` are (group, partition).
        """
        new = {
            (group, TopicPartition(*tp)): offset if isinstance(offset, CommittedOffset) else CommittedOffset(offset)
            for group, partitions in offsets.items()
            for tp, offset in partitions.items()
        }

        def read(outcome: Outcome[Any, None], response: Any) -> None:
            group = outcome.about[0][0]
            for tp, p in each_partition(response.topics):
                message = _ACTIVE if p.error_code == ErrorCode.UNKNOWN_MEMBER_ID else None
                outcome.put((group, tp), None, p.error_code, message)

        def build(group: str, tps: list[TopicPartition]) -> ByVersion:
            return _commit_request(group, {tp: new[group, tp] for tp in tps})

        await self._each_group(new, build, read, at_most=_NAMES)

    async def delete_group_offsets(self, offsets: Mapping[str, Iterable[TopicPartition]]) -> None:
        """Forget commits of groups that do not read those topics now: `{"g": [TopicPartition("t", 0)]}`."""
        from kafkawire.messages import OffsetDeleteRequest
        from kafkawire.messages import offset_delete_request as m

        def topic(name: str, indexes: list[int]) -> m.OffsetDeleteRequestTopic:
            partitions = [m.OffsetDeleteRequestPartition(partition_index=index) for index in indexes]
            return m.OffsetDeleteRequestTopic(name=name, partitions=partitions)

        def build(group: str, tps: list[TopicPartition]) -> OffsetDeleteRequest:
            return OffsetDeleteRequest(group_id=group, topics=topics_of(tps, topic))

        items = [(group, TopicPartition(*tp)) for group, partitions in offsets.items() for tp in partitions]
        await self._each_group(items, build, read_partitions())


def _read_groups(outcome: Outcome[str, dict[TopicPartition, CommittedOffset]], response: Any) -> None:
    for group in response.groups:
        _put(outcome, group.group_id, group.topics, group.error_code)


def _read_group(outcome: Outcome[str, dict[TopicPartition, CommittedOffset]], response: Any) -> None:
    _put(outcome, outcome.about[0], response.topics)


def _put(outcome: Outcome[str, Any], group: str, topics: Iterable[Any], code: int = 0) -> None:
    """What a response says of one group; an error of a partition is one of the group."""
    partitions = list(each_partition(topics))
    code = code or next((p.error_code for _, p in partitions if p.error_code), 0)
    offsets = {
        tp: CommittedOffset(p.committed_offset, p.committed_leader_epoch, p.metadata or "")
        for tp, p in partitions
        if p.committed_offset != _NO_OFFSET
    }
    outcome.put(group, offsets, code)


def _fetch_request(groups: Wanted, require_stable: bool) -> OffsetFetchRequest:
    from kafkawire.messages import OffsetFetchRequest
    from kafkawire.messages import offset_fetch_request as m

    def topic(name: str, indexes: list[int]) -> m.OffsetFetchRequestTopics:
        return m.OffsetFetchRequestTopics(name=name, partition_indexes=indexes)

    asked = [m.OffsetFetchRequestGroup(group_id=group, topics=topics_of(tps, topic)) for group, tps in groups.items()]
    return OffsetFetchRequest(groups=asked, require_stable=require_stable)


def _old_request(group: str, tps: Iterable[TopicPartition] | None, require_stable: bool) -> OffsetFetchRequest:
    from kafkawire.messages import OffsetFetchRequest
    from kafkawire.messages.offset_fetch_request import OffsetFetchRequestTopic

    topics = topics_of(tps, lambda name, indexes: OffsetFetchRequestTopic(name=name, partition_indexes=indexes))
    return OffsetFetchRequest(group_id=group, topics=topics, require_stable=require_stable)


def _commit_request(group: str, offsets: Mapping[TopicPartition, CommittedOffset]) -> ByVersion:
    from kafkawire.messages import OffsetCommitRequest
    from kafkawire.messages import offset_commit_request as m

    def build(version: int) -> Request:
        def partition(index: int, offset: CommittedOffset) -> m.OffsetCommitRequestPartition:
            return m.OffsetCommitRequestPartition(
                partition_index=index,
                committed_offset=offset.offset,
                committed_leader_epoch=offset.leader_epoch if version >= _LEADER_EPOCHS else -1,
                committed_metadata=offset.metadata,
            )

        def topic(name: str, partitions: list[m.OffsetCommitRequestPartition]) -> m.OffsetCommitRequestTopic:
            return m.OffsetCommitRequestTopic(name=name, partitions=partitions)

        return OffsetCommitRequest(group_id=group, topics=topics_with(offsets, topic, partition))

    return ByVersion(OffsetCommitRequest.API_KEY, build)
