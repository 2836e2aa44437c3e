"""The records that the application has been given and that are still locked for it.

A record is open until it is acknowledged; then it is closed, and taken along with the next request to the broker that
has locked it. One whose lock is to be renewed comes back when the broker has done so: it is open again, and handed out
again unless it is acknowledged before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.share.acknowledgements import AcknowledgeType
from kafkawire.client.share.records import ShareRecord

__all__ = ["Destination", "Holdings"]


class Destination(NamedTuple):
    """Where acknowledgements go: the broker that has locked the records, and their partition."""

    node_id: int
    tp: TopicPartition


_Key = tuple[str, int, int]
_Held = tuple[ShareRecord, int]


class Holdings:
    """What one consumer holds."""

    def __init__(self) -> None:
        self.renewed: dict[_Key, ShareRecord] = {}
        """Open records whose lock was renewed, to be handed out again."""
        self._open: dict[_Key, _Held] = {}
        self._acknowledged: dict[_Key, tuple[_Held, AcknowledgeType]] = {}
        self._renewing: dict[_Key, _Held] = {}

    @property
    def has_open(self) -> bool:
        """Whether a record that was handed out is not acknowledged, beside those to be handed out again."""
        return len(self._open) > len(self.renewed)

    @property
    def is_renewing(self) -> bool:
        """Whether locks are being renewed, or records with a new lock wait to be handed out again."""
        return bool(self._renewing or self.renewed)

    def add(self, records: Iterable[ShareRecord], node_id: int) -> None:
        """Hold records that are handed out now."""
        for record in records:
            self._open[record[:3]] = record, node_id

    def acknowledge(self, record: ShareRecord, kind: AcknowledgeType) -> bool:
        """Note what became of a record; false if it is not held. The last word counts until it is sent."""
        key = record[:3]
        held = self._open.pop(key, None)
        if held is None:
            acknowledged = self._acknowledged.get(key)
            if acknowledged is None:
                return False
            held = acknowledged[0]
        self.renewed.pop(key, None)
        self._acknowledged[key] = held, kind
        return True

    def accept_all(self) -> None:
        """Note all open records as dealt with."""
        for key, held in self._open.items():
            self._acknowledged[key] = held, AcknowledgeType.ACCEPT
        self._open.clear()
        self.renewed.clear()

    def take(self) -> dict[Destination, dict[int, AcknowledgeType]]:
        """What is to be sent, by offset; from now on it is not held any more."""
        out: dict[Destination, dict[int, AcknowledgeType]] = {}
        for key, (held, kind) in self._acknowledged.items():
            topic, partition, offset = key
            out.setdefault(Destination(held[1], TopicPartition(topic, partition)), {})[offset] = kind
            if kind is AcknowledgeType.RENEW:
                self._renewing[key] = held
        self._acknowledged.clear()
        return out

    def responded(self, tp: TopicPartition, types: Mapping[int, AcknowledgeType], *, failed: bool) -> None:
        """The broker has answered. Records whose lock it has not renewed are lost to us."""
        for key in _renewals(tp, types):
            held = self._renewing.pop(key, None)
            if held is not None and not failed:
                self._open[key] = held
                self.renewed[key] = held[0]

    def take_renewed(self, limit: int) -> list[ShareRecord]:
        """Up to `limit` of the records that are to be handed out again."""
        keys = list(self.renewed)[:limit]
        return [self.renewed.pop(key) for key in keys]


def _renewals(tp: TopicPartition, types: Mapping[int, AcknowledgeType]) -> Iterator[_Key]:
    return ((*tp, offset) for offset, kind in types.items() if kind is AcknowledgeType.RENEW)
