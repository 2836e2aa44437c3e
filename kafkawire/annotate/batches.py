"""The pieces of record batches: the 61 bytes of a header, messages of the old formats, and their records.

Compressed records get a section of their own, whose offsets count in the decompressed bytes. What is wrong with a batch
is said by `kafkawire.records`; here the fields are only followed, as far as that goes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from kafkawire.annotate.batch_json import codec_label
from kafkawire.annotate.sections import Piece, Section
from kafkawire.compression import decompress
from kafkawire.errors import DecodeError, KafkaWireError, Truncated
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records import LegacyBatch, RecordBatch, read_batches
from kafkawire.records.header import (
    FIELDS,
    KEY_AT,
    MESSAGE_FIELDS,
    TIMESTAMP_AT,
    TIMESTAMP_FIELD,
    TYPE_CODES,
    unpack_timestamp,
)
from kafkawire.varint import read_varint, read_varlong

__all__ = ["batch_sections"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def batch_sections(data: bytes, *, check_crc: bool = True) -> Iterator[Section]:
    """A section for each batch, followed by one for its records if they are compressed."""
    reader = read_batches(data, check_crc=check_crc)
    try:
        for number, batch in enumerate(reader):
            yield from _sections(data, batch, f"batch[{number}]")
    except KafkaWireError as exc:
        yield Section(data, f"no batch at {reader.position}", error=exc, start=reader.position)
    if reader.partial_bytes:
        note = "a batch that is cut short, as is usual at the end of a fetch"
        piece = Piece(reader.position, len(data), "partial", "bytes", note=note)
        yield Section(data, f"end at {reader.position}", [piece], start=reader.position)


def _sections(data: bytes, batch: RecordBatch | LegacyBatch, path: str) -> Iterator[Section]:
    start, stop = batch.position, batch.position + batch.size_in_bytes
    section = Section(data, f"{path}: {stop - start} bytes at {start}", start=start, stop=stop)
    walk = _Walk(section, start, f"{path}.")
    packed = _new(walk, batch, stop) if isinstance(batch, RecordBatch) else _old(walk, batch, stop)
    inner = _decompressed(batch, packed, path) if packed else None
    try:
        batch.records()  # the real reader says what is wrong with a batch; the walk only finds where
    except KafkaWireError as exc:
        section.error = type(exc)(f"{path}: {exc}")
    section.error = section.error or walk.error
    yield section
    if inner is not None:
        yield inner


def _new(walk: _Walk, batch: RecordBatch, stop: int) -> bytes | None:
    """A batch of format 2. Returns its records if they are compressed."""
    notes = {
        "crc": _crc_note(batch),
        "attributes": _attributes_note(batch),
        "base_timestamp": _time(batch.base_timestamp),
        "max_timestamp": _time(batch.max_timestamp),
    }
    for name, type_ in FIELDS:
        walk.fixed(name, type_, notes.get(name, ""))
    if not batch.codec or not batch.record_count:
        walk.guarded(lambda: _records(walk, batch, stop))
        return None
    packed = walk.section.data[walk.pos : stop]
    walk.add("records", "bytes", stop, packed, f"of {codec_label(batch.codec)}")
    return packed


def _records(walk: _Walk, batch: RecordBatch, stop: int) -> None:
    prefix = walk.prefix
    for number in range(batch.record_count):
        walk.prefix = f"{prefix}records[{number}]."
        walk.record(batch, stop)
    walk.prefix = prefix


def _old(walk: _Walk, batch: LegacyBatch, stop: int) -> bytes | None:
    """A message of format 0 or 1. Returns what it wraps, if it does."""
    found: bytes | None = walk.guarded(
        lambda: walk.message(batch.magic, stop, _attributes_note(batch), _crc_note(batch))
    )
    return found if batch.codec else None


def _decompressed(batch: RecordBatch | LegacyBatch, packed: bytes, path: str) -> Section | None:
    """The section of what is inside; none if it cannot be decompressed."""
    try:
        body = decompress(batch.codec, packed, DEFAULT_LIMITS.max_decompressed_size, magic=batch.magic)
    except KafkaWireError:
        return None  # the real reader meets it as well, and says so with the batch
    section = Section(body, f"{path}: {len(packed)} bytes of {codec_label(batch.codec)}, {len(body)} decompressed")
    walk = _Walk(section, 0, f"{path}.")
    inside = partial(_records, walk, batch) if isinstance(batch, RecordBatch) else partial(_messages, walk, batch)
    walk.guarded(lambda: inside(len(body)))
    section.error = walk.error
    return section


def _messages(walk: _Walk, batch: LegacyBatch, stop: int) -> None:
    prefix, number = walk.prefix, 0
    while walk.pos < stop:
        walk.prefix = f"{prefix}messages[{number}]."
        walk.message(batch.magic, stop, "", "")
        number += 1


class _Walk:
    """A position in a section, moved on field by field."""

    def __init__(self, section: Section, pos: int, prefix: str) -> None:
        self.section, self.pos, self.prefix = section, pos, prefix
        self.error: DecodeError | None = None

    def guarded(self, step: Callable[[], Any]) -> Any:
        """Take a step, and note the error where the bytes do not allow it."""
        try:
            return step()
        except DecodeError as exc:
            self.error = exc
        except struct.error as exc:
            self.error = Truncated(f"{self.prefix}: {exc}")
        return None

    def fixed(self, name: str, type_: str, note: str = "") -> int:
        """A number of fixed size."""
        size = struct.calcsize(f">{TYPE_CODES[type_]}")
        value: int = struct.unpack_from(f">{TYPE_CODES[type_]}", self.section.data, self.pos)[0]
        self.add(name, type_, self.pos + size, value, note)
        return value

    def record(self, batch: RecordBatch, end: int) -> None:
        """A record of format 2."""
        size = self._varint("length")
        end = min(end, self.pos + max(size, 0))
        self.fixed("attributes", "int8")
        delta, stop = read_varlong(self.section.data, self.pos)
        self.add("timestamp_delta", "varlong", stop, delta, _time(batch.base_timestamp + delta))
        delta, stop = read_varint(self.section.data, self.pos)
        self.add("offset_delta", "varint", stop, delta, f"(offset {batch.base_offset + delta})")
        self._blob("key", end)
        self._blob("value", end)
        for number in range(self._varint("header_count")):
            self._blob(f"headers[{number}].name", end, is_text=True)
            self._blob(f"headers[{number}].value", end)

    def message(self, magic: int, end: int, attributes: str, crc: str) -> bytes | None:
        """A message of format 0 or 1; returns its value."""
        notes, start = {"attributes": attributes, "crc": crc}, self.pos
        for name, type_ in MESSAGE_FIELDS:
            self.fixed(name, type_, notes.get(name, ""))
        if magic and end - start >= KEY_AT[1]:
            self.fixed(*TIMESTAMP_FIELD, _time(unpack_timestamp(self.section.data, start + TIMESTAMP_AT)[0]))
        self._blob("key", end, legacy=True)
        return self._blob("value", end, legacy=True)

    def _varint(self, name: str) -> int:
        value, stop = read_varint(self.section.data, self.pos)
        self.add(name, "varint", stop, value)
        return value

    def _blob(self, name: str, end: int, *, legacy: bool = False, is_text: bool = False) -> bytes | None:
        data, start = self.section.data, self.pos
        length, begin = (_int32(data, start), start + 4) if legacy else read_varint(data, start)
        stop = begin + max(length, 0)
        if length < -1 or stop > end:
            raise Truncated(f"{self.prefix}{name}: a length of {length} where {max(end - begin, 0)} bytes are left")
        raw = None if length < 0 else data[begin:stop]
        type_ = "int32 + bytes" if legacy else "varint + text" if is_text else "varint + bytes"
        self.add(name, type_, stop, raw, _preview(raw))
        return raw

    def add(self, name: str, type_: str, stop: int, value: Any, note: str = "") -> None:
        """Say what the bytes up to `stop` are."""
        if stop > len(self.section.data):
            raise Truncated(f"{self.prefix}{name}: the bytes end early")
        self.section.pieces.append(Piece(self.pos, stop, self.prefix + name, type_, value, note))
        self.pos = stop


def _int32(data: bytes, pos: int) -> int:
    value: int = struct.unpack_from(">i", data, pos)[0]
    return value


def _preview(raw: bytes | None) -> str:
    """The first bytes of a key or value, where they are text."""
    shown = repr(raw[:40])[1:] if raw else ""
    if "\\x" in shown:
        return ""
    return shown + (".." if raw and len(raw) > 40 else "")


def _crc_note(batch: RecordBatch | LegacyBatch) -> str:
    return "(right)" if batch.is_valid else "(WRONG)"


def _attributes_note(batch: RecordBatch | LegacyBatch) -> str:
    words = [codec_label(batch.codec), batch.timestamp_type.label]
    words += ["transactional"] if batch.is_transactional else []
    words += ["control"] if batch.is_control else []
    words += ["delete horizon"] if batch.delete_horizon is not None else []
    return f"({', '.join(words)})"


def _time(millis: int) -> str:
    """A timestamp as a date, where it is one."""
    if not 0 < millis < 1 << 47:
        return ""
    return f"({(_EPOCH + timedelta(milliseconds=millis)).isoformat(timespec='milliseconds')[:-6]}Z)"
