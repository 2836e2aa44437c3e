"""From rows to batches: which partition, in what order, and where one batch ends and the next begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.sink.columns import InvalidRow, Rows, read_rows
from kafkawire.spark.sink.encode import EncodedBatch, RecordColumns, encode
from kafkawire.spark.sink.partitioning import PartitionerName, Spread

__all__ = ["Batcher"]

Array = Any  # numpy.ndarray


class Batcher:
    """Turns record batches of Arrow into record batches of Kafka."""

    def __init__(
        self,
        topic: str | None,
        partitioner: PartitionerName,
        batch_size: int,
        count_partitions: Callable[[str], int],
        *,
        ignores_keys: bool = False,
    ) -> None:
        """`count_partitions` tells how many partitions a topic has; it is asked once for each."""
        self._topic = topic
        self._partitioner = partitioner
        self._batch_size = batch_size
        self._count_partitions = count_partitions
        self._ignores_keys = ignores_keys
        self._spreads: dict[str, tuple[int, Spread]] = {}

    def batches(self, rows: pa.RecordBatch) -> Iterator[tuple[TopicPartition, EncodedBatch]]:
        """All rows, batch by batch; those of one partition in the order of the rows."""
        found = read_rows(rows, self._topic)
        for topic, positions in found.topics:
            yield from self._of_topic(topic, *_pick(found, positions))

    def _of_topic(
        self, topic: str, records: RecordColumns, asked: pa.Array | None
    ) -> Iterator[tuple[TopicPartition, EncodedBatch]]:
        sizes = records.sizes()
        partitions = self._choose(topic, records, asked, sizes)
        order = np.argsort(partitions, kind="stable")
        if (partitions[order] != partitions).any():
            records, partitions, sizes = records.take(order), partitions[order], sizes[order]
        starts = _starts(partitions, sizes, self._batch_size)
        for batch, partition in zip(encode(records, starts), partitions[starts].tolist(), strict=True):
            yield TopicPartition(topic, partition), batch

    def _choose(self, topic: str, records: RecordColumns, asked: pa.Array | None, sizes: Array) -> Array:
        if topic not in self._spreads:
            count = self._count_partitions(topic)
            spread = Spread(self._partitioner, count, self._batch_size, ignores_keys=self._ignores_keys)
            self._spreads[topic] = count, spread
        count, spread = self._spreads[topic]
        if asked is None or asked.null_count == len(asked):
            return spread.choose(records.keys, sizes)
        wanted = np.asarray(asked.fill_null(0)).astype(np.int64)
        if (wanted < 0).any() or (wanted >= count).any():
            wrong = wanted[(wanted < 0) | (wanted >= count)][0]
            raise InvalidRow(f"column 'partition' is {wrong}, and topic {topic!r} has partitions 0 to {count - 1}")
        return np.where(np.asarray(asked.is_null()), spread.choose(records.keys, sizes), wanted)


def _pick(rows: Rows, positions: Array | None) -> tuple[RecordColumns, pa.Array | None]:
    if positions is None:
        return rows.records, rows.partitions
    partitions = None if rows.partitions is None else rows.partitions.take(pa.array(positions))
    return rows.records.take(positions), partitions


def _starts(partitions: Array, sizes: Array, most: int) -> Array:
    """Where batches begin: with each partition, whenever another `most` bytes are full, and around a large record."""
    new_partition = np.diff(partitions, prepend=-1) != 0
    begins = np.flatnonzero(new_partition)
    before = np.cumsum(sizes) - sizes
    number = (before - np.repeat(before[begins], np.diff(np.append(begins, len(partitions))))) // most
    is_large = sizes > most
    after_large = np.append(False, is_large[:-1])
    return np.flatnonzero(new_partition | (np.diff(number, prepend=-1) != 0) | is_large | after_large)
