"""Where decoding meets the source: types before the query begins, columns while it runs."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import DecodeError, KafkaWireError, UnsupportedVersion
from kafkawire.internal_records import INTERNAL, decode_internal
from kafkawire.serde.framing import Malformed
from kafkawire.serde.over_http import latest_schema
from kafkawire.spark.columns import Converter, OnDamage, raise_damage
from kafkawire.spark.paths import open_file
from kafkawire.spark.schema import arrow_schema
from kafkawire.spark.values.ddl import to_ddl
from kafkawire.spark.values.options import ColumnFormat

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

__all__ = ["DecodingConverter", "decoded_schema", "ensure_same", "with_schemas"]

_ROWS = 10_000  # decoded at once: there is an object of Python for each value of each
_PACKAGES = {"avro": "fastavro", "protobuf": "google.protobuf"}
_DDL = re.compile(r"\w*|.*[\s<(].*", re.DOTALL)  # no path of a file: it has a dot or a slash, and no blanks
_KEPT = {"key": "malformedKey", "value": "malformedValue"}
_NOT_FOR_ARROW = (pa.ArrowException, ValueError, TypeError, OverflowError)

_log = logging.getLogger("kafkawire.spark")


class Decoder(Protocol):
    """One format with its schema."""

    type: Any

    def decode(self, data: bytes) -> Any: ...


# ------------------------------------------------------------------------------------------------------ on the driver


def with_schemas(formats: Sequence[ColumnFormat]) -> tuple[ColumnFormat, ...]:
    """The formats with the texts of files, and the latest schema of the registry where none is given.

    Raises `InvalidOption`, also for a package that is not installed, and `RegistryFailed`.
    """
    return tuple(_with_schemas(each) for each in formats)


def _with_schemas(given: ColumnFormat) -> ColumnFormat:
    _need_package(given)
    option = f"{given.column}Schema"
    match given.name:
        case "avro":
            if given.schema is not None:
                return replace(given, schema=json.dumps([_text(option, given.schema, '{["')]))
            assert given.registry is not None
            assert given.subject is not None
            found = latest_schema(given.registry, given.subject, "AVRO")
            return replace(given, schema=json.dumps(found.texts))
        case "json" if given.schema is not None and not _DDL.fullmatch(given.schema.strip()):
            return replace(given, schema=_text(option, given.schema, ""))
        case "protobuf":
            return replace(given, descriptors=_file("descriptorFile", given.descriptor_file or ""))
        case _:
            return given


def _need_package(given: ColumnFormat) -> None:
    package = _PACKAGES.get(given.name)
    try:
        is_there = package is None or find_spec(package) is not None
    except ModuleNotFoundError:  # a package within one that is not there
        is_there = False
    if not is_there:
        option = f"{given.column}Format={given.name}"
        raise InvalidOption(f"{option} needs {package}, which is missing: pip install 'kafkawire[{given.name}]'")


def _text(option: str, given: str, beginnings: str) -> str:
    """What was given if it begins like a schema, else what is in the file of this name."""
    if given.lstrip()[:1] in beginnings and given.strip():
        return given
    try:
        return _file(option, given.strip()).decode()
    except UnicodeDecodeError as exc:
        raise InvalidOption(f"option {option!r}: {given} is no text: {exc}") from exc


def _file(option: str, path: str) -> bytes:
    try:
        with open_file(path) as file:
            content: bytes = file.read()
    except OSError as exc:
        raise InvalidOption(f"option {option!r}: {exc}") from exc
    return content


def decoded_schema(columns: Sequence[str], formats: Sequence[ColumnFormat]) -> StructType:
    """The columns of formats with their schemas. Raises `InvalidOption` for a schema that has no types in Spark."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(_Columns(columns, formats).schema, prefer_timestamp_ntz=True)


def ensure_same(columns: Sequence[str], formats: Sequence[ColumnFormat], table: str) -> None:
    """Raise `InvalidOption` if a table, whose type is given, has other columns than formats with their schemas give."""
    found = to_ddl(pa.struct(list(_Columns(columns, formats).schema)))
    if found.replace("`", "") != table.replace("`", ""):
        raise InvalidOption(
            f"the schema of what is decoded has changed since load(), or another was given: now {found}"
        )


def _decoder(options: ColumnFormat) -> Decoder:
    _need_package(options)  # on an executor it may be missing all the same
    match options.name:
        case "avro":
            from kafkawire.spark.values.avro_format import AvroDecoder

            return AvroDecoder(options)
        case "json":
            from kafkawire.spark.values.json_format import JsonDecoder

            return JsonDecoder(options)
        case _:
            from kafkawire.spark.values.protobuf_format import ProtobufDecoder

            return ProtobufDecoder(options)


# ------------------------------------------------------------------------------------------------------- in executors


class _Columns:
    """Which columns come out, and what makes those that are decoded."""

    def __init__(self, columns: Sequence[str], formats: Sequence[ColumnFormat]) -> None:
        self.is_internal = any(each.name == "kafka-internal" for each in formats)
        self.decoders = {} if self.is_internal else {each.column: _decoder(each) for each in formats}
        self.decoders = {name: decoder for name, decoder in self.decoders.items() if name in columns}
        fields: list[Any] = []
        for plain in arrow_schema(tuple(columns)):
            fields += self._fields(plain)
        if any(each.on_malformed == "keep" for each in formats):
            fields += [pa.field("malformed", pa.string()), *(pa.field(name, pa.binary()) for name in _KEPT.values())]
        self.schema = pa.schema(fields)

    def _fields(self, plain: Any) -> list[Any]:
        if plain.name in self.decoders:
            return [pa.field(plain.name, self.decoders[plain.name].type)]
        if self.is_internal and plain.name in ("key", "value"):
            return [pa.field(plain.name, pa.string()), pa.field(f"{plain.name}Type", pa.string())]
        return [plain]


