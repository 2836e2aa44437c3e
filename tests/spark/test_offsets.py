from __future__ import annotations

import pytest

from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import (
    EARLIEST,
    LATEST,
    OffsetRange,
    parse_offsets,
    parse_partitions,
    plan_ranges,
    split_ranges,
)

A0, A1 = TopicPartition("a", 0), TopicPartition("a", 1)
BOUNDS = {A0: (10, 100), A1: (0, 50)}


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("latest", LATEST),
        (" Latest ", LATEST),
        ('{"a": {"0": 23, "1": -1}}', {A0: 23, A1: LATEST}),
        ('{"a": {"0": 0}, "b": {"7": 9223372036854775807}}', {A0: 0, TopicPartition("b", 7): 2**63 - 1}),
    ],
)
def test_offsets_are_a_word_or_json(text: str, spec: object) -> None:
    assert parse_offsets("endingOffsets", text, forbidden=EARLIEST) == spec


@pytest.mark.parametrize(
    "text",
    [
        "newest",
        "",
        "[]",
        "7",
        '{"a": 1}',
        '{"a": {"x": 1}}',
        '{"a": {"-1": 1}}',
        '{"a": {"0": "1"}}',
        '{"a": {"0": 1.5}}',
        '{"a": {"0": true}}',
        '{"a": {"0": -3}}',
        '{"a": {"0": 9223372036854775808}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_offsets_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidOption, match="endingOffsets"):
        parse_offsets("endingOffsets", text, forbidden=EARLIEST)


@pytest.mark.parametrize("text", ["a", "{}", '{"a": []}', '{"a": {"0": 1}}', '{"a": [-1]}', '{"a": [true]}'])
def test_what_is_no_partitions_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidOption, match="assign"):
        parse_partitions("assign", text)


def test_earliest_to_latest_is_everything_that_is_there() -> None:
    assert plan_ranges(EARLIEST, LATEST, BOUNDS) == [OffsetRange(A0, 10, 100), OffsetRange(A1, 0, 50)]


def test_words_and_numbers_mix_and_empty_ranges_are_left_out() -> None:
    assert plan_ranges({A0: 30, A1: EARLIEST}, {A0: 40, A1: 0}, BOUNDS) == [OffsetRange(A0, 30, 40)]


def test_each_partition_needs_an_offset() -> None:
    with pytest.raises(InvalidOption, match=r"'startingOffsets' .* missing a-1, not read b-0"):
        plan_ranges({A0: 30, TopicPartition("b", 0): 1}, LATEST, BOUNDS)


@pytest.mark.parametrize(("start", "end"), [(9, 50), (20, 101)])
def test_offsets_that_are_gone_or_not_yet_there_fail(start: int, end: int) -> None:
    with pytest.raises(NoOffset, match=f"a-0: offsets {start} to {end} are asked for, 10 to 100 are there"):
        plan_ranges({A0: start, A1: 0}, {A0: end, A1: 0}, BOUNDS)


def test_without_fail_on_data_loss_what_is_there_is_read() -> None:
    ranges = plan_ranges({A0: 0, A1: 0}, {A0: 500, A1: 20}, BOUNDS, fail_on_data_loss=False)
    assert ranges == [OffsetRange(A0, 10, 100), OffsetRange(A1, 0, 20)]


def test_a_start_behind_the_end_is_refused() -> None:
    with pytest.raises(InvalidOption, match="a-0: startingOffsets 50 is behind endingOffsets 40"):
        plan_ranges({A0: 50, A1: 0}, {A0: 40, A1: 0}, BOUNDS)


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
