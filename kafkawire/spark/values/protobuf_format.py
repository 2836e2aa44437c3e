"""`protobuf`: values by a message of a compiled descriptor file (`protoc --include_imports -o FILE`)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pyarrow as pa
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError as ProtobufError

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed, read_message_indexes, split_frame
from kafkawire.serde.protobuf import indexes_of
from kafkawire.spark.values.ddl import list_of
from kafkawire.spark.values.options import ColumnFormat

__all__ = ["ProtobufDecoder"]

Shape = Callable[[Any], Any]

_TIMESTAMP = "google.protobuf.Timestamp"


class ProtobufDecoder:
    """Values to what Arrow takes for `type`."""

    def __init__(self, options: ColumnFormat) -> None:
        descriptor = _descriptor(options)
        self.type, self._shape = _message(descriptor, ())
        self._class = message_factory.GetMessageClass(descriptor)
        self._framed = options.framed
        self._indexes = indexes_of(descriptor)
        self._name = options.message_name

    def decode(self, data: bytes) -> Any:
        """One value. Raises `DecodeError`, mostly `Malformed`."""
        if self._framed:
            indexes, data = read_message_indexes(split_frame(data)[1])
            if indexes != self._indexes:
                raise Malformed(f"message {indexes} of its file, where {self._name} is {self._indexes}")
        try:
            return self._shape(self._class.FromString(data))
        except (ProtobufError, ValueError) as exc:  # text that is not UTF-8 shows up when it is looked at
            raise Malformed(f"no {self._name}: {exc}") from exc


def _descriptor(options: ColumnFormat) -> Any:
    where = f"option 'descriptorFile': {options.descriptor_file}"
    pool = descriptor_pool.DescriptorPool()
    try:
        for file in descriptor_pb2.FileDescriptorSet.FromString(options.descriptors).file:
            pool.Add(file)
    except (ProtobufError, TypeError) as exc:
        how = "protoc --include_imports -o FILE"
        raise InvalidOption(f"{where} is no whole set of descriptors ({how}): {exc}") from exc
    option = "messageName" if options.column == "value" else "keyMessageName"
    try:
        return pool.FindMessageTypeByName(options.message_name)
    except KeyError:
        raise InvalidOption(f"option {option!r}: {options.message_name} is not in {options.descriptor_file}") from None


def _message(descriptor: Any, around: tuple[str, ...]) -> tuple[Any, Shape]:
    if descriptor.full_name == _TIMESTAMP:
        return pa.timestamp("us", tz="UTC"), _microseconds
    if descriptor.full_name in around:
        raise InvalidOption(f"option 'messageName': {descriptor.full_name} is within itself; Spark has no such types")
    around = (*around, descriptor.full_name)
    parts = [(field.name, *_field(field, around)) for field in descriptor.fields]
    getters = [(name, shape) for name, _, shape in parts]

    def shape_message(message: Any) -> dict[str, Any]:
        return {name: shape(message) for name, shape in getters}

    return pa.struct([pa.field(name, kind) for name, kind, _ in parts]), shape_message


def _microseconds(stamp: Any) -> int:
    found: int = stamp.seconds * 1_000_000 + stamp.nanos // 1000
    return found


def _field(field: Any, around: tuple[str, ...]) -> tuple[Any, Shape]:
    """The type of a field, and what takes it out of its message."""
    name = field.name
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return _map(field, around)
    kind, shape = _single(field, around)
    if _is_repeated(field):
        if shape is None:
            return list_of(kind), lambda message: list(getattr(message, name))
        return list_of(kind), lambda message: [shape(item) for item in getattr(message, name)]
    taken = shape or _same
    if field.has_presence:
        return kind, lambda message: taken(getattr(message, name)) if message.HasField(name) else None
    return kind, lambda message: taken(getattr(message, name))


def _is_repeated(field: Any) -> bool:
    found = getattr(field, "is_repeated", None)  # came when `label` was deprecated, with protobuf 6
    return bool(field.label == field.LABEL_REPEATED if found is None else found)


def _map(field: Any, around: tuple[str, ...]) -> tuple[Any, Shape]:
    name, parts = field.name, field.message_type.fields_by_name
    key_type, key_shape = _single(parts["key"], around)
    kind, shape = _single(parts["value"], around)
    key_shape, shape = key_shape or _same, shape or _same

    def entries(message: Any) -> list[tuple[Any, Any]]:
        found = getattr(message, name)
        return [(key_shape(key), shape(found[key])) for key in found]

    return pa.map_(key_type, kind), entries


def _names(enum: Any) -> Shape:
    """A number that a newer schema may have stays a number."""
    names = {number: value.name for number, value in enum.values_by_number.items()}
    return lambda number: names.get(number, str(number))


def _same(value: Any) -> Any:
    return value


def _single(field: Any, around: tuple[str, ...]) -> tuple[Any, Shape | None]:
    if field.message_type is not None:
        return _message(field.message_type, around)
    if field.enum_type is not None:
        return pa.string(), _names(field.enum_type)
    if field.cpp_type == field.CPPTYPE_STRING:
        return (pa.binary() if field.type == field.TYPE_BYTES else pa.string()), None
    if field.cpp_type == field.CPPTYPE_UINT64:
        return pa.decimal128(20, 0), Decimal
    kinds = {
        field.CPPTYPE_INT32: pa.int32(),
        field.CPPTYPE_UINT32: pa.int64(),
        field.CPPTYPE_INT64: pa.int64(),
        field.CPPTYPE_FLOAT: pa.float32(),
        field.CPPTYPE_DOUBLE: pa.float64(),
        field.CPPTYPE_BOOL: pa.bool_(),
    }
    return kinds[field.cpp_type], None
