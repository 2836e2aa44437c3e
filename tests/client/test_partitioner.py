from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from pathlib import Path
from struct import Struct

import pytest

from kafkawire.client.partitioner import (
    PartitionerName,
    RoundRobin,
    StickyChoice,
    key_choice,
    murmur2,
    partition_for_key,
    topic_partitioner,
)

# The values that Apache Kafka's own tests expect (UtilsTest.testMurmur2), as signed 32-bit numbers.
JAVA = {
    b"21": -973932308,
    b"foobar": -790332482,
    b"a-little-bit-long-string": -985981536,
    b"a-little-bit-longer-string": -1486304829,
    b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    b"abc": 479470107,
}


@pytest.mark.parametrize(("key", "expected"), JAVA.items())
def test_murmur2_is_javas(key: bytes, expected: int) -> None:
    assert murmur2(key) == expected & 0xFFFFFFFF


@pytest.mark.parametrize(("key", "expected"), JAVA.items())
@pytest.mark.parametrize("partitions", [1, 2, 3, 1000])
def test_the_sign_bit_is_cleared_before_the_modulo(key: bytes, expected: int, partitions: int) -> None:
    assert partition_for_key(key, partitions) == (expected & 0x7FFFFFFF) % partitions


def test_long_keys_are_not_kept() -> None:
    key = b"k" * 1000
    assert partition_for_key(key, 7) == (murmur2(key) & 0x7FFFFFFF) % 7


def test_the_sticky_choice_stays_until_it_is_told_to_move() -> None:
    sticky = StickyChoice(lambda: 0.0)
    first = sticky.partition([4, 5, 6])
    assert [sticky.partition([4, 5, 6]) for _ in range(3)] == [first] * 3
    sticky.move_on([4, 5, 6])
    assert sticky.partition([4, 5, 6]) != first


def test_the_sticky_choice_leaves_a_partition_that_has_no_leader_any_more() -> None:
    sticky = StickyChoice(lambda: 0.99)
    assert sticky.partition([4, 5]) == 5
    assert sticky.partition([4]) == 4
    sticky.move_on([4])
    assert sticky.partition([4]) == 4


JAVAS_PARTITIONS = Path(__file__).parent.parent / "golden" / "murmur2" / "partitions.txt"


def table() -> bytes:
    """Of `Partitions.java`, which says how the digests were made."""
    out, state = bytearray(), 42
    for _ in range(65536 + 40):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(state >> 16 & 0xFF)
    return bytes(out)


def digest_of_partitions(keys: int) -> str:
    digest, pieces, pack = sha256(), table(), Struct(">4i").pack
    for i in range(keys):
        place = i * 7919 % 65536
        key = pieces[place : place + i % 41]
        digest.update(pack(*(partition_for_key(key, count) for count in (1, 7, 100, 10_000))))
    return digest.hexdigest()


@pytest.mark.parametrize("keys", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_keys_go_to_the_partitions_that_apaches_own_class_computes(keys: int) -> None:
    expected = dict(line.split() for line in JAVAS_PARTITIONS.read_text().splitlines())
    assert digest_of_partitions(keys) == expected[str(keys)]


def test_consistent_is_librdkafkas_crc32_of_the_key_also_where_there_is_none() -> None:
    # 0xCBF43926 is the check value of CRC-32 as catalogued; rd_crc32 is that function.
    consistent = topic_partitioner("consistent")
    assert callable(consistent)
    assert consistent("t", b"123456789", 1000) == 0xCBF43926 % 1000
    assert consistent("t", None, 1000) == consistent("t", b"", 1000) == 0


@pytest.mark.parametrize("name", ["consistent_random", "crc32"])
def test_consistent_random_leaves_missing_and_empty_keys_to_chance(name: PartitionerName) -> None:
    assert topic_partitioner(name) is None
    choice = key_choice(name, ignore_keys=False)
    assert choice(b"123456789", 1000) == 0xCBF43926 % 1000
    assert choice(b"", 1000) is None


def test_ignored_keys_decide_nothing() -> None:
    assert key_choice("default", ignore_keys=True)(b"key", 10) is None
    assert key_choice("default", ignore_keys=False)(b"key", 10) == partition_for_key(b"key", 10)


def test_round_robin_takes_those_with_a_leader_in_turn() -> None:
    turns = topic_partitioner("round_robin")
    assert isinstance(turns, RoundRobin)
    assert [turns.next([0, 2, 5]) for _ in range(5)] == [0, 2, 5, 0, 2]


def test_partitions_whose_batches_pile_up_are_chosen_less_often() -> None:
    """The example of KIP-794: queues of 0, 3 and 1 batches have the weights 4, 1 and 3."""
    chance = random.Random(1)  # long queues are all alike, so what is drawn first is hardly ever taken
    even = StickyChoice(chance.random)
    places: Counter[int] = Counter()
    for _ in range(3_000):
        even.move_on([0, 1, 2], {0: 1_000, 1: 1_000, 2: 999})
        places[even.current] += 1
    assert [places[p] / 3_000 for p in range(3)] == pytest.approx([1 / 4, 1 / 4, 2 / 4], abs=0.04)
    sticky = StickyChoice(chance.random)
    seen: Counter[int] = Counter()
    for _ in range(20_000):
        sticky.move_on([0, 1, 2], {1: 3, 2: 1})
        seen[sticky.current] += 1
    assert [seen[p] / 20_000 for p in range(3)] == pytest.approx([4 / 8, 1 / 8, 3 / 8], abs=0.02)
