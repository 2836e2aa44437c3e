"""The data source that `spark.dataSource.register` takes.

Spark makes one in a new process to learn the schema, and another to plan, so this loads no more than it needs.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader, DataSourceWriter
from pyspark.sql.types import StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import KafkaWireError
from kafkawire.spark.errors import plainly
from kafkawire.spark.options import SourceOptions, parse_options
from kafkawire.spark.schema import spark_schema
from kafkawire.spark.table_options import for_catalog, kept_in, of_readers_only, of_writers_only, stated

if TYPE_CHECKING:
    from kafkawire.spark.stream_writer import KafkaWireStreamWriter

__all__ = ["KafkaWireDataSource"]


class KafkaWireDataSource(DataSource):
    """`format("kafkawire")`: topics as DataFrames, with schema and options of Spark's own Kafka source and sink.

    All options are in docs/howto/spark.md and docs/howto/spark-write.md. A wrong one is an error before a job starts,
    and names the nearest.
    """

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "kafkawire"

    def schema(self) -> StructType:
        """The columns; `headers` is there when `includeHeaders` asks for it."""
        with plainly():
            options = parse_options(stated(self.options, of_writers_only))
            if not options.formats:
                return for_catalog(self.options, spark_schema(options.columns))
            from kafkawire.spark.values.decoding import decoded_schema, with_schemas

            return for_catalog(self.options, decoded_schema(options.columns, with_schemas(options.formats)))

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of a batch query."""
        with plainly():
            options = _with_schemas(parse_options(kept_in(schema, self.options, of_writers_only), "batch"), schema)
            if filters_are_pushed():
                from kafkawire.spark.filters import FilteringReader

                return FilteringReader(options)
            from kafkawire.spark.reader import KafkaWireReader

            return KafkaWireReader(options)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802 - Spark's name
        """The reader of a streaming query, or where there cannot be one, a reader that raises what is wrong."""
        try:
            return self._stream_reader(schema)
        except KafkaWireError as exc:
            from kafkawire.spark.refusal import RefusingStreamReader

            return RefusingStreamReader(exc)

    def _stream_reader(self, schema: StructType) -> DataSourceStreamReader:
        options = _with_schemas(parse_options(kept_in(schema, self.options, of_writers_only), "stream"), schema)
        try:
            from kafkawire.spark.stream import KafkaWireStreamReader
        except ImportError as exc:
            import pyspark

            version = pyspark.__version__
            raise InvalidOption(f"streaming queries need Spark 4.2 or newer, this is {version}") from exc
        return KafkaWireStreamReader(options)

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


def _with_schemas(options: SourceOptions, schema: StructType) -> SourceOptions:
    """The options with the schemas of what is decoded. Raises `InvalidOption` where they are not those of `load()`."""
    if not options.formats:
        return options
    from kafkawire.spark.values.decoding import ensure_same, with_schemas

    formats = with_schemas(options.formats)
    ensure_same(options.columns, formats, schema.simpleString())
    return replace(options, formats=formats)


def filters_are_pushed() -> bool:
    """Whether Spark has filters for us: then it plans in a worker of that kind.

    Elsewhere a reader that takes filters is an error unless `spark.sql.python.filterPushdown.enabled` is set, so
    there must be none.
    """
    worker = "pyspark.sql.worker.data_source_pushdown_filters"
    main = getattr(sys.modules["__main__"], "__spec__", None)
    return worker in sys.modules or getattr(main, "name", None) == worker
