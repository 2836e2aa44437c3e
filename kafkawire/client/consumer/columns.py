"""Records as columns: where keys and values lie in the bytes that came, and no object for any of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaWireError
from kafkawire.records import Columns, Header
from kafkawire.varint import BytesLike

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ColumnBatch", "take_columns"]


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


def take_columns(state: PartitionState, limit: int) -> list[ColumnBatch]:
    """Hand out up to `limit` records of a partition. Raises what is wrong with its next batch."""
    found: list[ColumnBatch] = []
    try:
        while limit > 0 and (columns := state.take_columns(limit)) is not None:
            limit -= len(columns)
            found.append(ColumnBatch(*state.tp, columns, state.high_watermark))
    except KafkaWireError:
        if not found:
            raise
    return found  # what has been taken must reach the application first, and an error comes again
