"""The columns of a record, as Spark names them and as Arrow carries them.

Both are the schema of Spark's own Kafka source, so that a query needs no other edit than the format's name.
"""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["arrow_schema", "spark_schema"]

_COLUMNS = (
    "key binary, value binary, topic string, partition int, offset bigint, timestamp timestamp, timestampType int"
)
_HEADERS = "headers array<struct<key: string, value: binary>>"


def spark_schema(*, headers: bool) -> str:
    """The schema as DDL."""
    return f"{_COLUMNS}, {_HEADERS}" if headers else _COLUMNS


@cache
def arrow_schema(*, headers: bool) -> Any:
    """The same as a `pyarrow.Schema`, down to the names and time zone that Spark's workers insist on."""
    import pyarrow as pa

    fields = [
        pa.field("key", pa.binary()),
        pa.field("value", pa.binary()),
        pa.field("topic", pa.string()),
        pa.field("partition", pa.int32()),
        pa.field("offset", pa.int64()),
        pa.field("timestamp", pa.timestamp("us", tz="UTC")),
        pa.field("timestampType", pa.int32()),
    ]
    if headers:
        header = pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())])
        fields.append(pa.field("headers", pa.list_(pa.field("element", header))))
    return pa.schema(fields)
