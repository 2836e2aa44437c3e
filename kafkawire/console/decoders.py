"""Keys and values as text: as they are, as JSON, in hex, by a schema, or as Kafka's own records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import unquote

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import KafkaWireError
from kafkawire.internal_records import INTERNAL, decode_internal
from kafkawire.serde.framing import Malformed, is_framed, read_message_indexes, split_frame
from kafkawire.serde.over_http import RegistryAddress, schema_by_number, split_url
from kafkawire.serde.registered import Registered, RegistryFailed, UnknownSchema

__all__ = ["Decoding", "Format", "Shown", "indented"]

Format = Literal["auto", "text", "json", "hex", "avro", "protobuf", "json-schema", "registry"]
"""`registry`: whatever the schema is that the header names; `auto` too, where a registry is given."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class Shown(NamedTuple):
    """A key or value for reading. `kind` is how it was read, `note` what else there is to say of it."""

    kind: str
    text: str
    note: str = ""


Reader = Callable[[bytes], Any]
"""Bytes to a value for JSON. Raises `KafkaWireError`."""


@dataclass(slots=True, kw_only=True)
class Decoding:
    """How the keys and values of a topic are shown. Raises `InvalidOption`.

    `schema` is the text of an Avro schema, or the base64 of compiled Protobuf descriptors, where there is no registry;
    `message` names the Protobuf message, `framed` says whether values have a registry's header all the same.
    """

    topic: str
    key: str = "auto"
    value: str = "auto"
    registry: str = ""
    schema: str = ""
    message: str = ""
    framed: bool = False
    _registry: RegistryAddress | None = field(default=None, init=False)
    _given_readers: dict[str, Reader] = field(default_factory=dict, init=False)
    _registered_readers: dict[int, tuple[str, Reader] | UnknownSchema] = field(default_factory=dict, init=False)
    _down: RegistryFailed | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        for name in (self.key, self.value):
            if name not in get_args(Format):
                raise InvalidOption(f"decoder {name!r} is none of {', '.join(get_args(Format))}")
        self._registry = _registry(self.registry) if self.registry else None

    def shown(self, key: bytes | None, value: bytes | None) -> tuple[Shown | None, Shown | None]:
        """Key and value; None for those that are not there."""
        if self.topic in INTERNAL and "auto" in (self.key, self.value):
            try:
                return _internal(decode_internal(self.topic, key, value))
            except KafkaWireError as exc:  # a log may be newer than we are
                return tuple(None if x is None else Shown("hex", x.hex(), str(exc)) for x in (key, value))  # type: ignore[return-value]
        return self._one(self.key, key), self._one(self.value, value)

    def _one(self, name: str, data: bytes | None) -> Shown | None:
        if data is None:
            return None
        try:
            return self._by(name, data)
        except KafkaWireError as exc:
            return _plain(data)._replace(note=str(exc))

    def _by(self, name: str, data: bytes) -> Shown:
        match name:
            case "text":
                return Shown("text", _text(data))
            case "hex":
                return Shown("hex", data.hex())
            case "json":
                return Shown("json", _checked_json(data))
            case "auto":
                by_header = self._registry is not None and is_framed(data)
                return self._registered(data, "") if by_header else _plain(data)
            case "registry":
                return self._registered(data, "")
            case "json-schema" if self._registry is None:
                number, body = split_frame(data)
                return Shown(f"json-schema {number}", _checked_json(body))
        if self._registry is not None:
            return self._registered(data, name)
        body = split_frame(data)[1] if self.framed else data
        return Shown(name, _as_json(self._given(name)(body)))

    def _registered(self, data: bytes, wanted: str) -> Shown:
        """By the schema that the header names, which is to be of the `wanted` kind if any is."""
        if self._registry is None:
            raise InvalidOption("there is no registry to ask for schemas")
        number, body = split_frame(data)
        kind, reader = self._by_number(number)
        if wanted not in ("", kind):
            raise Malformed(f"schema {number} is of the kind {kind}, not {wanted}")
        return Shown(f"{kind} {number}", _as_json(reader(body)))

    def _by_number(self, number: int) -> tuple[str, Reader]:
        """The kind of a schema of the registry, and what reads values of it."""
        assert self._registry is not None
        if number not in self._registered_readers:
            if self._down is not None:
                raise self._down  # to wait once is enough
            try:
                self._registered_readers[number] = _kind_and_reader(schema_by_number(self._registry, number))
            except UnknownSchema as exc:
                self._registered_readers[number] = exc
            except RegistryFailed as exc:
                self._down = exc
                raise
        found = self._registered_readers[number]
        if isinstance(found, UnknownSchema):
            raise found
        return found

    def _given(self, kind: str) -> Reader:
        """What reads values of the schema that was given."""
        if kind not in self._given_readers:
            self._given_readers[kind] = _reader_or_refusal(partial(self._given_reader, kind))
        return self._given_readers[kind]

    def _given_reader(self, kind: str) -> Reader:
        if not self.schema:
            raise InvalidOption(f"{kind} needs a registry or a schema")
        if kind == "avro":
            return _avro([self.schema])
        protobuf = _protobuf_module()
        return _protobuf(protobuf.file_of_set(self.schema), self.message, framed=self.framed)


