"""Protobuf behind the number of its schema, and the place of the message in that."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError as ProtobufError

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed, framed, read_message_indexes, split_frame, write_message_indexes
from kafkawire.serde.registry import Reference, Registered, Registry, bounded

__all__ = ["deserializer", "message_class", "serializer"]

_KIND = "PROTOBUF"
_WELL_KNOWN = "google/protobuf/"
_NEWEST = "default.proto"  # what the schema itself is called, which has no name of its own in a registry


def serializer(registry: Registry, subject: str, message: type[Any]) -> Callable[[Any], bytes]:
    """A serializer of a generated message, whose file is registered under the subject, and those that it imports.

    Raises `RegistryFailed`; the serializer raises `Malformed` for another message.
    """
    descriptor = message.DESCRIPTOR
    prefix = framed(_register(registry, subject, descriptor.file), write_message_indexes(_indexes(descriptor)))

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
    files = bounded(lambda number: _file(registry.by_number(number, _KIND)))

    def deserialize(data: bytes) -> Any:
        number, data = split_frame(data)
        indexes, data = read_message_indexes(data)
        cls = message or _at(files(number), indexes, number)
        try:
            return cls.FromString(data)
        except (ProtobufError, ValueError) as exc:
            raise Malformed(f"no {cls.DESCRIPTOR.full_name}: {exc}") from exc

    return deserialize


def message_class(registry: Registry, subject: str, name: str | None = None) -> tuple[type[Any], bytes]:
    """A message of the latest schema of a subject, the first if none is named, and the header of its values."""
    found = registry.latest(subject, _KIND)
    file = _file(found)
    if name is None:
        descriptor = _message_at(file.message_types_by_name.values(), 0, found.number)
    else:
        try:
            descriptor = file.pool.FindMessageTypeByName(name)
        except KeyError:
            raise InvalidOption(f"schema {found.number} of {subject!r} has no message {name!r}") from None
    header = framed(found.number, write_message_indexes(_indexes(descriptor)))
    return _class(descriptor), header


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


def _file(schema: Registered) -> Any:
    """The descriptor of a file of its own pool. Raises `InvalidOption` for what is none."""
    pool = descriptor_pool.DescriptorPool()
    try:
        for name, text in schema.references:
            _add(pool, _parsed(text), name)
        file = _parsed(schema.text)
        return _add(pool, file, file.name or _NEWEST)
    except (ProtobufError, TypeError, ValueError, KeyError, ImportError, binascii.Error) as exc:
        raise InvalidOption(f"schema {schema.number} is of no use: {type(exc).__name__}: {exc}") from exc


def _parsed(text: str) -> Any:
    return descriptor_pb2.FileDescriptorProto.FromString(base64.b64decode(text, validate=True))


def _add(pool: Any, file: Any, name: str) -> Any:
    for other in file.dependency:
        if other.startswith(_WELL_KNOWN):
            _add_well_known(pool, other)
    file.name = name
    pool.Add(file)
    return pool.FindFileByName(name)


def _add_well_known(pool: Any, name: str) -> None:
    stem = name.removeprefix(_WELL_KNOWN).removesuffix(".proto")
    known = import_module(f"google.protobuf.{stem.replace('/', '.')}_pb2").DESCRIPTOR
    copy = descriptor_pb2.FileDescriptorProto()
    known.CopyToProto(copy)
    pool.Add(copy)


def _indexes(descriptor: Any) -> list[int]:
    outer = descriptor.containing_type
    if outer is None:
        return [list(descriptor.file.message_types_by_name).index(descriptor.name)]
    return [*_indexes(outer), [each.name for each in outer.nested_types].index(descriptor.name)]


def _at(file: Any, indexes: list[int], number: int) -> type[Any]:
    descriptor = _message_at(file.message_types_by_name.values(), indexes[0], number)
    for index in indexes[1:]:
        descriptor = _message_at(descriptor.nested_types, index, number)
    return _class(descriptor)


def _message_at(messages: Iterable[Any], index: int, number: int) -> Any:
    there = list(messages)
    if not 0 <= index < len(there):
        raise Malformed(f"schema {number} has no message at place {index}")
    return there[index]
