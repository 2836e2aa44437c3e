"""The writers that Spark makes: checked in the driver, sent to the executors, asked to commit in the driver again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage
from pyspark.sql.types import StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.errors import plainly
from kafkawire.spark.sink.options import SinkOptions

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["KafkaWireWriter", "Sink"]


class Sink:
    """What both writers do. One is made for each execution of a batch, which its name tells from all others."""

    streaming: ClassVar[bool]

    def __init__(self, options: SinkOptions, schema: StructType) -> None:
        """Raises `InvalidSchema` or `InvalidOption`."""
        from kafkawire.spark.sink.columns import check_schema  # pyarrow and numpy: not for queries that only read

        check_schema(schema, options.topic)
        self.options = options
        self.execution = uuid.uuid4().hex

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """Write a task's rows. Returns what the driver has to know."""
        from kafkawire.spark.sink.task import write_at_least_once, write_exactly_once

        with plainly():
            if self.options.exactly_once:
                return write_exactly_once(self.options, self.execution, iterator, streaming=self.streaming)
            return write_at_least_once(self.options, iterator)


class KafkaWireWriter(Sink, DataSourceArrowWriter):
    """Writes a DataFrame in a batch query."""

    streaming = False

    def __init__(self, options: SinkOptions, schema: StructType, *, overwrite: bool = False) -> None:
        super().__init__(options, schema)
        if overwrite:
            raise InvalidOption("a topic cannot be overwritten: use mode('append')")

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Make visible what all tasks have written; at least once, it is already."""
        from kafkawire.spark.sink.commit import commit_batch

        with plainly():
            commit_batch(self.options, messages)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """A task has failed: what the others have written is aborted; at least once, it stays."""
        from kafkawire.spark.sink.commit import abort_batch

        with plainly():
            abort_batch(self.options, messages)
