"""A task in the executor: parts of segments to fetched ranges, of which `Converter` makes columns as of any others."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaWireError
from kafkawire.logfiles.segment import Batch, Chunk, SegmentFile, Unreadable
from kafkawire.logfiles.transactions import Hidden
from kafkawire.records import RecordBatch
from kafkawire.records.header import LOG_APPEND_TIME_BIT
from kafkawire.spark.corrupt import LeftOut
from kafkawire.spark.log.files import open_segment
from kafkawire.spark.log.options import LogOptions
from kafkawire.spark.log.planning import Part, Wanted
from kafkawire.spark.offsets import OffsetRange

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_parts"]

_log = logging.getLogger("kafkawire.spark")


def read_parts(options: LogOptions, parts: Sequence[Part]) -> Iterator[pa.RecordBatch]:
    """The records of a task as Arrow record batches. Raises what is damaged, as `onCorrupt` says."""
    for part in parts:
        yield from _Reading(options, part).arrow_batches()


class _Reading:
    """One part of a segment on its way."""

    def __init__(self, options: LogOptions, part: Part) -> None:
        self._options, self._part = options, part
        self._range = OffsetRange(TopicPartition(part.segment.topic, part.segment.partition), *part.wanted.offsets)
        self._damage = LeftOut(options, self._range)
        self._hidden = Hidden(part.wanted.aborted)
        self._next_offset = part.segment.base_offset
        self._position = 0

    def arrow_batches(self) -> Iterator[pa.RecordBatch]:
        if self._options.mode == "internal":
            from kafkawire.spark.log.internal import InternalConverter as Converter
        else:
            from kafkawire.spark.columns import Converter  # type: ignore[assignment]
        converter = Converter(self._options.columns, self._of_batch)
        with open_segment(self._part.segment) as file:
            for chunk in file.chunks(self._part.start, self._part.end):
                self._position = chunk.position
                yield from converter.arrow_batches(self._piece(chunk))
                if chunk.batches:
                    self._next_offset = chunk.batches[-1].next_offset
                if self._next_offset >= self._range.end:
                    break
                if chunk.unreadable is not None:
                    self._of_unreadable(file, chunk.unreadable)
        self._damage.report()

    def _piece(self, chunk: Chunk) -> FetchedRange:
        wanted = self._part.wanted
        held = (batch for batch in chunk.batches if _may_hold(batch, wanted))
        batches = [FetchedBatch(batch, hidden=batch in self._hidden) for batch in held]
        return FetchedRange(self._range.tp, self._range.start, self._range.end, batches, -1)

    def _of_batch(self, piece: FetchedRange, batch: FetchedBatch, error: KafkaWireError) -> None:
        """A batch that cannot be read. Its error says where in what was read at once; what counts is the file."""
        position = self._position + (batch.source.position if batch.source else 0)
        self._damage.of_batch(piece, batch, self._located(position, error))

    def _of_unreadable(self, file: SegmentFile, unreadable: Unreadable) -> None:
        """Bytes without batches. What a broker would cut off when it starts is no damage, but said all the same."""
        error = self._located(unreadable.position, unreadable.error)
        if unreadable.is_tail:
            left = unreadable.end - unreadable.position
            _log.warning("%s: the last %d bytes of the log are no whole batch: %s", self._range.tp, left, error)
            return
        behind = file.batch_at(unreadable.end)
        next_base = self._part.segment.next_base
        end = self._range.end if next_base is None else next_base
        if behind is not None:
            end = behind.base_offset if isinstance(behind, RecordBatch) else behind.last_offset
        self._damage.of_unreadable(self._next_offset, end, error)

    def _located(self, position: int, error: KafkaWireError) -> KafkaWireError:
        cause = str(error).partition(": ")[2] or str(error)
        return type(error)(f"{self._part.segment.path}, position {position}: {cause}")


def _may_hold(batch: Batch, wanted: Wanted) -> bool:
    """Whether there may be records in the batch with offsets and times that are wanted."""
    least, most = wanted.offsets
    first_time, end_time = wanted.times
    if batch.last_offset < least or (isinstance(batch, RecordBatch) and batch.base_offset >= most):
        return False
    if not isinstance(batch, RecordBatch):  # a wrapper's own time is not that of all inside, in old logs
        return True
    is_append_time = batch.attributes & LOG_APPEND_TIME_BIT
    # Records without a timestamp say -1; no lower bound is 0.
    too_early = first_time > 0 and batch.max_timestamp < first_time
    return not too_early and not (is_append_time and batch.max_timestamp >= end_time)
