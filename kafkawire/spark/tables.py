"""Tables other than records: columns by name and type of Spark, rows gathered in Python, given to Spark as Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

__all__ = ["Table", "microseconds", "struct_of"]

_LARGEST_MS = (2**63 - 1) // 1000
_ROWS = 8192  # in one Arrow batch
Row = Mapping[str, Any]


def struct_of(columns: Mapping[str, str]) -> StructType:
    """The schema as Spark has it."""
    from pyspark.sql import types as t

    kinds = {
        "string": t.StringType(),
        "int": t.IntegerType(),
        "bigint": t.LongType(),
        "boolean": t.BooleanType(),
        "timestamp": t.TimestampType(),
    }
    return t.StructType([t.StructField(name, kinds[kind]) for name, kind in columns.items()])


def microseconds(time: int) -> int | None:
    """A timestamp of Kafka, in ms, as Spark has it; None for none (-1), and for what Spark cannot say."""
    return time * 1000 if -1 < time <= _LARGEST_MS else None


class Table:
    """Collects rows. A column that a row lacks is null; times are in microseconds."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        import pyarrow as pa

        types = {
            "string": pa.string(),
            "int": pa.int32(),
            "bigint": pa.int64(),
            "boolean": pa.bool_(),
            "timestamp": pa.timestamp("us", tz="UTC"),
        }
        self._schema = pa.schema([pa.field(name, types[kind]) for name, kind in columns.items()])
        self._rows: list[Row] = []

    @property
    def is_full(self) -> bool:
        """Whether it is time to `take` what there is."""
        return len(self._rows) >= _ROWS

    def add(self, row: Row) -> None:
        """Add a row."""
        self._rows.append(row)

    def take(self) -> Any:
        """The rows so far as a `pyarrow.RecordBatch`; the table is empty afterwards."""
        import pyarrow as pa

        rows, self._rows = self._rows, []
        arrays = [pa.array([row.get(field.name) for row in rows], field.type) for field in self._schema]
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)
