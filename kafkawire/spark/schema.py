"""The columns of a record, as Spark names them and as Arrow carries them.

Both are the schema of Spark's own Kafka source, so that a query needs no other edit than the format's name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

__all__ = ["arrow_schema", "column_names", "spark_schema"]

_COLUMNS = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
_ALL = (*_COLUMNS, "headers")
_BY_LOWER = {name.lower(): name for name in _ALL}


def column_names(text: str | None, *, headers: bool) -> tuple[str, ...]:
    """The columns that an option names, or all, `headers` if they are wanted. Raises `InvalidOption`."""
    if text is None:
        return _ALL if headers else _COLUMNS
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name.lower() not in _BY_LOWER]
    if unknown or not names:
        raise InvalidOption(f"option 'columns': {unknown[0]!r} is no column; there are {', '.join(_ALL)}" if unknown
                            else "option 'columns' names no column")  # fmt: skip
    return tuple(dict.fromkeys(_BY_LOWER[name.lower()] for name in names))


def spark_schema(columns: tuple[str, ...]) -> StructType:
    """The schema as Spark has it. Not as DDL: to read that, Java loads its SQL parser, which takes half a second."""
    from pyspark.sql import types as t

    header = t.StructType([t.StructField("key", t.StringType()), t.StructField("value", t.BinaryType())])
    kinds: dict[str, t.DataType] = {
        "key": t.BinaryType(),
        "value": t.BinaryType(),
        "topic": t.StringType(),
        "partition": t.IntegerType(),
        "offset": t.LongType(),
        "timestamp": t.TimestampType(),
        "timestampType": t.IntegerType(),
        "headers": t.ArrayType(header),
    }
    return t.StructType([t.StructField(name, kinds[name]) for name in columns])


@cache
def arrow_schema(columns: tuple[str, ...]) -> Any:
    """The schema of a row as a `pyarrow.Schema`, down to the names and time zone that Spark's workers insist on."""
    import pyarrow as pa

    header = pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())])
    types = {
        "key": pa.binary(),
        "value": pa.binary(),
        "topic": pa.string(),
        "partition": pa.int32(),
        "offset": pa.int64(),
        "timestamp": pa.timestamp("us", tz="UTC"),
        "timestampType": pa.int32(),
        "headers": pa.list_(pa.field("element", header)),
    }
    return pa.schema([pa.field(name, types[name]) for name in columns])
