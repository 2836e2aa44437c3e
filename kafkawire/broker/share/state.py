"""One share partition: which records of a partition its group has been given, and what became of them (KIP-932).

Records between the start offset, below which all is done with, and the next offset, which nobody was given yet, are in
one of four states:

    available -> acquired (locked for a member) -> acknowledged, or archived (rejected, or delivered too often)
        ^            |
        +------------+ released, or the time of the lock is over

The start moves on over what is acknowledged or archived. Nothing here waits or writes: a step that others must not
forget returns `Change`, and is undone with `undo` if that could not be kept. Times are seconds.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from kafkawire.broker.share.slots import (
    ACKNOWLEDGED,
    ACQUIRED,
    ARCHIVED,
    AVAILABLE,
    Acknowledgement,
    Acquired,
    Change,
    Slot,
    StateRun,
    runs_of,
)
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["SharePartition"]

_DONE = (ACKNOWLEDGED, ARCHIVED)
_MOST_STALE = 4
_GAP, _ACCEPT, _RELEASE, _REJECT, _RENEW = range(5)
_BECOMES = {_GAP: ARCHIVED, _ACCEPT: ACKNOWLEDGED, _RELEASE: AVAILABLE, _REJECT: ARCHIVED}


_PAST = "Batch record not found. The first offset in request is past acquired records."
_NOT_ACQUIRED = "The offset cannot be acknowledged. The offset is not acquired."
_NOT_THE_OWNER = "Member is not the owner of batch record"


class SharePartition:
    """From `start` on, with the states that are known. `start` -1: not decided yet."""

    def __init__(self, start: int = -1, runs: Iterable[StateRun] = ()) -> None:
        self.start = start
        self.next = start
        self._slots: dict[int, Slot] = {}  # without a hole, in the order of offsets
        self._locks: list[tuple[float, int]] = []
        for run in sorted(runs):
            self._restore(run)
        self._advance()

    def _restore(self, run: StateRun) -> None:
        for offset in range(self.next, run.last + 1):
            inside = offset >= run.first
            self._slots[offset] = Slot(run.state, run.deliveries) if inside else Slot()
        self.next = max(self.next, run.last + 1)

    def __len__(self) -> int:
        return len(self._slots)

    @property
    def complete(self) -> int:
        """How many records behind the start are done with."""
        return sum(slot.state in _DONE for slot in self._slots.values())

    def runs(self) -> list[StateRun]:
        """All states that are to be kept; a lock is not, so a locked record is as it was before."""
        kept = ((offset, slot.without_lock()) for offset, slot in self._slots.items())
        return list(runs_of((offset, slot) for offset, slot in kept if slot.state != AVAILABLE or slot.count))

    def begin(self, start: int) -> None:
        """Decide where it begins."""
        self.start = self.next = start

    def raise_start(self, log_start: int) -> None:
        """Records before `log_start` are gone."""
        if log_start <= self.start:
            return
        for offset in [offset for offset in self._slots if offset < log_start]:
            del self._slots[offset]
        self.start = log_start
        self.next = max(self.next, log_start)
        self._advance()

    # Giving records out

    def first_available(self) -> int:
        """The first record that could be given out."""
        return next((offset for offset, slot in self._slots.items() if slot.state == AVAILABLE), self.next)

    def has_room(self, max_locks: int) -> bool:
        """Whether records may be given out that nobody had yet."""
        return len(self._slots) < max_locks

    def acquire(
        self,
        member_id: str,
        batches: Iterable[tuple[int, int]],
        limit: int,
        max_locks: int,
        until: float,
        *,
        strict: bool,
    ) -> list[Acquired]:
        """Lock records for a member, out of batches with these first and last offsets.

        About `limit` of them, so that batches stay whole, or `strict`ly. Once `max_locks` records are under way no
        batch is begun that nobody had yet.
        """
        taken: list[int] = []
        for first, last in batches:
            if len(taken) >= limit or not self._reach(first, max_locks):
                break
            has_room = self.has_room(max_locks)
            for offset in range(max(first, self.start), last + 1):
                if strict and len(taken) >= limit:
                    break
                if self._lock(offset, member_id, until, has_room=has_room):
                    taken.append(offset)
        return list(self._given(taken))

    def _reach(self, first: int, max_locks: int) -> bool:
        """Go on at `first`; what lies before it does not exist. A hole that is too wide is for when all is done."""
        if first <= self.next:
            return True
        if not self._slots:
            self.start = self.next = first
        if first - self.start > max_locks:
            return False
        for offset in range(self.next, first):
            self._slots[offset] = Slot(ARCHIVED)
        self.next = first
        return True

    def _lock(self, offset: int, member_id: str, until: float, *, has_room: bool) -> bool:
        slot = self._slots.get(offset)
        if slot is None and offset == self.next and has_room:
            slot = self._slots[offset] = Slot()
            self.next = offset + 1
        if slot is None or slot.state != AVAILABLE:
            return False
        slot.state, slot.member_id, slot.deadline = ACQUIRED, member_id, until
        slot.count += 1
        self._watch(offset, until)
        return True

    def _given(self, offsets: list[int]) -> Iterator[Acquired]:
        for run in runs_of((offset, self._slots[offset]) for offset in offsets):
            yield Acquired(run.first, run.last, run.deliveries)

    def hide(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Archive locked records that nobody is to see, such as those of aborted transactions."""
        for first, last in ranges:
            for offset in range(max(first, self.start), min(last, self.next - 1) + 1):
                if self._slots[offset].state == ACQUIRED:
                    self._slots[offset].state = ARCHIVED
        self._advance()

    # What becomes of them

    def acknowledge(
        self, member_id: str, acknowledgements: Iterable[Acknowledgement], limit: int, until: float
    ) -> Change:
        """Take in what a member says: all of it, or (with `KafkaError`) nothing.

        A record that has been delivered `limit` times is not made available again. `until`: when renewed locks end.
        """
        acknowledgements = list(acknowledgements)
        for each in acknowledgements:
            self._check(member_id, each)
        change = self._change()
        for each in acknowledgements:
            for offset in range(max(each.first, self.start), each.last + 1):
                self._apply(offset, each.type_at(offset), limit, until, change)
        return self._finish(change)

    def _check(self, member_id: str, acknowledgement: Acknowledgement) -> None:
        if acknowledgement.last < self.start:  # done with: whoever says so says nothing new
            return
        if acknowledgement.last >= self.next:
            raise KafkaError(ErrorCode.INVALID_REQUEST, _PAST)
        for offset in range(max(acknowledgement.first, self.start), acknowledgement.last + 1):
            slot = self._slots[offset]
            if slot.state != ACQUIRED:
                raise KafkaError(ErrorCode.INVALID_RECORD_STATE, _NOT_ACQUIRED)
            if slot.member_id != member_id:
                raise KafkaError(ErrorCode.INVALID_RECORD_STATE, _NOT_THE_OWNER)

    def _apply(self, offset: int, kind: int, limit: int, until: float, change: Change) -> None:
        slot = self._slots[offset]
        if kind == _RENEW:
            slot.deadline = until
            self._watch(offset, until)
            return
        change.before[offset] = slot.copy()
        slot.state = _BECOMES[kind]
        if slot.state == AVAILABLE and slot.count >= limit:
            slot.state = ARCHIVED
        slot.member_id = ""

    def release(self, member_id: str, limit: int) -> Change:
        """Give back all that is locked for a member."""
        held = [offset for offset, slot in self._slots.items() if slot.is_held_by(member_id)]
        return self._release(held, limit)

    def expire(self, now: float, limit: int) -> Change:
        """Give back what has been locked for too long."""
        due = set()
        while self._locks and self._locks[0][0] <= now:
            _, offset = heapq.heappop(self._locks)
            slot = self._slots.get(offset)
            if slot is not None and slot.state == ACQUIRED and slot.deadline <= now:
                due.add(offset)
        return self._release(sorted(due), limit)

    def next_deadline(self) -> float | None:
        """When a lock may be over."""
        while self._locks:
            deadline, offset = self._locks[0]
            slot = self._slots.get(offset)
            if slot is not None and slot.state == ACQUIRED and slot.deadline <= deadline:
                return deadline
            heapq.heappop(self._locks)
        return None

    def _release(self, offsets: Iterable[int], limit: int) -> Change:
        change = self._change()
        for offset in offsets:
            self._apply(offset, _RELEASE, limit, 0.0, change)
        return self._finish(change)

    # Changes

    def _change(self) -> Change:
        return Change(self.start, 0, [], {})

    def _finish(self, change: Change) -> Change:
        change.runs = list(runs_of((offset, self._slots[offset]) for offset in sorted(change.before)))
        change.complete = self.complete
        return change

    def confirm(self) -> None:
        """The last change is kept: go on behind what is done with."""
        self._advance()

    def undo(self, change: Change) -> None:
        """The change could not be kept, so it has not happened."""
        for offset, slot in change.before.items():
            self._slots[offset] = slot
            if slot.state == ACQUIRED:
                self._watch(offset, slot.deadline)

    def _watch(self, offset: int, until: float) -> None:
        """Look at a lock again when its time is over. Renewals leave older entries behind, which must not pile up."""
        if len(self._locks) > _MOST_STALE * (len(self._slots) + 1):
            held = ((slot.deadline, n) for n, slot in self._slots.items() if slot.state == ACQUIRED)
            self._locks = sorted(held)
        heapq.heappush(self._locks, (until, offset))

    def _advance(self) -> None:
        while (slot := self._slots.get(self.start)) is not None and slot.state in _DONE:
            del self._slots[self.start]
            self.start += 1
