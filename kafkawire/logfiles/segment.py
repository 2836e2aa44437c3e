"""A segment read from one position to another, in large reads that end between batches.

Where no batch can begin, or one does not end within the file, reading goes on at the next position in the offset index
that has a sound batch. What lies between is reported as a place that cannot be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from kafkawire.errors import CorruptBatch, DecodeError, KafkaWireError
from kafkawire.limits import DEFAULT_LIMITS, MIB
from kafkawire.logfiles.files import Readable
from kafkawire.logfiles.indexes import OFFSET_ENTRY, parse_entries
from kafkawire.records import ControlRecordType, LegacyBatch, RecordBatch, read_batches, read_control_record
from kafkawire.records.header import HEADER_SIZE, LOG_OVERHEAD, read_length, read_size_and_magic

__all__ = ["Batch", "Chunk", "Segment", "SegmentFile", "Unreadable", "beside", "first_offset", "marker_type"]

CHUNK = 8 * MIB
_LARGEST = DEFAULT_LIMITS.max_frame_size  # as in a frame: a batch that was produced came in one

Batch = RecordBatch | LegacyBatch


@dataclass(frozen=True, slots=True)
class Segment:
    """One `.log` file. Sizes in bytes."""

    topic: str
    partition: int
    path: str
    base_offset: int
    """As its name says."""
    size: int
    next_base: int | None
    """The base offset of the segment behind it; None for the last one of the partition."""


def beside(segment: Segment, suffix: str) -> str:
    """The path of another file of the segment, such as its `.index`."""
    return segment.path.removesuffix(".log") + suffix


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Bytes from `position` to `end` that hold no batch that can be made out."""

    position: int
    end: int
    error: DecodeError
    is_tail: bool
    """Whether they are the end of the partition's last segment, where a broker that stopped suddenly leaves such."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Batches read at once. Their positions count from `position` in the file; what cannot be read follows them."""

    position: int
    batches: list[Batch]
    unreadable: Unreadable | None = None


