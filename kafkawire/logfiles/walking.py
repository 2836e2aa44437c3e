"""All batches of a file with their checksums, as fast as they can be looked at, and what is between them.

A file is read into one buffer, again and again; nothing is copied out of it. Of a batch that is larger than the buffer
the checksum is taken piece by piece. So memory does not depend on what the file says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.errors import CorruptBatch
from kafkawire.limits import MIB
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.headers import Effort, checksum, whole_batch_behind
from kafkawire.records.header import (
    CRC_START,
    HEADER_SIZE,
    LOG_OVERHEAD,
    MAGIC,
    MAGIC_AT,
    MIN_LENGTHS,
    BatchHeader,
    crc32c_function,
    read_header,
    unpack_header,
)

__all__ = ["Damage", "Walked", "walk"]

_BUFFER = MIB  # fits into the cache of a core, where the checksum finds it again
_LEAST = MIN_LENGTHS[MAGIC]
_EFFORT = 4  # times the size of the file is checksummed at most where batches are looked for behind damage


class Damage(NamedTuple):
    """Bytes up to the position `end` that hold no sound batch. `offset`: what the header says, if there is one."""

    end: int
    cause: str
    offset: int | None
    is_batch: bool
    """Whether its header makes sense, so that only the checksum is wrong."""


Walked = tuple[int, "tuple[int, ...] | Damage"]


def walk(file: LocalFile, start: int = 0) -> Iterator[Walked]:
    """Position and header fields (see `records.header.FIELDS`) of each batch, or the damage that is there instead."""
    crc32c = crc32c_function()
    size, position, expected, effort = file.size, start, 0, Effort(_EFFORT * file.size)
    buffer = memoryview(bytearray(min(_BUFFER, max(size, HEADER_SIZE))))
    while position < size:
        end, at = file.read_into(position, buffer), 0
        stop = end + 1
        while end - at >= HEADER_SIZE:
            fields = unpack_header(buffer, at)
            length = fields[1]
            stop = at + LOG_OVERHEAD + length
            if stop > end or length < _LEAST or fields[3] != MAGIC or fields[6] < 0:
                break
            if crc32c(buffer[at + CRC_START : stop]) != fields[4]:
                break
            yield position + at, fields
            expected = fields[0] + fields[6] + 1
            at = stop
        position += at
        is_odd = at == 0 or stop <= end
        while is_odd and position < size:  # it is too large, of an old format, or damaged: look with more care
            found = _careful(file, position, expected, effort)
            yield position, found
            if isinstance(found, Damage):
                position, is_odd = found.end, False
            else:
                expected, position = found[0] + found[6] + 1, position + found[1] + LOG_OVERHEAD
                is_odd = found[3] != MAGIC


def _careful(file: LocalFile, position: int, expected: int, effort: Effort) -> tuple[int, ...] | Damage:
    """The batch at a position, of any format and size."""
    left = file.size - position
    head = file.read(position, HEADER_SIZE)
    try:
        header = read_header(head)
    except CorruptBatch as exc:
        behind = _behind(file, position, expected, effort)
        return Damage(behind, _cause(file, position, left, head, exc), None, False)
    if header.size > left:
        cause = f"a batch of {header.size} bytes begins where {left} are left"
        return Damage(_behind(file, position, expected, effort), cause, header.base_offset, False)
    crc = checksum(file, position, header)
    if crc == header.crc:
        return header
    cause = f"the checksum is {crc:#010x}, the batch says {header.crc:#010x}"
    end = position + header.size
    if end == file.size or _begins(file, end):
        return Damage(end, cause, header.base_offset, True)
    return Damage(_behind(file, position, expected, effort), cause, header.base_offset, False)


def _begins(file: LocalFile, position: int) -> bool:
    """Whether something like a batch begins there."""
    try:
        header: BatchHeader = read_header(file.read(position, HEADER_SIZE))
    except CorruptBatch:
        return False
    return header.size <= file.size - position


def _behind(file: LocalFile, position: int, expected: int, effort: Effort) -> int:
    """Where the next sound batch is found, or the end."""
    found = whole_batch_behind(file, position + 1, expected, effort)
    return file.size if found is None else found


def _cause(file: LocalFile, position: int, left: int, head: bytes, error: CorruptBatch) -> str:
    if not any(head) and _is_zero(file, position):
        return f"nothing but {left} zero bytes to the end"
    return f"{left} bytes are left, too few for a batch" if left <= MAGIC_AT else str(error)


def _is_zero(file: LocalFile, position: int) -> bool:
    while chunk := file.read(position, _BUFFER):
        if chunk.count(0) != len(chunk):
            return False
        position += len(chunk)
    return True
