"""Avro behind the number of its schema."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import fastavro

from kafkawire.serde.avro_schema import bounded_schema, read_avro
from kafkawire.serde.framing import framed, split_frame
from kafkawire.serde.registry import Registered, Registry, bounded

__all__ = ["deserializer", "serializer"]

_KIND = "AVRO"


def serializer(
    registry: Registry, subject: str, schema: str | Mapping[str, Any] | None = None, *, logical_types: bool = True
) -> Callable[[Any], bytes]:
    """A serializer by this schema, which is registered under the subject; by the latest one there if none is given.

    Subjects are mostly `TOPIC-key` and `TOPIC-value`. The registry is asked here and now. Raises `InvalidOption` for no
    Avro schema, `RegistryFailed`.
    """
    if schema is None:
        found = registry.latest(subject, _KIND)
        parsed = bounded_schema(found.texts, logical_types=logical_types)
    else:
        text = schema if isinstance(schema, str) else json.dumps(schema)
        parsed = bounded_schema([text], logical_types=logical_types)
        found = Registered(registry.register(subject, _KIND, text), text)

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
    reader = None if text is None else bounded_schema([text], logical_types=logical_types)
    writer_of = bounded(
        lambda number: bounded_schema(registry.by_number(number, _KIND).texts, logical_types=logical_types)
    )

    def deserialize(data: bytes) -> Any:
        number, data = split_frame(data)
        return read_avro(data, writer_of(number), reader, f"schema {number}")

    return deserialize
