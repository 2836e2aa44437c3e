"""The log of one partition: what is appended to it, what is read from it, and what changes it.

Appending gives a batch its offset: base offset and leader epoch are written over the first bytes of its header, all
else is stored as it came. With one replica everything appended is at once below the high watermark. Time comes in as an
argument and the file system from outside, so a test decides about both.

An append that fails (`OSError`: disk full, say) changes nothing; the next one may succeed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted_recovery import ended, marker_of
from kafkawire.broker.log.epochs import LeaderEpochs
from kafkawire.broker.log.files import Buffer, FileSystem
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.segments import Segments
from kafkawire.broker.log.slice import Slice
from kafkawire.broker.log.trash import Trash
from kafkawire.broker.log.unflushed import Unflushed
from kafkawire.broker.log.validate import THOROUGH, Look, check_batch, check_records
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records.header import PREFIX_SIZE, BatchHeader, placed, prefix, restamp

__all__ = ["Accepted", "Appended", "PartitionLog"]

_LOG = RateLimitedLogger("kafkawire.broker")

Accepted = tuple[BatchHeader, Buffer]
"""A batch that is fit to be stored, as far as can be told from the batch alone: its header, and its bytes."""


class Appended(NamedTuple):
    """Where a batch is. `log_append_time`: ms if the broker stamped the batch, else -1.

    Of a duplicate it is the largest timestamp of the batch.
    """

    base_offset: int
    log_append_time: int
    is_duplicate: bool = False


class PartitionLog:
    """An open log. `segments` is not empty and in order; `recovery.open_log` makes one from a directory."""

    def __init__(
        self,
        files: FileSystem,
        directory: str,
        config: LogConfig,
        segments: list[Segment],
        *,
        log_start_offset: int,
        epochs: LeaderEpochs,
        producers: ProducerStates,
        trash: Trash | None = None,
    ) -> None:
        self.directory = directory
        self.config = config
        self.segments = Segments(files, directory, segments, trash)
        self.producers = producers
        self.log_start_offset = log_start_offset
        self.end_offset = self.recovery_point = segments[-1].next_offset
        self.unsynced_directories: tuple[str, ...] = (directory, directory.rpartition("/")[0])
        """Directories with names in them that may not be on disk: of segments, or of the log itself."""
        self.is_closed = False
        self._files = files
        self._epochs = epochs
        self._unflushed = 0
        self._is_held = False
        self._jitter_ms = _jitter(config)
        self._reported: set[str] = set()

    @property
    def high_watermark(self) -> int:
        """The offset up to which consumers may read."""
        return self.end_offset

    @property
    def leader_epoch(self) -> int:
        """The epoch that appended batches get."""
        return self._epochs.latest

    @property
    def size(self) -> int:
        """Bytes of all batches."""
        return self.segments.size

    # Appending

    def append(self, records: Buffer, now_ms: int, *, from_client: bool = True, flush_later: bool = False) -> Appended:
        """Store one batch. Raises `KafkaError` with what is wrong with it, or `OSError` if it cannot be written.

        With `flush_later` the caller looks at `needs_flush` before it answers; else the flush has been done.
        """
        if from_client:
            header, records = self.accept(records, now_ms)
        else:
            header = check_batch(records, self.config, from_client=False)
            if self.config.uses_append_time:
                header, records = restamp(header, records, now_ms, is_append_time=True)
        return self.append_accepted((header, records), now_ms, flush_later=flush_later, from_client=from_client)

    def accept(self, records: Buffer, now_ms: int, look: Look = THOROUGH) -> Accepted:
        """Judge a client's batch and make it fit to be stored; nothing of the log is looked at or changed.

        Raises `KafkaError`, and `TakesLong` if the look is to be brief. A thorough one may be taken in a thread.
        """
        config = self.config
        return check_records(check_batch(records, config, from_client=True), records, config, now_ms, self._name, look)

    def accept_old(self, records: Buffer, now_ms: int, look: Look = THOROUGH) -> Accepted | None:
        """What `accept` does, for messages of any format, as Produce v0-2 brings them; None if none is whole."""
        from kafkawire.broker.log.old_formats import accept_old

        return accept_old(records, self.config, now_ms, self._name, look)

    def append_accepted(
        self, accepted: Accepted, now_ms: int, *, flush_later: bool = True, from_client: bool = True
    ) -> Appended:
        """Store what was accepted, now or a while ago, if the producer is where its batch says. Raises as `append`."""
        header, records = accepted
        config = self.config
        uses_append_time = config.uses_append_time
        if uses_append_time and header.max_timestamp != now_ms:
            header, records = restamp(header, records, now_ms, is_append_time=True)
        if len(records) > config.segment_bytes:
            raise KafkaError(
                ErrorCode.RECORD_LIST_TOO_LARGE, f"{len(records)} bytes, a segment has {config.segment_bytes}"
            )
        if header.producer_id >= 0 and not header.is_control:
            earlier = self.producers.check(header, from_client=from_client)
            if earlier is not None:
                if earlier.base_offset >= self.recovery_point:  # the flush of the first time may still be under way
                    self._unflushed += header.record_count
                return Appended(earlier.base_offset, earlier.timestamp, is_duplicate=True)
        base_offset = self.end_offset
        self._store(placed(header, base_offset, self.leader_epoch), records)
        if not flush_later and self.needs_flush:
            self.flush()
        return Appended(base_offset, now_ms if uses_append_time else -1)

    @property
    def _name(self) -> str:
        return self.directory.rpartition("/")[2]

    # Reading

    def read(
        self, offset: int, max_bytes: int, *, at_least_one: bool = True, is_committed: bool = False
    ) -> Slice | None:
        """Batches from `offset` on, out of one segment; None at the end of the log.

        With `is_committed` those from the last stable offset on are left out. Raises `KafkaError` OFFSET_OUT_OF_RANGE
        below the log start offset and above the high watermark, and CORRUPT_MESSAGE if the batch, or one on the way to
        it, is damaged: what it holds must not be passed over.
        """
        if not self.log_start_offset <= offset <= self.high_watermark:
            raise KafkaError(
                ErrorCode.OFFSET_OUT_OF_RANGE,
                f"offset {offset} is not in {self.log_start_offset} to {self.high_watermark}",
            )
        end = self.last_stable_offset() if is_committed else self.high_watermark
        if offset >= end:
            return None
        before = end if end < self.high_watermark else None
        try:
            return self.segments.read(offset, max_bytes, at_least_one=at_least_one, before=before)
        except CorruptBatch as exc:
            self._report(offset, str(exc))
            raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc

    def aborted(self, offset: int, found: Slice) -> list[AbortedTransaction]:
        """The aborted transactions that `found`, read from `offset` on, may hold records of, and perhaps a few more."""
        return self.segments.aborted(offset, found, self.end_offset)

    def first_since(self, timestamp: int) -> tuple[int, int] | None:
        """Timestamp and offset of the first record of `timestamp` (ms) or later. Raises `KafkaWireError` at damage."""
        return self.segments.first_since(timestamp, self.log_start_offset)

    def last_stable_offset(self) -> int:
        """Before it no transaction is undecided."""
        undecided = self.producers.first_undecided_offset()
        if undecided is None:
            return self.high_watermark
        return min(max(undecided, self.log_start_offset), self.high_watermark)

    def end_of_epoch(self, epoch: int) -> tuple[int, int]:
        """The latest epoch not above `epoch`, and where it ends; (-1, -1) if there is none (KIP-101)."""
        return self._epochs.end_of(epoch, self.end_offset)

    def epoch_at(self, offset: int) -> int:
        """The leader epoch in which `offset` was written."""
        return self._epochs.at(offset)

    def _report(self, offset: int, damage: str) -> None:
        if damage not in self._reported:  # consumers come back for it many times a second
            self._reported.add(damage)
            _LOG.error("%s: offset %d cannot be read: %s", self.directory, offset, damage)

    # Flushing

    def flush(self) -> None:
        """Return when all that was appended is on disk."""
        taken = self.begin_flush()
        try:
            taken.sync()
        except OSError:
            self.flush_failed(taken)
            raise
        self.synced(taken.end_offset, taken.directories)

    @property
    def needs_flush(self) -> bool:
        """Whether `flush.messages` asks for a flush before an append is answered."""
        return self._unflushed >= self.config.flush_messages

    def begin_flush(self) -> Unflushed:
        """What a flush is to bring to disk, with `sync`; then say `synced`, or `flush_failed`."""
        taken, self._unflushed = self._unflushed, 0
        return Unflushed(self._files, self._dirty(), self.unsynced_directories, self.end_offset, taken)

    def flush_failed(self, taken: Unflushed) -> None:
        """The flush that was begun did not succeed."""
        self._unflushed += taken.records

    def sealed_dirty(self) -> tuple[list[Segment], int]:
        """Segments that nothing is written to any more but that are not known to be on disk, and where they end."""
        return self._dirty()[:-1], self.segments.active.base_offset

    def synced(self, offset: int, directories: tuple[str, ...]) -> None:
        """All before `offset` is on disk now, and so are the names in `directories`: recovery may begin there."""
        self.recovery_point = max(self.recovery_point, offset)
        if self.unsynced_directories is directories:  # else a segment was made meanwhile
            self.unsynced_directories = ()

    # Removing

    def delete_before(self, offset: int) -> None:
        """Move the log start offset up, and remove the segments that lie wholly before it."""
        self.log_start_offset = max(self.log_start_offset, offset)
        if not self._is_held:
            self.segments.drop_before(self.log_start_offset, self.config)

    def retention_offset(self, now_ms: int) -> int:
        """The log start offset that `retention.ms` and `retention.bytes` ask for; segments go as a whole."""
        return self.segments.retention_offset(self.log_start_offset, self.end_offset, self.config, now_ms)

    def enforce_retention(self, now_ms: int) -> None:
        """Remove what is older or more than it may be; the segment that is written to as well, for a new one."""
        start = self.retention_offset(now_ms)
        if start == self.end_offset and start > self.log_start_offset:
            self._roll()
        self.delete_before(start)

    @contextmanager
    def holding_segments(self) -> Iterator[None]:
        """Leave all segments where they are for a while; those that should have gone meanwhile go at the end."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            if not self.is_closed:
                self.delete_before(self.log_start_offset)

    def replace(self, old: Sequence[Segment]) -> None:
        """Put the `.cleaned` segment that was made of `old` into their place. Raises `OSError`."""
        self.segments.replace(old, self.config)

    def close(self) -> None:
        """Flush, leave everything as the next start wants it, and let go of the files."""
        self.segments.active.seal()
        if self.recovery_point != self.end_offset:  # else it is all on disk since it was opened or flushed
            self.flush()
        self._write_snapshot()
        self.abandon()

    def abandon(self) -> None:
        """Let go of the files and do nothing else; for a log that is to be deleted."""
        self.is_closed = True
        self.segments.close()

    def _store(self, header: BatchHeader, records: Buffer) -> None:
        marker = marker_of(header, records) if header.is_control else None
        segment = self.segments.active
        if not segment.has_room(header, self.config, self.config.longest_segment_ms - self._jitter_ms):
            segment = self._roll()
        self._epochs.begin(header.base_offset)
        segment.append(header, [prefix(header), memoryview(records)[PREFIX_SIZE:]])
        self.end_offset = header.last_offset + 1
        aborted = ended(self.producers, header, marker)
        if aborted is not None:
            segment.aborted.add(aborted)
        self._unflushed += header.record_count

    def _roll(self) -> Segment:
        segment = self.segments.roll(self.end_offset, self.config)
        self._jitter_ms = _jitter(self.config)
        self.unsynced_directories = tuple({*self.unsynced_directories, self.directory})
        self._write_snapshot()
        return segment

    def _write_snapshot(self) -> None:
        path = f"{self.directory}/{self.end_offset:020d}.snapshot"
        if not self.end_offset or (not len(self.producers) and self._files.exists(path)):
            return
        self._files.replace(path, self.producers.encode(), sync=False)

    def _dirty(self) -> list[Segment]:
        return self.segments.since(self.recovery_point)


def _jitter(config: LogConfig) -> int:
    """By how many ms a segment is begun earlier, drawn for each."""
    most = min(config.segment_jitter_ms, config.segment_ms)
    return random.randrange(most) if most else 0  # noqa: S311 - spreads load; nothing secret depends on it
