"""The offsets of a group, written to its coordinator and read from there.

Offsets can be committed by members of a group (with their generation) and by readers that only use the group's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.consumer.consumer_protocol import group_by_topic
from kafkawire.client.coordinator import Coordinator
from kafkawire.client.metadata import NO_TOPIC_ID, CoordinatorKind, GroupMetadata, TopicPartition
from kafkawire.error_code import ErrorCode

if TYPE_CHECKING:
    from kafkawire.messages import OffsetCommitResponse, OffsetFetchRequest, OffsetFetchResponse

__all__ = ["Committed", "GroupCoordinator"]

_LAST_VERSION_WITH_NAMES = 9
_MANY_GROUPS = 8
_KEPT_IN_KAFKA = 1  # OffsetFetch 0 reads what old consumers kept in ZooKeeper
_COMMIT_WITHOUT_TIMESTAMP = 2
_NOT_COMMITTED = -1
_NO_SUCH_TOPIC = {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID}


class Committed(NamedTuple):
    """A committed offset, and the epoch of the leader under which the record before it was written (-1: not known)."""

    offset: int
    leader_epoch: int


class GroupCoordinator(Coordinator):
    """One group's coordinator."""

    def __init__(self, cluster: Cluster, group_id: str) -> None:
        super().__init__(cluster, group_id, CoordinatorKind.GROUP)
        self.group_id = group_id

    async def commit(
        self,
        offsets: Mapping[TopicPartition, int],
        member: GroupMetadata,
        epochs: Mapping[TopicPartition, int] | None = None,
    ) -> None:
        """Write offsets as a member: for each partition the next one to be read. Raises `KafkaError`.

        `epochs`: under which leader the record before each was written, where that is known.
        """
        from kafkawire.messages import OffsetCommitRequest
        from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic

        metadata = self._cluster.metadata
        topics = [
            OffsetCommitRequestTopic(
                name=name,
                topic_id=metadata.topic_id(name),
                partitions=[
                    OffsetCommitRequestPartition(
                        partition_index=index,
                        committed_offset=offsets[TopicPartition(name, index)],
                        committed_leader_epoch=(epochs or {}).get(TopicPartition(name, index), -1),
                    )
                    for index in indexes
                ],
            )
            for name, indexes in group_by_topic(offsets).items()
        ]
        request = OffsetCommitRequest(
            group_id=self.group_id,
            generation_id_or_member_epoch=member.generation_id,
            member_id=member.member_id,
            group_instance_id=member.group_instance_id,
            topics=topics,
        )

        async def attempt() -> int:
            response = await self.ask(request, at_least=_COMMIT_WITHOUT_TIMESTAMP, at_most=self._with_ids(offsets))
            parts = [part for topic in cast("OffsetCommitResponse", response).topics for part in topic.partitions]
            for part in parts:
                if part.error_code not in _NO_SUCH_TOPIC:
                    self.check(part.error_code, "offset commit")
            return next((part.error_code for part in parts if part.error_code), 0)

        code = await self._cluster.retrying(attempt, f"commit offsets of group {self.group_id!r}")
        self.check(code, "offset commit")  # of a topic that is gone: the other offsets are written, and waiting is vain

    async def committed(self, partitions: Iterable[TopicPartition], *, stable: bool) -> dict[TopicPartition, Committed]:
        """Read offsets; partitions without one are left out. `stable`: wait for open transactions (KIP-447)."""
        wanted = list(partitions)
        request = ByVersion(ApiKey.OFFSET_FETCH, lambda version: self._fetch_request(wanted, version, stable))

        async def attempt() -> dict[TopicPartition, Committed]:
            response = await self.ask(request, at_least=_KEPT_IN_KAFKA, at_most=self._with_ids(wanted))
            return self._offsets(cast("OffsetFetchResponse", response))

        return await self._cluster.retrying(attempt, f"read offsets of group {self.group_id!r}")

    def _fetch_request(self, partitions: Sequence[TopicPartition], version: int, stable: bool) -> OffsetFetchRequest:
        from kafkawire.messages import OffsetFetchRequest
        from kafkawire.messages import offset_fetch_request as parts

        topics = group_by_topic(partitions).items()
        stable = stable and version >= 7
        if version < _MANY_GROUPS:
            old = [parts.OffsetFetchRequestTopic(name=name, partition_indexes=indexes) for name, indexes in topics]
            return OffsetFetchRequest(group_id=self.group_id, topics=old, require_stable=stable)
        metadata = self._cluster.metadata
        new = [
            parts.OffsetFetchRequestTopics(name=name, topic_id=metadata.topic_id(name), partition_indexes=indexes)
            for name, indexes in topics
        ]
        group = parts.OffsetFetchRequestGroup(group_id=self.group_id, topics=new)
        return OffsetFetchRequest(groups=[group], require_stable=stable)

    def _offsets(self, response: OffsetFetchResponse) -> dict[TopicPartition, Committed]:
        group = response.groups[0] if response.groups else response
        self.check(group.error_code, "offset fetch")
        offsets: dict[TopicPartition, Committed] = {}
        for topic in group.topics:
            name = topic.name or self._cluster.metadata.name(topic.topic_id)  # type: ignore[union-attr]
            for partition in topic.partitions:
                self.check(partition.error_code, "offset fetch")
                if partition.committed_offset != _NOT_COMMITTED:
                    committed = Committed(partition.committed_offset, partition.committed_leader_epoch)
                    offsets[TopicPartition(name, partition.partition_index)] = committed
        return offsets

    def _with_ids(self, partitions: Iterable[TopicPartition]) -> int | None:
        """Versions above 9 name topics by id only: stay below while one is not known."""
        unknown = any(self._cluster.metadata.topic_id(tp.topic) == NO_TOPIC_ID for tp in partitions)
        return _LAST_VERSION_WITH_NAMES if unknown else None
