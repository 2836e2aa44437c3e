"""`format("kafkawire.capture")`. Spark imports this to look the name up, so nothing else is loaded before its use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kafkawire.spark.errors import plainly

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from kafkawire.spark.capture.options import CaptureOptions

__all__ = ["KafkaWireCaptureSource"]


class KafkaWireCaptureSource(DataSource):
    """Captured traffic as pairs of request and response. All options are in docs/howto/spark-offline.md."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "kafkawire.capture"

    def schema(self) -> StructType:
        """The columns; see the how-to."""
        from kafkawire.spark.capture.options import parse_capture_options
        from kafkawire.spark.capture.rows import CAPTURE_COLUMNS
        from kafkawire.spark.table_options import for_catalog, stated
        from kafkawire.spark.tables import struct_of

        with plainly():
            parse_capture_options(stated(self.options))
            return for_catalog(self.options, struct_of(CAPTURE_COLUMNS))

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of a batch query."""
        from kafkawire.spark.capture.options import parse_capture_options
        from kafkawire.spark.table_options import kept_in

        with plainly():
            return CaptureReader(parse_capture_options(kept_in(schema, self.options)))


@dataclass
class CapturePartition(InputPartition):
    """The file that one task reads: a connection may reach from its beginning to its end."""

    path: str


class CaptureReader(DataSourceReader):
    """Looks for files in the driver's Python worker, reads in those of the executors."""

    def __init__(self, options: CaptureOptions) -> None:
        self.options = options

    def partitions(self) -> Sequence[InputPartition]:
        """One per file."""
        from kafkawire.spark.capture.files import find_captures

        with plainly():
            return [CapturePartition(path) for path in find_captures(self.options.paths)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The pairs in one file."""
        from kafkawire.spark.capture.rows import read_capture

        if not isinstance(partition, CapturePartition):  # Spark's stand-in where there is nothing to read
            return
        with plainly():
            options = self.options
            messages = options.message_set()
            yield from read_capture(partition.path, options.ports, bodies=options.bodies, messages=messages)
