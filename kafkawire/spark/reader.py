"""A batch query: planned once in the driver's Python worker, read range by range in the executors'."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSourceReader, InputPartition

from kafkawire.client.blocking import BlockingReader
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import IF_LOST, OffsetRange, plan_ranges, split_ranges
from kafkawire.spark.options import SourceOptions

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["KafkaWireReader", "RangePartition"]


@dataclass
class RangePartition(InputPartition):
    """What one task reads. Crosses from the driver to an executor by pickle."""

    offsets: OffsetRange


class KafkaWireReader(DataSourceReader):
    """Reads topics in a batch query."""

    def __init__(self, options: SourceOptions) -> None:
        self.options = options

    def partitions(self) -> Sequence[InputPartition]:
        """One per topic-partition that holds records, or more where `minPartitions` asks for them."""
        with self._open() as reader:
            partitions = _choose(reader, self.options)
            first, behind_last = reader.beginning_offsets(partitions), reader.end_offsets(partitions)
        bounds = {tp: (first[tp], behind_last[tp]) for tp in partitions}
        ranges = plan_ranges(
            self.options.starting, self.options.ending, bounds, fail_on_data_loss=self.options.fail_on_data_loss
        )
        return [RangePartition(part) for part in split_ranges(ranges, self.options.min_partitions)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The records of one range."""
        from kafkawire.spark.columns import arrow_batches  # pyarrow and numpy: for the executors only

        if not isinstance(partition, RangePartition):  # Spark's stand-in where there is nothing to read
            return
        with self._open() as reader:
            for piece in _pieces(reader, partition.offsets, fail_on_data_loss=self.options.fail_on_data_loss):
                yield from arrow_batches(piece, headers=self.options.include_headers)

    def _open(self) -> BlockingReader:
        return BlockingReader(self.options.bootstrap_servers, **self.options.client)


def _choose(reader: BlockingReader, options: SourceOptions) -> list[TopicPartition]:
    """The partitions that the options mean, as they are now."""
    topics: Sequence[str] = options.topics
    if options.pattern is not None:
        wanted = re.compile(options.pattern)
        topics = sorted(name for name in reader.topics() if wanted.fullmatch(name))
        if not topics:
            raise InvalidOption(f"option 'subscribePattern': no topic matches {options.pattern!r}")
    if not options.assigned:
        return [tp for topic in topics for tp in reader.partitions(topic)]
    there = {tp for topic in dict.fromkeys(tp.topic for tp in options.assigned) for tp in reader.partitions(topic)}
    missing = [str(tp) for tp in options.assigned if tp not in there]
    if missing:
        raise InvalidOption(f"option 'assign': there is no partition {', '.join(missing)}")
    return list(options.assigned)


def _pieces(reader: BlockingReader, offsets: OffsetRange, *, fail_on_data_loss: bool) -> Iterator[FetchedRange]:
    """What is fetched of a range. Retention may have removed its beginning since it was planned."""
    position = offsets.start
    while position < offsets.end:
        try:
            for piece in reader.fetch(offsets.tp, position, offsets.end):
                position = piece.next_offset
                yield piece
        except NoOffset as exc:
            first = reader.beginning_offsets([offsets.tp])[offsets.tp]
            if first <= position:
                raise
            if fail_on_data_loss:
                raise NoOffset(f"{exc} any more: it begins at {first}; {IF_LOST}") from exc
            position = first
