"""A partition read from one offset to another, a piece at a time: for readers that plan their work by offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import FetchedBatch, read_fetched, size_for_cut_batch
from kafkawire.client.consumer.fetch import FetchedPartition, Position, fetch_from, settings_of
from kafkawire.client.errors import NoOffset, TimedOut
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import Deadline
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.records import Record

__all__ = ["FetchedRange", "read_range"]


@dataclass(frozen=True, slots=True)
class FetchedRange:
    """Whole batches that hold the offsets from `start` up to, and without, `next_offset`."""

    tp: TopicPartition
    start: int
    next_offset: int
    batches: list[FetchedBatch]
    high_watermark: int

    def records(self) -> Iterator[Record]:
        """The records in the range, decoded batch by batch; batches may reach beyond it at both ends."""
        for batch in self.batches:
            for record in batch.records():
                if self.start <= record.offset < self.next_offset:
                    yield record


async def read_range(
    cluster: Cluster,
    options: ConsumerOptions,
    tp: TopicPartition,
    start: int,
    end: int,
    timeout: float | None = None,
) -> FetchedRange:
    """One piece of the partition, beginning at `start`, with at least one batch.

    Raises `NoOffset` if `start` is not in the log, `CorruptBatch` if what is there is no batch, `TimedOut` if nothing
    comes for `timeout` seconds, or the `KafkaError` that the broker gave until then.
    """
    seconds = options.default_api_timeout_ms / 1000 if timeout is None else timeout
    deadline = Deadline(cluster.runtime.now, seconds)
    max_bytes = options.max_partition_fetch_bytes
    while True:
        answer = await cluster.retrying(
            lambda size=max_bytes: _fetch(cluster, options, tp, Position(start, size)),  # type: ignore[misc]
            f"fetch {tp} from offset {start}",
            deadline.remaining,
        )
        committed = options.isolation_level == "read_committed"
        batches = read_fetched(answer, start, read_committed=committed, check_crc=options.check_crcs)
        if batches:
            next_offset = min(end, batches[-1].last_offset + 1)
            return FetchedRange(tp, start, next_offset, batches, answer.high_watermark)
        if answer.records:
            max_bytes = size_for_cut_batch(answer, start, max_bytes)
        if deadline.passed:
            raise TimedOut(f"{tp}: nothing at offset {start} within {seconds:g} s; the end is {answer.high_watermark}")


async def _fetch(
    cluster: Cluster, options: ConsumerOptions, tp: TopicPartition, position: Position
) -> FetchedPartition:
    (leader,) = await cluster.leaders([tp])
    answers = await fetch_from(cluster, leader, {tp: position}, settings_of(options))
    if not answers:
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"the answer says nothing of {tp}")
    if answers[0].error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
        raise NoOffset(f"{tp}: offset {position.offset} is not in the log")
    if answers[0].error_code:
        raise KafkaError(answers[0].error_code, f"fetch of {tp} at offset {position.offset}")
    return answers[0]