class DecodingConverter:
    """Does what `Converter` does, and decodes what the formats say."""

    def __init__(
        self, columns: Sequence[str], formats: Sequence[ColumnFormat], on_damage: OnDamage = raise_damage
    ) -> None:
        self._columns = _Columns(columns, formats)
        self._fails = any(each.on_malformed == "fail" for each in formats)
        needed = ("key", "value", "offset") if self._columns.is_internal else ("offset",)
        self._inner = Converter(tuple(dict.fromkeys([*columns, *needed])), on_damage)

    def arrow_batches(self, piece: FetchedRange) -> Iterator[pa.RecordBatch]:
        """The records of a fetched range. Raises `Malformed` with the place of a value that cannot be decoded."""
        for batch in self._inner.arrow_batches(piece):
            for start in range(0, batch.num_rows, _ROWS):
                yield _Rows(piece.tp, batch.slice(start, _ROWS), self._fails).decoded(self._columns)


class _Rows:
    """Some records on their way."""

    def __init__(self, tp: TopicPartition, batch: pa.RecordBatch, fails: bool) -> None:
        self._tp, self._batch, self._fails = tp, batch, fails
        self._malformed_rows: dict[int, dict[str, Any]] = {}
        self._nulls = 0
        self._first_null = ""

    def decoded(self, columns: _Columns) -> pa.RecordBatch:
        made = self._internal() if columns.is_internal else {}
        for name, decoder in columns.decoders.items():
            made[name] = self._column(name, decoder)
        if "malformed" in columns.schema.names:
            made |= self._kept()
        arrays = [made[name] if name in made else self._batch.column(name) for name in columns.schema.names]
        if self._nulls:
            _log.warning("%d malformed values became null, the first: %s", self._nulls, self._first_null)
        return pa.RecordBatch.from_arrays(arrays, schema=columns.schema)

    def _column(self, name: str, decoder: Decoder) -> pa.Array:
        rows = []
        for row, data in enumerate(self._batch.column(name).to_pylist()):
            try:
                rows.append(None if data is None else decoder.decode(data))
            except DecodeError as exc:
                rows.append(self._malformed(name, row, exc))
        try:
            return pa.array(rows, decoder.type)
        except _NOT_FOR_ARROW:  # one by one, to find the one at fault
            fitting = [self._fitting(name, row, value, decoder.type) for row, value in enumerate(rows)]
            return pa.array(fitting, decoder.type)

    def _fitting(self, name: str, row: int, value: Any, kind: Any) -> Any:
        try:
            pa.array([value], kind)
        except _NOT_FOR_ARROW as exc:
            return self._malformed(name, row, exc)
        return value

    def _malformed(self, name: str, row: int, error: Exception) -> Any:
        """Raise, or count and give a null: what `onMalformed` chooses."""
        where = f"{self._tp}, offset {self._batch.column('offset')[row].as_py()}: the {name} is malformed: {error}"
        if self._fails:
            raise Malformed(f"{where}; onMalformed=null makes it a null") from error
        kept = self._malformed_rows.setdefault(row, {"malformed": where})
        for part in ("key", "value") if name == "record" else (name,):
            kept[_KEPT[part]] = self._batch.column(part)[row].as_py()
        self._nulls += 1
        self._first_null = self._first_null or where
        return None

    def _kept(self) -> dict[str, Any]:
        """What could not be decoded, as it came, and why; null for all other records."""
        rows = [self._malformed_rows.get(row, {}) for row in range(self._batch.num_rows)]
        kinds = {"malformed": pa.string(), **dict.fromkeys(_KEPT.values(), pa.binary())}
        return {name: pa.array([row.get(name) for row in rows], kind) for name, kind in kinds.items()}

    def _internal(self) -> dict[str, Any]:
        """Keys and values of a topic of Kafka's own, with the names of their messages."""
        keys, values = (self._batch.column(name).to_pylist() for name in ("key", "value"))
        rows = [self._internal_row(row, *pair) for row, pair in enumerate(zip(keys, values, strict=True))]
        names = ("key", "keyType", "value", "valueType")
        return {name: pa.array([row.get(name) for row in rows], pa.string()) for name in names}

    def _internal_row(self, row: int, key: bytes | None, value: bytes | None) -> dict[str, str]:
        try:
            return _internal(self._tp.topic, key, value)
        except KafkaWireError as exc:
            self._malformed("record", row, exc)
            return {}


def _internal(topic: str, key: bytes | None, value: bytes | None) -> dict[str, str]:
    if topic not in INTERNAL:
        raise UnsupportedVersion(f"{topic} is none of Kafka's own topics")
    found = decode_internal(topic, key, value)
    made: dict[str, str] = {}
    if "key" in found:
        made |= {"key": json.dumps(found["key"]), "keyType": f"{found['type']}Key"}
    if found.get("value") is not None:
        kind = f"{found['type']}Value" if "key" in found else found["type"]
        made |= {"value": json.dumps(found["value"]), "valueType": kind}
    return made