def _reader_or_refusal(make: Callable[[], Reader]) -> Reader:
    """A reader, or one that refuses each value for what is wrong with the schema."""
    try:
        return make()
    except KafkaWireError as exc:
        why = str(exc)

    def refuse(_: bytes) -> Any:
        raise Malformed(why)

    return refuse


def _kind_and_reader(schema: Registered) -> tuple[str, Reader]:
    kind = schema.kind.lower().replace("json", "json-schema")
    return kind, _reader_or_refusal(partial(_reader, kind, schema))


def _reader(kind: str, schema: Registered) -> Reader:
    """What reads values behind the header by a schema of a registry."""
    match kind:
        case "json-schema":
            return json_value
        case "avro":
            return _avro(schema.texts)
        case "protobuf":
            return _protobuf(_protobuf_module().file_of(schema), "", framed=True)
    raise Malformed(f"schema {schema.number} is of a kind that is not known: {kind}")


# --- plain ------------------------------------------------------------------------------------------------------------


def _plain(data: bytes) -> Shown:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return Shown("hex", data.hex(), _hint(data))
    if _CONTROL.search(text):
        return Shown("hex", data.hex(), _hint(data))
    if text.lstrip()[:1] in ("{", "["):
        try:
            return Shown("json", _checked_json(data))
        except Malformed:
            return Shown("text", text)
    return Shown("text", text)


def _hint(data: bytes) -> str:
    return f"a registry's header perhaps: schema {split_frame(data)[0]}" if is_framed(data) else ""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def json_value(data: bytes) -> Any:
    """What JSON says. Raises `Malformed`."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise Malformed(f"not JSON: {exc}") from exc


def _checked_json(data: bytes) -> str:
    """The text as it is, numbers and order included."""
    json_value(data)
    return _text(data)


def _as_json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_other)
    except (ValueError, RecursionError) as exc:
        raise Malformed(f"nested too deeply: {exc}") from exc


def _other(value: Any) -> str:
    return "0x" + value.hex() if isinstance(value, bytes) else str(value)


def indented(text: str, most: int = 1_000_000) -> str:
    """JSON on lines of its own, every number and text as it was written; as it is if that takes too much room."""
    out: list[str] = []
    depth = size = 0
    parts = _PARTS.findall(text)
    for place, part in enumerate(parts):
        depth -= part in "}]"
        if part in "}]" and parts[place - 1] not in "{[":
            out.append("\n" + "  " * depth)
        out.append(part)
        size += len(part) + 2 * depth
        if size > most:
            return text
        depth += part in "{["
        if part == ":":
            out.append(" ")
        elif part == "," or (part in "{[" and parts[place + 1] not in "}]"):
            out.append("\n" + "  " * depth)
    return "".join(out)


def _internal(found: Mapping[str, Any]) -> tuple[Shown | None, Shown | None]:
    kind = str(found["type"])
    value = found.get("value")
    key = Shown(f"{kind} key", _as_json(found["key"])) if "key" in found else None
    version = f" v{found['version']}" if "version" in found else ""
    return key, None if value is None else Shown(f"{kind}{version}", _as_json(value))


# --- by a schema ------------------------------------------------------------------------------------------------------


def _registry(text: str) -> RegistryAddress:
    parts = split_url("the registry", text.strip().rstrip("/"))
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return RegistryAddress(bare, unquote(parts.username) if parts.username else None, unquote(parts.password or ""))


def _avro(texts: list[str]) -> Reader:
    """By the last of the schemas; the others are those that it refers to."""
    try:
        from kafkawire.serde.avro_schema import LARGEST_RECURSIVE, parsed_schema, read_avro
    except ImportError:
        raise InvalidOption("Avro needs fastavro, which is missing: pip install 'kafkawire[avro]'") from None
    parsed, recursive = parsed_schema(texts)

    def read(data: bytes) -> Any:
        if recursive and len(data) > LARGEST_RECURSIVE:
            raise Malformed(f"{len(data)} bytes of a type that is within itself; {LARGEST_RECURSIVE} are read at most")
        return read_avro(data, parsed)

    return read


def _protobuf_module() -> Any:
    try:
        from kafkawire.serde import protobuf
    except ImportError:
        raise InvalidOption("Protobuf needs protobuf, which is missing: pip install 'kafkawire[protobuf]'") from None
    return protobuf


def _protobuf(file: Any, message: str, *, framed: bool) -> Reader:
    """By a message of this file: the one of that name, or the one that the bytes name if they are framed."""
    from google.protobuf import json_format

    protobuf = _protobuf_module()
    if not message and not framed:
        raise InvalidOption("Protobuf without a registry's header needs the name of a message")
    named = protobuf.message_named(file, message) if message else None

    def read(data: bytes) -> Any:
        indexes = [0]
        if framed:
            indexes, data = read_message_indexes(data)
        cls = named or protobuf.message_at(file, indexes)
        try:
            found = protobuf.parsed_message(cls, data)
            return json_format.MessageToDict(found, preserving_proto_field_name=True, descriptor_pool=file.pool)
        except (json_format.Error, ValueError, TypeError) as exc:
            raise Malformed(f"no {cls.DESCRIPTOR.full_name}: {exc}") from exc

    return read
