"""What a consumer hands out: records by themselves, in lists by partition, or as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.records import Columns, Header, Record
from kafkawire.typevars import K_co, V_co
from kafkawire.varint import BytesLike

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ColumnBatch", "ConsumerRecord", "PartitionRecords"]


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


@dataclass(frozen=True, slots=True)
class ColumnBatch:
    """Records of one partition, in order. `high_watermark`: the offset behind the last one that can be read now.

    `columns` has the arrays: numpy's where numpy is installed, else `array.array`. Keys and values are slices of
    `columns.data`, made when they are asked for.
    """

    topic: str
    partition: int
    columns: Columns
    high_watermark: int

    @property
    def tp(self) -> TopicPartition:
        """Topic and partition, as the other calls take them."""
        return TopicPartition(self.topic, self.partition)

    def __len__(self) -> int:
        """The number of records."""
        return len(self.columns)

    @property
    def offsets(self) -> Any:
        """One offset a record, as an array of 64-bit integers."""
        return self.columns.offsets

    @property
    def timestamps(self) -> Any:
        """Milliseconds since the epoch, -1 for none, as an array of 64-bit integers."""
        return self.columns.timestamps

    def keys(self) -> Iterator[bytes | None]:
        """The keys one by one."""
        return _blobs(self.columns.data, self.columns.key_starts, self.columns.key_lengths)

    def values(self) -> Iterator[bytes | None]:
        """The values one by one."""
        return _blobs(self.columns.data, self.columns.value_starts, self.columns.value_lengths)

    def headers(self, index: int) -> list[Header]:
        """The headers of one record, decoded now."""
        return self.columns.headers(index)

    def to_arrow(self) -> pyarrow.RecordBatch:
        """Arrow columns offset, timestamp, key and value, copied by Arrow. Needs pyarrow and numpy."""
        from kafkawire.client.consumer.arrow import record_batch

        return record_batch(self.columns)


def _blobs(data: BytesLike, starts: Any, lengths: Any) -> Iterator[bytes | None]:
    data = bytes(data)  # it nearly always is
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        yield None if length < 0 else data[start : start + length]
