"""Avro's types as Arrow has them, and what has to be done to the values that fastavro reads.

fastavro is given schemas without logical types: it makes objects of Python for them, slowly, and forgives what does
not fit. Numbers are enough for Arrow, and so a timestamp is any that Avro can say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Context
from typing import Any

import pyarrow as pa

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed
from kafkawire.spark.values.ddl import list_of

__all__ = ["Shape", "arrow_type"]

Shape = Callable[[Any], Any] | None
"""What turns a value of fastavro into one that Arrow takes; None where it does already."""

_UTC, _LOCAL = pa.timestamp("us", tz="UTC"), pa.timestamp("us")
_PRIMITIVE = {
    "null": pa.null(),
    "boolean": pa.bool_(),
    "int": pa.int32(),
    "long": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "string": pa.string(),
    "enum": pa.string(),
}
_MOST_DIGITS = 38  # of a decimal of Spark
_WIDER = {frozenset({"int", "long"}): "long", frozenset({"float", "double"}): "double"}


def arrow_type(schema: Any) -> tuple[Any, Shape]:
    """The Arrow type, and how to get values of it. `schema`: as fastavro expands it, with no name twice.

    Raises `InvalidOption` for what has no type in Spark. It must be bounded.
    """
    if isinstance(schema, list):
        return _union(schema)
    if isinstance(schema, str):
        schema = {"type": schema}
    kind = schema["type"]
    if isinstance(kind, dict | list):
        return arrow_type(kind)
    match kind:
        case "record" | "error":
            return _record(schema)
        case "array":
            return _array(schema["items"])
        case "map":
            return _map(schema["values"])
        case "bytes" | "fixed":
            return _decimal(schema) if schema.get("logicalType") == "decimal" else (pa.binary(), _bytes)
    return _logical(kind, schema.get("logicalType")) or (_PRIMITIVE[kind], None)


def _logical(kind: str, logical: str | None) -> tuple[Any, Shape] | None:
    """A logical type that Spark has a type for; None for others, which are what they are written as."""
    match kind, logical:
        case "int", "date":
            return pa.date32(), None
        case "long", "timestamp-micros":
            return _UTC, None
        case "long", "local-timestamp-micros":
            return _LOCAL, None
        case "long", "timestamp-millis":
            return _UTC, _thousandfold
        case "long", "local-timestamp-millis":
            return _LOCAL, _thousandfold
        case _:
            return None


def _thousandfold(value: int) -> int:
    return value * 1000


def _bytes(value: Any) -> bytes:
    """Defaults of a schema are text, one character for each byte."""
    return value.encode("latin-1") if isinstance(value, str) else value


def _decimal(schema: Mapping[str, Any]) -> tuple[Any, Shape]:
    precision, scale = schema.get("precision", 0), schema.get("scale", 0)
    if not 0 <= scale <= precision <= _MOST_DIGITS or not precision:
        return pa.binary(), _bytes
    context, end = Context(prec=_MOST_DIGITS), 10**precision

    def shape(value: Any) -> Any:
        number = int.from_bytes(_bytes(value), "big", signed=True)
        if not -end < number < end:
            raise Malformed(f"a number of more than {precision} digits")
        return context.create_decimal(number).scaleb(-scale, context)

    return pa.decimal128(precision, scale), shape


def _union(branches: list[Any]) -> tuple[Any, Shape]:
    others = [branch for branch in branches if branch != "null"]
    if len(others) > 1:
        wider = _WIDER.get(frozenset(each if isinstance(each, str) else "" for each in others))
        if wider is None:
            names = ", ".join(each if isinstance(each, str) else str(each.get("type")) for each in others)
            raise InvalidOption(f"the Avro schema: a union of {names} is no type of Spark; one of them and null is")
        others = [wider]
    return arrow_type(others[0] if others else "null")


def _record(schema: Mapping[str, Any]) -> tuple[Any, Shape]:
    fields, shapes = [], []
    for field in schema["fields"]:
        kind, shape = arrow_type(field["type"])
        fields.append(pa.field(field["name"], kind))
        if shape is not None:
            shapes.append((field["name"], shape))

    def shape_record(row: Any) -> Any:
        for name, inner in shapes:
            value = row[name]
            if value is not None:
                row[name] = inner(value)
        return row

    return pa.struct(fields), shape_record if shapes else None


def _array(items: Any) -> tuple[Any, Shape]:
    kind, shape = arrow_type(items)
    if shape is None:
        return list_of(kind), None
    return list_of(kind), lambda values: [None if value is None else shape(value) for value in values]


def _map(values: Any) -> tuple[Any, Shape]:
    kind, shape = arrow_type(values)

    def shape_map(found: Any) -> Any:
        if shape is None:
            return list(found.items())
        return [(name, None if value is None else shape(value)) for name, value in found.items()]

    return pa.map_(pa.string(), kind), shape_map
