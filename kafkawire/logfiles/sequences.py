"""What the batches of a partition say about its producers, and whether it can be so.

A producer numbers its records; each batch goes on where its last one ended, and a higher epoch begins at 0. Compaction
takes batches away, so numbers may be missing where offsets are, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafkawire.records.header import next_sequence

if TYPE_CHECKING:
    from kafkawire.messages.producer_snapshot import ProducerEntry

__all__ = ["Sequences"]

_MOST = 1_000_000
"""Producers that are remembered; those that came first go first."""


@dataclass(slots=True)
class _Producer:
    epoch: int
    last_sequence: int
    last_offset: int
    gaps: int
    """How many gaps between offsets there were when its last batch came."""


class Sequences:
    """Follows the producers of one partition."""

    def __init__(self) -> None:
        self._producers: dict[int, _Producer] = {}

    def see(
        self, producer_id: int, epoch: int, first: int, base_offset: int, last_offset_delta: int, gaps: int
    ) -> str | None:
        """Take note of a batch with records; returns what is wrong with it."""
        known = self._producers.get(producer_id)
        last = next_sequence(first, last_offset_delta)
        if known is None:
            self._forget()
            self._producers[producer_id] = _Producer(epoch, last, base_offset + last_offset_delta, gaps)
            return None
        fault = None if first < 0 else _fault(producer_id, known, epoch, first, gaps)
        known.epoch, known.last_sequence, known.gaps = epoch, last, gaps
        known.last_offset = base_offset + last_offset_delta
        return fault

    def end(self, producer_id: int, epoch: int) -> str | None:
        """Take note of a control batch, which may bring a higher epoch; returns what is wrong with it."""
        known = self._producers.get(producer_id)
        if known is None or known.epoch == epoch:
            return None
        if epoch < known.epoch:
            return f"producer {producer_id} has epoch {epoch} behind epoch {known.epoch}"
        known.epoch, known.last_sequence, known.last_offset = epoch, -1, -1
        return None

    def differences(self, entries: list[ProducerEntry]) -> Iterator[str]:
        """What a snapshot says otherwise, of producers that both know."""
        for entry in entries:
            known = self._producers.get(entry.producer_id)
            if known is None:
                continue
            seen = known.epoch, known.last_sequence, known.last_offset
            said = entry.epoch, entry.last_sequence, entry.last_offset
            if seen != said:
                words = "epoch {}, sequence {}, offset {}"
                there, log = words.format(*said), words.format(*seen)
                yield f"producer {entry.producer_id} is at {there}, but in the log at {log}"

    def _forget(self) -> None:
        if len(self._producers) >= _MOST:
            del self._producers[next(iter(self._producers))]


def _fault(producer_id: int, known: _Producer, epoch: int, first: int, gaps: int) -> str | None:
    if epoch < known.epoch:
        return f"producer {producer_id} has epoch {epoch} behind epoch {known.epoch}"
    expected = next_sequence(known.last_sequence, 1) if epoch == known.epoch else 0
    if first == expected or gaps != known.gaps:
        return None
    return f"producer {producer_id} goes on with sequence {first}, not {expected}"
