"""Batches that cannot be read: the query fails, goes on without them, or puts them aside (`onCorrupt`).

Whatever a query goes on without is counted, and named in the log of the executor, so that nothing is lost silently.
In the quarantine each of them is a Parquet file of one row, under a name that a repeated task writes again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from kafkawire.client.blocking import BlockingReader
from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import InvalidOption, TimedOut
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, KafkaError, KafkaWireError, UnsupportedCodec
from kafkawire.spark.columns import raise_damage
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import OnCorrupt, SourceOptions
from kafkawire.spark.paths import file_system

__all__ = ["Damage", "LeftOut"]

_PROBE_S = 5.0  # how long a single look for the end of unreadable data may take
_BROKEN_LOG = (ErrorCode.CORRUPT_MESSAGE, ErrorCode.KAFKA_STORAGE_ERROR)

_log = logging.getLogger("kafkawire.spark")

Fetch = Callable[..., Iterator[FetchedRange]]


class CorruptOptions(Protocol):
    """What the options of a source say about damage."""

    @property
    def on_corrupt(self) -> OnCorrupt: ...
    @property
    def quarantine_path(self) -> str | None: ...


class LeftOut:
    """What one task finds that it cannot read, wherever it comes from, and what the options say about it."""

    def __init__(self, options: CorruptOptions, whole: OffsetRange) -> None:
        self._corrupt_options = options
        self._whole = whole
        self._stretches = 0
        self._offsets = 0

    def of_batch(self, piece: FetchedRange, batch: FetchedBatch, error: KafkaWireError) -> None:
        """A batch whose header can be read, but not its records. Raises `error`, or notes what is left out."""
        source = batch.source
        if self._corrupt_options.on_corrupt == "fail" or source is None:
            raise_damage(piece, batch, error)
        else:
            self._leave_out(batch.base_offset, batch.last_offset + 1, error, source.data)

    def of_unreadable(self, start: int, end: int, error: KafkaWireError) -> None:
        """Offsets of which not even the head of a batch can be read. Raises `error`, or notes what is left out."""
        if self._corrupt_options.on_corrupt == "fail":
            raise type(error)(f"{self._whole.tp}, offset {start}: {error}") from error
        self._leave_out(start, end, error, b"")

    def report(self) -> None:
        """Say in the log how much was left out, if anything was."""
        if self._stretches:
            tp, stretches, offsets = self._whole.tp, self._stretches, self._offsets
            _log.warning("%s: %d offsets in %d unreadable stretches were left out", tp, offsets, stretches)

    def _leave_out(self, start: int, end: int, error: KafkaWireError, data: bytes) -> None:
        start, end = max(start, self._whole.start), min(end, self._whole.end)
        if start >= end:
            return  # of a batch that another task reads, too
        self._stretches += 1
        self._offsets += end - start
        _log.warning("%s: offsets %d to %d are left out: %s", self._whole.tp, start, end - 1, error)
        if self._corrupt_options.quarantine_path is not None:
            _write(self._corrupt_options.quarantine_path, self._whole, start, end, str(error), data)


class Damage(LeftOut):
    """What is left out of what brokers send: what lies behind the damage has to be asked for."""

    def __init__(self, options: SourceOptions, whole: OffsetRange) -> None:
        super().__init__(options, whole)
        self._options = options

    def skipping(self, reader: BlockingReader, whole: OffsetRange, fetch: Fetch) -> Iterator[FetchedRange]:
        """All pieces of a range; if that is wished without what not even the header of a batch can be read of."""
        settings = self._settings()
        position = whole.start
        while position < whole.end:
            try:
                for piece in fetch(reader, OffsetRange(whole.tp, position, whole.end), **settings):
                    position = piece.next_offset
                    yield piece
                return
            except (DecodeError, UnsupportedCodec, KafkaError) as exc:
                if self._options.on_corrupt == "fail" or not _is_damage(exc):
                    raise
                behind = self._next_readable(reader, position)
                self._leave_out(position, behind, exc, b"")
                position = behind

    def _settings(self) -> dict[str, Any]:
        timeout = self._options.read_timeout_ms
        return {
            "fail_on_data_loss": self._options.fail_on_data_loss,
            "timeout": timeout / 1000 if timeout else None,
        }

    def _next_readable(self, reader: BlockingReader, position: int) -> int:
        """The first offset behind `position` from which on something can be read, or the end of the range."""
        bad, good = position, self._whole.end
        while good - bad > 1:
            middle = (bad + good) // 2
            if self._can_read(reader, middle):
                good = middle
            else:
                bad = middle
        return good

    def _can_read(self, reader: BlockingReader, position: int) -> bool:
        try:
            reader.piece_at(self._whole.tp, position, self._whole.end, timeout=_PROBE_S)
        except TimedOut as exc:
            if exc.__cause__ is not None:  # the connection failed, which says nothing of the data
                raise
            return False
        except (DecodeError, UnsupportedCodec, KafkaError) as exc:
            if not _is_damage(exc):
                raise
            return False
        return True


def _is_damage(error: KafkaWireError) -> bool:
    return not isinstance(error, KafkaError) or error.code in _BROKEN_LOG


def _write(path: str, whole: OffsetRange, start: int, end: int, error: str, data: bytes) -> None:
    """One file: where, why, and the bytes of the batch as they came (none where no batch could be made out)."""
    import pyarrow as pa
    import pyarrow.parquet

    row = {
        "topic": [whole.tp.topic],
        "partition": pa.array([whole.tp.partition], pa.int32()),
        "firstOffset": [start],
        "lastOffset": [end - 1],
        "error": [error],
        "batch": pa.array([data], pa.binary()),
    }
    name = f"{whole.tp.topic}-{whole.tp.partition}-{start:020d}.parquet"
    try:
        files, folder = file_system(path)
        files.create_dir(folder, recursive=True)
        pyarrow.parquet.write_table(pa.table(row), f"{folder}/{name}", filesystem=files)
    except OSError as exc:
        raise InvalidOption(f"option 'quarantinePath': {exc}") from exc
