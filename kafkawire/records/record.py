"""One record: what an application put into a log and gets out of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Generic, TypeAlias

from kafkawire.typevars import K_co, V_co

__all__ = ["Header", "Record", "TimestampType"]

Header: TypeAlias = tuple[str, bytes | None]
"""A record header: its name and its value. Names may repeat; their order is kept (KIP-82)."""

_SHOWN = 32  # bytes of a key or value that `repr` shows


class TimestampType(IntEnum):
    """Where the timestamps of a batch come from (KIP-32). The label is the one that Kafka's tools print."""

    NO_TIMESTAMP = -1
    """Message format 0 has none; its records say -1."""
    CREATE_TIME = 0
    """Each record carries the time its producer gave it."""
    LOG_APPEND_TIME = 1
    """All records carry the time when the broker appended the batch."""

    @property
    def label(self) -> str:
        """`NoTimestampType`, `CreateTime` or `LogAppendTime`."""
        return ("CreateTime", "LogAppendTime", "NoTimestampType")[self]


class Record(Generic[K_co, V_co]):
    """A record with its absolute offset and timestamp (milliseconds since the epoch, -1 for none).

    Mutable, without a dictionary; the class is written out rather than a dataclass because decoders fill its slots
    directly, by the million. `headers` is an empty tuple or a list of (name, value) pairs. Key and value are bytes,
    unless a consumer has deserialized them.
    """

    __slots__ = ("headers", "key", "offset", "timestamp", "value")

    offset: int
    timestamp: int
    key: K_co | None
    value: V_co | None
    headers: Sequence[Header]

    def __init__(
        self,
        offset: int = 0,
        timestamp: int = -1,
        key: K_co | None = None,
        value: V_co | None = None,
        headers: Sequence[Header] = (),
    ) -> None:
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        self.headers = headers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (
            self.offset == other.offset
            and self.timestamp == other.timestamp
            and self.key == other.key
            and self.value == other.value
            and list(self.headers) == list(other.headers)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return (
            f"Record(offset={self.offset}, timestamp={self.timestamp}, key={_short(self.key)}, "
            f"value={_short(self.value)}, headers=[{', '.join(f'({k!r}, {_short(v)})' for k, v in self.headers)}])"
        )


def _short(data: Any) -> str:
    """`repr` of the first bytes, and how many there are if that is not all."""
    if not isinstance(data, bytes | bytearray | memoryview) or len(data) <= _SHOWN:
        return repr(data)
    return f"{bytes(data[:_SHOWN])!r}...({len(data)} B)"
