"""Protobuf behind the number of its schema, and the place of the message in that."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError as ProtobufError

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed, framed, read_message_indexes, split_frame, write_message_indexes
from kafkawire.serde.registry import Reference, Registered, Registry, bounded

__all__ = [
    "deserializer",
    "file_of",
    "file_of_set",
    "indexes_of",
    "message_at",
    "message_class",
    "message_named",
    "parsed_message",
    "serializer",
]

_KIND = "PROTOBUF"
_WELL_KNOWN = "google/protobuf/"
_WELL_KNOWN_FILE = re.compile(rf"{_WELL_KNOWN}((?:compiler/)?[a-z_]+)\.proto\Z")  # a registry leaves them out
_BAD_SCHEMA = (ProtobufError, TypeError, ValueError, KeyError, IndexError, ImportError)
_NEWEST = "default.proto"  # what the schema itself is called, which has no name of its own in a registry


def serializer(registry: Registry, subject: str, message: type[Any]) -> Callable[[Any], bytes]:
    """A serializer of a generated message, whose file is registered under the subject, and those that it imports.

    Raises `RegistryFailed`; the serializer raises `Malformed` for another message.
    """
    descriptor = message.DESCRIPTOR
    prefix = framed(_register(registry, subject, descriptor.file), write_message_indexes(indexes_of(descriptor)))

    def serialize(value: Any) -> bytes:
        if not isinstance(value, message):
            raise Malformed(f"a {descriptor.full_name} is wanted, not {type(value).__name__}")
        return prefix + bytes(value.SerializeToString())

    return serialize


def deserializer(registry: Registry, message: type[Any] | None = None) -> Callable[[bytes], Any]:
    """A deserializer to a generated message; without one, to a message made of the schema that each value names.

    With `message` the registry is not asked at all: a newer schema has fields that it passes over. It raises
    `Malformed`, and else `UnknownSchema` or `RegistryFailed`.
    """
    files = bounded(lambda number: file_of(registry.by_number(number, _KIND)))

    def deserialize(data: bytes) -> Any:
        number, data = split_frame(data)
        indexes, data = read_message_indexes(data)
        return parsed_message(message or message_at(files(number), indexes), data)

    return deserialize


def message_class(registry: Registry, subject: str, name: str | None = None) -> tuple[type[Any], bytes]:
    """A message of the latest schema of a subject, the first if none is named, and the header of its values."""
    found = registry.latest(subject, _KIND)
    file = file_of(found)
    cls = message_at(file, [0]) if name is None else message_named(file, name)
    return cls, framed(found.number, write_message_indexes(indexes_of(cls.DESCRIPTOR)))


def _class(descriptor: Any) -> type[Any]:
    cls: type[Any] = message_factory.GetMessageClass(descriptor)
    return cls


def _register(registry: Registry, subject: str, file: Any) -> int:
    return registry.register(subject, _KIND, _text(file), _references(registry, file))


def _references(registry: Registry, file: Any) -> list[Reference]:
    """The files that one imports, registered under their names."""
    found = []
    for other in file.dependencies:
        if not other.name.startswith(_WELL_KNOWN):
            _register(registry, other.name, other)
            below = _references(registry, other)
            found.append((other.name, other.name, registry.version_of(other.name, _KIND, _text(other), below)))
    return found


def _text(file: Any) -> str:
    return base64.b64encode(file.serialized_pb).decode()


def file_of(schema: Registered) -> Any:
    """The descriptor of a schema of a registry, in a pool of its own. Raises `InvalidOption` for what is none."""
    try:
        files = [_named(_parsed(text), name) for name, text in schema.references]
        file = _parsed(schema.text)
        return _pooled([*files, _named(file, file.name or _NEWEST)])
    except _BAD_SCHEMA as exc:
        raise InvalidOption(f"schema {schema.number} is of no use: {type(exc).__name__}: {exc}") from exc


def file_of_set(text: str) -> Any:
    """The descriptor of the last file of `protoc --include_imports -o FILE`, in base64. Raises `InvalidOption`."""
    try:
        return _pooled(descriptor_pb2.FileDescriptorSet.FromString(base64.b64decode(text, validate=True)).file)
    except _BAD_SCHEMA as exc:
        raise InvalidOption(f"this is no set of descriptors (protoc --include_imports -o FILE): {exc}") from exc


def _parsed(text: str) -> Any:
    return descriptor_pb2.FileDescriptorProto.FromString(base64.b64decode(text, validate=True))


def _named(file: Any, name: str) -> Any:
    file.name = name
    return file


def _pooled(files: Sequence[Any]) -> Any:
    """The descriptor of the last file, with the others and those of Google's own that they import in its pool."""
    pool = descriptor_pool.DescriptorPool()
    given = {file.name for file in files}
    for name in dict.fromkeys(name for file in files for name in file.dependency if name not in given):
        if known := _WELL_KNOWN_FILE.match(name):
            _add_known(pool, import_module(f"google.protobuf.{known[1].replace('/', '.')}_pb2").DESCRIPTOR)
    for file in files:
        pool.Add(file)
    return pool.FindFileByName(files[-1].name)


def _add_known(pool: Any, file: Any) -> None:
    for other in file.dependencies:
        _add_known(pool, other)
    pool.AddSerializedFile(file.serialized_pb)


def indexes_of(descriptor: Any) -> list[int]:
    """Places of a message in its file, outermost first, as a header names it."""
    outer = descriptor.containing_type
    if outer is None:
        return [list(descriptor.file.message_types_by_name).index(descriptor.name)]
    return [*indexes_of(outer), [each.name for each in outer.nested_types].index(descriptor.name)]


def message_at(file: Any, indexes: list[int]) -> type[Any]:
    """The message that a header names by its places. Raises `Malformed`."""
    there = list(file.message_types_by_name.values())
    for index in indexes:
        if not 0 <= index < len(there):
            raise Malformed(f"the schema has no message {indexes}")
        descriptor = there[index]
        there = list(descriptor.nested_types)
    return _class(descriptor)


def message_named(file: Any, name: str) -> type[Any]:
    """A message of a file or of those that it imports. Raises `InvalidOption`."""
    try:
        return _class(file.pool.FindMessageTypeByName(name))
    except KeyError:
        raise InvalidOption(f"the schema has no message {name!r}") from None


def parsed_message(cls: type[Any], data: bytes) -> Any:
    """A message of bytes. Raises `Malformed`."""
    try:
        return cls.FromString(data)
    except (ProtobufError, ValueError) as exc:
        raise Malformed(f"no {cls.DESCRIPTOR.full_name}: {exc}") from exc
