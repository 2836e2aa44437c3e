"""The headers of the batches in a file, one after the other: all that a broker looks at.

A log may hold batches of three formats. Messages of format 0 and 1 are batches of their own here, where only the offset
(a compressed wrapper carries that of its last inner message), the size and the timestamp matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from kafkawire.errors import CorruptBatch
from kafkawire.logfiles.files import Readable
from kafkawire.records.header import (
    CRC_START,
    HEADER_SIZE,
    MAGIC,
    MAGIC_AT,
    MESSAGE_CRC_START,
    BatchHeader,
    crc32c_function,
    read_fields,
    read_header,
    verify,
)

__all__ = ["Effort", "checksum", "headers", "headers_before_damage", "valid_headers", "whole_batch_behind"]

_WINDOW = 4096  # what lies between two index entries: small batches in a row take one read
_CHUNK = 1 << 20


def headers(file: Readable, position: int, end: int) -> Iterator[tuple[int, BatchHeader]]:
    """Position and header of each batch from `position` to `end`; large bodies are not read.

    Raises `CorruptBatch` where no whole batch stands, or one that belongs before the batch in front of it.
    """
    expected, start, window = -1, position, b""
    while position < end:
        if len(window) < position - start + HEADER_SIZE:
            start, window = position, file.read(position, _WINDOW)
        try:
            header = read_header(window, position - start)
        except CorruptBatch as exc:
            raise CorruptBatch(f"position {position}: {exc}") from exc
        if header.size > end - position:
            raise CorruptBatch(f"position {position}: {end - position} bytes are left, the batch says {header.size}")
        if header.base_offset < expected:
            raise CorruptBatch(f"position {position}: offset {header.base_offset} comes again, not {expected} or later")
        yield position, header
        expected = header.last_offset + 1
        position += header.size


def headers_before_damage(file: Readable, position: int, end: int) -> Iterator[tuple[int, BatchHeader]]:
    """What `headers` gives up to where batches stop making sense: for those who find out how far a file is good."""
    try:
        yield from headers(file, position, end)
    except CorruptBatch:
        return


def valid_headers(file: Readable) -> Iterator[tuple[int, BatchHeader]]:
    """Position and header of each batch of a file as long as they are whole and their checksums hold."""
    position = start = 0
    chunk = b""
    while position < file.size:
        if len(chunk) < position - start + HEADER_SIZE:
            start, chunk = position, file.read(position, _CHUNK)
        try:
            header = read_header(chunk, position - start)
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


@dataclass(slots=True)
class Effort:
    """Bytes that may still be checksummed where batches are looked for, in a file whose bytes somebody has chosen."""

    left: int


def whole_batch_behind(file: Readable, position: int, offset: int, effort: Effort | None = None) -> int | None:
    """The position of the first whole batch of magic 2 behind a damaged spot, wherever it begins; None if none is.

    `offset`: the first that it may have. What says how long the damaged batch is may be damaged too, so each byte that
    could be a magic is looked at. With an `effort` the search ends with that, and offsets may be as far ahead as they
    are in a compacted log.
    """
    while position + HEADER_SIZE <= file.size:
        chunk = file.read(position, _CHUNK)
        at = chunk.find(MAGIC, MAGIC_AT)
        while 0 <= at <= len(chunk) - HEADER_SIZE + MAGIC_AT:
            start, header = position + at - MAGIC_AT, read_fields(chunk, at - MAGIC_AT)
            if _is_plausible(file, start, header, offset, None if effort else offset + file.size):
                if checksum(file, start, header) == header.crc:
                    return start
                if effort is not None:
                    effort.left -= header.size
                    if effort.left < 0:
                        return None
            at = chunk.find(MAGIC, at + 1)
        position += len(chunk) - HEADER_SIZE + 1
    return None


def checksum(file: Readable, position: int, header: BatchHeader) -> int:
    """The checksum that the batch at a position should have. It may be larger than one would have in memory."""
    is_today = header.magic == MAGIC
    crc, function = 0, crc32c_function() if is_today else crc32
    at, end = position + (CRC_START if is_today else MESSAGE_CRC_START), position + header.size
    while at < end and (chunk := file.read(at, min(_CHUNK, end - at))):
        crc = function(chunk, crc)
        at += len(chunk)
    return crc


def _is_plausible(file: Readable, position: int, header: BatchHeader, offset: int, most: int | None) -> bool:
    fits = HEADER_SIZE <= header.size <= file.size - position
    return fits and offset <= header.base_offset and (most is None or header.base_offset <= most)
