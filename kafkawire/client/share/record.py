"""What a share consumer hands out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.records import Header
from kafkawire.typevars import K_co, V_co

__all__ = ["ShareRecord"]


class ShareRecord(NamedTuple, Generic[K_co, V_co]):
    """A record, where it came from, and how often the group has been given it, this time included.

    `timestamp`: milliseconds since the epoch, -1 for none.
    """

    topic: str
    partition: int
    offset: int
    timestamp: int
    key: K_co | None
    value: V_co | None
    headers: Sequence[Header]
    delivery_count: int

    @property
    def tp(self) -> TopicPartition:
        """Topic and partition."""
        return TopicPartition(self.topic, self.partition)
