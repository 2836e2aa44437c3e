"""Local segments read batch by batch, with what is damaged in between; and the small files beside them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kafkawire.errors import CorruptBatch
from kafkawire.limits import MIB
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.segment import Batch, Segment, SegmentFile, beside
from kafkawire.logfiles.walking import Damage, walk
from kafkawire.records import LegacyBatch, RecordBatch
from kafkawire.records.header import LOG_OVERHEAD, MAGIC, MAGIC_AT

__all__ = ["batch_at", "batches", "content", "start_of"]

_LARGEST_SMALL_FILE = 512 * MIB
_LARGEST_BATCH = 128 * MIB  # that is opened to see what is inside; a broker takes no more in a request by default


def batches(file: LocalFile, start: int = 0) -> Iterator[tuple[int, Batch | Damage]]:
    """Position and batch, one by one; damage comes in the place of what is damaged.

    Damage whose header makes sense is followed by its batch, which is not valid.
    """
    for position, found in walk(file, start):
        if isinstance(found, Damage):
            yield position, found
        if not isinstance(found, Damage) or found.is_batch:
            size = found.end - position if isinstance(found, Damage) else found[1] + LOG_OVERHEAD
            batch = batch_at(file, position, size)
            yield position, batch or Damage(position + size, f"a batch of {size} bytes is too large", None, False)


def batch_at(file: LocalFile, position: int, size: int) -> Batch | None:
    """A batch with its records, unless it is too large."""
    if size > _LARGEST_BATCH:
        return None
    data = file.read(position, size)
    return (RecordBatch if data[MAGIC_AT] == MAGIC else LegacyBatch)(data)


def start_of(segment: Segment, offset: int) -> int:
    """A position at or before the batch that holds an offset, as far as the index helps."""
    with SegmentFile(segment, LocalFile(segment.path), partial(_index, segment)) as file:
        return file.position_before(offset)


def _index(segment: Segment) -> bytes:
    try:
        return content(beside(segment, ".index"))
    except (FileNotFoundError, CorruptBatch):
        return b""


def content(path: str) -> bytes:
    """A file that is small, as all but segments are. Raises `CorruptBatch` for one that is not, and `OSError`."""
    with LocalFile(path) as file:
        if file.size > _LARGEST_SMALL_FILE:
            raise CorruptBatch(f"{file.size} bytes are too many for a file of its kind")
        return file.read(0, file.size)
