"""The writer of streaming queries, for which Spark 4.1 or newer is needed."""

from __future__ import annotations

from pyspark.sql.datasource import DataSourceStreamArrowWriter, WriterCommitMessage
from pyspark.sql.types import StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.errors import plainly
from kafkawire.spark.sink.options import SinkOptions
from kafkawire.spark.writer import Sink

__all__ = ["KafkaWireStreamWriter"]


class KafkaWireStreamWriter(Sink, DataSourceStreamArrowWriter):
    """Writes a streaming query batch by batch. Complete mode has no meaning for a topic: all rows are appended."""

    streaming = True

    def __init__(self, options: SinkOptions, schema: StructType) -> None:
        super().__init__(options, schema)
        if options.write_id is not None:
            raise InvalidOption("option 'writeId' is for batch writes; a streaming query goes by its checkpoint")

    def commit(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:  # noqa: ARG002, N803
        """Make visible what all tasks of a batch have written. Spark's own name of the batch is in their messages."""
        from kafkawire.spark.sink.commit import commit_batch

        with plainly():
            commit_batch(self.options, messages)

    def abort(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:  # noqa: ARG002, N803
        """A task has failed: what the others have written is aborted."""
        from kafkawire.spark.sink.commit import abort_batch

        with plainly():
            abort_batch(self.options, messages)
