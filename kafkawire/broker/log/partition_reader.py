"""Reading the log of one partition: segments in a row, and what is known about them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from kafkawire.broker.log.aborted import AbortedTransaction, aborted_between
from kafkawire.broker.log.by_time import first_in_batch
from kafkawire.broker.log.epochs import LeaderEpochs
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.slice import Slice
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records.header import BatchHeader

__all__ = ["PartitionReader"]

_LOG = RateLimitedLogger("kafkawire.broker")


class PartitionReader:
    """What is in one log. `segments` is not empty and in order."""

    def __init__(
        self,
        directory: str,
        segments: list[Segment],
        *,
        log_start_offset: int,
        epochs: LeaderEpochs,
        producers: ProducerStates,
    ) -> None:
        self.directory = directory
        self.log_start_offset = log_start_offset
        self.end_offset = segments[-1].next_offset
        self.producers = producers
        self._segments = segments
        self._epochs = epochs
        self._reported: set[str] = set()

    @property
    def high_watermark(self) -> int:
        """The offset up to which consumers may read."""
        return self.end_offset

    @property
    def leader_epoch(self) -> int:
        """The epoch that appended batches get."""
        return self._epochs.latest

    @property
    def size(self) -> int:
        """Bytes of all batches."""
        return sum(segment.size for segment in self._segments)

    @property
    def segments(self) -> list[Segment]:
        """The segments in order. The last one is written to."""
        return list(self._segments)

    def read(
        self, offset: int, max_bytes: int, *, at_least_one: bool = True, is_committed: bool = False
    ) -> Slice | None:
        """Batches from `offset` on, out of one segment; None at the end of the log.

        With `is_committed` those from the last stable offset on are left out. Raises `KafkaError` OFFSET_OUT_OF_RANGE
        below the log start offset and above the high watermark, and CORRUPT_MESSAGE if the batch, or one on the way to
        it, is damaged: what it holds must not be passed over.
        """
        if not self.log_start_offset <= offset <= self.high_watermark:
            raise KafkaError(
                ErrorCode.OFFSET_OUT_OF_RANGE,
                f"offset {offset} is not in {self.log_start_offset} to {self.high_watermark}",
            )
        end = self.last_stable_offset() if is_committed else self.high_watermark
        if offset >= end:
            return None
        before = end if end < self.high_watermark else None
        try:
            for segment in self._segments_from(offset):
                found = segment.read(offset, max_bytes, at_least_one=at_least_one, before=before)
                if found is not None:
                    return found
        except CorruptBatch as exc:
            self._report(offset, str(exc))
            raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
        return None

    def aborted(self, offset: int, found: Slice) -> list[AbortedTransaction]:
        """The aborted transactions that `found`, read from `offset` on, may hold records of.

        As with Apache Kafka there may be some that begin a little behind it: the index says where it ends.
        """
        segments = self._segments_from(offset)
        at = next(number for number, segment in enumerate(segments) if segment.holds(found))
        upper_bound = segments[at].upper_bound(found)
        if upper_bound is None:
            upper_bound = segments[at + 1].base_offset if at + 1 < len(segments) else self.end_offset
        return aborted_between((segment.aborted() for segment in segments), offset, upper_bound)

    def is_in_one_segment(self, offset: int, end: int) -> bool:
        """Whether one read could give all from `offset` to `end`."""
        return self._segments_from(offset)[0] is self._segments_from(end)[0]

    def batches_from(self, offset: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Head and bytes of each batch from the one that holds `offset` to the end; `CorruptBatch` at damage."""
        for segment in self._segments_from(offset):
            yield from segment.batches_from(offset)

    def batches_since(self, timestamp: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Head and bytes of each batch with a record of `timestamp` (ms) or later, in order of offsets."""
        for segment in self._segments:
            if segment.largest_timestamp() >= timestamp:
                yield from segment.batches_since(timestamp)

    def first_since(self, timestamp: int) -> tuple[int, int] | None:
        """Timestamp and offset of the first record of `timestamp` (ms) or later. Raises `KafkaWireError` at damage."""
        for _, stored in self.batches_since(timestamp):
            found = first_in_batch(stored.read(), timestamp, self.log_start_offset)
            if found is not None:
                return found
        return None

    def largest_timestamp(self) -> int:
        """The largest timestamp in the log, in ms; -1 if it has none."""
        return max(segment.largest_timestamp() for segment in self._segments)

    def last_stable_offset(self) -> int:
        """Before it no transaction is undecided."""
        undecided = self.producers.first_undecided_offset()
        if undecided is None:
            return self.high_watermark
        return min(max(undecided, self.log_start_offset), self.high_watermark)

    def end_of_epoch(self, epoch: int) -> tuple[int, int]:
        """The latest epoch not above `epoch`, and where it ends; (-1, -1) if there is none (KIP-101)."""
        return self._epochs.end_of(epoch, self.end_offset)

    def epoch_at(self, offset: int) -> int:
        """The leader epoch in which `offset` was written."""
        return self._epochs.at(offset)

    def _segments_from(self, offset: int) -> list[Segment]:
        found = bisect_right(self._segments, offset, key=lambda segment: segment.base_offset)
        return self._segments[max(found - 1, 0) :]

    def _report(self, offset: int, damage: str) -> None:
        if damage not in self._reported:  # consumers come back for it many times a second
            self._reported.add(damage)
            _LOG.error("%s: offset %d cannot be read: %s", self.directory, offset, damage)
