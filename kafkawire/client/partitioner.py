"""Which partition a record goes to.

`default`: records with a key go where Java's client would send them: murmur2 of the key, sign bit cleared, modulo the
number of partitions. Records without one stick to a partition for `batch_size` bytes, then move on (KIP-480, KIP-794),
so that batches are large however many partitions there are. The next partition is chosen by chance; one whose batches
pile up is chosen less often (`partitioner_adaptive_partitioning_enable`), one whose leader has taken nothing for
`partitioner_availability_timeout_ms` not at all. `partitioner_ignore_keys` treats all records so.

`round_robin`: one record to each partition that has a leader, in turn, whatever the keys; batches stay small.

`consistent`, `consistent_random`: CRC-32 of the key modulo the number of partitions, as librdkafka's of these names
(`crc32` is another name for the second). With `consistent` records without key are those of the empty key; with
`consistent_random`, librdkafka's default, records whose key is missing or empty stick as above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from struct import Struct, unpack_from
from typing import Literal
from zlib import crc32

__all__ = [
    "KeyChoice",
    "Partitioner",
    "PartitionerName",
    "RoundRobin",
    "StickyChoice",
    "key_choice",
    "murmur2",
    "partition_by_crc32",
    "partition_for_key",
    "topic_partitioner",
]

Partitioner = Callable[[str, bytes | None, int], int | None]
"""(topic, key, number of partitions) -> partition, or None to leave the choice to the sticky one."""

PartitionerName = Literal["default", "round_robin", "consistent", "consistent_random", "crc32"]

KeyChoice = Callable[[bytes, int], int | None]
"""(key, number of partitions) -> partition, or None where the key decides nothing."""

_M = 0x5BD1E995
_SEED = 0x9747B28C
_MASK = 0xFFFFFFFF
_WORDS = [Struct(f"<{whole}I").unpack_from for whole in range(17)]
"""What reads the first words of a key; longer keys are rare."""


def murmur2(data: bytes) -> int:
    """The 32-bit MurmurHash2 that Apache Kafka uses, as an unsigned number."""
    length = len(data)
    h = _SEED ^ length
    whole = length // 4
    for k in _WORDS[whole](data) if whole < len(_WORDS) else unpack_from(f"<{whole}I", data):
        k = (k * _M) & _MASK
        h = ((h * _M) ^ ((k ^ (k >> 24)) * _M)) & _MASK
    if tail := data[4 * whole :]:
        h = ((h ^ int.from_bytes(tail, "little")) * _M) & _MASK
    h = ((h ^ (h >> 13)) * _M) & _MASK
    return h ^ (h >> 15)


# Keys repeat, and hashing one in Python costs as much as appending its record. Long keys would only fill memory.
_cached_murmur2 = lru_cache(maxsize=16_384)(murmur2)
_CACHED_KEY_SIZE = 64
_DRAWS = 4


def partition_for_key(key: bytes, partitions: int) -> int:
    """The partition of a key as Java's default partitioner computes it; `partitions` is how many the topic has."""
    if partitions == 1:  # a hash costs more than all else that is done for a record
        return 0
    value = _cached_murmur2(key) if len(key) <= _CACHED_KEY_SIZE else murmur2(key)
    return (value & 0x7FFFFFFF) % partitions


def partition_by_crc32(key: bytes, partitions: int) -> int:
    """The partition of a key as librdkafka's partitioner `consistent` computes it."""
    return crc32(key) % partitions


def _by_crc32_or_any(key: bytes, partitions: int) -> int | None:
    return partition_by_crc32(key, partitions) if key else None


def _any(key: bytes, partitions: int) -> None:  # noqa: ARG001 - has to look like the others
    return None


def key_choice(option: PartitionerName | Partitioner | None, *, ignore_keys: bool) -> KeyChoice:
    """What the partitioner that was asked for does with a key."""
    if option in ("crc32", "consistent_random"):
        return _by_crc32_or_any
    return _any if ignore_keys else partition_for_key


def topic_partitioner(option: PartitionerName | Partitioner | None) -> Partitioner | RoundRobin | None:
    """What decides for each record of a topic anew; None where the key does, or else the sticky choice."""
    if option == "round_robin":
        return RoundRobin()
    if option == "consistent":
        return lambda topic, key, partitions: partition_by_crc32(key or b"", partitions)  # noqa: ARG005
    return None if option is None or isinstance(option, str) else option


class RoundRobin:
    """One partition after the other."""

    __slots__ = ("_turns",)

    def __init__(self) -> None:
        self._turns = count()

    def next(self, available: Sequence[int]) -> int:
        """The next one of those that have a leader."""
        return available[next(self._turns) % len(available)]


class StickyChoice:
    """The partition of a topic that key-less records go to now. `chance` gives a float in [0, 1)."""

    __slots__ = ("_chance", "current")

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance
        self.current = -1

    def partition(self, available: Sequence[int]) -> int:
        """The current choice, renewed if it is not among the partitions that have a leader."""
        if self.current not in available:
            self.move_on(available)
        return self.current

    def move_on(self, available: Sequence[int], waiting: Mapping[int, int] | None = None) -> None:
        """Choose another partition. `waiting`: batches that wait to be sent, by partition, if that is to count.

        Then the longest queue has the weight 1, one that is shorter by n has 1 + n (KIP-794).
        """
        if not waiting or len(available) == 1:
            others = [p for p in available if p != self.current] or available
            self.current = self._draw(others)
        else:
            self.current = self._weigh(available, waiting, max(waiting.values()) + 1)

    def _weigh(self, available: Sequence[int], waiting: Mapping[int, int], most: int) -> int:
        # To draw one and accept it by its weight is quick where most queues are short, however many there are.
        for _ in range(_DRAWS):
            drawn = self._draw(available)
            if self._chance() * most < most - waiting.get(drawn, 0):
                return drawn
        sums = list(accumulate(most - waiting.get(p, 0) for p in available))
        return available[bisect_right(sums, self._chance() * sums[-1])]

    def _draw(self, partitions: Sequence[int]) -> int:
        return partitions[int(self._chance() * len(partitions))]
