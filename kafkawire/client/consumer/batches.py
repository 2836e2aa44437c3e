"""From the bytes of a fetch response to batches that an application may see.

Control batches carry no records for applications, only offsets. With `read_committed` the broker sends records of
aborted transactions as well and says which those are: (producer id, first offset). From that offset on the producer's
transactional batches are skipped, up to its abort marker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, islice, takewhile
from typing import TYPE_CHECKING, NoReturn, overload

from kafkawire.client.consumer.fetch import LARGEST_FETCH
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch, DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.records import Columns, LegacyBatch, Record, RecordBatch, read_batches
from kafkawire.records.header import CONTROL_BIT, TRANSACTIONAL_BIT
from kafkawire.records.reader import find_plain
from kafkawire.records.vectors import numpy_at_hand
from kafkawire.varint import BytesLike

if TYPE_CHECKING:
    from kafkawire.messages.fetch_response import AbortedTransaction, PartitionData

__all__ = [
    "FetchedBatch",
    "PlainBatches",
    "columns_of_fetched",
    "decode_ahead",
    "read_fetched",
    "read_plain",
    "size_for_cut_batch",
]

NO_EPOCH = -1  # of the leader that appended a batch: older formats do not say
_MANY_RECORDS, _MANY_BATCHES = 2000, 24  # fewer are made sooner by the loop than numpy is called
_ABORT = b"\0\0"  # type in the key of a control record, behind an int16 version


class FetchedBatch:
    """A batch that waits to be handed out, decoded when its turn comes. `size` in bytes, as fetched.

    `origin` says whence it came, for errors: positions in their text count from there.
    """

    __slots__ = ("_decoded", "_origin", "base_offset", "last_offset", "leader_epoch", "record_count", "size", "source")

    def __init__(self, batch: RecordBatch | LegacyBatch, *, hidden: bool, origin: str = "") -> None:
        self._origin = origin
        self._decoded: list[Record] | None = None
        self.last_offset = last_offset = batch.last_offset
        self.size = batch.size_in_bytes
        self.source = None if hidden else batch
        """The batch itself, for whoever wants columns; None if the application is not to see it."""
        if isinstance(batch, RecordBatch):
            self.base_offset = batch.base_offset
            self.leader_epoch = batch.partition_leader_epoch
            count = batch.record_count
        else:
            self.base_offset = last_offset  # its first one may only be known to who looks inside
            self.leader_epoch = NO_EPOCH
            count = 1
        self.record_count = 0 if hidden else count
        """How many records are for the application; 1 for an old batch, which does not say."""

    def records(self) -> list[Record]:
        """The records for the application; none in a batch that only moves the position on.

        Raises what `RecordBatch.records` does, with the origin before it.
        """
        if self.source is None:
            return []
        if self._decoded is not None:
            records, self._decoded = self._decoded, None
            return records
        try:
            return self.source.records()
        except (DecodeError, UnsupportedCodec) as exc:
            _raise_named(exc, self._origin)

    def columns(self) -> Columns | None:
        """The records for the application as columns; None if there are none. Raises as `records` does."""
        if self.source is None:
            return None
        try:
            return self.source.columns()
        except (DecodeError, UnsupportedCodec) as exc:
            _raise_named(exc, self._origin)

    def keep(self, records: list[Record]) -> None:
        """Have these at hand when `records` is called next."""
        self._decoded = records


class PlainBatches(Sequence[FetchedBatch]):
    """Batches of format 2 in one buffer, all for the application. Each is made when it is looked at.

    Who reads many together (`records.many`) does without them.
    """

    __slots__ = ("_origin", "check_crc", "data", "positions")

    def __init__(
        self,
        data: BytesLike,
        positions: Sequence[int],
        *,
        check_crc: bool = True,
        origin: str = "",
    ) -> None:
        self.data = data
        self.positions = positions
        self.check_crc = check_crc
        self._origin = origin

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> FetchedBatch: ...
    @overload
    def __getitem__(self, index: slice) -> PlainBatches: ...
    def __getitem__(self, index: int | slice) -> FetchedBatch | PlainBatches:
        if isinstance(index, slice):
            return PlainBatches(self.data, self.positions[index], check_crc=self.check_crc, origin=self._origin)
        batch = RecordBatch(self.data, self.positions[index], check_crc=self.check_crc)
        return FetchedBatch(batch, hidden=False, origin=self._origin)

    @property
    def size(self) -> int:
        """Bytes of all batches."""
        return self.positions[-1] + self[-1].size - self.positions[0] if self.positions else 0


def columns_of_fetched(batches: Sequence[FetchedBatch]) -> tuple[Columns | None, int]:
    """The records of batches as columns, and of how many: the first ones that can be read together, or the first one.

    None if there are no records. Raises what is wrong with the first one, with the origin before it.
    """
    first = next((batch.source for batch in batches if batch.source is not None), None)
    if first is None:
        return None, len(batches)
    if isinstance(first, RecordBatch):
        run = list(takewhile(lambda batch: batch.source is None or _is_beside(batch.source, first), batches))
        positions = [batch.source.position for batch in run if batch.source is not None]
        if len(positions) > 1 and (columns := _columns_at(positions, first)) is not None:
            return columns, len(run)
    return batches[0].columns(), 1


def decode_ahead(batches: Iterable[FetchedBatch], limit: int) -> None:
    """Decode the next `limit` records of whole batches together, if numpy is loaded and there are many.

    For small batches that takes half to three quarters of the time. What cannot be read so is left for its turn.
    """
    if limit < _MANY_RECORDS or numpy_at_hand() is None:
        return
    chosen: list[tuple[FetchedBatch, RecordBatch]] = []
    for batch in batches:
        limit -= batch.record_count
        if limit < 0 or isinstance(batch.source, LegacyBatch):
            break
        if batch.source is not None:
            chosen.append((batch, batch.source))
    for _, run in groupby(chosen, lambda pair: id(pair[1].buffer)):
        if not _decode_together(list(run)):
            return


def _decode_together(run: Sequence[tuple[FetchedBatch, RecordBatch]]) -> bool:
    """Decode batches of one buffer, if they are many; False where one is not as it should be."""
    if len(run) < _MANY_BATCHES or sum(batch.record_count for batch, _ in run) < _MANY_RECORDS:
        return True
    from kafkawire.records.many import read_objects

    first = run[0][1]
    positions = [source.position for _, source in run]
    records = read_objects(first.buffer, positions, first.limits, check_crc=first.check_crc)
    for batch, _ in run:
        decoded = list(islice(records, batch.record_count)) if batch.record_count > 0 else []
        if len(decoded) != batch.record_count:
            return False
        batch.keep(decoded)
    return True


def _is_beside(batch: RecordBatch | LegacyBatch, other: RecordBatch) -> bool:
    return isinstance(batch, RecordBatch) and batch.buffer is other.buffer


def _columns_at(positions: Sequence[int], first: RecordBatch) -> Columns | None:
    """None where numpy is not installed, or something is wrong: read one by one the batches say what it is."""
    try:
        from kafkawire.records.many import read_together
    except ImportError:
        return None
    run = next(read_together(first.buffer, positions, first.limits, check_crc=first.check_crc))
    return run.columns if run.last == len(positions) else None


def _raise_named(error: KafkaWireError, origin: str) -> NoReturn:
    """A batch knows its place in some bytes; whoever reads the error needs to know which."""
    if not origin:
        raise error
    raise type(error)(f"{origin}: {error}") from error


class _Aborted:
    """Which producers are inside an aborted transaction while a partition's batches go by in order."""

    def __init__(self, transactions: Iterable[AbortedTransaction]) -> None:
        self._upcoming = sorted(transactions, key=lambda t: t.first_offset, reverse=True)
        self._inside: set[int] = set()

    def hides(self, batch: RecordBatch) -> bool:
        """Whether the records of the next batch belong to an aborted transaction."""
        while self._upcoming and self._upcoming[-1].first_offset <= batch.last_offset:
            self._inside.add(self._upcoming.pop().producer_id)
        if not batch.attributes & (CONTROL_BIT | TRANSACTIONAL_BIT):
            return False
        if batch.is_control:
            if batch.producer_id in self._inside and _is_abort(batch):
                self._inside.discard(batch.producer_id)
            return True
        return batch.producer_id in self._inside


