"""A reader for streaming queries that cannot be: it says why, once Spark asks it for anything.

Where `streamReader` itself raises, Spark's worker fails once more while it cleans up, from 4.0 to at least 4.3, and
that (`UnboundLocalError: ... 'reader'`) is what people would be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from kafkawire.errors import KafkaWireError
from kafkawire.spark.errors import plainly

__all__ = ["RefusingStreamReader"]


class RefusingStreamReader(DataSourceStreamReader):
    """Raises `error` for whatever a query begins with: its first offsets, its latest, or those of its checkpoint."""

    def __init__(self, error: KafkaWireError) -> None:
        self._error = error

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802 - Spark's name
        """Raise, where a query is new."""
        self._refuse()

    def latestOffset(self, *_: object) -> dict[str, Any]:  # noqa: N802 - Spark's name
        """Raise, where a query goes on; Spark 4.2 gives arguments."""
        self._refuse()

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> Sequence[InputPartition]:  # noqa: ARG002
        """Raise, where a query has a batch to repeat."""
        self._refuse()

    def read(self, partition: InputPartition) -> Any:  # noqa: ARG002
        """Raise; there is nothing planned that could be read."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        with plainly():
            raise self._error
