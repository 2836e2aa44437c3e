"""What an Avro schema must not be, if bytes of strangers are read by it; and schemas without logical types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kafkawire.client.errors import InvalidOption

__all__ = ["ensure_bounded", "without_logical_types"]

_PRIMITIVE = frozenset({"null", "boolean", "int", "long", "float", "double", "string", "bytes", "enum"})
_MOST_TYPES = 100_000  # in a schema; a few names, each twice within the next one, are more than memory can hold


def without_logical_types(schema: Any) -> Any:
    """The schema as it is written, which is all that reading takes."""
    if isinstance(schema, list):
        return [without_logical_types(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: part if name in ("default", "doc", "symbols", "aliases") else without_logical_types(part)
        for name, part in schema.items()
        if name != "logicalType"
    }


def ensure_bounded(schema: Any) -> None:
    """See to it that a value of a few bytes cannot take all the memory. `schema`: as fastavro expands it.

    Raises `InvalidOption` for a type within itself, which may be nested until the stack is full; for arrays whose items
    take no bytes, since they may be of any length; and for too many types.
    """
    _ensure_bounded(schema, iter(range(_MOST_TYPES)))


def _ensure_bounded(schema: Any, left: Iterator[int]) -> None:
    """`left` gives a number for each type that there may still be."""
    if next(left, None) is None:
        raise InvalidOption(f"the Avro schema: there are more than {_MOST_TYPES} types in it")
    if isinstance(schema, list):
        for branch in schema:
            _ensure_bounded(branch, left)
    elif isinstance(schema, str):
        if schema not in _PRIMITIVE:
            raise InvalidOption(f"the Avro schema: {schema} is within itself, to any depth")
    elif "fields" in schema:
        _ensure_bounded([field["type"] for field in schema["fields"]], left)
    elif schema["type"] not in ("enum", "fixed"):
        _ensure_bounded(schema.get("items", schema.get("values", schema["type"])), left)
        if "items" in schema and _is_empty(schema["items"]):
            raise InvalidOption("the Avro schema: an array of items that take no bytes may be of any length")


def _is_empty(schema: Any) -> bool:
    """Whether a value can be written in no bytes at all."""
    if not isinstance(schema, dict):
        return bool(schema == "null")
    kind = schema["type"]
    if isinstance(kind, dict | list):
        return _is_empty(kind)
    if kind in ("record", "error"):
        return all(_is_empty(field["type"]) for field in schema["fields"])
    return kind == "null" or (kind == "fixed" and not schema["size"])
