from __future__ import annotations

import pytest

from kafkawire.client.partitioner import StickyChoice, murmur2, partition_for_key

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
