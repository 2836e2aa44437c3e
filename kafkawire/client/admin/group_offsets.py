"""Offsets of groups: what consumers have committed, and where share groups begin. List, alter, delete.

OffsetFetch and OffsetCommit are asked in versions that name topics: later ones have topic ids only, which say less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import coordinator, partitions_by_topic
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
            for topic in response.topics:
                for p in topic.partitions:
                    message = _ACTIVE if p.error_code == ErrorCode.UNKNOWN_MEMBER_ID else None
                    outcome.put((group, TopicPartition(topic.name, p.partition_index)), None, p.error_code, message)

        def build(items: list[Any]) -> ByVersion:
            return _commit_request(items[0][0], {item[1]: new[item] for item in items})

        await self._each_group(new, build, read, at_most=_NAMES)

    async def delete_group_offsets(self, offsets: Mapping[str, Iterable[TopicPartition]]) -> None:
        """Forget commits of groups that do not read those topics now: `{"g": [TopicPartition("t", 0)]}`."""
        from kafkawire.messages import OffsetDeleteRequest
        from kafkawire.messages import offset_delete_request as m

        def build(items: list[Any]) -> OffsetDeleteRequest:
            topics = [
                m.OffsetDeleteRequestTopic(
                    name=name, partitions=[m.OffsetDeleteRequestPartition(partition_index=index) for index in indexes]
                )
                for name, indexes in partitions_by_topic(tp for _, tp in items).items()
            ]
            return OffsetDeleteRequest(group_id=items[0][0], topics=topics)

        def read(outcome: Outcome[Any, None], response: Any) -> None:
            group = outcome.about[0][0]
            for item in outcome.about if response.error_code else ():
                outcome.fail(item, response.error_code)
            for topic in response.topics:
                for p in topic.partitions:
                    outcome.put((group, TopicPartition(topic.name, p.partition_index)), None, p.error_code)

        items = [(group, TopicPartition(*tp)) for group, partitions in offsets.items() for tp in partitions]
        await self._each_group(items, build, read)

    async def _each_group(
        self, items: Iterable[tuple[str, Any]], build: Any, read: Any, *, at_most: int | None = None
    ) -> dict[Any, Any]:
        """Requests that are about one group each, in one outcome. Items begin with the group."""
        items = list(items)

        def label(item: tuple[str, Any]) -> str:
            return f"group {item[0]!r}, {item[1]!s}"

        return await self._each(items, label, coordinator(one_key_each=True), build, read, at_most=at_most)


def _read_groups(outcome: Outcome[str, dict[TopicPartition, CommittedOffset]], response: Any) -> None:
    for group in response.groups:
        _put(outcome, group.group_id, group.topics, group.error_code)


def _read_group(outcome: Outcome[str, dict[TopicPartition, CommittedOffset]], response: Any) -> None:
    _put(outcome, outcome.about[0], response.topics, response.error_code)


def _put(outcome: Outcome[str, Any], group: str, topics: Iterable[Any], code: int) -> None:
    """One group's answer; an error of a partition is one of the group."""
    partitions = [(topic.name, p) for topic in topics for p in topic.partitions]
    code = code or next((p.error_code for _, p in partitions if p.error_code), 0)
    offsets = {
        TopicPartition(name, p.partition_index): CommittedOffset(
            p.committed_offset, p.committed_leader_epoch, p.metadata or ""
        )
        for name, p in partitions
        if p.committed_offset != _NO_OFFSET
    }
    outcome.put(group, offsets, code)


def _fetch_request(groups: Wanted, require_stable: bool) -> OffsetFetchRequest:
    from kafkawire.messages import OffsetFetchRequest
    from kafkawire.messages import offset_fetch_request as m

    def topics(tps: Iterable[TopicPartition] | None) -> list[m.OffsetFetchRequestTopics] | None:
        if tps is None:
            return None
        by_topic = partitions_by_topic(tps).items()
        return [m.OffsetFetchRequestTopics(name=name, partition_indexes=indexes) for name, indexes in by_topic]

    asked = [m.OffsetFetchRequestGroup(group_id=group, topics=topics(tps)) for group, tps in groups.items()]
    return OffsetFetchRequest(groups=asked, require_stable=require_stable)


def _old_request(group: str, tps: Iterable[TopicPartition] | None, require_stable: bool) -> OffsetFetchRequest:
    from kafkawire.messages import OffsetFetchRequest
    from kafkawire.messages.offset_fetch_request import OffsetFetchRequestTopic

    by_topic = None if tps is None else partitions_by_topic(tps).items()
    topics = (
        None
        if by_topic is None
        else [OffsetFetchRequestTopic(name=name, partition_indexes=indexes) for name, indexes in by_topic]
    )
    return OffsetFetchRequest(group_id=group, topics=topics, require_stable=require_stable)


def _commit_request(group: str, offsets: Mapping[TopicPartition, CommittedOffset]) -> ByVersion:
    from kafkawire.messages import OffsetCommitRequest
    from kafkawire.messages import offset_commit_request as m

    def build(version: int) -> Request:
        topics = [
            m.OffsetCommitRequestTopic(
                name=name,
                partitions=[
                    _commit_partition(index, offsets[TopicPartition(name, index)], version) for index in indexes
                ],
            )
            for name, indexes in partitions_by_topic(offsets).items()
        ]
        return OffsetCommitRequest(group_id=group, topics=topics)

    return ByVersion(OffsetCommitRequest.API_KEY, build)


def _commit_partition(index: int, offset: CommittedOffset, version: int) -> Any:
    from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition

    epoch = offset.leader_epoch if version >= _LEADER_EPOCHS else -1
    return OffsetCommitRequestPartition(
        partition_index=index,
        committed_offset=offset.offset,
        committed_leader_epoch=epoch,
        committed_metadata=offset.metadata,
    )
