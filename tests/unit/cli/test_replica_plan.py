"""Plans for replicas: even, over brokers and racks, with little moved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from kafkawire.cli.replica_plan import Replicas, spread
from kafkawire.client.metadata import TopicPartition


def topic(replicas: Sequence[Sequence[int]], name: str = "t") -> Replicas:
    return {TopicPartition(name, index): [*ids] for index, ids in enumerate(replicas)}


def loads(plan: Mapping[TopicPartition, Sequence[int]]) -> Counter[int]:
    return Counter(broker for ids in plan.values() for broker in ids)


def leaders(plan: Mapping[TopicPartition, Sequence[int]]) -> Counter[int]:
    return Counter(ids[0] for ids in plan.values())


def copied(before: Mapping[TopicPartition, Sequence[int]], after: Mapping[TopicPartition, Sequence[int]]) -> int:
    return sum(len({*after[tp]} - {*before[tp]}) for tp in before)


def test_what_is_even_stays() -> None:
    even = topic([(1, 2), (2, 3), (3, 1)])
    assert spread(even, dict.fromkeys((1, 2, 3))) == even


def test_a_new_broker_gets_its_share_and_no_more_is_copied() -> None:
    before = topic([(1, 2), (2, 1), (1, 2), (2, 1), (1, 2), (2, 1)])
    after = spread(before, dict.fromkeys((1, 2, 3)))
    assert loads(after) == {1: 4, 2: 4, 3: 4}
    assert leaders(after) == {1: 2, 2: 2, 3: 2}
    assert copied(before, after) == 4


def test_brokers_that_are_left_out_lose_all() -> None:
    before = topic([(1, 2), (2, 3), (3, 1)])
    after = spread(before, dict.fromkeys((1, 3, 4)))
    assert loads(after) == {1: 2, 3: 2, 4: 2}
    assert copied(before, after) == 2


def test_leaders_are_spread_without_copies() -> None:
    before = topic([(1, 2), (1, 2), (1, 2), (1, 2)])
    after = spread(before, dict.fromkeys((1, 2)))
    assert leaders(after) == {1: 2, 2: 2}
    assert copied(before, after) == 0


@pytest.mark.parametrize(("factor", "load"), [(1, 2), (3, 6)])
def test_another_replication_factor(factor: int, load: int) -> None:
    before = topic([(1, 2)] * 6)
    after = spread(before, dict.fromkeys((1, 2, 3)), factor)
    assert loads(after) == dict.fromkeys((1, 2, 3), load)
    assert all(len(ids) == len(set(ids)) == factor for ids in after.values())


def test_replicas_of_a_partition_are_in_different_racks() -> None:
    racks = {1: "a", 2: "a", 3: "b", 4: "b"}
    after = spread(topic([(1, 2)] * 4), racks)
    assert all({racks[broker] for broker in ids} == {"a", "b"} for ids in after.values())
    assert loads(after) == dict.fromkeys(racks, 2)


def test_topics_are_even_each_and_all_together() -> None:
    before = topic([(1,)], "a") | topic([(1,)], "b") | topic([(1,), (2,)], "c")
    after = spread(before, dict.fromkeys((1, 2, 3, 4)))
    assert loads(after) == dict.fromkeys((1, 2, 3, 4), 1)


def test_more_replicas_than_brokers() -> None:
    with pytest.raises(ValueError, match="t-0 shall have 3 replicas, and there are 2 brokers"):
        spread(topic([(1, 2)]), dict.fromkeys((1, 2)), 3)


@pytest.mark.parametrize("seed", range(30))
def test_any_cluster_becomes_even(seed: int) -> None:
    chosen = random.Random(seed)
    racks = {broker: f"r{broker % 3}" for broker in range(3 * chosen.randint(1, 3))}
    before: Replicas = {}
    for name in "abcde"[: chosen.randint(1, 5)]:
        factor = chosen.randint(1, 3)
        before |= topic([chosen.sample(sorted(racks), factor) for _ in range(chosen.randint(1, 20))], name)
    after = spread(before, racks)
    assert all(len({racks[broker] for broker in ids}) == len(ids) == len(before[tp]) for tp, ids in after.items())
    counts = [loads(after)[broker] for broker in racks]
    assert max(counts) - min(counts) <= 1
    for name in {tp.topic for tp in before}:
        of_topic = loads({tp: ids for tp, ids in after.items() if tp.topic == name})
        counts = [of_topic[broker] for broker in racks]
        assert max(counts) - min(counts) <= 1
    assert spread(after, racks) == after
