"""What a consumer hands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.records import Header, Record

__all__ = ["ConsumerRecord", "PartitionRecords"]


class ConsumerRecord(NamedTuple):
    """A record and where it came from. `timestamp`: milliseconds since the epoch, -1 for none."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: Sequence[Header]


@dataclass(frozen=True, slots=True)
class PartitionRecords:
    """Records of one partition, in order. `high_watermark`: the offset behind the last one that can be read now."""

    topic: str
    partition: int
    records: list[Record]
    high_watermark: int

    @property
    def tp(self) -> TopicPartition:
        """Topic and partition, as the other calls take them."""
        return TopicPartition(self.topic, self.partition)

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)
