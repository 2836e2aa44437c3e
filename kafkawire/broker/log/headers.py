"""The head of a stored batch: all that a broker looks at.

A log holds batches of three formats one after the other. Whichever it is, the magic byte lies at byte 16, so a reader
looks there first. For magic 2 the head is 61 bytes; messages of magic 0 and 1 are batches of their own here, where only
the offset (a compressed wrapper carries that of its last inner message), the size and the timestamp matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from crc32c import crc32c

from kafkawire.broker.log.files import Buffer, File
from kafkawire.errors import CorruptBatch
from kafkawire.records.batch import CONTROL_BIT, LOG_APPEND_TIME_BIT, TRANSACTIONAL_BIT

__all__ = [
    "HEADER_SIZE",
    "PREFIX_SIZE",
    "BatchHeader",
    "headers",
    "headers_before_damage",
    "parse_header",
    "prefix",
    "read_fields",
    "valid_headers",
    "verify",
    "whole_batch_behind",
]

HEADER_SIZE = 61
PREFIX_SIZE = 16
"""Base offset, length and leader epoch: the part that a broker rewrites; the checksum leaves it out."""

_V2 = Struct(">qiibIhiqqqhii")
_OLD = Struct(">qiIbb")
_TIMESTAMP = Struct(">q")
_PREFIX = Struct(">qii")
_MAGIC_AT = 16
_CRC_FROM_V2 = 21
_CRC_FROM_OLD = 16
_SIZE_BEFORE_LENGTH = 12
_SMALLEST = {0: 26, 1: 34, 2: HEADER_SIZE}
_WINDOW = 4096  # what lies between two index entries: small batches in a row take one read
_CHUNK = 1 << 20


class BatchHeader(NamedTuple):
    """The fields of a batch of magic 2 in the order of the bytes; an older message fills in what it has."""

    base_offset: int
    length: int
    leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    record_count: int

    @property
    def size(self) -> int:
        """Bytes of the whole batch."""
        return self.length + _SIZE_BEFORE_LENGTH

    @property
    def last_offset(self) -> int:
        """The offset of the last record, kept even if compaction dropped that record."""
        return self.base_offset + self.last_offset_delta

    @property
    def last_sequence(self) -> int:
        """The sequence of the last record; sequences go from 2147483647 to 0. Those of a coordinator have none: -1."""
        return (self.base_sequence + self.last_offset_delta) & 0x7FFFFFFF if self.base_sequence >= 0 else -1

    @property
    def codec(self) -> int:
        """The number of the compression codec."""
        return self.attributes & 0x07

    @property
    def has_append_time(self) -> bool:
        """Whether the timestamps are the broker's."""
        return bool(self.attributes & LOG_APPEND_TIME_BIT)

    @property
    def is_transactional(self) -> bool:
        """Whether the batch belongs to a transaction."""
        return bool(self.attributes & TRANSACTIONAL_BIT)

    @property
    def is_control(self) -> bool:
        """Whether the batch holds a control record."""
        return bool(self.attributes & CONTROL_BIT)


def parse_header(data: Buffer, position: int = 0) -> BatchHeader:
    """Read the head of the batch at `position`; raises `CorruptBatch` if what is there cannot be one."""
    if len(data) - position <= _MAGIC_AT:
        raise CorruptBatch(f"{len(data) - position} bytes are too few for a batch")
    magic = data[position + _MAGIC_AT]
    smallest = _SMALLEST.get(magic)
    if smallest is None:
        raise CorruptBatch(f"magic {magic} is unknown")
    if len(data) - position < smallest:
        raise CorruptBatch(f"{len(data) - position} bytes are too few for a batch of magic {magic}")
    header = read_fields(data, position) if magic == 2 else _old_header(data, position, magic)
    if header.size < smallest or header.last_offset_delta < 0:
        raise CorruptBatch(f"length {header.length} or last offset delta {header.last_offset_delta} is impossible")
    return header


def read_fields(data: Buffer, position: int = 0) -> BatchHeader:
    """The head of a batch of magic 2, whatever it says. All of its 61 bytes must be there."""
    return BatchHeader._make(_V2.unpack_from(data, position))


