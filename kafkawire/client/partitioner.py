"""Which partition a record goes to.

Records with a key go where Java's client would send them: murmur2 of the key, sign bit cleared, modulo the number of
partitions. Records without one stick to a partition for as long as its batch fills, then move on (KIP-480), so that
batches are large however many partitions there are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from struct import unpack_from

__all__ = ["Partitioner", "StickyChoice", "murmur2", "partition_for_key"]

Partitioner = Callable[[str, bytes | None, int], int | None]
"""(topic, key, number of partitions) -> partition, or None to leave the choice to the sticky one."""

_M = 0x5BD1E995
_SEED = 0x9747B28C
_MASK = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """The 32-bit MurmurHash2 that Apache Kafka uses, as an unsigned number."""
    length = len(data)
    h = _SEED ^ length
    whole = length // 4
    for k in unpack_from(f"<{whole}I", data):
        k = (k * _M) & _MASK
        k = ((k ^ (k >> 24)) * _M) & _MASK
        h = ((h * _M) & _MASK) ^ k
    if tail := data[4 * whole :]:
        h = ((h ^ int.from_bytes(tail, "little")) * _M) & _MASK
    h = ((h ^ (h >> 13)) * _M) & _MASK
    return h ^ (h >> 15)


# Keys repeat, and hashing one in Python costs as much as appending its record. Long keys would only fill memory.
_cached_murmur2 = lru_cache(maxsize=16_384)(murmur2)
_CACHED_KEY_SIZE = 64


def partition_for_key(key: bytes, partitions: int) -> int:
    """The partition of a key as Java's default partitioner computes it; `partitions` is how many the topic has."""
    value = _cached_murmur2(key) if len(key) <= _CACHED_KEY_SIZE else murmur2(key)
    return (value & 0x7FFFFFFF) % partitions


class StickyChoice:
    """The partition of a topic that key-less records go to now. `chance` gives a float in [0, 1)."""

    __slots__ = ("_chance", "current")

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance
        self.current = -1

    def partition(self, available: list[int]) -> int:
        """The current choice, renewed if it is not among the partitions that have a leader."""
        if self.current not in available:
            self.move_on(available)
        return self.current

    def move_on(self, available: list[int]) -> None:
        """Choose another partition, because a batch of the current one is full."""
        others = [p for p in available if p != self.current] or available
        self.current = others[int(self._chance() * len(others))]
