"""A batch query: planned once in the driver's Python worker, read range by range in the executors'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSourceReader, InputPartition

from kafkawire.spark.errors import plainly
from kafkawire.spark.lookup import Lookup
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.planning import batch_ranges
from kafkawire.spark.ranges import RangePartition, read_range_partition

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["KafkaWireReader"]


class KafkaWireReader(DataSourceReader):
    """Reads topics in a batch query."""

    def __init__(self, options: SourceOptions) -> None:
        self.options = options

    def partitions(self) -> Sequence[InputPartition]:
        """One per topic-partition that holds records, or more where the options ask for them."""
        options = self.options
        with plainly(), Lookup(options) as lookup:
            bounds = lookup.bounds(lookup.partitions())
            starts = lookup.resolve(options.starting, bounds, "startingOffsets", is_start=True)
            ends = lookup.resolve(options.ending, bounds, "endingOffsets", is_start=False)
            ranges = batch_ranges(starts, ends, bounds, fail_on_data_loss=options.fail_on_data_loss)
            return [RangePartition(part) for part in lookup.tasks(self._narrow(ranges, lookup))]

    def _narrow(self, ranges: list[OffsetRange], lookup: Lookup) -> list[OffsetRange]:  # noqa: ARG002
        """The part of the ranges that the query wants: all of it, where Spark hands over no filters."""
        return ranges

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The records of one range."""
        with plainly():
            yield from read_range_partition(self.options, partition)
