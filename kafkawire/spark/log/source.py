"""`format("kafkawire.log")`. Spark imports this to look the name up, so nothing else is loaded before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kafkawire.spark.errors import plainly
from kafkawire.spark.worker import tuned

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.datasource import Filter
    from pyspark.sql.types import StructType

    from kafkawire.spark.log.options import LogOptions
    from kafkawire.spark.log.planning import Part, Wanted

__all__ = ["KafkaWireLogSource"]


class KafkaWireLogSource(DataSource):
    """Log segments as DataFrames, without a broker. All options are in docs/howto/spark-offline.md."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "kafkawire.log"

    def schema(self) -> StructType:
        """The columns of records, of batches, or of decoded internal records."""
        from kafkawire.spark.table_options import for_catalog, stated

        with plainly():
            return for_catalog(self.options, _schema(_options(stated(self.options))))

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of a batch query."""
        from kafkawire.spark.source import filters_are_pushed
        from kafkawire.spark.table_options import kept_in

        with plainly():
            options = _options(kept_in(schema, self.options))
            return (FilteringLogReader if filters_are_pushed() else LogReader)(options)


def _options(given: Mapping[str, str]) -> LogOptions:
    from kafkawire.spark.log.options import parse_log_options

    return parse_log_options(given)


def _schema(options: LogOptions) -> StructType:
    from kafkawire.spark.schema import spark_schema
    from kafkawire.spark.tables import struct_of

    if options.mode == "records":
        return spark_schema(options.columns)
    if options.mode == "internal":
        from kafkawire.spark.log.internal import INTERNAL_COLUMNS

        return struct_of(INTERNAL_COLUMNS)
    from kafkawire.spark.log.batches import BATCH_COLUMNS

    return struct_of(BATCH_COLUMNS)


@dataclass
class LogPartition(InputPartition):
    """What one task reads. Crosses from the driver to an executor by pickle."""

    parts: list[Part]


class LogReader(DataSourceReader):
    """Plans in the driver's Python worker, reads in those of the executors."""

    def __init__(self, options: LogOptions) -> None:
        self.options = options

    def partitions(self) -> Sequence[InputPartition]:
        """One per `maxPartitionBytes`; small segments share one."""
        from kafkawire.spark.log import planning

        with plainly():
            chosen = self._narrow(planning.chosen(self.options))
            if self.options.mode == "batches":
                return [LogPartition(parts) for parts in planning.plan_whole(self.options, chosen)]
            return [LogPartition(parts) for parts in planning.plan(self.options, chosen, self._wanted())]

    def _narrow(self, found: Any) -> Any:
        """The partitions that the query wants: all, where Spark hands over no filters."""
        return found

    def _wanted(self) -> Wanted:
        from kafkawire.spark.log.planning import Wanted

        return Wanted()

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """What one task is to read."""
        if not isinstance(partition, LogPartition):  # Spark's stand-in where there is nothing to read
            return
        with plainly(), tuned(self.options.tune_workers):
            if self.options.mode == "batches":
                from kafkawire.spark.log.batches import read_batch_rows

                yield from read_batch_rows(partition.parts, look_inside=self.options.decompress)
                return
            from kafkawire.spark.log.reading import read_parts

            yield from read_parts(self.options, partition.parts)


class FilteringLogReader(LogReader):
    """A reader that Spark hands filters to; it takes what narrows and gives all of them back."""

    def __init__(self, options: LogOptions) -> None:
        super().__init__(options)
        self._filters: list[Filter] = []

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:  # noqa: N802 - Spark's name
        """Keep them for planning; Spark looks at each row again."""
        self._filters = list(filters)
        return filters

    def _narrow(self, found: Any) -> Any:
        from kafkawire.spark.filters import narrowing

        wanted = narrowing(self._filters)
        return {tp: segments for tp, segments in found.items() if wanted.wants(tp)}

    def _wanted(self) -> Wanted:
        from kafkawire.spark.filters import narrowing

        wanted = narrowing(self._filters)
        return replace(super()._wanted(), offsets=wanted.offsets, times=wanted.times)
