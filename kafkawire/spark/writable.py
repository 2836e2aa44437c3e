"""The half of the data source that writes; what it needs is loaded when a query writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceWriter
from pyspark.sql.types import StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.errors import plainly

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

            return KafkaWireWriter(parse_sink_options(self.options), schema, overwrite=overwrite)

    def streamWriter(self, schema: StructType, overwrite: bool) -> KafkaWireStreamWriter:  # noqa: ARG002, N802
        """The writer of a streaming query; Spark asks for one with each batch."""
        with plainly():
            from kafkawire.spark.sink.options import parse_sink_options

            options = parse_sink_options(self.options)
            try:
                from kafkawire.spark.stream_writer import KafkaWireStreamWriter
            except ImportError as exc:
                from pyspark import __version__ as found

                raise InvalidOption(f"to write streams Spark 4.1 or newer is needed, this is {found}") from exc
            return KafkaWireStreamWriter(options, schema)
