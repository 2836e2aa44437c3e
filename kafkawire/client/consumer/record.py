"""What a consumer hands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.records import Header, Record
from kafkawire.typevars import K_co, V_co

__all__ = ["ConsumerRecord", "PartitionRecords"]


class ConsumerRecord(NamedTuple, Generic[K_co, V_co]):
    """A record and where it came from. `timestamp`: milliseconds since the epoch, -1 for none.

    `leader_epoch`: which leader of the partition wrote it, -1 where the log does not say.
    """

    topic: str
    partition: int
    offset: int
    timestamp: int
    key: K_co | None
    value: V_co | None
    headers: Sequence[Header]
    leader_epoch: int = -1


@dataclass(frozen=True, slots=True)
class PartitionRecords(Generic[K_co, V_co]):
    """Records of one partition, in order. `high_watermark`: the offset behind the last one that can be read now."""

    topic: str
    partition: int
    records: list[Record[K_co, V_co]]
    high_watermark: int

    @property
    def tp(self) -> TopicPartition:
        """Topic and partition, as the other calls take them."""
        return TopicPartition(self.topic, self.partition)

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record[K_co, V_co]]:
        return iter(self.records)
