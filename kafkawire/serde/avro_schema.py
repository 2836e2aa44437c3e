"""Avro schemas that bytes of strangers may be read by, and the reading; without the header that names a schema."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import fastavro
import fastavro.schema

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed

__all__ = ["LARGEST_RECURSIVE", "bounded_schema", "expanded_schema", "parsed_schema", "read_avro"]

LARGEST_RECURSIVE = 4_096
"""Bytes of a value whose type is within itself: a level of depth takes one, and the stack has an end."""

_MOST_TYPES = 100_000  # in a schema; a few names, each twice within the next one, are more than memory can hold
_BAD_SCHEMA = (ValueError, KeyError, TypeError, AttributeError, RecursionError, fastavro.schema.SchemaParseException)


def parsed_schema(texts: Sequence[str], *, logical_types: bool = True) -> tuple[Any, str]:
    """What fastavro reads by, and the name of a type that is within itself, "" if none is.

    The schema is the last of the texts; the others are those that it refers to, each behind what it needs. Raises
    `InvalidOption` for what is no Avro schema, and for one by which a few bytes could take all memory: arrays whose
    items take no bytes, since they may be of any length, a type within itself without an end, and too many types.
    """
    names: dict[str, Any] = {}
    parsed = _parsed(texts, names, logical_types=logical_types)
    bounds = _Bounds(names)
    bounds.extent(parsed)
    return parsed, bounds.recursive


def bounded_schema(texts: Sequence[str], *, logical_types: bool = True) -> Any:
    """What fastavro reads values of any size by. Raises `InvalidOption` for a type within itself, too."""
    parsed, recursive = parsed_schema(texts, logical_types=logical_types)
    if recursive:
        raise InvalidOption(f"the Avro schema: {recursive} is within itself, to any depth")
    return parsed


def expanded_schema(texts: Sequence[str]) -> Any:
    """A bounded schema with definitions in the place of names. Raises `InvalidOption`."""
    return _parsed(texts, {}, expand=True)


def read_avro(data: bytes, writer: Any, reader: Any = None, what: str = "this schema") -> Any:
    """A value that was written by one schema, resolved to another if that is given. Raises `Malformed`."""
    file = io.BytesIO(data)
    try:
        value = fastavro.schemaless_reader(file, writer, reader)
    except Exception as exc:  # wrong bytes make anything happen inside
        raise Malformed(f"not Avro of {what}: {type(exc).__name__} {exc}".rstrip()) from exc
    if file.tell() < len(data):
        raise Malformed(f"{len(data) - file.tell()} bytes left over after Avro of {what}")
    return value


def _parsed(texts: Sequence[str], names: dict[str, Any], *, expand: bool = False, logical_types: bool = True) -> Any:
    parsed: Any = None
    try:
        for text in texts:
            raw = json.loads(text)
            plain = raw if logical_types else _without_logical_types(raw)
            parsed = fastavro.schema.parse_schema(plain, names, expand=expand)
    except _BAD_SCHEMA as exc:
        raise InvalidOption(f"no Avro schema: {type(exc).__name__}: {exc}") from exc
    return parsed


def _without_logical_types(schema: Any) -> Any:
    """The schema as it is written, which is all that reading takes."""
    if isinstance(schema, list):
        return [_without_logical_types(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: part if name in ("default", "doc", "symbols", "aliases") else _without_logical_types(part)
        for name, part in schema.items()
        if name != "logicalType"
    }


class _Extent(NamedTuple):
    """What is to be known of a type. `empty_if`: the types that must take no bytes for it to take none either."""

    types: int
    empty_if: frozenset[str] | None
    """None for a type that takes a byte at least, nothing in it for one that takes none."""


_A_BYTE, _NO_BYTE = _Extent(1, None), _Extent(1, frozenset())


class _Bounds:
    """Sees to it that a value of a few bytes takes bounded memory and comes to an end."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.recursive = ""
        self._names = names
        self._known: dict[str, _Extent] = {}
        self._inside: set[str] = set()

    def extent(self, schema: Any) -> _Extent:
        """How far a type goes. `schema`: as fastavro parses it. Raises `InvalidOption` for one without bounds."""
        if isinstance(schema, str):
            return self._named(schema) if schema in self._names else _NO_BYTE if schema == "null" else _A_BYTE
        if isinstance(schema, list):
            return self._sum(schema)._replace(empty_if=None)
        kind = schema["type"]
        if kind in ("record", "error"):
            return self._named(schema["name"])
        if kind == "array":
            return self._array(self.extent(schema["items"]))
        if kind == "map":
            return self.extent(schema["values"])._replace(empty_if=None)
        if kind == "fixed":
            return _A_BYTE if schema["size"] else _NO_BYTE
        return _A_BYTE if kind == "enum" else self.extent(kind)

    def _array(self, items: _Extent) -> _Extent:
        if items.empty_if == frozenset():
            raise InvalidOption("the Avro schema: an array of items that take no bytes may be of any length")
        return items._replace(empty_if=None)

    def _named(self, name: str) -> _Extent:
        if name in self._inside:
            self.recursive = name
            return _Extent(1, frozenset({name}))
        if name not in self._known:
            schema = self._names[name]
            self._inside.add(name)
            inner = [each["type"] for each in schema["fields"]] if "fields" in schema else None
            found = self.extent(schema) if inner is None else self._sum(inner)
            self._inside.discard(name)
            if found.empty_if is not None and name in found.empty_if:
                raise InvalidOption(f"the Avro schema: {name} is within itself without an end")
            self._known[name] = found
        return self._known[name]

    def _sum(self, schemas: list[Any]) -> _Extent:
        found = [self.extent(each) for each in schemas]
        types = 1 + sum(each.types for each in found)
        if types > _MOST_TYPES:
            raise InvalidOption(f"the Avro schema: there are more than {_MOST_TYPES} types in it")
        needed = [each.empty_if for each in found]
        empty_if = None if None in needed else frozenset[str]().union(*(each for each in needed if each is not None))
        return _Extent(types, empty_if)
