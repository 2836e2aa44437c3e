"""A partition read from one offset to another, a piece at a time: for readers that plan their work by offsets."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import (
    FetchedBatch,
    PlainBatches,
    read_fetched,
    read_plain,
    size_for_cut_batch,
)
from kafkawire.client.consumer.fetch import (
    LAST_VERSION_WITH_NAMES,
    RECORD_BATCHES,
    Position,
    fetch_request,
    fetch_topics,
)
from kafkawire.client.errors import NoOffset, TimedOut
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import Deadline
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.records import Record

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import FetchRequest, FetchResponse
    from kafkawire.messages.fetch_response import PartitionData
    from kafkawire.protocol.versions import ApiVersions

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
    committed = options.isolation_level == "read_committed"
    while True:
        part = await cluster.retrying(
            lambda size=max_bytes: _fetch(cluster, options, tp, start, size),  # type: ignore[misc]
            f"fetch {tp} from offset {start}",
            deadline.remaining,
        )
        batches: Sequence[FetchedBatch] | None
        batches = read_plain(tp, part, start, read_committed=committed, check_crc=options.check_crcs)
        if batches is None:
            batches = read_fetched(tp, part, start, read_committed=committed, check_crc=options.check_crcs)
        if batches:
            next_offset = min(end, batches[-1].last_offset + 1)
            return FetchedRange(tp, start, next_offset, batches, part.high_watermark)
        if part.records:
            max_bytes = size_for_cut_batch(tp, part, start, max_bytes)
        if deadline.passed:
            raise TimedOut(f"{tp}: nothing at offset {start} within {seconds:g} s; the end is {part.high_watermark}")


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


class _SendsAhead(Protocol):
    """A connection that takes a request before somebody waits for its response."""

    versions: ApiVersions

    def send_ahead(self, request: Request, version: int) -> None:
        """Send it now; the same request finds its response, or at least part of it, when it is made."""


async def ask_ahead(cluster: Cluster, options: ConsumerOptions, tp: TopicPartition, start: int, max_bytes: int) -> None:
    """Send the fetch that `read_range` begins with at `start`, where the connection can do that.

    What goes wrong with it is left to `read_range`, which asks in earnest, and more than once.
    """
    try:
        (leader,) = await cluster.leaders([tp])
        connection = await cluster.connection(leader)
        if hasattr(connection, "send_ahead"):
            request, at_most = _request(cluster, options, tp, start, max_bytes)
            version = connection.versions.choose(type(request), at_most, RECORD_BATCHES)
            cast("_SendsAhead", connection).send_ahead(request, version)
    except KafkaWireError as exc:
        log.debug("%s: nothing is asked for ahead: %s", tp, exc)


def _request(
    cluster: Cluster, options: ConsumerOptions, tp: TopicPartition, start: int, max_bytes: int
) -> tuple[FetchRequest, int | None]:
    """A fetch of one partition, and the highest version that has a place for what is known of its topic."""
    topic_id = cluster.metadata.topic_id(tp.topic)
    request = fetch_request(options, options.fetch_max_bytes)
    request.topics = fetch_topics([(tp, Position(start, max_bytes, topic_id=topic_id))])
    return request, LAST_VERSION_WITH_NAMES if topic_id == NO_TOPIC_ID else None


async def _fetch(
    cluster: Cluster, options: ConsumerOptions, tp: TopicPartition, start: int, max_bytes: int
) -> PartitionData:
    """One attempt to read from the leader; a hint who leads the partition now is taken over."""
    (leader,) = await cluster.leaders([tp])
    request, at_most = _request(cluster, options, tp, start, max_bytes)
    wait = options.fetch_max_wait_ms / 1000
    response = cast(
        "FetchResponse",
        await cluster.request(leader, request, at_least=RECORD_BATCHES, at_most=at_most, extra_time=wait),
    )
    if response.error_code:
        raise KafkaError(response.error_code, "fetch")
    parts = [(topic.topic, part) for topic in response.responses for part in topic.partitions]
    part = next((part for name, part in parts if (name or tp.topic, part.partition_index) == tp), None)
    if part is None:
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"the response says nothing of {tp}")
    if part.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
        raise NoOffset(f"{tp}: offset {start} is not in the log")
    if part.error_code:
        cluster.metadata.hint(tp, part.current_leader, response.node_endpoints)
        raise KafkaError(part.error_code, f"fetch of {tp} at offset {start}")
    return part
