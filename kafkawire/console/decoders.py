"""Keys and values as text: as they are, as JSON, in hex, by a schema, or as Kafka's own records."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import quote, unquote, urlsplit

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import KafkaWireError
from kafkawire.internal_records import INTERNAL, decode_internal
from kafkawire.serde.framing import Malformed, read_message_indexes, split_frame
from kafkawire.spark.values.options import Registry
from kafkawire.spark.values.registry import RegistryFailed, ask

__all__ = ["Decoding", "Format", "Shown", "indented"]

Format = Literal["auto", "text", "json", "hex", "avro", "protobuf", "json-schema", "registry"]
"""`registry`: whatever the schema is that the header names; `auto` too, where a registry is given."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_MOST_REFERENCES = 200
_MOST_TYPES = 100_000  # in an Avro schema; a few names, each twice within the next one, have no end of fields
_LARGEST_RECURSIVE = 4_096  # bytes of a value whose type is within itself; a level of depth takes one
_HEADER = 5
_WELL_KNOWN = re.compile(r"google/protobuf/([a-z_]+)\.proto\Z")


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
    _registry: Registry | None = field(default=None, init=False)
    _readers: dict[tuple[str, int], Reader | KafkaWireError] = field(default_factory=dict, init=False)
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
            return _plain(data)._replace(note=str(exc).removeprefix("option 'schemaRegistry': "))

    def _by(self, name: str, data: bytes) -> Shown:
        match name:
            case "text":
                return Shown("text", _text(data))
            case "hex":
                return Shown("hex", data.hex())
            case "json":
                return Shown("json", _checked_json(data))
            case "auto":
                framed = self._registry is not None and len(data) >= _HEADER and data[0] == 0
                return self._registered(data, "") if framed else _plain(data)
            case "registry":
                return self._registered(data, "")
            case "json-schema" if self._registry is None:
                number, body = split_frame(data)
                return Shown(f"json-schema {number}", _checked_json(body))
        if self._registry is not None:
            return self._registered(data, name)
        body = split_frame(data)[1] if self.framed else data
        return Shown(name, _as_json(self._reader(name, -1)(body)))

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
        assert self._registry is not None
        if self._down is not None and number not in {n for _, n in self._readers}:
            raise self._down  # to wait once is enough
        try:
            answer = _schema(self._registry, f"/schemas/ids/{number}")
        except RegistryFailed as exc:
            self._down = exc
            raise
        kind = str(answer.get("schemaType", "AVRO")).lower().replace("json", "json-schema")
        return kind, self._reader(kind, number, answer)

    def _reader(self, kind: str, number: int, answer: Mapping[str, Any] | None = None) -> Reader:
        """What reads values of a schema: that of the registry with this number, or the one that was given (-1)."""
        found = self._readers.get((kind, number))
        if found is None:
            try:
                found = self._made(kind, number, answer)
            except KafkaWireError as exc:
                found = exc
            self._readers[kind, number] = found
        if isinstance(found, KafkaWireError):
            raise Malformed(str(found))
        return found

    def _made(self, kind: str, number: int, answer: Mapping[str, Any] | None) -> Reader:
        if kind == "json-schema":
            return json_value
        registry = self._registry if answer is not None else None
        if answer is None and not self.schema:
            raise InvalidOption(f"{kind} needs a registry or a schema")
        if kind == "avro":
            texts = [self.schema] if answer is None else [text for _, text in _collected(registry, answer, "")]
            return _avro(texts)
        if kind == "protobuf":
            if answer is None:
                return _protobuf(_descriptor_set(self.schema), self.message, framed=self.framed)
            assert registry is not None
            whole = _schema(registry, f"/schemas/ids/{number}?format=serialized")
            return _protobuf(_descriptors(_collected(registry, whole, "?format=serialized")), "", framed=True)
        raise Malformed(f"schema {number} is of a kind that is not known: {kind}")


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
    if len(data) < _HEADER or data[0] != 0:
        return ""
    return f"a registry's header perhaps: schema {split_frame(data)[0]}"


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


# --- the registry -----------------------------------------------------------------------------------------------------


