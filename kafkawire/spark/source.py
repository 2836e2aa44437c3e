"""The data source that `spark.dataSource.register` takes."""

from __future__ import annotations

from pyspark.sql.datasource import DataSource, DataSourceReader
from pyspark.sql.types import StructType

from kafkawire.spark.options import parse_options
from kafkawire.spark.reader import KafkaWireReader
from kafkawire.spark.schema import spark_schema

__all__ = ["KafkaWireDataSource"]


class KafkaWireDataSource(DataSource):
    """`format("kafkawire")`: topics as DataFrames, with schema and options of Spark's own Kafka source.

    Options: `kafka.bootstrap.servers`; one of `subscribe` (topics, comma-separated), `subscribePattern` (regular
    expression), `assign` (JSON); `startingOffsets`, `endingOffsets` (earliest, latest, JSON), `minPartitions`,
    `includeHeaders`, `failOnDataLoss`; and `kafka.*` for the client. A wrong one is an error before a job starts.
    """

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "kafkawire"

    def schema(self) -> str:
        """The columns; `headers` is there when `includeHeaders` asks for it."""
        return spark_schema(headers=parse_options(self.options).include_headers)

    def reader(self, schema: StructType) -> DataSourceReader:  # noqa: ARG002 - ours is the only one there is
        """The reader of a batch query."""
        return KafkaWireReader(parse_options(self.options))
