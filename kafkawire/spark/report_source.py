"""Where a report reads: a directory with segments, or running brokers, as DataFrames either way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["ReportSource"]


@dataclass(frozen=True)
class ReportSource:
    """A directory with segments, or brokers to start from; with topics if not all are wanted."""

    path: str
    is_bootstrap: bool = False
    topics: tuple[str, ...] = ()
    client: Mapping[str, str] = field(default_factory=dict)
    """`kafka.*` options for brokers."""

    def segments(self, spark: SparkSession, **options: str) -> DataFrame:
        """What `kafkawire.log` reads there."""
        named = {"topics": ",".join(self.topics)} if self.topics else {}
        return spark.read.format("kafkawire.log").options(**named, **options).load(self.path)

    def records(self, spark: SparkSession, columns: str) -> DataFrame:
        """The records that readers of committed records see; damaged batches are left out, with a line in the log."""
        if not self.is_bootstrap:
            given = {"columns": columns, "onCorrupt": "skip", "isolation.level": "read_committed"}
            return self.segments(spark, **given)
        what = {"subscribe": ",".join(self.topics)} if self.topics else {"subscribePattern": ".*"}
        given = {"kafka.bootstrap.servers": self.path, "columns": columns, "onCorrupt": "skip", **what, **self.client}
        return spark.read.format("kafkawire").option("kafka.isolation.level", "read_committed").options(**given).load()
