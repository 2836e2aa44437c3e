"""Between keys and values as an application has them, and the bytes that Kafka keeps: callables, given to a client.

None is no business of theirs: a record without key, or without value (a tombstone), has none on either side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import iscoroutinefunction
from typing import Any, TypeAlias, TypeVar

from kafkawire.client.errors import DeserializationFailed, InvalidOption, SerializationFailed
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import ValueOutOfRange
from kafkawire.records import Record

__all__ = [
    "DESERIALIZERS",
    "SERIALIZERS",
    "Deserializer",
    "Deserializers",
    "Serializer",
    "Serializers",
    "as_bytes",
    "make_deserializers",
    "make_serializers",
]

DESERIALIZERS = "key_deserializer", "value_deserializer"
SERIALIZERS = "key_serializer", "value_serializer"

T = TypeVar("T")

Serializer: TypeAlias = Callable[[T], bytes | None]
"""Makes the bytes of a key or value; None where the record is to have none."""
Deserializer: TypeAlias = Callable[[bytes], T]
"""Makes a key or value out of bytes."""


class Serializers:
    """The serializers of a producer; where there is none, bytes are given."""

    def __init__(self, key: Serializer[Any] | None, value: Serializer[Any] | None) -> None:
        self._key = key
        self._value = value

    def serialize(self, topic: str, key: Any, value: Any) -> tuple[Any, Any]:
        """Key and value as bytes. Raises `SerializationFailed`."""
        if key is not None and self._key is not None:
            key = _serialized(self._key, topic, "key", key)
        if value is not None and self._value is not None:
            value = _serialized(self._value, topic, "value", value)
        return key, value


def _serialized(serialize: Serializer[Any], topic: str, field: str, given: Any) -> bytes | None:
    try:
        return as_bytes(serialize(given))
    except Exception as exc:
        raise SerializationFailed(topic, field, exc) from exc


class Deserializers:
    """The deserializers of a consumer; where there is none, bytes stay bytes."""

    def __init__(self, key: Deserializer[Any] | None, value: Deserializer[Any] | None) -> None:
        self._key = key
        self._value = value

    def deserialize(self, tp: TopicPartition, record: Record[Any, Any]) -> None:
        """Put key and value in place of a record's bytes. Raises `DeserializationFailed`; then nothing is changed."""
        key, value = record.key, record.value
        if key is not None and self._key is not None:
            key = _deserialized(self._key, tp, record, "key", key)
        if value is not None and self._value is not None:
            value = _deserialized(self._value, tp, record, "value", value)
        record.key, record.value = key, value

    def deserialize_all(self, tp: TopicPartition, records: Sequence[Record[Any, Any]]) -> int:
        """Deserialize records in order, up to one that fails; how many. Raises if that is the first one."""
        for count, record in enumerate(records):
            try:
                self.deserialize(tp, record)
            except DeserializationFailed:
                if not count:
                    raise
                return count
        return len(records)


def _deserialized(deserialize: Deserializer[Any], tp: TopicPartition, record: Record, field: str, data: bytes) -> Any:
    try:
        return deserialize(data)
    except Exception as exc:
        raise DeserializationFailed(tp, record, field, exc) from exc


def make_serializers(key: Serializer[Any] | None, value: Serializer[Any] | None) -> Serializers | None:
    """None if neither is given. Raises `InvalidOption` for what cannot be called."""
    _check("key_serializer", key)
    _check("value_serializer", value)
    return None if key is None and value is None else Serializers(key, value)


def make_deserializers(key: Deserializer[Any] | None, value: Deserializer[Any] | None) -> Deserializers | None:
    """None if neither is given. Raises `InvalidOption` for what cannot be called."""
    _check("key_deserializer", key)
    _check("value_deserializer", value)
    return None if key is None and value is None else Deserializers(key, value)


def _check(name: str, given: object) -> None:
    if isinstance(given, str):
        raise InvalidOption(f"{name} must be a callable, not {given!r}: names of Java classes are for Java's clients")
    if given is not None and not callable(given):
        raise InvalidOption(f"{name} must be a callable, not {given!r}")
    if iscoroutinefunction(given):
        raise InvalidOption(f"{name} must be a plain function: records are appended, and handed out, without waiting")


def as_bytes(blob: object) -> bytes | None:
    """A key or value as it is from now on. Raises `ValueOutOfRange` for what is no buffer."""
    if blob is None or isinstance(blob, bytes | bytearray | memoryview):
        return None if blob is None else bytes(blob)
    raise ValueOutOfRange(f"a key or value must be bytes or None, not {type(blob).__name__}")
