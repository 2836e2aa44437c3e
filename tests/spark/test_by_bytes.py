from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.by_bytes import split_by_bytes
from kafkawire.spark.offsets import OffsetRange

TP = TopicPartition("t", 0)
KB = 1024


class _Batch:
    def __init__(self, base_offset: int, last_offset: int, size: int, *, hidden: bool = False) -> None:
        self.base_offset, self.last_offset, self.size = base_offset, last_offset, size
        self.source = None if hidden else self


class _Log:
    """Batches of ten offsets; the later half of the log is of batches a hundred times as large."""

    def __init__(self, count: int, sizes: tuple[int, int], *, hidden: bool = False) -> None:
        half = count // 2
        self.batches = [_Batch(10 * i, 10 * i + 9, sizes[i >= half], hidden=hidden) for i in range(count)]
        self.looks = 0

    def look(self, whole: OffsetRange, offset: int) -> FetchedRange:
        self.looks += 1
        found: list[Any] = [self.batches[offset // 10]]
        return FetchedRange(TP, offset, offset + 10, found, 10 * len(self.batches))

    def size(self, part: OffsetRange) -> int:
        return sum(batch.size for batch in self.batches if part.start <= batch.base_offset < part.end)


@pytest.mark.parametrize("sizes", [(100 * KB, 100 * KB), (1 * KB, 100 * KB)])
def test_parts_have_about_the_same_bytes_and_begin_with_a_batch(sizes: tuple[int, int]) -> None:
    log, whole = _Log(1_000, sizes), OffsetRange(TP, 0, 10_000)
    most = 5_000 * KB
    parts = split_by_bytes(whole, most, log.look)
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (0, 10_000)
    assert all(part.start % 10 == 0 for part in parts)
    assert max(map(log.size, parts)) <= 1.25 * most
    assert len(parts) <= 1.25 * log.size(whole) / most + 1
    assert log.looks <= 16 + len(parts)


def test_a_small_range_stays_whole() -> None:
    log = _Log(4, (100, 100))
    assert split_by_bytes(OffsetRange(TP, 3, 33), 1, log.look) == [OffsetRange(TP, 3, 33)]
    assert split_by_bytes(OffsetRange(TP, 3, 4), 1, log.look) == [OffsetRange(TP, 3, 4)]


def test_a_batch_is_in_one_part_even_if_it_is_larger_than_asked_for() -> None:
    log = _Log(4, (1_000 * KB, 1_000 * KB))
    parts = split_by_bytes(OffsetRange(TP, 5, 38), 100 * KB, log.look)
    assert [(part.start, part.end) for part in parts] == [(5, 10), (10, 20), (20, 30), (30, 38)]


def test_what_is_not_to_be_seen_can_be_cut_anywhere() -> None:
    log = _Log(100, (100 * KB, 100 * KB), hidden=True)
    parts = split_by_bytes(OffsetRange(TP, 0, 1_000), 1_000 * KB, log.look)
    assert len(parts) >= 10
    assert sum(map(len, parts)) == 1_000
