"""Control records: what brokers and controllers write into logs for each other (KIP-98, KIP-595, KIP-853).

They come in batches whose `is_control` is set. The key is int16 version and int16 type. The value depends on the type;
the numbers 0 and 1 end a transaction and are handled here, the rest are messages with a schema.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from kafkawire.errors import CorruptBatch, Truncated
from kafkawire.records.record import Record

if TYPE_CHECKING:
    from kafkawire.messages import (
        KRaftVersionRecord,
        LeaderChangeMessage,
        SnapshotFooterRecord,
        SnapshotHeaderRecord,
        VotersRecord,
    )

__all__ = [
    "ControlRecord",
    "ControlRecordType",
    "EndTxnMarker",
    "control_key",
    "decode_control_record",
    "read_control_record",
]

_KEY = struct.Struct(">hh")
_MARKER = struct.Struct(">hi")
_VERSION = struct.Struct(">h")


class ControlRecordType(IntEnum):
    """What a control record says. Numbers that are not here are for newer readers, to be skipped."""

    ABORT = 0
    COMMIT = 1
    LEADER_CHANGE = 2
    SNAPSHOT_HEADER = 3
    SNAPSHOT_FOOTER = 4
    KRAFT_VERSION = 5
    KRAFT_VOTERS = 6
    UNKNOWN = -1


_MESSAGES = {
    ControlRecordType.LEADER_CHANGE: "LeaderChangeMessage",
    ControlRecordType.SNAPSHOT_HEADER: "SnapshotHeaderRecord",
    ControlRecordType.SNAPSHOT_FOOTER: "SnapshotFooterRecord",
    ControlRecordType.KRAFT_VERSION: "KRaftVersionRecord",
    ControlRecordType.KRAFT_VOTERS: "VotersRecord",
}


@dataclass(slots=True)
class ControlRecord:
    """A control record with its key taken apart and its value left alone."""

    type: ControlRecordType
    type_number: int
    """The number in the key, also where `type` is UNKNOWN."""
    version: int
    """Version of the key."""
    value: bytes | None


@dataclass(slots=True)
class EndTxnMarker:
    """The end of a transaction on this partition: committed or aborted."""

    type: ControlRecordType
    coordinator_epoch: int
    version: int = 0

    def key(self) -> bytes:
        """The control record's key."""
        return control_key(self.type)

    def value(self) -> bytes:
        """The control record's value."""
        return _MARKER.pack(self.version, self.coordinator_epoch)


if TYPE_CHECKING:
    ControlValue: TypeAlias = (
        EndTxnMarker
        | LeaderChangeMessage
        | SnapshotHeaderRecord
        | SnapshotFooterRecord
        | KRaftVersionRecord
        | VotersRecord
    )


def control_key(kind: ControlRecordType) -> bytes:
    """The key of a control record of that type, as every release writes it: version 0."""
    return _KEY.pack(0, kind)


def read_control_record(record: Record) -> ControlRecord:
    """Take the key of a control record apart.

    Raises `CorruptBatch` for a null key or a negative version and `Truncated` for a short one. A higher version may
    have more in its key and is read all the same.
    """
    key = record.key
    if key is None:
        raise CorruptBatch(f"the control record at offset {record.offset} has no key")
    if len(key) < _KEY.size:
        raise Truncated(f"the key of the control record at offset {record.offset} has {len(key)} bytes")
    version, number = _KEY.unpack_from(key)
    if version < 0:
        raise CorruptBatch(f"the control record at offset {record.offset} has version {version}")
    known = ControlRecordType(number) if 0 <= number <= ControlRecordType.KRAFT_VOTERS else ControlRecordType.UNKNOWN
    return ControlRecord(known, number, version, record.value)


def decode_control_record(record: Record) -> ControlValue | None:
    """Decode the value of a control record: an `EndTxnMarker` or the message of its type; None for unknown types.

    Raises `CorruptBatch`, `Truncated`, and what the message's `decode` raises.
    """
    control = read_control_record(record)
    if control.type == ControlRecordType.UNKNOWN:
        return None
    value = control.value
    if value is None:
        raise CorruptBatch(f"the control record at offset {record.offset} has no value")
    needed = _MARKER.size if control.type <= ControlRecordType.COMMIT else _VERSION.size
    if len(value) < needed:
        raise Truncated(f"the value of the control record at offset {record.offset} has {len(value)} bytes")
    (version,) = _VERSION.unpack_from(value)
    if version < 0:
        raise CorruptBatch(f"the control record at offset {record.offset} has a value of version {version}")
    if control.type <= ControlRecordType.COMMIT:  # a newer version is read as version 0, as Apache Kafka does
        return EndTxnMarker(control.type, _MARKER.unpack_from(value)[1], version)
    from kafkawire import messages  # the one way from records to messages, and only when such a record is met

    decoded: ControlValue = getattr(messages, _MESSAGES[control.type]).decode(value, version)
    return decoded
