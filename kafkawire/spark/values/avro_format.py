"""`avro`: values by one schema, or each by the schema that its header names, resolved to the one that the query has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.avro_schema import bounded_schema, expanded_schema, read_avro
from kafkawire.serde.framing import Malformed, split_frame
from kafkawire.serde.over_http import schema_by_number
from kafkawire.serde.registered import RegistryFailed, UnknownSchema
from kafkawire.spark.values.avro_schema import arrow_type
from kafkawire.spark.values.options import ColumnFormat

__all__ = ["AvroDecoder"]

_MOST_UNKNOWN = 100  # numbers without a schema that can be used; each costs a question


class AvroDecoder:
    """Values to what Arrow takes for `type`."""

    def __init__(self, options: ColumnFormat) -> None:
        what = f"option '{options.column}Schema'" if options.registry is None else f"the schema of the {options.column}"
        texts = json.loads(options.schema or "[]")
        self._reader = _bounded(texts, what)
        try:
            self.type, self._shape = arrow_type(expanded_schema(texts))
        except (InvalidOption, RecursionError) as exc:
            raise InvalidOption(f"{what}: {exc}") from exc
        self._options = options
        self._writers: dict[int, Any] = {}

    def decode(self, data: bytes) -> Any:
        """One value. Raises `Malformed`, or `RegistryFailed` if the registry is needed and does not answer."""
        writer, reader = self._reader, None
        if self._options.framed:
            number, data = split_frame(data)
            if self._options.registry is not None:
                writer, reader = self._writer(number), self._reader
        value = read_avro(data, writer, None if writer is reader else reader)
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
            texts = schema_by_number(self._options.registry, number, "AVRO").texts
            schema = _bounded(texts, f"schema {number}")
        except (UnknownSchema, InvalidOption) as exc:
            if sum(isinstance(each, Malformed) for each in self._writers.values()) >= _MOST_UNKNOWN:
                raise RegistryFailed(f"more than {_MOST_UNKNOWN} schemas are not there, or unusable: {exc}") from exc
            return Malformed(str(exc))
        return self._reader if schema == self._reader else schema


def _bounded(texts: Sequence[str], what: str) -> Any:
    """What fastavro reads by, which is without logical types: see `avro_schema`. Raises `InvalidOption`."""
    try:
        return bounded_schema(texts, logical_types=False)
    except InvalidOption as exc:
        raise InvalidOption(f"{what}: {exc}") from exc