class SegmentFile:
    """An open segment. `index`: gives the content of its offset index, asked for when it is needed.

    An index only says where to look: what it says is believed once a batch is found there.
    """

    def __init__(self, segment: Segment, file: Readable, index: Callable[[], bytes]) -> None:
        self.segment = segment
        self._file = file
        self._read_index = index
        self._known: list[tuple[int, int]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def _index(self) -> list[tuple[int, int]]:
        if self._known is None:
            self._known = _offsets(self.segment, self._read_index())
        return self._known

    def _read(self, size: int, position: int) -> bytes:
        return self._file.read(position, size)

    def chunks(self, start: int, end: int) -> Iterator[Chunk]:
        """The batches from one position to another; `end` is where one ends, or the end of the file."""
        size = CHUNK
        while start < end:
            data = self._read(min(size, end - start), start)
            batches, used, error = _cut(data)
            size = CHUNK
            if error is None and used == 0:  # less than one batch
                size = _needed(data)
                if len(data) < size <= min(end - start, _LARGEST):
                    continue
                limit = f"{end - start} are left" if size > end - start else f"{_LARGEST} are allowed"
                error = CorruptBatch(f"a batch of {size} bytes begins where {limit}")
                size = CHUNK
            if error is None:
                yield Chunk(start, batches)
                start += used
                continue
            bad = start + used
            behind = self._next_sound(bad, end)
            is_tail = behind == end == self.segment.size and self.segment.next_base is None
            yield Chunk(start, batches, Unreadable(bad, behind, error, is_tail))
            start = behind

    def heads(self, start: int, end: int) -> Iterator[tuple[int, Batch]]:
        """Position and head of each batch, without their records, which cannot be read from these.

        What cannot be made out is passed over.
        """
        while start < end:
            head = self._read(min(HEADER_SIZE, end - start), start)
            try:
                found = read_size_and_magic(head, 0, end - start)
            except CorruptBatch:
                found = None
            if found is None or len(head) < min(HEADER_SIZE, found[0]):
                start = self._next_sound(start, end)
                continue
            yield start, (RecordBatch if found[1] == 2 else LegacyBatch)(head)
            start += found[0]

    def batch_at(self, position: int) -> Batch | None:
        """The batch at a position; None if there is none that is whole and has a checksum that fits."""
        left = self.segment.size - position
        try:
            found = read_size_and_magic(self._read(min(HEADER_SIZE, left), position), 0, left)
            batch = None if found is None else next(read_batches(self._read(found[0], position)), None)
        except CorruptBatch:
            return None
        return batch if batch is not None and batch.is_valid and self._belongs(batch) else None

    def position_before(self, offset: int) -> int:
        """Where to begin reading for an offset: at or before its batch."""
        number = bisect_right(self._index, offset, key=lambda entry: entry[0])
        for entry_offset, position in reversed(self._index[:number]):
            batch = self.batch_at(position)
            if batch is not None and first_offset(batch) <= min(entry_offset, offset):
                return position
        return 0

    def end_offset(self) -> int:
        """The offset after the last batch; the segment's base if there is none."""
        end = self.segment.base_offset
        for _, head in self.heads(self.position_before(2**63 - 1), self.segment.size):
            end = head.next_offset
        return end

    def cuts(self, most: int) -> list[int]:
        """Positions between batches that part the file into pieces of about `most` bytes or a little more."""
        found = _every([position for _, position in self._index], most)
        if found and all(self.batch_at(position) is not None for position in found):
            return found
        return _every([position for position, _ in self.heads(0, self.segment.size)], most)

    def _next_sound(self, position: int, end: int) -> int:
        first = bisect_right(self._index, position, key=lambda entry: entry[1])
        sound = (at for _, at in self._index[first:] if at < end and self.batch_at(at) is not None)
        return next(sound, end)

    def _belongs(self, batch: Batch) -> bool:
        """Whether its offset lies in the segment: what only looks like a batch rarely says so."""
        next_base = self.segment.next_base
        return batch.last_offset >= self.segment.base_offset and (next_base is None or batch.last_offset < next_base)


def _offsets(segment: Segment, data: bytes) -> list[tuple[int, int]]:
    """Offsets and positions, both ascending; nothing if that cannot be an index."""
    entries = parse_entries(OFFSET_ENTRY, data)
    if any(b[0] <= a[0] or b[1] <= a[1] for a, b in pairwise(entries)) or any(o < 0 or p < 0 for o, p in entries):
        return []
    return [(segment.base_offset + offset, position) for offset, position in entries if position < segment.size]


def _every(positions: list[int], most: int) -> list[int]:
    """Those at which about `most` bytes have passed since the one before."""
    found: list[int] = []
    for position in positions:
        if position - (found[-1] if found else 0) >= most:
            found.append(position)
    return found


def first_offset(batch: Batch) -> int:
    """The base offset, or for an old format that would have to be decompressed for it the last one."""
    return batch.base_offset if isinstance(batch, RecordBatch) else batch.last_offset


def _cut(data: bytes) -> tuple[list[Batch], int, DecodeError | None]:
    """The whole batches in some bytes, how many bytes they take, and what is wrong behind them."""
    reader = read_batches(data)
    batches: list[Batch] = []
    try:
        batches.extend(reader)
    except CorruptBatch as exc:
        return batches, reader.position, exc
    return batches, reader.position, None


def _needed(data: bytes) -> int:
    """The size that the batch at the beginning claims; more than there is, if not even that can be read."""
    if len(data) < LOG_OVERHEAD:
        return LOG_OVERHEAD + len(data)
    return read_length(data) + LOG_OVERHEAD


def marker_type(batch: Batch | None) -> ControlRecordType | None:
    """What the first record of a control batch is; None if there is none or it cannot be read."""
    if batch is None:
        return None
    try:
        return next((read_control_record(record).type for record in batch.records()), None)
    except KafkaWireError:  # a damaged marker is reported by whoever reads the batches
        return None
