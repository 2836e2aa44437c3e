"""What the driver asks, with answers from a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.errors import KafkaError
from kafkawire.spark.lookup import Lookup
from kafkawire.spark.offsets import EARLIEST, LATEST, AtTimestamp
from kafkawire.spark.options import parse_options

A0, A1 = TopicPartition("a", 0), TopicPartition("a", 1)
BOUNDS = {A0: (10, 100), A1: (0, 50)}


class Table:
    """Stands for a reader: topics with their partitions, ends that may differ from call to call, times."""

    def __init__(self, topics: Mapping[str, int], ends: Iterable[int] = (100,), times: Mapping[int, int] | None = None):
        self.topic_sizes = topics
        self._ends = list(ends)
        self._times = times or {}
        self.looks = 0

    def topics(self) -> dict[str, TopicInfo]:
        return {name: TopicInfo(name, UUID(int=1), 0, name.startswith("__"), {}) for name in self.topic_sizes}

    def partitions(self, topic: str, *, wait: bool) -> list[TopicPartition]:
        assert not wait
        self.looks += 1
        if topic not in self.topic_sizes:
            raise KafkaError(3, f"topic {topic!r}")
        return [TopicPartition(topic, index) for index in range(self.topic_sizes[topic])]

    def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        return dict.fromkeys(partitions, 0)

    def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        end = self._ends.pop(0) if len(self._ends) > 1 else self._ends[0]
        return dict.fromkeys(partitions, end)

    def list_offsets(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        return {tp: self._times.get(at, -1) for tp, at in timestamps.items()}


def _lookup(table: Any, pauses: list[float] | None = None, **given: str) -> Lookup:
    options = parse_options({"kafka.bootstrap.servers": "h:1", **(given or {"subscribe": "a"})})
    slept = [] if pauses is None else pauses
    return Lookup(options, table, slept.append)


def test_a_pattern_means_topics_by_their_whole_name_and_no_internal_ones() -> None:
    table = Table({"b": 1, "ab": 1, "a": 2, "__a": 1})
    found = _lookup(table, subscribePattern=".*a").partitions()
    assert found == [A0, A1]
    assert _lookup(table, subscribePattern="none").partitions() == []


def test_assigned_partitions_have_to_be_there() -> None:
    assert _lookup(Table({"a": 2}), assign='{"a": [1]}').partitions() == [A1]
    with pytest.raises(InvalidOption, match="'assign': there is no partition a-2, a-3"):
        _lookup(Table({"a": 2}), assign='{"a": [3, 1, 2]}').partitions()


@pytest.mark.parametrize("given", [{"subscribe": "b"}, {"assign": '{"b": [0]}'}])
def test_a_topic_that_was_never_there_is_an_error_after_a_second_look(given: dict[str, str]) -> None:
    pauses: list[float] = []
    table = Table({"a": 1})
    with pytest.raises(KafkaError, match="topic 'b'"):
        _lookup(table, pauses, **given).partitions()
    assert (table.looks, pauses) == (2, [0.1])


def test_a_topic_that_was_there_is_looked_for_as_often_as_offsets_are() -> None:
    pauses: list[float] = []
    table = Table({"a": 1})
    lookup = _lookup(table, pauses)
    assert lookup.partitions() == [A0]
    table.topic_sizes = {}
    with pytest.raises(KafkaError, match="topic 'a'"):
        lookup.partitions()
    assert pauses == [1.0, 1.0]


def test_an_end_that_has_moved_back_is_asked_for_again() -> None:
    pauses: list[float] = []
    lookup = _lookup(Table({"a": 1}, ends=[5, 6, 10]), pauses)
    assert lookup.ends([A0], known={A0: 9}) == {A0: 10}
    assert pauses == [1.0, 1.0]


def test_an_end_that_stays_back_is_taken_for_true() -> None:
    pauses: list[float] = []
    given = {"subscribe": "a", "fetchOffset.numRetries": "2", "fetchOffset.retryIntervalMs": "50"}
    assert _lookup(Table({"a": 1}, ends=[5]), pauses, **given).ends([A0], known={A0: 9}) == {A0: 5}
    assert pauses == [0.05]


def test_words_become_offsets() -> None:
    lookup = _lookup(Table({"a": 2}))
    assert lookup.resolve(EARLIEST, BOUNDS, "startingOffsets", is_start=True) == {A0: 10, A1: 0}
    assert lookup.resolve({A0: LATEST, A1: 7}, BOUNDS, "startingOffsets", is_start=True) == {A0: 100, A1: 7}


def test_each_partition_needs_an_offset() -> None:
    with pytest.raises(InvalidOption, match=r"'startingOffsets' must name each .* missing a-1, not read b-0"):
        _lookup(Table({"a": 2})).resolve({A0: 1, TopicPartition("b", 0): 1}, BOUNDS, "startingOffsets", is_start=True)
    bound = AtTimestamp("endingOffsetsByTimestamp", {A0: 1})
    with pytest.raises(InvalidOption, match=r"'endingOffsetsByTimestamp' must name each .* missing a-1"):
        _lookup(Table({"a": 2})).resolve(bound, BOUNDS, "endingOffsets", is_start=False)


def test_a_time_is_the_first_record_at_or_after_it_within_what_is_read() -> None:
    lookup = _lookup(Table({"a": 2}, times={1000: 60}))
    found = lookup.resolve(AtTimestamp("startingTimestamp", 1000), BOUNDS, "startingOffsets", is_start=True)
    assert found == {A0: 60, A1: 50}  # record 60 of A1 came after its end was asked for


def test_a_time_after_the_last_record_is_an_error_or_the_end() -> None:
    lookup = _lookup(Table({"a": 2}))
    with pytest.raises(InvalidOption, match="'startingTimestamp': no record of a-0, a-1 is as late as 9"):
        lookup.resolve(AtTimestamp("startingTimestamp", 9), BOUNDS, "startingOffsets", is_start=True)
    latest = AtTimestamp("startingTimestamp", 9, latest_if_none=True)
    assert lookup.resolve(latest, BOUNDS, "startingOffsets", is_start=True) == {A0: 100, A1: 50}
    assert lookup.resolve(AtTimestamp("endingTimestamp", 9), BOUNDS, "endingOffsets", is_start=False) == {
        A0: 100,
        A1: 50,
    }