def _registry(text: str) -> Registry:
    try:
        parts = urlsplit(text.strip().rstrip("/"))
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_usable = False
    if not is_usable:
        raise InvalidOption("the registry must be a URL that begins with http:// or https://")
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return Registry(bare, unquote(parts.username) if parts.username else None, unquote(parts.password or ""))


_schemas: dict[tuple[Registry, str], dict[str, Any]] = {}
_MOST_SCHEMAS = 1_000


def _schema(registry: Registry, path: str) -> dict[str, Any]:
    """An answer of the registry, asked for once: a number never comes to mean another schema."""
    found = _schemas.get((registry, path))
    if found is None:
        found = ask(registry, path)
        if len(_schemas) >= _MOST_SCHEMAS:
            _schemas.clear()
        _schemas[registry, path] = found
    return found


def _collected(registry: Registry | None, answer: Mapping[str, Any], suffix: str) -> list[tuple[str, str]]:
    """The schemas that an answer needs, each behind those that it refers to: (name of the reference, text)."""
    found: dict[str, str] = {}
    _collect(registry, answer, suffix, found)
    text = answer.get("schema")
    if not isinstance(text, str):
        raise RegistryFailed("there is no schema in the registry's answer")
    return [*found.items(), ("", text)]


def _collect(registry: Registry | None, answer: Mapping[str, Any], suffix: str, found: dict[str, str]) -> None:
    for each in answer.get("references") or ():
        try:
            name, subject, version = str(each["name"]), quote(str(each["subject"]), safe=""), int(each["version"])
        except (TypeError, KeyError, ValueError) as exc:
            raise RegistryFailed("the registry gives a reference without place") from exc
        if name in found or registry is None:
            continue
        if len(found) >= _MOST_REFERENCES:
            raise RegistryFailed(f"a schema refers to more than {_MOST_REFERENCES} others")
        found[name] = ""  # met already, should it refer to itself
        inner = ask(registry, f"/subjects/{subject}/versions/{version}{suffix}")
        _collect(registry, inner, suffix, found)
        del found[name]  # behind what it needs
        found[name] = str(inner.get("schema"))


# --- Avro -------------------------------------------------------------------------------------------------------------


def _avro(texts: list[str]) -> Reader:
    """By the last of the schemas; the others are those that it refers to."""
    try:
        schema = import_module("fastavro.schema")
        schemaless_reader = import_module("fastavro").schemaless_reader
    except ImportError:
        raise InvalidOption("Avro needs fastavro, which is missing: pip install 'kafkawire[avro]'") from None
    names: dict[str, Any] = {}
    try:
        for text in texts:
            parsed = schema.parse_schema(json.loads(text), names)
        is_recursive = _AvroBounds(names).extent(parsed).is_recursive
    except KafkaWireError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, schema.SchemaParseException) as exc:
        raise InvalidOption(f"this is no Avro schema: {type(exc).__name__}: {exc}") from exc
    return partial(_read_avro, schemaless_reader, parsed, is_recursive)


def _read_avro(schemaless_reader: Any, schema: Any, is_recursive: bool, data: bytes) -> Any:
    if is_recursive and len(data) > _LARGEST_RECURSIVE:
        raise Malformed(f"{len(data)} bytes of a type that is within itself; {_LARGEST_RECURSIVE} are read at most")
    file = io.BytesIO(data)
    try:
        value = schemaless_reader(file, schema, None)
    except Exception as exc:  # wrong bytes make anything happen inside
        raise Malformed(f"not Avro of this schema: {type(exc).__name__} {exc}".rstrip()) from exc
    if file.tell() < len(data):
        raise Malformed(f"{len(data) - file.tell()} bytes left over after Avro of this schema")
    return value


class _Extent(NamedTuple):
    """What is to be known of a type. `empty_if`: the types that must take no bytes for it to take none either."""

    types: int
    is_recursive: bool
    empty_if: frozenset[str] | None
    """None for a type that takes a byte at least, nothing in it for one that takes none."""


_A_BYTE, _NO_BYTE = _Extent(1, False, None), _Extent(1, False, frozenset())


