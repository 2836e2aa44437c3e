"""What a consumer knows of one partition it reads: three positions, and the batches between them.

    processed <= position <= fetch_offset

`processed` is what the application is done with (automatic commits write it), `position` the next record to hand out
(a commit by hand writes it), `fetch_offset` the next one to ask the broker for. Batches fetched but not handed out wait
in between and are decoded when their turn comes, one at a time or those together that one call hands out.

An epoch says under which leader a record was written (KIP-101): the one of the record before an offset tells whether
the log up to there is still the one that was read (KIP-320).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from dataclasses import dataclass, field
from uuid import UUID

from kafkawire.client.consumer.batches import FetchedBatch, columns_of_fetched, decode_ahead
from kafkawire.client.consumer.offsets import EpochEnd
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.collector import without_collector
from kafkawire.errors import KafkaWireError
from kafkawire.records import Columns, Record
from kafkawire.records.columns import columns_of_records

__all__ = ["UNKNOWN", "PartitionState"]

UNKNOWN = -1
_MANY = 700  # records from which on the garbage collector would run while they are made


@dataclass(slots=True, eq=False, repr=False)
class PartitionState:
    """One assigned partition. A new assignment makes new states, so what was under way for an old one falls flat.

    It notes itself in `_changed` when it may have become ready, or unfit, to be read or fetched.
    """

    tp: TopicPartition
    max_bytes: int
    """How many bytes of it one response may hold."""
    _changed: dict[PartitionState, None]

    processed: int = UNKNOWN
    position: int = UNKNOWN
    fetch_offset: int = UNKNOWN
    fetch_epoch: int = UNKNOWN
    """The epoch of the record before `fetch_offset`."""
    _epoch: int = UNKNOWN
    """The epoch of the records before `position`, and where they begin."""
    _epoch_from: int = UNKNOWN
    high_watermark: int = UNKNOWN

    out_of_range: bool = False
    diverged: EpochEnd | None = None
    """The leader's log is another one than what was read: `out_of_range`, with the offset where the logs part."""
    error: KafkaWireError | None = None
    failures: int = 0
    """How often in a row the broker could not read what it has."""
    detours: int = 0
    """How often in a row a response had no records but sent us elsewhere: to another offset, or another broker."""

    buffered_bytes: int = 0
    """Bytes not handed out yet."""
    held_bytes: int = 0
    """Bytes kept in memory for them: of a response all, until its last batch goes."""
    records: list[Record] = field(default_factory=list)
    """Records of the batch that is being handed out; `index` is the next of them."""
    index: int = 0
    _batch: FetchedBatch | None = None
    _rest: Columns | None = None
    """Decoded and not handed out; its batches, up to `_joined_to`, wait still."""
    _joined_to: int = UNKNOWN
    _waiting: deque[FetchedBatch] = field(default_factory=deque)
    _held: deque[tuple[int, int]] = field(default_factory=deque)
    """By response: behind its last offset, and its bytes."""
    _paused: bool = False

    # Where to fetch from: notes of whoever decides that, `AssignedPartitions`.
    topic_id: UUID = NO_TOPIC_ID
    leader: tuple[int, int] | None = None
    """The leader that `fetch_offset` was true for, and its epoch."""
    node: int | None = None
    """The broker that is asked for it now."""
    replica: int | None = None
    """A broker that is nearer than the leader, as the leader said (KIP-392)."""
    is_unverified: bool = False
    """Whether the leader has to be asked first if its log is the one that was read (KIP-320)."""

    # --- the application's side ---------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether the application wants nothing of it for now."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = paused
        self.records = self.records[:]  # whoever hands them out one by one notices, and looks again
        self.changed()

    @property
    def is_readable(self) -> bool:
        """Whether there is something to hand out, be it an error, or a batch to step behind."""
        return not self._paused and (self._batch is not None or bool(self._waiting) or self.error is not None)

    @property
    def is_unresolved(self) -> bool:
        """Whether it has to be found out where to read on; what was fetched before is handed out first."""
        return self.position == UNKNOWN or (self.out_of_range and not self.buffered_bytes)

    def seek(self, offset: int, epoch: int = UNKNOWN) -> None:
        """Go on at `offset`; what was fetched for another position is dropped. `epoch`: of the record before it."""
        self.processed = self.position = self.fetch_offset = self._epoch_from = offset
        self.fetch_epoch = self._epoch = epoch
        self.is_unverified = epoch != UNKNOWN
        self.out_of_range, self.diverged = False, None
        self.error = None
        self.failures = 0
        self._drop()

    def epoch_at(self, offset: int) -> int:
        """The epoch of the record before `offset`, if that is among the last ones handed out; else -1."""
        if self._batch is not None and self.index and self._batch.base_offset < offset <= self.position:
            return self._batch.leader_epoch
        return self._epoch if self._epoch_from <= offset <= self.position else UNKNOWN

    def put_back(self) -> None:
        """Drop what was fetched and not handed out; it will be fetched again."""
        if self.position != UNKNOWN and self.buffered_bytes:
            self.fetch_epoch = self.epoch_at(self.position)
            self.fetch_offset = self.position
            self.out_of_range = False
            self._drop()

    def _drop(self) -> None:
        self.buffered_bytes = self.held_bytes = self.index = 0
        self.records = []
        self._batch = self._rest = None
        self._waiting.clear()
        self._held.clear()
        self.changed()

    # --- the fetcher's side -------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Have it looked at again."""
        self._changed[self] = None

    def put(self, batches: list[FetchedBatch], size: int) -> None:
        """Keep what was fetched, of a response of `size` bytes; the next fetch goes on behind it."""
        for batch in batches:
            self._waiting.append(batch)
            self.buffered_bytes += batch.size
        self.fetch_offset = batches[-1].last_offset + 1
        self.fetch_epoch = batches[-1].leader_epoch
        self._held.append((self.fetch_offset, size))
        self.held_bytes += size
        self.changed()

    def fail(self, error: KafkaWireError) -> None:
        """Raise this once all before it is handed out, until somebody seeks."""
        self.error = error
        self.changed()

    def lose(self, divergence: EpochEnd | None = None) -> None:
        """The log has nothing at `fetch_offset`, or not what was read: it begins anew, or parts from it there."""
        self.out_of_range = True
        self.fetch_offset = UNKNOWN
        self.diverged = divergence
        if divergence is not None:
            self._drop()  # it may be what nobody else will ever see
        self.changed()

    def compare(self, end: EpochEnd) -> None:
        """Take in where the epoch of what was fetched last ends in the leader's log (KIP-320).

        After an unclean election the new leader may lack what the old one had, and write something else at the same
        offsets. If the epoch ends before the position, the logs part there, and what was read behind it is gone.
        """
        if end.offset < 0 or end.epoch < 0:
            self.lose(EpochEnd(UNKNOWN, UNKNOWN))
        elif end.offset < self.position:
            self.lose(end)
        elif end.offset < self.fetch_offset:  # the application has not seen any of it
            self.put_back()

    # --- handing out --------------------------------------------------------------------------------------------

    def load(self) -> bool:
        """See to it that `records[index]` is there to be handed out; False if nothing is.

        Raises what is wrong with the next batch, and does so again until somebody seeks past it: to skip it silently
        would be to lose records.
        """
        while self.index >= len(self.records):
            batch = self.next_batch()
            if batch is None:
                return False
            self._open_batch(batch)
        return True

    def next_batch(self) -> FetchedBatch | None:
        """Step behind what has been handed out; the next batch. Raises the partition's error if there is none."""
        self.close_batch()
        self.step_on()
        if self._waiting:
            return self._waiting[0]
        if self.error is not None:
            raise self.error
        return None

    def _load_behind(self, out: list[Record]) -> bool:
        """As `load`; but what has been taken must reach the application first, and the error can wait its turn."""
        try:
            return self.load()
        except KafkaWireError:
            if not out:
                raise
            return False

    def _open_batch(self, batch: FetchedBatch) -> None:
        self._rest = None
        records = batch.records()
        if records and records[0].offset < self.position:  # a fetch starts with the batch that holds its offset
            records = [record for record in records if record.offset >= self.position]
        self._waiting.popleft()
        self.records, self.index, self._batch = records, 0, batch

    def close_batch(self) -> None:
        """Step behind the open batch. Its last offset may lie beyond its last record: markers, or compaction."""
        if self._batch is not None:
            batch, self._batch = self._batch, None
            self.records, self.index = [], 0
            self._step_behind(batch)

    def step_on(self) -> None:
        """Step behind batches that were handed out as columns."""
        waiting = self._waiting
        while waiting and waiting[0].last_offset < self.position:
            self._step_behind(waiting.popleft())
        if waiting and waiting[0].base_offset < self.position:
            self._note_epoch(waiting[0])

    def _step_behind(self, batch: FetchedBatch) -> None:
        if self.position <= batch.last_offset:
            self.position = batch.last_offset + 1
        self._note_epoch(batch)
        self.buffered_bytes -= batch.size
        held = self._held
        while held and held[0][0] <= self.position:
            self.held_bytes -= held.popleft()[1]
        self._changed[self] = None

    def _note_epoch(self, batch: FetchedBatch) -> None:
        if self._epoch != batch.leader_epoch:
            self._epoch, self._epoch_from = batch.leader_epoch, max(self._epoch_from, batch.base_offset + 1)

    @property
    def open_epoch(self) -> int:
        """The epoch of the batch that is being handed out."""
        return UNKNOWN if self._batch is None else self._batch.leader_epoch

    def take(self, limit: int) -> list[Record]:
        """Hand out up to `limit` records, whole batches as they are. Raises as `load`, if there are none before."""
        return self._take(limit) if limit < _MANY else without_collector(self._take, limit)

    def _take(self, limit: int) -> list[Record]:
        out: list[Record] = []
        decode_ahead(self._waiting, limit - len(self.records) + self.index)
        while (left := limit - len(out)) > 0 and self._load_behind(out):
            chunk = self.records[self.index : self.index + left]
            self.index += len(chunk)
            self.position = chunk[-1].offset + 1
            out += chunk
        if self.index >= len(self.records):
            self.close_batch()
        return out

    # --- as columns ---------------------------------------------------------------------------------------------

    def take_columns(self, limit: int) -> Columns | None:
        """Hand out up to `limit` records, of many batches at once; None if there are none. Raises as `load`."""
        if self.index < len(self.records):  # the rest of a batch that was begun as objects
            columns = columns_of_records(self.records[self.index : self.index + limit])
            self.index += len(columns)
            self.position = int(columns.offsets[-1]) + 1
            return columns
        while self._rest is None:
            if self.next_batch() is None:
                return None
            self._join(limit)
        columns, rest = self._rest.part(0, limit), self._rest.part(limit)
        self.position = int(columns.offsets[-1]) + 1
        self._rest = rest if len(rest) else None
        if self._rest is None:
            self.position = self._joined_to
        self.step_on()
        return columns

    def _join(self, limit: int) -> None:
        """Decode about `limit` records of the batches that wait. The batches stay until all of it is handed out."""
        chosen: list[FetchedBatch] = []
        count = 0
        for batch in self._waiting:
            chosen.append(batch)
            count += batch.record_count
            if count >= limit:
                break
        columns, taken = columns_of_fetched(chosen)
        self._joined_to = chosen[taken - 1].last_offset + 1
        if columns is not None:  # a fetch starts with the batch that holds its offset
            columns = columns.part(bisect_left(columns.offsets, self.position))
        if columns:
            self._rest = columns
        else:
            self.position = max(self.position, self._joined_to)
