"""Where share groups begin to read (KIP-932): list, alter, delete."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.group_offsets import GroupOffsetsAdmin
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import coordinator, partitions_by_topic
from kafkawire.client.metadata import TopicPartition

if TYPE_CHECKING:
    from kafkawire.messages import AlterShareGroupOffsetsRequest, DescribeShareGroupOffsetsRequest

__all__ = ["ShareGroupOffset", "ShareOffsetsAdmin"]

_NO_OFFSET = -1


@dataclass(frozen=True, slots=True)
class ShareGroupOffset:
    """The share-partition start offset; `lag` is -1 where the broker does not know it (before Kafka 4.2)."""

    start_offset: int
    leader_epoch: int
    lag: int


class ShareOffsetsAdmin(GroupOffsetsAdmin):
    """Calls about the offsets of share groups."""

    async def list_share_group_offsets(
        self, groups: Iterable[str] | Mapping[str, Iterable[TopicPartition] | None]
    ) -> dict[str, dict[TopicPartition, ShareGroupOffset]]:
        """Where share groups are, for all partitions or some. Partitions that have not begun are left out."""
        from kafkawire.messages import DescribeShareGroupOffsetsRequest
        from kafkawire.messages import describe_share_group_offsets_request as m

        wanted = groups if isinstance(groups, Mapping) else dict.fromkeys(groups)

        def topics(group: str) -> list[m.DescribeShareGroupOffsetsRequestTopic] | None:
            tps = wanted[group]
            by_topic = None if tps is None else partitions_by_topic(tps).items()
            make = m.DescribeShareGroupOffsetsRequestTopic
            return (
                None if by_topic is None else [make(topic_name=name, partitions=indexes) for name, indexes in by_topic]
            )

        def build(ids: list[str]) -> DescribeShareGroupOffsetsRequest:
            return DescribeShareGroupOffsetsRequest(
                groups=[m.DescribeShareGroupOffsetsRequestGroup(group_id=group, topics=topics(group)) for group in ids]
            )

        return await self._each(wanted, "group", coordinator(), build, _read)

    async def alter_share_group_offsets(self, offsets: Mapping[str, Mapping[TopicPartition, int]]) -> None:
        """Set where share groups without members begin. Items of a `SomeFailed` are (group, partition)."""
        new = {(group, TopicPartition(*tp)): at for group, tps in offsets.items() for tp, at in tps.items()}

        def build(items: list[Any]) -> AlterShareGroupOffsetsRequest:
            return _alter_request(items[0][0], {item[1]: new[item] for item in items})

        def read(outcome: Outcome[Any, None], response: Any) -> None:
            group = outcome.about[0][0]
            for item in outcome.about if response.error_code else ():
                outcome.fail(item, response.error_code, response.error_message)
            for topic in response.responses:
                for p in topic.partitions:
                    item = (group, TopicPartition(topic.topic_name, p.partition_index))
                    outcome.put(item, None, p.error_code, p.error_message)

        await self._each_group(new, build, read)

    async def delete_share_group_offsets(self, topics: Mapping[str, Iterable[str]]) -> None:
        """Forget where share groups are in topics: `{"g": ["t"]}`. Items of a `SomeFailed` are (group, topic)."""
        from kafkawire.messages import DeleteShareGroupOffsetsRequest
        from kafkawire.messages.delete_share_group_offsets_request import DeleteShareGroupOffsetsRequestTopic as Topic

        def build(items: list[Any]) -> DeleteShareGroupOffsetsRequest:
            return DeleteShareGroupOffsetsRequest(
                group_id=items[0][0], topics=[Topic(topic_name=topic) for _, topic in items]
            )

        def read(outcome: Outcome[Any, None], response: Any) -> None:
            group = outcome.about[0][0]
            for item in outcome.about if response.error_code else ():
                outcome.fail(item, response.error_code, response.error_message)
            for topic in response.responses:
                outcome.put((group, topic.topic_name), None, topic.error_code, topic.error_message)

        await self._each_group([(group, name) for group, names in topics.items() for name in names], build, read)


def _read(outcome: Outcome[str, dict[TopicPartition, ShareGroupOffset]], response: Any) -> None:
    for group in response.groups:
        partitions = [(topic.topic_name, p) for topic in group.topics for p in topic.partitions]
        failed = next((p for _, p in partitions if p.error_code), group)
        worst = group if group.error_code else failed
        offsets = {
            TopicPartition(name, p.partition_index): ShareGroupOffset(p.start_offset, p.leader_epoch, p.lag)
            for name, p in partitions
            if p.start_offset != _NO_OFFSET
        }
        outcome.put(group.group_id, offsets, worst.error_code, worst.error_message)


def _alter_request(group: str, offsets: Mapping[TopicPartition, int]) -> AlterShareGroupOffsetsRequest:
    from kafkawire.messages import AlterShareGroupOffsetsRequest
    from kafkawire.messages import alter_share_group_offsets_request as m

    topics = [
        m.AlterShareGroupOffsetsRequestTopic(
            topic_name=name,
            partitions=[
                m.AlterShareGroupOffsetsRequestPartition(
                    partition_index=index, start_offset=offsets[TopicPartition(name, index)]
                )
                for index in indexes
            ],
        )
        for name, indexes in partitions_by_topic(offsets).items()
    ]
    return AlterShareGroupOffsetsRequest(group_id=group, topics=topics)
