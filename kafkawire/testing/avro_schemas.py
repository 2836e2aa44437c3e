"""Avro schemas as a registry looks at them, by the libraries that are installed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

__all__ = ["can_read", "check_avro"]


def check_avro(text: str, referenced: Sequence[str]) -> None:
    """Whether it is an Avro schema, beside those that it refers to. Raises `ValueError`.

    Without `fastavro` a text passes that is JSON of the right kind.
    """
    parsed = json.loads(text)
    if not isinstance(parsed, dict | list | str):
        raise ValueError("an Avro schema is an object, a list or a name")
    if find_spec("fastavro") is not None:
        _parse(parsed, [json.loads(one) for one in referenced])


def _parse(parsed: Any, referenced: Sequence[Any]) -> None:
    from fastavro.schema import SchemaParseException, UnknownType, parse_schema

    known: dict[str, Any] = {}
    try:
        for one in (*referenced, parsed):
            parse_schema(one, named_schemas=known)
    except UnknownType as exc:
        raise ValueError(f"unknown type {exc.name!r}") from exc
    except (SchemaParseException, AttributeError, KeyError, TypeError) as exc:  # it trips over what has no shape
        raise ValueError(f"{type(exc).__name__}: {exc}") from exc


def can_read(*, reader: str, writer: str) -> bool:
    """Whether what was written with one schema can be read with the other; the package `avro` says so.

    Raises `ValueError` where it does not take a schema.
    """
    from avro.compatibility import ReaderWriterCompatibilityChecker, SchemaCompatibilityType
    from avro.errors import AvroException
    from avro.schema import parse

    try:
        found = ReaderWriterCompatibilityChecker().get_compatibility(parse(reader), parse(writer))
    except AvroException as exc:
        raise ValueError(str(exc)) from exc
    return bool(found.compatibility is SchemaCompatibilityType.compatible)
