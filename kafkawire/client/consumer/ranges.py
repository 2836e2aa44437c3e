"""A partition read from one offset to another, a piece at a time: for readers that plan their work by offsets."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import (
    FetchedBatch,
    PlainBatches,
    read_fetched,
    read_plain,
    size_for_cut_batch,
)
from kafkawire.client.consumer.fetch import FetchedPartition, Position, SendsAhead, fetch_from, send_ahead, settings_of
from kafkawire.client.errors import NoOffset, TimedOut
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import Deadline
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.records import Record

__all__ = ["FetchedRange", "ask_ahead", "first_size", "next_size", "read_range"]

_FIRST_FETCH = 64 * 1024

log = logging.getLogger("kafkawire.client")


@dataclass(frozen=True, slots=True)
class FetchedRange:
    """Whole batches that hold the offsets from `start` up to, and without, `next_offset`."""

    tp: TopicPartition
    start: int
    next_offset: int
    batches: Sequence[FetchedBatch]
    high_watermark: int

    @property
    def size(self) -> int:
        """Bytes of the batches."""
        batches = self.batches
        return batches.size if isinstance(batches, PlainBatches) else sum(batch.size for batch in batches)

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
    max_bytes: int | None = None,
) -> FetchedRange:
    """One piece of the partition, beginning at `start`, with at least one batch.

    `max_bytes`: of the piece, if not `max_partition_fetch_bytes`; a single batch may be larger.

    Raises `NoOffset` if `start` is not in the log, `CorruptBatch` if what is there is no batch, `TimedOut` if nothing
    comes for `timeout` seconds, or the `KafkaError` that the broker gave until then.
    """
    seconds = options.default_api_timeout_ms / 1000 if timeout is None else timeout
    deadline = Deadline(cluster.runtime.now, seconds)
    max_bytes = max_bytes or options.max_partition_fetch_bytes
    while True:
        answer = await cluster.retrying(
            lambda size=max_bytes: _fetch(cluster, options, tp, Position(start, size)),  # type: ignore[misc]
            f"fetch {tp} from offset {start}",
            deadline.remaining,
        )
        committed = options.isolation_level == "read_committed"
        batches: Sequence[FetchedBatch] | None
        batches = read_plain(answer, start, read_committed=committed, check_crc=options.check_crcs)
        if batches is None:
            batches = read_fetched(answer, start, read_committed=committed, check_crc=options.check_crcs)
        if batches:
            next_offset = min(end, batches[-1].last_offset + 1)
            return FetchedRange(tp, start, next_offset, batches, answer.high_watermark)
        if answer.records:
            max_bytes = size_for_cut_batch(answer, start, max_bytes)
        if deadline.passed:
            raise TimedOut(f"{tp}: nothing at offset {start} within {seconds:g} s; the end is {answer.high_watermark}")


def first_size(options: ConsumerOptions) -> int:
    """How many bytes to ask for before anything is known of the range; little, since it may be short."""
    return min(_FIRST_FETCH, options.max_partition_fetch_bytes)


def next_size(options: ConsumerOptions, piece: FetchedRange, end: int) -> int:
    """How many bytes to ask for after a piece: what is left to `end`, if it is as dense, and a little more.

    Else the last fetch of a range would bring megabytes of what lies behind it.
    """
    span = piece.batches[-1].last_offset + 1 - piece.start
    left = (end - piece.next_offset) * piece.size // max(span, 1)
    return min(left + left // 8 + _FIRST_FETCH, options.max_partition_fetch_bytes)


async def ask_ahead(cluster: Cluster, options: ConsumerOptions, tp: TopicPartition, start: int, max_bytes: int) -> None:
    """Send the fetch that `read_range` begins with at `start`, where the connection can do that.

    What goes wrong with it is left to `read_range`, which asks in earnest, and more than once.
    """
    try:
        (leader,) = await cluster.leaders([tp])
        connection = await cluster.connection(leader)
        if hasattr(connection, "send_ahead"):
            position = Position(start, max_bytes)
            send_ahead(cluster, cast("SendsAhead", connection), {tp: position}, settings_of(options))
    except KafkaWireError as exc:
        log.debug("%s: nothing is asked for ahead: %s", tp, exc)


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