def _is_abort(batch: RecordBatch) -> bool:
    return any(record.key is not None and record.key[2:4] == _ABORT for record in batch.records())


def read_fetched(
    tp: TopicPartition, part: PartitionData, start: int, *, read_committed: bool, check_crc: bool = True
) -> list[FetchedBatch]:
    """The whole batches of a response from offset `start` on; a part of one at the end is left out.

    Raises `CorruptBatch` if not even the first can be made out. What comes before a broken one is returned, and the
    next fetch begins with the broken one.
    """
    origin = f"{tp} at offset {start}"
    records = part.records or b""
    transactions = part.aborted_transactions if read_committed else None
    positions = None if transactions else find_plain(records)
    if not positions:
        return _read_any(records, start, _Aborted(transactions or ()), origin, check_crc=check_crc)
    plain = [RecordBatch(records, position, check_crc=check_crc) for position in positions]
    return [FetchedBatch(batch, hidden=False, origin=origin) for batch in plain if batch.last_offset >= start]


def _read_any(records: BytesLike, start: int, aborted: _Aborted, origin: str, *, check_crc: bool) -> list[FetchedBatch]:
    batches: list[FetchedBatch] = []
    try:
        for batch in read_batches(records, check_crc=check_crc):
            hidden = aborted.hides(batch) if isinstance(batch, RecordBatch) else False
            if batch.last_offset >= start:  # what lies before would move a reader back
                batches.append(FetchedBatch(batch, hidden=hidden, origin=origin))
    except (DecodeError, UnsupportedCodec) as exc:
        if not batches:
            _raise_named(exc, origin)
    return batches


def read_plain(
    tp: TopicPartition, part: PartitionData, start: int, *, read_committed: bool, check_crc: bool = True
) -> PlainBatches | None:
    """What `read_fetched` gives if no batch has to be looked at by itself; None if one has, or nothing is there."""
    records = part.records or b""
    positions = None if read_committed and part.aborted_transactions else find_plain(records)
    if not positions:
        return None
    batches = PlainBatches(records, positions, check_crc=check_crc, origin=f"{tp} at offset {start}")
    return batches if min(batches[0].last_offset, batches[-1].last_offset) >= start else None


def size_for_cut_batch(tp: TopicPartition, part: PartitionData, start: int, max_bytes: int) -> int:
    """How many bytes to ask for after `max_bytes` held only a part of one batch (old brokers; new ones send it whole).

    Raises `CorruptBatch` when no fetch can hold more: then the size is wrong, and asking again would not end.
    """
    if max_bytes >= LARGEST_FETCH:
        came = len(part.records or b"")
        raise CorruptBatch(f"{tp} at offset {start}: batch at position 0: it claims more than the {came} bytes sent")
    return min(2 * max_bytes, LARGEST_FETCH)
