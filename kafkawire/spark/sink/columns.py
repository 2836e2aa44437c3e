"""What a DataFrame has to look like to be written, and how its columns become those of records.

The rules are those of Spark's Kafka connector; the schema is checked before a job starts, the rest where a row shows
it. Columns of other names are left out, as there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time_ns
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    DataType,
    IntegerType,
    StringType,
    StructType,
    TimestampNTZType,
    TimestampType,
)

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import KafkaWireError
from kafkawire.spark.sink.encode import RecordColumns, header_bytes

__all__ = ["InvalidRow", "InvalidSchema", "Rows", "check_schema", "read_rows"]

Array = Any  # numpy.ndarray

_MICROSECONDS = 1000  # in a millisecond


class InvalidSchema(KafkaWireError, TypeError):
    """A DataFrame lacks a column that is needed, or has one of a type that cannot be written."""


class InvalidRow(KafkaWireError, ValueError):
    """A row has something that no record can have."""


# -------------------------------------------------------------------------------------------------------- before a job


def _is_header_list(kind: DataType) -> bool:
    if not isinstance(kind, ArrayType) or not isinstance(kind.elementType, StructType):
        return False
    types = [type(field.dataType) for field in kind.elementType.fields]
    return types == [StringType, BinaryType]


def _is_a(*types: type[DataType]) -> Callable[[DataType], bool]:
    return lambda kind: isinstance(kind, types)


_TYPES: dict[str, tuple[str, Callable[[DataType], bool]]] = {
    "key": ("string or binary", _is_a(StringType, BinaryType)),
    "value": ("string or binary", _is_a(StringType, BinaryType)),
    "topic": ("string", _is_a(StringType)),
    "partition": ("int", _is_a(IntegerType)),
    "headers": ("array<struct<key: string, value: binary>>", _is_header_list),
    "timestamp": ("timestamp", _is_a(TimestampType, TimestampNTZType)),
}


def check_schema(schema: StructType, topic: str | None) -> None:
    """Raise `InvalidSchema`, or `InvalidOption` if nothing says which topic to write to."""
    found = {field.name: field.dataType for field in schema.fields}
    if "value" not in found:
        raise InvalidSchema(f"a column 'value' is needed; there are {', '.join(map(repr, found)) or 'none'}")
    if topic is None and "topic" not in found:
        raise InvalidOption("nothing says which topic to write to: give the option 'topic' or a column 'topic'")
    for name, (wanted, fits) in _TYPES.items():
        if name in found and not fits(found[name]):
            raise InvalidSchema(f"column {name!r} must be {wanted}, not {found[name].simpleString()}")


# --------------------------------------------------------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a DataFrame as columns of records, with where each is to go."""

    records: RecordColumns
    topics: list[tuple[str, Array | None]]
    """Each topic with the positions of its rows; None: all of them."""
    partitions: pa.Array | None
    """Those that the rows ask for; null where they leave it to the partitioner."""


def read_rows(batch: pa.RecordBatch, topic: str | None) -> Rows:
    """Raises `InvalidRow`, saying what is wrong with which row."""
    columns = {name: batch.column(name) for name in batch.schema.names if name in _TYPES}
    count = batch.num_rows
    keys = _binary(columns["key"]) if "key" in columns else pa.nulls(count, pa.binary())
    records = RecordColumns(
        keys, _binary(columns["value"]), _milliseconds(columns.get("timestamp"), count), _headers(columns)
    )
    topics: list[tuple[str, Array | None]] = [(topic, None)] if topic is not None else _by_topic(columns["topic"])
    return Rows(records, topics, columns.get("partition"))


def _binary(column: pa.Array) -> pa.Array:
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    return column if column.type == pa.binary() else column.cast(pa.binary())


def _milliseconds(column: pa.Array | None, count: int) -> Array:
    """Timestamps of records: now, where no row says otherwise."""
    now = time_ns() // 1_000_000
    if column is None:
        return np.full(count, now, np.int64)
    microseconds = column.cast(pa.timestamp("us", tz=column.type.tz)).view(pa.int64())
    times = np.asarray(microseconds.fill_null(now * _MICROSECONDS)) // _MICROSECONDS
    if (times < 0).any():
        row = int(np.flatnonzero(times < 0)[0])
        raise InvalidRow(f"column 'timestamp' is before 1970 in row {row} of a batch, which Kafka does not take")
    return times


def _headers(columns: dict[str, pa.Array]) -> pa.Array | None:
    return header_bytes(columns["headers"]) if "headers" in columns else None


def _by_topic(column: pa.Array) -> list[tuple[str, Array | None]]:
    if column.null_count:
        row = int(np.flatnonzero(np.asarray(column.is_null()))[0])
        raise InvalidRow(f"column 'topic' is null in row {row} of a batch: fill it, or give the option 'topic'")
    encoded = pc.dictionary_encode(column)
    names = encoded.dictionary.to_pylist()
    if len(names) == 1:
        return [(names[0], None)]
    numbers = np.asarray(encoded.indices)
    return [(name, np.flatnonzero(numbers == number)) for number, name in enumerate(names)]
