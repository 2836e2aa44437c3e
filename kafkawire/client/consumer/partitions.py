"""The partitions that a consumer reads, sorted by what there is to do about them.

With ten thousand of them that are silent, a call must not look at each. So a partition says when something about it has
changed, and only those are looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.metadata import TopicPartition

__all__ = ["Partitions"]


class Partitions:
    """States by partition. `readable` and `unresolved` are right after `sort`; both keep an order: who is next."""

    def __init__(self, max_bytes: int) -> None:
        self.states: dict[TopicPartition, PartitionState] = {}
        self.readable: dict[PartitionState, None] = {}
        self.unresolved: dict[PartitionState, None] = {}
        self.held_bytes = 0
        """Bytes in memory of what was fetched and not handed out."""
        self._max_bytes = max_bytes
        self._changed: dict[PartitionState, None] = {}
        self._held: dict[PartitionState, int] = {}

    def assign(self, partitions: Iterable[TopicPartition]) -> list[PartitionState]:
        """Keep the states of these partitions, make new ones where there are none; returns those that are gone."""
        before = self.states
        self.states = {tp: before.get(tp) or self._new(tp) for tp in partitions}
        gone = [state for tp, state in before.items() if tp not in self.states]
        for state in gone:
            self._forget(state)
        return gone

    def touch_all(self) -> None:
        """Look at every partition again: what is known of the cluster has changed."""
        self._changed = dict.fromkeys(self.states.values())

    def sort(self) -> list[PartitionState]:
        """Look at what has changed, and return it."""
        changed, self._changed = self._changed, {}
        looked_at = [state for state in changed if self.states.get(state.tp) is state]
        for state in looked_at:
            _note(self.readable, state, state.is_readable)
            _note(self.unresolved, state, state.is_unresolved)
            self._count(state, state.held_bytes)
        return looked_at

    def rotate(self, state: PartitionState) -> None:
        """The partition has had its turn: others come first now."""
        if state in self.readable:
            del self.readable[state]
            self.readable[state] = None

    def processed(self) -> dict[TopicPartition, int]:
        """Per partition the offset behind what the application is done with."""
        return {tp: state.processed for tp, state in self.states.items() if state.processed != UNKNOWN}

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out."""
        return {tp: state.position for tp, state in self.states.items() if state.position != UNKNOWN}

    def epochs(self, offsets: Iterable[tuple[TopicPartition, int]]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written, where that is known."""
        found = {tp: self.states[tp].epoch_at(offset) for tp, offset in offsets if tp in self.states}
        return {tp: epoch for tp, epoch in found.items() if epoch != UNKNOWN}

    def _new(self, tp: TopicPartition) -> PartitionState:
        state = PartitionState(tp, self._max_bytes, self._touch)
        self._touch(state)
        return state

    def _touch(self, state: PartitionState) -> None:
        self._changed[state] = None

    def _forget(self, state: PartitionState) -> None:
        state.paused = True  # whoever hands out its records one by one stops
        for kind in (self.readable, self.unresolved, self._changed):
            kind.pop(state, None)
        self._count(state, 0)

    def _count(self, state: PartitionState, held: int) -> None:
        self.held_bytes += held - self._held.pop(state, 0)
        if held:
            self._held[state] = held


def _note(kind: dict[PartitionState, None], state: PartitionState, belongs: bool) -> None:
    if belongs:
        kind.setdefault(state)
    else:
        kind.pop(state, None)
