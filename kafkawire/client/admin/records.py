"""Records as an administrator sees them: where partitions begin and end, and deleting from their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import read_partitions, topics_of, topics_with
from kafkawire.client.admin.routing import leader
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

        needed = max((_SINCE.get(OffsetSpec(s), 1) for s in specs.values() if s in list(OffsetSpec)), default=1)
        return await self._each(
            specs,
            "partition",
            leader(self._cluster),
            lambda items: _list_request({tp: specs[tp] for tp in items}, committed, self._timeout_ms),
            read_partitions(value=lambda p: ListedOffset(p.offset, p.timestamp, p.leader_epoch)),
            at_least=max(needed, 2 if committed else 1),
        )

    async def delete_records(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Delete what lies before an offset (`HIGH_WATERMARK`: all). Returns where each partition begins now."""
        before = {TopicPartition(*tp): offset for tp, offset in offsets.items()}

        return await self._each(
            before,
            "partition",
            leader(self._cluster),
            lambda items: _delete_request({tp: before[tp] for tp in items}, self._timeout_ms),
            read_partitions(value=attrgetter("low_watermark")),
        )

    async def describe_producers(
        self, partitions: Iterable[TopicPartition]
    ) -> dict[TopicPartition, list[ProducerState]]:
        """The producers that partitions remember, as their leaders see them (KIP-664)."""
        from kafkawire.messages import DescribeProducersRequest
        from kafkawire.messages.describe_producers_request import TopicRequest

        def build(items: list[TopicPartition]) -> DescribeProducersRequest:
            topics = topics_of(items, lambda name, indexes: TopicRequest(name=name, partition_indexes=indexes))
            return DescribeProducersRequest(topics=topics)

        read = read_partitions(value=lambda p: [*map(_producer, p.active_producers)])
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

    topics = topics_with(
        specs,
        lambda name, partitions: m.ListOffsetsTopic(name=name, partitions=partitions),
        lambda index, spec: m.ListOffsetsPartition(partition_index=index, timestamp=int(spec)),
    )
    return ListOffsetsRequest(
        replica_id=_NO_REPLICA, isolation_level=int(committed), topics=topics, timeout_ms=timeout_ms
    )


def _delete_request(before: Mapping[TopicPartition, int], timeout_ms: int) -> DeleteRecordsRequest:
    from kafkawire.messages import DeleteRecordsRequest
    from kafkawire.messages import delete_records_request as m

    topics = topics_with(
        before,
        lambda name, partitions: m.DeleteRecordsTopic(name=name, partitions=partitions),
        lambda index, offset: m.DeleteRecordsPartition(partition_index=index, offset=offset),
    )
    return DeleteRecordsRequest(topics=topics, timeout_ms=timeout_ms)
