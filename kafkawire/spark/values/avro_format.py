"""`avro`: values by one schema, or each by the schema that its header names, resolved to the one that the query has."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any, TypeVar

import fastavro
import fastavro.schema

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.avro_bounds import ensure_bounded, without_logical_types
from kafkawire.serde.framing import Malformed, split_frame
from kafkawire.spark.values.avro_schema import arrow_type
from kafkawire.spark.values.options import ColumnFormat
from kafkawire.spark.values.registry import RegisteredSchema, RegistryFailed, UnknownSchema, schema_by_id

__all__ = ["AvroDecoder"]

_MOST_UNKNOWN = 100  # numbers without a schema that can be used; each costs a question
T = TypeVar("T")

_BAD_SCHEMA = (ValueError, KeyError, TypeError, AttributeError, RecursionError, fastavro.schema.SchemaParseException)


class AvroDecoder:
    """Values to what Arrow takes for `type`."""

    def __init__(self, options: ColumnFormat) -> None:
        what = f"option '{options.column}Schema'" if options.registry is None else f"the schema of the {options.column}"
        text, *references = json.loads(options.schema or "[]")
        self._reader, (self.type, self._shape) = _compiled(RegisteredSchema(text, tuple(references)), what, arrow_type)
        self._options = options
        self._writers: dict[int, Any] = {}

    def decode(self, data: bytes) -> Any:
        """One value. Raises `Malformed`, or `RegistryFailed` if the registry is needed and does not answer."""
        writer, reader = self._reader, None
        if self._options.framed:
            number, data = split_frame(data)
            if self._options.registry is not None:
                writer, reader = self._writer(number), self._reader
        file = io.BytesIO(data)
        try:
            value = fastavro.schemaless_reader(file, writer, None if writer is reader else reader)
        except Exception as exc:  # wrong bytes make anything happen inside
            raise Malformed(f"not Avro of this schema: {type(exc).__name__} {exc}".rstrip()) from exc
        if file.tell() < len(data):
            raise Malformed(f"{len(data) - file.tell()} bytes left over after Avro of this schema")
        return value if value is None or self._shape is None else self._shape(value)

    def _writer(self, number: int) -> Any:
        found = self._writers.get(number)
        if found is None:
            found = self._writers[number] = self._fetched(number)
        if isinstance(found, Malformed):
            raise Malformed(str(found))
        return found

    def _fetched(self, number: int) -> Any:
        assert self._options.registry is not None
        try:
            schema, _ = _compiled(schema_by_id(self._options.registry, number), f"schema {number}", lambda _: None)
        except (UnknownSchema, InvalidOption) as exc:
            if sum(isinstance(each, Malformed) for each in self._writers.values()) >= _MOST_UNKNOWN:
                raise RegistryFailed(f"more than {_MOST_UNKNOWN} schemas are not there, or unusable: {exc}") from exc
            return Malformed(str(exc))
        return self._reader if schema == self._reader else schema


def _compiled(schema: RegisteredSchema, what: str, look: Callable[[Any], T]) -> tuple[Any, T]:
    """What fastavro reads by, and what `look` makes of the schema. Raises `InvalidOption`."""
    try:
        expanded = _parsed(schema, expand=True)
        ensure_bounded(expanded)
        return _parsed(schema, expand=False), look(expanded)
    except InvalidOption as exc:
        raise InvalidOption(f"{what}: {exc}") from exc
    except _BAD_SCHEMA as exc:
        raise InvalidOption(f"{what} is no Avro schema: {type(exc).__name__}: {exc}") from exc


def _parsed(schema: RegisteredSchema, *, expand: bool) -> Any:
    """By fastavro; `expand`: with definitions in the place of names, and what they mean beside how they are written."""
    names: dict[str, Any] = {}
    parsed: Any = None
    for text in (*schema.references, schema.text):
        raw = json.loads(text)
        plain = raw if expand else without_logical_types(raw)
        parsed = fastavro.schema.parse_schema(plain, names, expand=expand)
    return parsed
