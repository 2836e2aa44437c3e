"""Avro behind the number of its schema."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import fastavro
import fastavro.schema

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.avro_bounds import ensure_bounded, without_logical_types
from kafkawire.serde.framing import Malformed, framed, split_frame
from kafkawire.serde.registry import Registered, Registry, bounded

__all__ = ["deserializer", "serializer"]

_KIND = "AVRO"
_BAD_SCHEMA = (ValueError, KeyError, TypeError, AttributeError, RecursionError, fastavro.schema.SchemaParseException)


def serializer(
    registry: Registry, subject: str, schema: str | Mapping[str, Any] | None = None, *, logical_types: bool = True
) -> Callable[[Any], bytes]:
    """A serializer by this schema, which is registered under the subject; by the latest one there if none is given.

    Subjects are mostly `TOPIC-key` and `TOPIC-value`. The registry is asked here and now. Raises `InvalidOption` for no
    Avro schema, `RegistryFailed`.
    """
    if schema is None:
        found = registry.latest(subject, _KIND)
    else:
        text = schema if isinstance(schema, str) else json.dumps(schema)
        _compiled(Registered(0, text), logical_types)
        found = Registered(registry.register(subject, _KIND, text), text)
    parsed = _compiled(found, logical_types)

    def serialize(value: Any) -> bytes:
        file = io.BytesIO()
        fastavro.schemaless_writer(file, parsed, value, strict_allow_default=True)
        return framed(found.number, file.getvalue())

    return serialize


def deserializer(
    registry: Registry, schema: str | Mapping[str, Any] | None = None, *, logical_types: bool = True
) -> Callable[[bytes], Any]:
    """A deserializer by the schema that each value names, resolved to this one if it is given.

    A number that is new is asked for when it comes, once; values are then dicts and what else fastavro makes of them.
    It raises `Malformed`, `UnknownSchema` or `RegistryFailed`.
    """
    text = schema if schema is None or isinstance(schema, str) else json.dumps(schema)
    reader = None if text is None else _compiled(Registered(0, text), logical_types)
    writer_of = bounded(lambda number: _compiled(registry.by_number(number, _KIND), logical_types))

    def deserialize(data: bytes) -> Any:
        number, data = split_frame(data)
        writer, file = writer_of(number), io.BytesIO(data)
        try:
            value = fastavro.schemaless_reader(file, writer, reader)
        except Exception as exc:  # wrong bytes make anything happen inside
            raise Malformed(f"not Avro of schema {number}: {type(exc).__name__} {exc}".rstrip()) from exc
        if file.tell() < len(data):
            raise Malformed(f"{len(data) - file.tell()} bytes left over after Avro of schema {number}")
        return value

    return deserialize


def _compiled(schema: Registered, logical_types: bool) -> Any:
    """What fastavro reads and writes by. Raises `InvalidOption`."""
    try:
        ensure_bounded(_parsed(schema, expand=True, logical_types=True))
        return _parsed(schema, expand=False, logical_types=logical_types)
    except InvalidOption:
        raise
    except _BAD_SCHEMA as exc:
        raise InvalidOption(f"no Avro schema: {type(exc).__name__}: {exc}") from exc


def _parsed(schema: Registered, *, expand: bool, logical_types: bool) -> Any:
    names: dict[str, Any] = {}
    parsed: Any = None
    for text in (*(text for _, text in schema.references), schema.text):
        raw = json.loads(text)
        parsed = fastavro.schema.parse_schema(
            raw if logical_types else without_logical_types(raw), names, expand=expand
        )
    return parsed
