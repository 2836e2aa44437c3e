"""A segment: one `.log` file of batches with its two indexes, and how it is written.

Batches are written at the end and never changed. Only the last segment of a log is written to; when it is full it is
sealed, and its indexes are written out.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Lock

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted import AbortedTransaction, format_aborted
from kafkawire.broker.log.files import Buffer, File, FileSystem
from kafkawire.broker.log.headers import headers, valid_headers, whole_batch_behind
from kafkawire.broker.log.segment_reader import SegmentReader
from kafkawire.records.header import BatchHeader

__all__ = ["DELETED", "SUFFIXES", "Segment"]

_LOG = logging.getLogger("kafkawire.broker")
_MAX_RELATIVE_OFFSET = 2**31 - 1
SUFFIXES = (".log", ".index", ".timeindex", ".txnindex", ".snapshot")
"""What a segment may consist of."""
DELETED = ".deleted"
"""What the names of files end with that are no longer part of a log."""


class Segment(SegmentReader):
    """One segment; arguments as for `SegmentReader`. One that is there is `load`ed before it is written to."""

    def __init__(
        self, files: FileSystem, directory: str, base_offset: int, index_interval: int, *, suffix: str = ""
    ) -> None:
        super().__init__(files, directory, base_offset, index_interval, suffix=suffix)
        self.next_offset = base_offset
        self._syncing = Lock()
        self._is_closed = False
        self._txnindex: File | None = None
        self._lacks_aborted = False

    def has_room(self, header: BatchHeader, config: LogConfig, longest_ms: int) -> bool:
        """Whether the batch may go here: sizes and time stay in bounds, and the offset within what an index holds.

        The clock of the records counts, not ours: old data that is loaded today is cut as it would have been then.
        """
        first = self._first_timestamp
        if first is not None and first >= 0 and header.max_timestamp - first > longest_ms:
            return False
        fits = self._log.size + header.size <= config.segment_bytes and self._indexes.fit(config.segment_index_bytes)
        return (fits or not self._log.size) and header.last_offset - self.base_offset <= _MAX_RELATIVE_OFFSET

    def append(self, header: BatchHeader, parts: Sequence[Buffer]) -> None:
        """Write a batch at the end. `header` is that of the batch as written; an `OSError` leaves all as it was."""
        position = self._log.size
        self._log.append(parts)
        self._see(header)
        self._indexes.add(position, header)

    def load(self) -> bool:
        """Find the end of a segment that will be written to; False if its indexes are not what a clean stop leaves.

        Raises `CorruptBatch` at damage; what is before it is known then.
        """
        if not self._indexes.load():
            return False
        self.first_timestamp_found()
        start = self._indexes.last_position()
        for position, header in headers(self._log, start, self._log.size):
            self._see(header)
            self._indexes.pass_over(header, position + header.size - start)
        return True

    def check(self) -> int:
        """Find all whole batches, and put them into new indexes; returns where they end."""
        self._indexes.clear()
        self.next_offset, end = self.base_offset, 0
        for position, header in valid_headers(self._log):
            self._see(header)
            self._indexes.add(position, header)
            end = position + header.size
        return end

    def goes_on_behind(self, position: int) -> bool:
        """Whether there are more whole batches behind what is damaged at a position."""
        return whole_batch_behind(self._log, position, self.next_offset) is not None

    def cut(self, end: int) -> int:
        """Keep what has been `check`ed, up to the position `end`, and its indexes; returns how many bytes were cut."""
        cut = self._log.size - end
        if cut:
            self._log.truncate(end)
            self._log.sync()  # what was cut must not come back behind what will follow it
        try:
            self.seal()
        except OSError as exc:  # a full disk must not keep the broker from starting; they are written with a later sync
            _LOG.warning("%s: indexes cannot be written now: %s", self._stem, exc)
        return cut

    def seal(self) -> None:
        """Complete the indexes and write them out; nothing more will be appended, or it is time to."""
        self._indexes.complete()
        if self._lacks_aborted:
            self.write_aborted(self.aborted())

    def sync_log(self) -> None:
        """Return when the batches are on disk."""
        with self._syncing:
            if not self._is_closed:
                self._log.sync()

    def sync(self) -> None:
        """Return when the batches are on disk, and the indexes too. Another thread may do it for a sealed segment.

        A segment that was closed meanwhile is left alone: its files may be those of another one by now.
        """
        with self._syncing:  # two threads must not both bring an index up to date
            if self._is_closed:
                return
            self._log.sync()
            self._indexes.sync()
            if self._txnindex is not None:
                self._txnindex.sync()

    def add_aborted(self, transaction: AbortedTransaction) -> None:
        """Enter an aborted transaction, whose marker was the last batch; what fails now is made up for by `seal`."""
        try:
            if self._txnindex is None:
                self._txnindex = self._files.open(f"{self._stem}.txnindex{self._suffix}")
            self._txnindex.append([format_aborted([transaction])])
        except OSError as exc:
            _LOG.error("%s: the index of aborted transactions cannot be written now: %s", self._stem, exc)
            self._aborted, self._lacks_aborted = [*self.aborted(), transaction], True
        else:
            if self._aborted is not None:
                self._aborted.append(transaction)

    def write_aborted(self, transactions: Sequence[AbortedTransaction]) -> None:
        """Write the `.txnindex`; there is none for no transactions."""
        path = f"{self._stem}.txnindex{self._suffix}"
        if transactions:
            self._files.replace(path, format_aborted(transactions))
        else:
            self._files.remove(path)
        self._let_go_of_aborted()
        self._aborted, self._lacks_aborted = None, False

    def close(self) -> None:
        """Let go of the files, once nobody syncs them any more."""
        with self._syncing:
            self._is_closed = True
            self._log.close()
            self._indexes.close()
            self._let_go_of_aborted()

    def delete(self) -> None:
        """Remove the segment's files."""
        self.close()
        for kind in SUFFIXES:
            self._files.remove(self._stem + kind + self._suffix)

    def retire(self, *, keep_snapshot: bool = False) -> list[str]:
        """Take the segment's files out of the log by giving them the ending `.deleted`; returns what they are called.

        `keep_snapshot`: the state of the producers before it is still of use.
        """
        self.close()
        paths = [self._stem + kind for kind in SUFFIXES if not (keep_snapshot and kind == ".snapshot")]
        there = [path for path in paths if self._files.exists(path)]
        for path in there:
            self._files.rename(path, path + DELETED)
        return [path + DELETED for path in there]

    def _let_go_of_aborted(self) -> None:
        if self._txnindex is not None:
            self._txnindex.close()
            self._txnindex = None

    def _see(self, header: BatchHeader) -> None:
        self.next_offset = header.last_offset + 1
        if self._first_timestamp is None:
            self._first_timestamp = header.max_timestamp
