"""From bytes to batches: a fetched record set, a produce request's records, or a whole log segment."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.errors import CorruptBatch
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.batch import RecordBatch
from kafkawire.records.header import (
    CONTROL_BIT,
    HEADER_SIZE,
    LOG_OVERHEAD,
    MAGIC,
    read_size_and_magic,
    unpack_glance,
)
from kafkawire.records.legacy import LegacyBatch
from kafkawire.varint import BytesLike

__all__ = ["BatchReader", "find_plain", "read_batches", "split_batches"]


class BatchReader:
    """Iterator over the batches of a record set. Only headers are read here; records are decoded by the batches.

    `position` is where the next batch begins, or where the one lies that raised an error: a log with that damage is
    good up to there. `partial_bytes` is 0 until the end is reached, and then the number of bytes after the last whole
    batch: a broker cuts a fetch response at a size limit, so a partial batch at its end is normal and no error.
    """

    __slots__ = ("_check_crc", "_data", "_end", "_limits", "partial_bytes", "position")

    position: int
    partial_bytes: int

    def __init__(self, data: BytesLike, *, limits: Limits = DEFAULT_LIMITS, check_crc: bool = True) -> None:
        self._data = data if isinstance(data, bytes | bytearray) else memoryview(data).cast("B")
        self._end = len(self._data)
        self._limits = limits
        self._check_crc = check_crc
        self.position = 0
        self.partial_bytes = 0

    def __iter__(self) -> Iterator[RecordBatch | LegacyBatch]:
        return self

    def __next__(self) -> RecordBatch | LegacyBatch:
        """The next batch; `CorruptBatch` where none can begin, again and again at the same place."""
        pos = self.position
        found = read_size_and_magic(self._data, pos, self._end)
        if found is None:
            self.partial_bytes = self._end - pos
            raise StopIteration
        size, magic = found
        self.position = pos + size
        kind = RecordBatch if magic == MAGIC else LegacyBatch
        return kind(self._data, pos, limits=self._limits, check_crc=self._check_crc)


def read_batches(data: BytesLike, *, limits: Limits = DEFAULT_LIMITS, check_crc: bool = True) -> BatchReader:
    """Read the batches in `data`, which may mix record formats: `RecordBatch` for 2, `LegacyBatch` for 0 and 1.

    In the old formats a compressed wrapper message is one batch, and so is every message outside a wrapper.
    A partial batch at the end is left alone and counted in the reader's `partial_bytes`. Without `check_crc` checksums
    are not compared when records are decoded; `is_valid` still tells. `data` must not change while batches of it are
    in use. Raises `CorruptBatch` while iterating: the text names position, offset and cause.
    """
    return BatchReader(data, limits=limits, check_crc=check_crc)


def split_batches(data: BytesLike) -> list[tuple[int, int]]:
    """Position and size of each whole batch, without making objects. Errors as for `read_batches`."""
    end = len(data)
    pos = 0
    found = []
    while (header := read_size_and_magic(data, pos, end)) is not None:
        found.append((pos, header[0]))
        pos += header[0]
    return found


def find_plain(data: BytesLike) -> list[int] | None:
    """Position of each whole batch; None if not all are of format 2 and hold records of applications.

    None as well where `read_batches` would raise an error.
    """
    end = len(data)
    pos = 0
    found = []
    while pos + HEADER_SIZE <= end:
        size, magic, attributes = unpack_glance(data, pos)
        if magic != MAGIC or size < HEADER_SIZE - LOG_OVERHEAD or attributes & CONTROL_BIT:
            return None
        if pos + LOG_OVERHEAD + size > end:
            break
        found.append(pos)
        pos += LOG_OVERHEAD + size
    try:
        return (
            None if read_size_and_magic(data, pos, end) else found
        )  # a message of an older format can be shorter than that
    except CorruptBatch:
        return None
