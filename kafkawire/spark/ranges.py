"""One task's work: the range of a partition, fetched in pieces, with what is to be done about all that can be wrong.

Retention may have removed the beginning since the range was planned. A batch may be damaged, on the broker's disk or
on the way. Whatever is left out is said: by an error, by a line in the log, or by a file in the quarantine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql.datasource import InputPartition

from kafkawire.client.blocking import BlockingReader
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import NoOffset
from kafkawire.spark.lookup import open_reader
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.planning import report_loss
from kafkawire.spark.worker import tuned

if TYPE_CHECKING:
    import pyarrow as pa

    from kafkawire.spark.values.decoding import DecodingConverter

__all__ = ["RangePartition", "pieces", "read_range_partition"]


@dataclass
class RangePartition(InputPartition):
    """What one task reads. Crosses from the driver to an executor by pickle."""

    offsets: OffsetRange


def read_range_partition(options: SourceOptions, partition: InputPartition) -> Iterator[pa.RecordBatch]:
    """The records of one range as Arrow record batches."""
    from kafkawire.spark.columns import Converter  # pyarrow and numpy: for the executors only
    from kafkawire.spark.corrupt import Damage

    if not isinstance(partition, RangePartition):  # Spark's stand-in where there is nothing to read
        return
    damage = Damage(options, partition.offsets)
    converter: Converter | DecodingConverter = Converter(options.columns, damage.of_batch)
    if options.formats:
        from kafkawire.spark.values.decoding import DecodingConverter

        converter = DecodingConverter(options.columns, options.formats, damage.of_batch)
    with tuned(options.tune_workers), open_reader(options) as reader:
        for piece in damage.skipping(reader, partition.offsets, pieces):
            yield from converter.arrow_batches(piece)
    damage.report()


def pieces(
    reader: BlockingReader, offsets: OffsetRange, *, fail_on_data_loss: bool, timeout: float | None = None
) -> Iterator[FetchedRange]:
    """What is fetched of a range."""
    position = offsets.start
    while position < offsets.end:
        try:
            for piece in reader.fetch(offsets.tp, position, offsets.end, timeout=timeout):
                position = piece.next_offset
                yield piece
        except NoOffset as exc:
            first = reader.beginning_offsets([offsets.tp])[offsets.tp]
            what = f"it begins at {first}" if first > position else "the topic may have been made anew"
            report_loss(f"{exc} any more: {what}", fail=fail_on_data_loss)
            if first <= position:
                return
            position = first
