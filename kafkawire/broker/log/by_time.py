"""Which record of a batch is the first of a time or later; large batches are looked through piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kafkawire.compression import expand
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.header import HEADER_SIZE, MAGIC, BatchHeader, read_header
from kafkawire.records.skim_pieces import walk_pieces

__all__ = ["first_in_batch"]

Found = tuple[int, int]


def first_in_batch(batch: bytes, timestamp: int, offset: int, step: Callable[[], None] = lambda: None) -> Found | None:
    """Timestamp and offset of the first record of `timestamp` (ms) or later from `offset` on.

    `step` is called before each piece. Raises `KafkaWireError` at damage.
    """
    header = read_header(batch)
    found = _times(header, batch, step) if header.magic == MAGIC else _old_times(batch)
    return next(((time, at) for time, at in found if time >= timestamp and at >= offset), None)


def _times(header: BatchHeader, batch: bytes, step: Callable[[], None]) -> Iterator[Found]:
    def pieces() -> Iterator[bytes]:
        body = memoryview(batch)[HEADER_SIZE : header.size]
        for piece in expand(header.codec, body, DEFAULT_LIMITS.max_decompressed_size):
            step()
            yield piece

    for shape in walk_pieces(pieces(), header.record_count):
        time = header.max_timestamp if header.has_append_time else header.base_timestamp + shape.timestamp_delta
        yield time, header.base_offset + shape.offset_delta


def _old_times(batch: bytes) -> Iterator[Found]:
    from kafkawire.records import read_batches

    return ((record.timestamp, record.offset) for one in read_batches(batch) for record in one)
