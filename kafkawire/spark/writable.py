"""The half of the data source that writes; what it needs is loaded when a query writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceWriter
from pyspark.sql.types import StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.errors import plainly
from kafkawire.spark.table_options import kept_in, of_readers_only

if TYPE_CHECKING:
    from kafkawire.spark.stream_writer import KafkaWireStreamWriter

__all__ = ["WritableDataSource"]


class WritableDataSource(DataSource):
    """Batch and streaming writes. All options are in docs/howto/spark-write.md."""

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """The writer of a batch query."""
        with plainly():
            from kafkawire.spark.sink.options import parse_sink_options
            from kafkawire.spark.writer import KafkaWireWriter

            options = parse_sink_options(kept_in(schema, self.options, of_readers_only))
            return KafkaWireWriter(options, schema, overwrite=overwrite)

    def streamWriter(self, schema: StructType, overwrite: bool) -> KafkaWireStreamWriter:  # noqa: ARG002, N802
        """The writer of a streaming query; Spark asks for one with each batch."""
        with plainly():
            from kafkawire.spark.sink.options import parse_sink_options

            options = parse_sink_options(kept_in(schema, self.options, of_readers_only))
            try:
                from kafkawire.spark.stream_writer import KafkaWireStreamWriter
            except ImportError as exc:
                from pyspark import __version__ as found

                raise InvalidOption(f"to write streams Spark 4.1 or newer is needed, this is {found}") from exc
            return KafkaWireStreamWriter(options, schema)