def _old_header(data: Buffer, position: int, magic: int) -> BatchHeader:
    offset, length, crc, _, attributes = _OLD.unpack_from(data, position)
    timestamp = _TIMESTAMP.unpack_from(data, position + _OLD.size)[0] if magic else -1
    return BatchHeader(offset, length, -1, magic, crc, attributes & 0x0F, 0, timestamp, timestamp, -1, -1, -1, 1)


def verify(header: BatchHeader, batch: Buffer) -> None:
    """Check that `batch` is whole and matches its checksum; raises `CorruptBatch`."""
    size = header.size
    if len(batch) < size:
        raise CorruptBatch(f"the batch has {len(batch)} of {size} bytes")
    with memoryview(batch) as view:
        crc = crc32c(view[_CRC_FROM_V2:size]) if header.magic == 2 else crc32(view[_CRC_FROM_OLD:size])
    if crc != header.crc:
        raise CorruptBatch(f"the checksum is {crc:#010x}, the batch says {header.crc:#010x}")


def prefix(header: BatchHeader, base_offset: int, leader_epoch: int) -> bytes:
    """The first 16 bytes that the batch has once it stands at `base_offset`."""
    return _PREFIX.pack(base_offset, header.length, leader_epoch)


def headers(file: File, position: int, end: int) -> Iterator[tuple[int, BatchHeader]]:
    """Position and head of each batch from `position` to `end`; large bodies are not read.

    Raises `CorruptBatch` where no whole batch stands, or one that belongs before the batch in front of it.
    """
    expected, start, window = -1, position, b""
    while position < end:
        if len(window) < position - start + HEADER_SIZE:
            start, window = position, file.read(position, _WINDOW)
        try:
            header = parse_header(window, position - start)
        except CorruptBatch as exc:
            raise CorruptBatch(f"position {position}: {exc}") from exc
        if header.size > end - position:
            raise CorruptBatch(f"position {position}: {end - position} bytes are left, the batch says {header.size}")
        if header.base_offset < expected:
            raise CorruptBatch(f"position {position}: offset {header.base_offset} comes again, not {expected} or later")
        yield position, header
        expected = header.last_offset + 1
        position += header.size


def headers_before_damage(file: File, position: int, end: int) -> Iterator[tuple[int, BatchHeader]]:
    """What `headers` gives up to where batches stop making sense: for those who find out how far a file is good."""
    try:
        yield from headers(file, position, end)
    except CorruptBatch:
        return


def valid_headers(file: File) -> Iterator[tuple[int, BatchHeader]]:
    """Position and head of each batch of a file as long as they are whole and their checksums hold."""
    position = start = 0
    chunk = b""
    while position < file.size:
        if len(chunk) < position - start + HEADER_SIZE:
            start, chunk = position, file.read(position, _CHUNK)
        try:
            header = parse_header(chunk, position - start)
            if header.size > file.size - position:
                return
            if len(chunk) < position - start + header.size:
                start, chunk = position, file.read(position, max(_CHUNK, header.size))
            with memoryview(chunk) as view:
                verify(header, view[position - start :])
        except CorruptBatch:
            return
        yield position, header
        position += header.size


def whole_batch_behind(file: File, position: int, offset: int) -> int | None:
    """The position of the first whole batch of magic 2 behind a damaged spot, wherever it begins; None if none is.

    `offset`: the first that it may have. What says how long the damaged batch is may be damaged too, so each byte that
    could be a magic is looked at.
    """
    while position + HEADER_SIZE <= file.size:
        chunk = file.read(position, _CHUNK)
        at = chunk.find(2, _MAGIC_AT)
        while 0 <= at <= len(chunk) - HEADER_SIZE + _MAGIC_AT:
            start = position + at - _MAGIC_AT
            if _is_whole(file, start, read_fields(chunk, at - _MAGIC_AT), offset):
                return start
            at = chunk.find(2, at + 1)
        position += len(chunk) - HEADER_SIZE + 1
    return None


def _is_whole(file: File, position: int, header: BatchHeader, offset: int) -> bool:
    room = file.size - position
    if not HEADER_SIZE <= header.size <= room or not offset <= header.base_offset <= offset + file.size:
        return False
    try:
        verify(header, file.read(position, header.size))
    except CorruptBatch:
        return False
    return True
