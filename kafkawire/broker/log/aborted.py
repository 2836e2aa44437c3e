"""Which transactions were aborted: the `.txnindex` file beside a segment, as the broker keeps and asks it."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from kafkawire.broker.log.files import File, FileSystem
from kafkawire.logfiles.indexes import AbortedTransaction, format_aborted, parse_aborted

__all__ = ["AbortedIndex", "aborted_between"]

_LOG = logging.getLogger("kafkawire.broker")


def aborted_between(
    indexes: Iterable[Sequence[AbortedTransaction]], offset: int, upper_bound: int
) -> list[AbortedTransaction]:
    """The aborted transactions that reach into the offsets from `offset` to before `upper_bound`.

    `indexes` are those of the segments in a row, each in the order of the markers, from the one with `offset` on. No
    more of them are looked at than needed: once the last stable offset has passed the bound, what was aborted later
    began later.
    """
    found = []
    for index in indexes:
        first = bisect_left(index, offset, key=lambda transaction: transaction.last_offset)
        for transaction in index[first:]:
            if transaction.first_offset < upper_bound:
                found.append(transaction)
            if transaction.last_stable_offset >= upper_bound:
                return found
    return found


class AbortedIndex:
    """The `.txnindex` of one segment; there is no file where nothing was aborted."""

    def __init__(self, files: FileSystem, path: str) -> None:
        self._files = files
        self._path = path
        self._file: File | None = None
        self._known: list[AbortedTransaction] | None = None
        self._is_behind = False  # the file lacks something that is known

    def read(self) -> list[AbortedTransaction]:
        """All aborted transactions of the segment; raises `CorruptBatch` if the file is damaged."""
        if self._known is None:
            self._known = parse_aborted(self._files.read(self._path)) if self._files.exists(self._path) else []
        return self._known

    def add(self, transaction: AbortedTransaction) -> None:
        """Enter a transaction whose marker was the last batch; what fails now is made up for by `complete`."""
        try:
            if self._file is None:
                self._file = self._files.open(self._path)
            self._file.append([format_aborted([transaction])])
        except OSError as exc:
            _LOG.error("%s cannot be written now: %s", self._path, exc)
            self._known, self._is_behind = [*self.read(), transaction], True
        else:
            if self._known is not None:
                self._known.append(transaction)

    def complete(self) -> None:
        """Write what could not be written before."""
        if self._is_behind:
            self.write(self.read())

    def write(self, transactions: Sequence[AbortedTransaction]) -> None:
        """Let the index have these and no others."""
        if transactions:
            self._files.replace(self._path, format_aborted(transactions))
        else:
            self._files.remove(self._path)
        self.close()
        self._known, self._is_behind = None, False

    def sync(self) -> None:
        """Return when it is on disk."""
        if self._file is not None:
            self._file.sync()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