class _AvroBounds:
    """Sees to it that a value of a few bytes takes bounded memory and comes to an end."""

    def __init__(self, names: Mapping[str, Any]) -> None:
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
            return _Extent(1, True, frozenset({name}))
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
        return _Extent(types, any(each.is_recursive for each in found), empty_if)


# --- Protobuf ---------------------------------------------------------------------------------------------------------


def _protobuf_modules() -> Any:
    try:
        for name in ("descriptor_pb2", "descriptor_pool", "message_factory", "json_format", "message"):
            import_module(f"google.protobuf.{name}")
        return import_module("google.protobuf")
    except ImportError:
        raise InvalidOption("Protobuf needs protobuf, which is missing: pip install 'kafkawire[protobuf]'") from None


def _descriptor_set(text: str) -> list[Any]:
    """Of `protoc --include_imports -o FILE`, in base64."""
    protobuf = _protobuf_modules()
    try:
        return list(protobuf.descriptor_pb2.FileDescriptorSet.FromString(base64.b64decode(text, validate=True)).file)
    except (ValueError, protobuf.message.DecodeError) as exc:
        raise InvalidOption(f"this is no set of descriptors (protoc --include_imports -o FILE): {exc}") from exc


def _descriptors(texts: list[tuple[str, str]]) -> list[Any]:
    """Of the registry: each in base64, and under the name by which others refer to it."""
    protobuf = _protobuf_modules()
    files = []
    for name, text in texts:
        try:
            file = protobuf.descriptor_pb2.FileDescriptorProto.FromString(base64.b64decode(text, validate=True))
        except (ValueError, protobuf.message.DecodeError) as exc:
            raise RegistryFailed(f"the registry gives no compiled schema: {exc}") from exc
        file.name = name or file.name or "schema.proto"
        files.append(file)
    return files


def _protobuf(files: list[Any], message: str, *, framed: bool) -> Reader:
    """By a message of the last file: the one of that name, or the one that the bytes name if they are framed."""
    protobuf = _protobuf_modules()
    pool = protobuf.descriptor_pool.DescriptorPool()
    try:
        _add_well_known(pool, files)
        for file in files:
            pool.Add(file)
        last = pool.FindFileByName(files[-1].name)
        named = pool.FindMessageTypeByName(message) if message else None
    except (ImportError, KeyError, TypeError, IndexError) as exc:
        raise InvalidOption(f"the Protobuf schema is not whole, or has no message {message!r}: {exc}") from exc
    if named is None and not framed:
        raise InvalidOption("Protobuf without a registry's header needs the name of a message")

    def read(data: bytes) -> Any:
        descriptor: Any = named
        if framed:
            indexes, data = read_message_indexes(data)
            descriptor = named or _message_at(last, indexes)
        try:
            found = protobuf.message_factory.GetMessageClass(descriptor).FromString(data)
            return protobuf.json_format.MessageToDict(found, preserving_proto_field_name=True, descriptor_pool=pool)
        except (protobuf.message.DecodeError, protobuf.json_format.Error, ValueError, TypeError) as exc:
            raise Malformed(f"no {descriptor.full_name}: {exc}") from exc

    return read


def _add_well_known(pool: Any, files: list[Any]) -> None:
    """Google's own files, which a registry leaves out."""
    given = {file.name for file in files}
    wanted = dict.fromkeys(name for file in files for name in file.dependency if name not in given)
    for name in wanted:
        if found := _WELL_KNOWN.match(name):
            module = import_module(f"google.protobuf.{found[1]}_pb2")
            inner = module.DESCRIPTOR
            for file in (*inner.dependencies, inner):
                pool.AddSerializedFile(file.serialized_pb)


def _message_at(file: Any, indexes: list[int]) -> Any:
    messages = list(file.message_types_by_name.values())
    found = None
    for index in indexes:
        if not 0 <= index < len(messages):
            raise Malformed(f"the schema has no message {indexes}")
        found = messages[index]
        messages = list(found.nested_types)
    if found is None:
        raise Malformed("the header names no message")
    return found
