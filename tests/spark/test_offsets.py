from __future__ import annotations

import json
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import (
    LATEST,
    offsets_from_json,
    offsets_to_json,
    parse_offsets,
    parse_partitions,
    parse_timestamps,
)

A0, A1 = TopicPartition("a", 0), TopicPartition("a", 1)


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
    assert parse_offsets("endingOffsets", text) == spec


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
        '{"a": {"' + "9" * 5000 + '": 1}}',
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
        parse_offsets("endingOffsets", text)


@pytest.mark.parametrize("text", ["a", "{}", '{"a": []}', '{"a": {"0": 1}}', '{"a": [-1]}', '{"a": [true]}'])
def test_what_is_no_partitions_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidOption, match="assign"):
        parse_partitions("assign", text)


def test_times_are_json_too_and_never_negative() -> None:
    assert parse_timestamps("startingOffsetsByTimestamp", '{"a": {"0": 1000}}') == {A0: 1000}
    with pytest.raises(InvalidOption, match=r"startingOffsetsByTimestamp.*-1 is no timestamp of a-0"):
        parse_timestamps("startingOffsetsByTimestamp", '{"a": {"0": -1}}')


def test_a_checkpoint_holds_offsets_as_those_of_sparks_own_source_in_order() -> None:
    offsets = {TopicPartition("b", 0): 3, TopicPartition("a", 10): 2, A1: 1}
    nested = offsets_to_json(offsets)
    assert json.dumps(nested, separators=(",", ":")) == '{"a":{"1":1,"10":2},"b":{"0":3}}'
    assert offsets_from_json(nested) == offsets


@pytest.mark.parametrize("nested", [{"a": 1}, {"a": {"x": 1}}, {"a": {"0": None}}, {"a": {"0": float("inf")}}])
def test_a_checkpoint_of_another_source_is_refused(nested: Any) -> None:
    with pytest.raises(InvalidOption, match="no offsets of a Kafka source"):
        offsets_from_json(nested)
