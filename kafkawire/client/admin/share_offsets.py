"""Where share groups begin to read (KIP-932): list, alter, delete."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import each_partition, read_partitions, topics_of, topics_with
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import coordinator
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


class ShareOffsetsAdmin(AdminBase):
    """Calls about the offsets of share groups."""

    async def list_share_group_offsets(
        self, groups: Iterable[str] | Mapping[str, Iterable[TopicPartition] | None]
    ) -> dict[str, dict[TopicPartition, ShareGroupOffset]]:
        """Where share groups are, for all partitions or some. Partitions that have not begun are left out."""
        from kafkawire.messages import DescribeShareGroupOffsetsRequest
        from kafkawire.messages import describe_share_group_offsets_request as m

        wanted = groups if isinstance(groups, Mapping) else dict.fromkeys(groups)

        def topic(name: str, indexes: list[int]) -> m.DescribeShareGroupOffsetsRequestTopic:
            return m.DescribeShareGroupOffsetsRequestTopic(topic_name=name, partitions=indexes)

        def build(ids: list[str]) -> DescribeShareGroupOffsetsRequest:
            group = m.DescribeShareGroupOffsetsRequestGroup
            return DescribeShareGroupOffsetsRequest(
                groups=[group(group_id=group_id, topics=topics_of(wanted[group_id], topic)) for group_id in ids]
            )

        return await self._each(wanted, "group", coordinator(), build, _read)

    async def alter_share_group_offsets(self, offsets: Mapping[str, Mapping[TopicPartition, int]]) -> None:
        """Set where share groups without members begin. Items of a `SomeFailed` are (group, partition)."""
        new = {(group, TopicPartition(*tp)): at for group, tps in offsets.items() for tp, at in tps.items()}

        def build(group: str, tps: list[TopicPartition]) -> AlterShareGroupOffsetsRequest:
            return _alter_request(group, {tp: new[group, tp] for tp in tps})

        await self._each_group(new, build, read_partitions("responses", "topic_name"))

    async def delete_share_group_offsets(self, topics: Mapping[str, Iterable[str]]) -> None:
        """Forget where share groups are in topics: `{"g": ["t"]}`. Items of a `SomeFailed` are (group, topic)."""
        from kafkawire.messages import DeleteShareGroupOffsetsRequest
        from kafkawire.messages.delete_share_group_offsets_request import DeleteShareGroupOffsetsRequestTopic as Topic

        def build(group: str, names: list[str]) -> DeleteShareGroupOffsetsRequest:
            return DeleteShareGroupOffsetsRequest(group_id=group, topics=[Topic(topic_name=name) for name in names])

        def read(outcome: Outcome[Any, None], response: Any) -> None:
            group = outcome.about[0][0]
            for topic in response.responses:
                outcome.put((group, topic.topic_name), None, topic.error_code, topic.error_message)

        await self._each_group([(group, name) for group, names in topics.items() for name in names], build, read)


def _read(outcome: Outcome[str, dict[TopicPartition, ShareGroupOffset]], response: Any) -> None:
    for group in response.groups:
        partitions = list(each_partition(group.topics, "topic_name"))
        failed = next((p for _, p in partitions if p.error_code), group)
        worst = group if group.error_code else failed
        offsets = {
            tp: ShareGroupOffset(p.start_offset, p.leader_epoch, p.lag)
            for tp, p in partitions
            if p.start_offset != _NO_OFFSET
        }
        outcome.put(group.group_id, offsets, worst.error_code, worst.error_message)


def _alter_request(group: str, offsets: Mapping[TopicPartition, int]) -> AlterShareGroupOffsetsRequest:
    from kafkawire.messages import AlterShareGroupOffsetsRequest
    from kafkawire.messages import alter_share_group_offsets_request as m

    def partition(index: int, offset: int) -> m.AlterShareGroupOffsetsRequestPartition:
        return m.AlterShareGroupOffsetsRequestPartition(partition_index=index, start_offset=offset)

    def topic(
        name: str, partitions: list[m.AlterShareGroupOffsetsRequestPartition]
    ) -> m.AlterShareGroupOffsetsRequestTopic:
        return m.AlterShareGroupOffsetsRequestTopic(topic_name=name, partitions=partitions)

    return AlterShareGroupOffsetsRequest(group_id=group, topics=topics_with(offsets, topic, partition))
