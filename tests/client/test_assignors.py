from __future__ import annotations

import random
from collections import Counter
from time import process_time
from typing import Any

import pytest

from kafkawire.client.consumer.assignors import (
    Assignment,
    MemberSubscription,
    assign_cooperatively,
    assign_range,
    assign_round_robin,
    assign_sticky,
)
from kafkawire.client.consumer.consumer_protocol import (
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817


def test_range_gives_the_first_members_one_more() -> None:
    # The example of Apache Kafka's RangeAssignor: two topics of three partitions, two members.
    assert assign_range(subscribed(c1=["t1", "t0"], c0=["t0", "t1"]), {"t0": 3, "t1": 3}) == {
        "c0": [TP("t0", 0), TP("t0", 1), TP("t1", 0), TP("t1", 1)],
        "c1": [TP("t0", 2), TP("t1", 2)],
    }


def test_range_leaves_members_beyond_the_partitions_empty() -> None:
    assert assign_range(subscribed(a=["t"], b=["t"], c=["t"]), {"t": 2}) == {
        "a": [TP("t", 0)],
        "b": [TP("t", 1)],
        "c": [],
    }


def test_range_gives_topics_only_to_those_who_asked() -> None:
    assert assign_range(subscribed(a=["t"], b=["u"]), {"t": 1, "u": 2}) == {
        "a": [TP("t", 0)],
        "b": [TP("u", 0), TP("u", 1)],
    }


def test_range_knows_topics_that_do_not_exist() -> None:
    assert assign_range(subscribed(a=["nowhere"]), {}) == {"a": []}


def test_round_robin_goes_around_and_passes_those_who_did_not_ask() -> None:
    # The second example of Apache Kafka's RoundRobinAssignor.
    members = subscribed(c0=["t0"], c1=["t0", "t1"], c2=["t0", "t1", "t2"])
    assert assign_round_robin(members, {"t0": 1, "t1": 2, "t2": 3}) == {
        "c0": [TP("t0", 0)],
        "c1": [TP("t1", 0)],
        "c2": [TP("t1", 1), TP("t2", 0), TP("t2", 1), TP("t2", 2)],
    }


def test_sticky_moves_no_more_than_evenness_takes() -> None:
    # The first example of Apache Kafka's StickyAssignor: c1 leaves, and the others keep what they have.
    members = {
        "c0": MemberSubscription(["t0", "t1", "t2", "t3"], [TP("t0", 0), TP("t1", 1), TP("t3", 0)], 1),
        "c2": MemberSubscription(["t0", "t1", "t2", "t3"], [TP("t1", 0), TP("t2", 1)], 1),
    }
    assignment = assign_sticky(members, {"t0": 2, "t1": 2, "t2": 2, "t3": 2})
    assert set(members["c0"].owned) < set(assignment["c0"])
    assert set(members["c2"].owned) < set(assignment["c2"])
    assert sorted(map(len, assignment.values())) == [4, 4]


def test_much_can_be_moved_in_little_time() -> None:
    topics = [f"t{n}" for n in range(1_000)]
    everything = [TP(topic, index) for topic in topics for index in range(4)]
    members = {f"m{n}": MemberSubscription(topics, everything if not n else ()) for n in range(20)}
    before = process_time()
    assignment = assign_sticky(members, dict.fromkeys(topics, 4))
    assert {len(tps) for tps in assignment.values()} == {200}
    assert process_time() - before < 1  # 0.05 s; 2 s when each move looks at all that could be moved


def test_nobody_keeps_a_partition_that_cannot_be() -> None:
    assert assign_sticky({"m": MemberSubscription(["t"], [TP("t", -1), TP("t", 7), TP("u", 0)])}, {"t": 1}) == {
        "m": [TP("t", 0)]
    }


def test_sticky_gives_the_topic_with_few_readers_to_them() -> None:
    # Apache Kafka's second example, where round robin leaves one member with half of all.
    members = subscribed(c0=["t0"], c1=["t0", "t1"], c2=["t0", "t1", "t2"])
    assignment = assign_sticky(members, {"t0": 1, "t1": 2, "t2": 3})
    assert assignment == {
        "c0": [TP("t0", 0)],
        "c1": [TP("t1", 0), TP("t1", 1)],
        "c2": [TP("t2", 0), TP("t2", 1), TP("t2", 2)],
    }


def test_of_two_that_claim_a_partition_the_later_generation_has_it() -> None:
    claim = [TP("t", 0), TP("t", 1)]
    members = {
        "a": MemberSubscription(["t"], claim, 4),
        "b": MemberSubscription(["t"], claim, 5),
        "c": MemberSubscription(["t"]),
    }
    assert assign_sticky(members, {"t": 3})["b"][0] in claim
    assert assign_cooperatively(members, {"t": 2})["a"] == []


@pytest.mark.parametrize("seed", range(60))
def test_sticky_is_whole_even_and_stays(seed: int) -> None:
    chance = random.Random(seed)
    topics = {f"t{i}": chance.randrange(9) for i in range(chance.randrange(1, 6))}
    members = {
        f"m{i}": MemberSubscription(chance.sample(sorted(topics), chance.randrange(1, len(topics) + 1)))
        for i in range(5)
    }
    before = assign_sticky(members, topics)
    check(before, members, topics)
    members = {name: MemberSubscription(subscription.topics, before[name], 1) for name, subscription in members.items()}
    assert assign_sticky(members, topics) == before
    assert assign_cooperatively(members, topics) == before
    del members["m0"]
    members["new"] = MemberSubscription(sorted(topics))
    after = assign_sticky(members, topics)
    check(after, members, topics)
    held = {name: set(subscription.owned) for name, subscription in members.items()}
    now = assign_cooperatively(members, topics)
    for name, owned in held.items():  # nothing is handed on before its owner has given it up
        assert set(now[name]) == {tp for tp in after[name] if tp in owned or not any(tp in o for o in held.values())}
    for _ in range(2):
        members = {
            name: MemberSubscription(subscription.topics, now[name], 2) for name, subscription in members.items()
        }
        now = assign_cooperatively(members, topics)
    check(now, members, topics)


def check(assignment: Assignment, members: dict[str, MemberSubscription], topics: dict[str, int]) -> None:
    wanted = {topic for subscription in members.values() for topic in subscription.topics}
    given = Counter(tp for tps in assignment.values() for tp in tps)
    assert given == Counter(TP(topic, index) for topic in wanted for index in range(topics[topic]))
    for member, tps in assignment.items():
        assert {tp.topic for tp in tps} <= set(members[member].topics)
        for other, subscription in members.items():
            if any(tp.topic in subscription.topics for tp in tps):
                assert len(tps) - len(assignment[other]) <= 1


def subscribed(**topics: list[str]) -> dict[str, MemberSubscription]:
    return {member: MemberSubscription(names) for member, names in topics.items()}


def test_an_assignment_is_written_as_java_writes_it() -> None:
    # version 3, one topic "t" with partitions 0 and 2, no user data
    data = bytes.fromhex("0003 00000001 0001 74 00000002 00000000 00000002 ffffffff")
    assert encode_assignment([TP("t", 0), TP("t", 2)]) == data
    assert decode_assignment(data) == [TP("t", 0), TP("t", 2)]


def test_a_subscription_is_written_as_java_writes_it() -> None:
    # version 3, topics "a" and "b" in order, no user data, no owned partitions, no generation, no rack
    data = bytes.fromhex("0003 00000002 0001 61 0001 62 ffffffff 00000000 ffffffff ffff")
    assert encode_subscription(MemberSubscription(["b", "a"])) == data
    assert decode_subscription(data) == MemberSubscription(["a", "b"])
    in_rack = data[:-2] + bytes.fromhex("0006 65752d313a62")
    assert encode_subscription(MemberSubscription(["b", "a"]), rack="eu-1:b") == in_rack
    assert decode_subscription(in_rack) == MemberSubscription(["a", "b"])


def test_what_a_sticky_member_remembers_is_written_as_java_writes_it() -> None:
    # user data of StickyAssignor: one topic "t" with partitions 0 and 3, generation 7
    memory = "00000001 0001 74 00000002 00000000 00000003 00000007"
    data = bytes.fromhex("0003 00000001 0001 74 00000017" + memory + "00000000 ffffffff ffff")
    assert (
        encode_subscription(MemberSubscription(["t"]), before=MemberSubscription((), [TP("t", 3), TP("t", 0)], 7))
        == data
    )
    assert decode_subscription(data) == MemberSubscription(["t"], [TP("t", 0), TP("t", 3)], 7)


def test_a_cooperative_member_of_java_sends_its_generation_beside_what_it_owns() -> None:
    data = bytes.fromhex("0001 00000001 0001 74 00000004 00000009 00000001 0001 74 00000001 00000002")
    assert decode_subscription(data) == MemberSubscription(["t"], [TP("t", 2)], 9)


@pytest.mark.parametrize("cut", range(30))
def test_user_data_of_another_assignor_says_nothing(cut: int) -> None:
    chance = random.Random(cut)
    data: Any = chance.randbytes(cut) if cut != 4 else b""
    subscription = bytes.fromhex("0001 00000001 0001 74") + len(data).to_bytes(4, "big") + data + bytes(4)
    assert decode_subscription(subscription).topics == ["t"]


def test_a_newer_version_is_read_as_the_newest_known_and_the_rest_ignored() -> None:
    data = bytes.fromhex("0063 00000001 0001 61 ffffffff 00000000 00000005 ffff") + b"whatever comes next"
    assert decode_subscription(data).topics == ["a"]


def test_no_bytes_are_no_partitions() -> None:
    assert decode_assignment(b"") == []
