"""Records as an administrator sees them: where partitions begin and end, and deleting from their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import leader, partitions_by_topic
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition

if TYPE_CHECKING:
    from kafkawire.messages import DeleteRecordsRequest, ListOffsetsRequest

__all__ = ["HIGH_WATERMARK", "ListedOffset", "OffsetSpec", "ProducerState", "RecordsAdmin"]

HIGH_WATERMARK = -1
"""As an offset to delete up to: all records."""


class OffsetSpec(IntEnum):
    """What to look for in place of a timestamp in milliseconds."""

    LATEST = -1
    """The end: the high watermark, or the last stable offset for read_committed."""
    EARLIEST = -2
    MAX_TIMESTAMP = -3
    """The record with the largest timestamp (Kafka 3.0)."""
    EARLIEST_LOCAL = -4
    """The first record on the broker's own disk (tiered storage, KIP-405)."""
    LATEST_TIERED = -5
    """The last record in remote storage (KIP-1005)."""
    EARLIEST_PENDING_UPLOAD = -6
    """The first record that is still to be copied to remote storage (KIP-1023)."""


_SINCE = {
    OffsetSpec.MAX_TIMESTAMP: 7,
    OffsetSpec.EARLIEST_LOCAL: 8,
    OffsetSpec.LATEST_TIERED: 9,
    OffsetSpec.EARLIEST_PENDING_UPLOAD: 11,
}
_NO_REPLICA = -1


@dataclass(frozen=True, slots=True)
class ListedOffset:
    """An offset, -1 where there is no such record; `timestamp` in milliseconds and `leader_epoch` are -1 if unknown."""

    offset: int
    timestamp: int
    leader_epoch: int


@dataclass(frozen=True, slots=True)
class ProducerState:
    """An idempotent producer that a partition remembers; `current_txn_start_offset` is -1 outside of a transaction."""

    producer_id: int
    producer_epoch: int
    last_sequence: int
    last_timestamp: int
    coordinator_epoch: int
    current_txn_start_offset: int


class RecordsAdmin(AdminBase):
    """Calls that go to the leaders of partitions."""

    async def list_offsets(
        self,
        partitions: Mapping[TopicPartition, int],
        *,
        isolation_level: Literal["read_uncommitted", "read_committed"] = "read_uncommitted",
    ) -> dict[TopicPartition, ListedOffset]:
        """Per partition the first offset at or after a timestamp in milliseconds, or what an `OffsetSpec` says."""
        specs = {TopicPartition(*tp): _spec(tp, spec) for tp, spec in partitions.items()}
        committed = isolation_level == "read_committed"

        def read(outcome: Outcome[TopicPartition, ListedOffset], response: Any) -> None:
            for topic in response.topics:
                for p in topic.partitions:
                    listed = ListedOffset(p.offset, p.timestamp, p.leader_epoch)
                    outcome.put(TopicPartition(topic.name, p.partition_index), listed, p.error_code)

        needed = max((_SINCE.get(OffsetSpec(s), 1) for s in specs.values() if s in list(OffsetSpec)), default=1)
        return await self._each(
            specs,
            "partition",
            leader(self._cluster),
            lambda items: _list_request({tp: specs[tp] for tp in items}, committed, self._timeout_ms),
            read,
            at_least=max(needed, 2 if committed else 1),
        )

    async def delete_records(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Delete what lies before an offset (`HIGH_WATERMARK`: all). Returns where each partition begins now."""
        before = {TopicPartition(*tp): offset for tp, offset in offsets.items()}

        def read(outcome: Outcome[TopicPartition, int], response: Any) -> None:
            for topic in response.topics:
                for p in topic.partitions:
                    outcome.put(TopicPartition(topic.name, p.partition_index), p.low_watermark, p.error_code)

        return await self._each(
            before,
            "partition",
            leader(self._cluster),
            lambda items: _delete_request({tp: before[tp] for tp in items}, self._timeout_ms),
            read,
        )

    async def describe_producers(
        self, partitions: Iterable[TopicPartition]
    ) -> dict[TopicPartition, list[ProducerState]]:
        """The producers that partitions remember, as their leaders see them (KIP-664)."""
        from kafkawire.messages import DescribeProducersRequest
        from kafkawire.messages.describe_producers_request import TopicRequest

        def build(items: list[TopicPartition]) -> DescribeProducersRequest:
            topics = partitions_by_topic(items).items()
            return DescribeProducersRequest(topics=[TopicRequest(name=n, partition_indexes=ps) for n, ps in topics])

        def read(outcome: Outcome[TopicPartition, list[ProducerState]], response: Any) -> None:
            for topic in response.topics:
                for p in topic.partitions:
                    states = [_producer(state) for state in p.active_producers]
                    outcome.put(TopicPartition(topic.name, p.partition_index), states, p.error_code, p.error_message)

        wanted = [TopicPartition(*tp) for tp in partitions]
        return await self._each(wanted, "partition", leader(self._cluster), build, read)


def _spec(tp: tuple[str, int], spec: int) -> int:
    if spec < 0 and spec not in list(OffsetSpec):
        raise InvalidOption(f"partitions[{tuple(tp)!r}] must be a timestamp of 0 or more or an OffsetSpec, not {spec}")
    return spec


def _producer(state: Any) -> ProducerState:
    return ProducerState(
        state.producer_id,
        state.producer_epoch,
        state.last_sequence,
        state.last_timestamp,
        state.coordinator_epoch,
        state.current_txn_start_offset,
    )


def _list_request(specs: Mapping[TopicPartition, int], committed: bool, timeout_ms: int) -> ListOffsetsRequest:
    from kafkawire.messages import ListOffsetsRequest
    from kafkawire.messages import list_offsets_request as m

    topics = [
        m.ListOffsetsTopic(
            name=name,
            partitions=[
                m.ListOffsetsPartition(partition_index=index, timestamp=int(specs[TopicPartition(name, index)]))
                for index in indexes
            ],
        )
        for name, indexes in partitions_by_topic(specs).items()
    ]
    return ListOffsetsRequest(
        replica_id=_NO_REPLICA, isolation_level=int(committed), topics=topics, timeout_ms=timeout_ms
    )


def _delete_request(before: Mapping[TopicPartition, int], timeout_ms: int) -> DeleteRecordsRequest:
    from kafkawire.messages import DeleteRecordsRequest
    from kafkawire.messages import delete_records_request as m

    topics = [
        m.DeleteRecordsTopic(
            name=name,
            partitions=[
                m.DeleteRecordsPartition(partition_index=index, offset=before[TopicPartition(name, index)])
                for index in indexes
            ],
        )
        for name, indexes in partitions_by_topic(before).items()
    ]
    return DeleteRecordsRequest(topics=topics, timeout_ms=timeout_ms)
