"""What the reader does when a partition changes between planning and reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import OffsetRange

pytest.importorskip("pyspark")

TP = TopicPartition("flights", 0)


class _Shrinking:
    """A partition whose records before `first` are removed by retention."""

    def __init__(self, first: int) -> None:
        self.first = first

    def fetch(
        self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None
    ) -> Iterator[FetchedRange]:
        if start < self.first:
            raise NoOffset(f"{tp}: offset {start} is not in the log")
        middle = (start + end) // 2
        yield FetchedRange(tp, start, middle, [], end)
        yield FetchedRange(tp, middle, end, [], end)

    def beginning_offsets(self, partitions: list[TopicPartition]) -> dict[TopicPartition, int]:
        return dict.fromkeys(partitions, self.first)


def _ranges(reader: Any, *, fail_on_data_loss: bool) -> list[tuple[int, int]]:
    from kafkawire.spark.ranges import pieces

    found = pieces(reader, OffsetRange(TP, 10, 50), fail_on_data_loss=fail_on_data_loss)
    return [(piece.start, piece.next_offset) for piece in found]


def test_a_range_that_is_there_is_read_to_its_end() -> None:
    assert _ranges(_Shrinking(0), fail_on_data_loss=True) == [(10, 30), (30, 50)]


def test_records_that_are_gone_fail_the_query_and_say_what_to_do() -> None:
    with pytest.raises(NoOffset, match="flights-0: offset 10 is not in the log any more: it begins at 20; set failOn"):
        _ranges(_Shrinking(20), fail_on_data_loss=True)


def test_without_fail_on_data_loss_the_rest_is_read() -> None:
    assert _ranges(_Shrinking(20), fail_on_data_loss=False) == [(20, 35), (35, 50)]
    assert _ranges(_Shrinking(50), fail_on_data_loss=False) == []


def test_a_topic_that_was_made_anew_is_lost_data() -> None:
    class Anew(_Shrinking):
        def beginning_offsets(self, partitions: list[TopicPartition]) -> dict[TopicPartition, int]:
            return dict.fromkeys(partitions, 0)

    with pytest.raises(NoOffset, match="is not in the log any more: the topic may have been made anew; set failOn"):
        _ranges(Anew(20), fail_on_data_loss=True)
    assert _ranges(Anew(20), fail_on_data_loss=False) == []
