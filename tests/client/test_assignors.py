from __future__ import annotations

from kafkawire.client.consumer.assignors import assign_range
from kafkawire.client.consumer.embedded import (
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817


def test_range_gives_the_first_members_one_more() -> None:
    # The example of Apache Kafka's RangeAssignor: two topics of three partitions, two members.
    assert assign_range({"c1": ["t1", "t0"], "c0": ["t0", "t1"]}, {"t0": 3, "t1": 3}) == {
        "c0": [TP("t0", 0), TP("t0", 1), TP("t1", 0), TP("t1", 1)],
        "c1": [TP("t0", 2), TP("t1", 2)],
    }


def test_range_leaves_members_beyond_the_partitions_empty() -> None:
    assert assign_range({"a": ["t"], "b": ["t"], "c": ["t"]}, {"t": 2}) == {
        "a": [TP("t", 0)],
        "b": [TP("t", 1)],
        "c": [],
    }


def test_range_gives_topics_only_to_those_who_asked() -> None:
    assert assign_range({"a": ["t"], "b": ["u"]}, {"t": 1, "u": 2}) == {
        "a": [TP("t", 0)],
        "b": [TP("u", 0), TP("u", 1)],
    }


def test_range_knows_topics_that_do_not_exist() -> None:
    assert assign_range({"a": ["nowhere"]}, {}) == {"a": []}


def test_an_assignment_is_written_as_java_writes_it() -> None:
    # version 1, one topic "t" with partitions 0 and 2, no user data
    data = bytes.fromhex("0001 00000001 0001 74 00000002 00000000 00000002 ffffffff")
    assert encode_assignment([TP("t", 0), TP("t", 2)]) == data
    assert decode_assignment(data) == [TP("t", 0), TP("t", 2)]


def test_a_subscription_is_written_as_java_writes_it() -> None:
    # version 1, topics "a" and "b" in order, no user data, no owned partitions
    data = bytes.fromhex("0001 00000002 0001 61 0001 62 ffffffff 00000000")
    assert encode_subscription(["b", "a"]) == data
    assert decode_subscription(data) == ["a", "b"]


def test_a_newer_version_is_read_as_the_newest_known_and_the_rest_ignored() -> None:
    data = bytes.fromhex("0063 00000001 0001 61 ffffffff 00000000 00000005 ffff") + b"whatever comes next"
    assert decode_subscription(data) == ["a"]


def test_no_bytes_are_no_partitions() -> None:
    assert decode_assignment(b"") == []
