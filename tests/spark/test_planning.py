from __future__ import annotations

import logging
import random

import pytest

from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.planning import batch_ranges, prorate, split_ranges, stream_ranges

A0, A1, B0 = TopicPartition("a", 0), TopicPartition("a", 1), TopicPartition("b", 0)
BOUNDS = {A0: (10, 100), A1: (0, 50)}


def test_empty_ranges_are_left_out() -> None:
    ranges = batch_ranges({A0: 30, A1: 0}, {A0: 40, A1: 0}, BOUNDS, fail_on_data_loss=True)
    assert ranges == [OffsetRange(A0, 30, 40)]


@pytest.mark.parametrize(("start", "end"), [(9, 50), (20, 101)])
def test_offsets_that_are_gone_or_not_yet_there_fail(start: int, end: int) -> None:
    with pytest.raises(NoOffset, match=f"a-0: offsets {start} to {end} are asked for, 10 to 100 are there; set failOn"):
        batch_ranges({A0: start, A1: 0}, {A0: end, A1: 0}, BOUNDS, fail_on_data_loss=True)


def test_without_fail_on_data_loss_what_is_there_is_read_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "kafkawire.spark"):
        ranges = batch_ranges({A0: 0, A1: 0}, {A0: 500, A1: 20}, BOUNDS, fail_on_data_loss=False)
    assert ranges == [OffsetRange(A0, 10, 100), OffsetRange(A1, 0, 20)]
    assert "a-0: offsets 0 to 500 are asked for" in caplog.text


def test_a_start_behind_the_end_is_refused() -> None:
    with pytest.raises(InvalidOption, match="a-0: the beginning, offset 50, is behind the end, offset 40"):
        batch_ranges({A0: 50, A1: 0}, {A0: 40, A1: 0}, BOUNDS, fail_on_data_loss=False)


# ----------------------------------------------------------------------------------------------------------- streaming


def test_a_batch_goes_from_the_last_end_to_the_new_one() -> None:
    ranges = stream_ranges({A0: 10, A1: 5}, {A0: 12, A1: 5}, {}, fail_on_data_loss=True)
    assert ranges == [OffsetRange(A0, 10, 12)]


def test_a_new_partition_is_read_from_its_beginning() -> None:
    ranges = stream_ranges({A0: 10}, {A0: 10, A1: 7}, {A1: 0}, fail_on_data_loss=True)
    assert ranges == [OffsetRange(A1, 0, 7)]


@pytest.mark.parametrize(
    ("starts", "ends", "new", "said", "left"),
    [
        ({A0: 10}, {A0: 11, A1: 7}, {A1: 3}, "new partition a-1 begins at offset 3 instead of 0", [(A0, 10), (A1, 3)]),
        ({A0: 10}, {A0: 11, A1: 7}, {}, "nothing is there of the new partitions a-1", [(A0, 10)]),
        ({A0: 10, B0: 4}, {A0: 11}, {}, "partitions b-0 are gone", [(A0, 10)]),
        ({A0: 10, A1: 4}, {A0: 9, A1: 5}, {}, "a-0: its end has moved back from offset 10 to 9", [(A1, 4)]),
    ],
)
def test_what_is_lost_fails_the_query_or_is_left_out(
    starts: dict[TopicPartition, int],
    ends: dict[TopicPartition, int],
    new: dict[TopicPartition, int],
    said: str,
    left: list[tuple[TopicPartition, int]],
) -> None:
    with pytest.raises(NoOffset, match=said):
        stream_ranges(starts, ends, new, fail_on_data_loss=True)
    ranges = stream_ranges(starts, ends, new, fail_on_data_loss=False)
    assert [(part.tp, part.start) for part in ranges] == left


def test_a_limit_is_shared_in_proportion_as_sparks_own_source_does() -> None:
    # Observed with maxOffsetsPerTrigger=400 and three partitions of 334, 333 and 333 new offsets.
    a2 = TopicPartition("a", 2)
    ends = prorate(400, {A0: 0, A1: 0, a2: 0}, {A0: 334, A1: 333, a2: 333})
    assert ends == {A0: 133, A1: 133, a2: 133}


def test_a_small_partition_is_not_starved_and_nothing_is_read_past_the_end() -> None:
    assert prorate(10, {A0: 0, A1: 5}, {A0: 1_000_000, A1: 6}) == {A0: 9, A1: 6}
    assert prorate(10**18, {A0: 1, A1: 5}, {A0: 3, A1: 5}) == {A0: 3, A1: 5}
    assert prorate(10, {A0: 3}, {A0: 3, A1: 9}) == {A0: 3, A1: 9}  # of A1 nobody knows where it begins


# ----------------------------------------------------------------------------------------------------------- splitting


def test_large_ranges_are_split_and_nothing_is_lost_or_doubled() -> None:
    parts = split_ranges([OffsetRange(A0, 10, 100), OffsetRange(A1, 0, 10)], 10)
    assert parts[-1] == OffsetRange(A1, 0, 10)
    assert len(parts) == 10
    assert [offset for part in parts[:-1] for offset in range(part.start, part.end)] == list(range(10, 100))


def test_enough_ranges_are_left_as_they_are() -> None:
    ranges = [OffsetRange(A0, 0, 1_000_000), OffsetRange(A1, 0, 1)]
    assert split_ranges(ranges, 2) == ranges
    assert split_ranges([], 5) == []


def test_a_range_is_never_split_into_more_parts_than_it_has_offsets() -> None:
    assert split_ranges([OffsetRange(A0, 5, 7)], 100) == [OffsetRange(A0, 5, 6), OffsetRange(A0, 6, 7)]


def test_no_part_is_larger_than_asked_for() -> None:
    parts = split_ranges([OffsetRange(A0, 0, 25), OffsetRange(A1, 0, 10)], 0, 10)
    assert list(map(len, parts)) == [8, 8, 9, 10]
    both = split_ranges([OffsetRange(A0, 0, 25)], 5, 10)
    assert len(both) >= 5
    assert max(map(len, both)) <= 10


@pytest.mark.parametrize("seed", range(20))
def test_any_split_covers_the_ranges_exactly(seed: int) -> None:
    rnd = random.Random(seed)
    ranges = [OffsetRange(TopicPartition("t", i), rnd.randrange(100), 100 + rnd.randrange(10_000)) for i in range(9)]
    parts = split_ranges(ranges, rnd.randrange(1, 60), rnd.choice([0, 7, 1000]))
    for whole in ranges:
        mine = [part for part in parts if part.tp == whole.tp]
        assert [part.end for part in mine[:-1]] == [part.start for part in mine[1:]]
        assert (mine[0].start, mine[-1].end) == (whole.start, whole.end)
