"""Whether the entries of an index say of the batches what is true, looked at while the batches come along."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY, entries_of

__all__ = ["NEVER", "Finding", "OffsetIndexCheck", "TimeIndexCheck"]

NEVER = 1 << 64
Finding = tuple[int, str, bool]
"""Position in the index, what is wrong, and whether that leads a reader astray."""


class OffsetIndexCheck:
    """The entries of an `.index` whose segment begins at `base_offset`. `position`: where the next one leads to."""

    def __init__(self, data: bytes, base_offset: int) -> None:
        self._entries = entries_of(OFFSET_ENTRY, data)
        self._base_offset = base_offset
        self._number = -1
        self._offset = -1
        self.position = -1
        self.early = [*self._advance()]
        """What is wrong before any batch was looked at."""

    def see(self, position: int, base_offset: int, last_offset: int) -> Iterator[Finding]:
        """A batch at or behind the position that the next entry leads to."""
        while self.position < position:
            yield self._at, f"entry {self._number} leads to position {self.position}, where no batch begins", True
            yield from self._advance()
        if self.position == position:
            if self._offset < base_offset:
                yield self._at, f"entry {self._number}: {self._said(base_offset, last_offset)}", True
            elif self._offset != last_offset:
                yield self._at, f"entry {self._number}: {self._said(base_offset, last_offset)}", False
            yield from self._advance()

    def pass_over(self, position: int) -> None:
        """Forget the entries that lead to before a position: what was there is damaged, and said to be so."""
        while self.position < position:
            for _ in self._advance():
                pass

    def end(self, size: int) -> Iterator[Finding]:
        """No more batches are there; the log has `size` bytes."""
        while self.position != NEVER:
            yield self._at, f"entry {self._number} leads to position {self.position} of a log of {size} bytes", True
            yield from self._advance()

    @property
    def _at(self) -> int:
        return self._number * OFFSET_ENTRY.size

    def _said(self, base_offset: int, last_offset: int) -> str:
        return f"offset {self._offset} at position {self.position}, where offsets {base_offset} to {last_offset} are"

    def _advance(self) -> Iterator[Finding]:
        """Go to the next entry that is behind the last one."""
        last_offset, last_position = self._offset, self.position
        for relative, position in self._entries:
            self._number += 1
            self._offset, self.position = self._base_offset + relative, position
            if relative >= 0 and self._offset > last_offset and position > last_position:
                return
            what = f"offset {self._offset} and position {position} do not follow {last_offset} and {last_position}"
            yield self._at, f"entry {self._number}: {what}", True
            self._offset, self.position = last_offset, last_position
        self.position = NEVER


class TimeIndexCheck:
    """The entries of a `.timeindex` whose segment begins at `base_offset`. `offset`: what the next one leads to."""

    def __init__(self, data: bytes, base_offset: int) -> None:
        self._entries = entries_of(TIME_ENTRY, data)
        self._base_offset = base_offset
        self._number = -1
        self._timestamp = -1
        self.offset = -1
        self.early = [*self._advance()]
        """What is wrong before any batch was looked at."""

    def see(self, base_offset: int, last_offset: int, max_timestamp: int, largest: int) -> Iterator[Finding]:
        """A batch that reaches the offset of the next entry. `largest`: timestamp so far, in this batch or before."""
        while self.offset <= last_offset:
            said = f"entry {self._number}: timestamp {self._timestamp} at offset {self.offset}"
            offsets = f"offsets {base_offset} to {last_offset}"
            if self._timestamp < largest:
                yield self._at, f"{said}, but up to there timestamps go to {largest}", True
            elif self._timestamp != max_timestamp:
                yield (
                    self._at,
                    f"{said}, but the largest of {offsets} is {max_timestamp}",
                    True,
                )
            elif self.offset != last_offset:
                yield self._at, f"{said}, which is inside the batch of {offsets}", False
            yield from self._advance()

    def give_up(self) -> None:
        """Behind damage nobody knows the timestamps that there were."""
        self.offset = NEVER

    def end(self, end_offset: int) -> Iterator[Finding]:
        """No more batches are there; the log ends before `end_offset`."""
        while self.offset != NEVER:
            yield (
                self._at,
                f"entry {self._number} leads to offset {self.offset}, the log ends at {end_offset}",
                True,
            )
            yield from self._advance()

    @property
    def _at(self) -> int:
        return self._number * TIME_ENTRY.size

    def _advance(self) -> Iterator[Finding]:
        """Go to the next entry that is behind the last one."""
        last_timestamp, last_offset = self._timestamp, self.offset
        for timestamp, relative in self._entries:
            self._number += 1
            self._timestamp, self.offset = timestamp, self._base_offset + relative
            if timestamp > last_timestamp and self.offset >= last_offset and relative >= 0:
                return
            what = f"timestamp {timestamp} and offset {self.offset} do not follow {last_timestamp} and {last_offset}"
            yield self._at, f"entry {self._number}: {what}", True
            self._timestamp, self.offset = last_timestamp, last_offset
        self.offset = NEVER
