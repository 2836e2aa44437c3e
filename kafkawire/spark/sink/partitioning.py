"""Which partition each record of a column goes to.

`murmur2` (the default) is what Java's producer does: records with a key by its hash, records without one in runs that
fill a batch, each run to another partition. `crc32` does the same with the hash of librdkafka. `round_robin` goes from
one partition to the next, whatever the key is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal
from zlib import crc32

import numpy as np
import pyarrow as pa

from kafkawire.client.partitioner import murmur2
from kafkawire.spark.sink.encode import lengths_of

__all__ = ["PARTITIONERS", "PartitionerName", "Spread", "hash_crc32", "hash_murmur2"]

Array = Any  # numpy.ndarray
PartitionerName = Literal["murmur2", "crc32", "round_robin"]
PARTITIONERS: tuple[PartitionerName, ...] = ("murmur2", "crc32", "round_robin")

_M = np.uint32(0x5BD1E995)
_SEED = np.uint32(0x9747B28C)
_LONG = 512  # bytes of a key from which on it is hashed alone: there are few such keys, and all would wait for them


def hash_murmur2(keys: pa.Array) -> Array:
    """murmur2 of each key as Java's producer has it, its sign bit cleared. A null hashes as if it were empty."""
    lengths = np.maximum(lengths_of(keys), 0)
    starts = np.frombuffer(keys.buffers()[1], np.int32, len(keys), keys.offset * 4).astype(np.int64)
    data = np.frombuffer(keys.buffers()[2] or b"", np.uint8)
    hashes = _SEED ^ lengths.astype(np.uint32)
    words = np.where(lengths < _LONG, lengths // 4, 0)
    with np.errstate(over="ignore"):
        for word in range(int(words.max(initial=0))):
            here = np.flatnonzero(words > word)
            at = starts[here] + 4 * word
            k = _little_endian(data, at, 4) * _M
            k = (k ^ (k >> np.uint32(24))) * _M
            hashes[here] = (hashes[here] * _M) ^ k
        for tail in (1, 2, 3):
            here = np.flatnonzero((lengths & 3 == tail) & (lengths < _LONG))
            at = starts[here] + (lengths[here] & ~3)
            hashes[here] = (hashes[here] ^ _little_endian(data, at, tail)) * _M
        hashes = (hashes ^ (hashes >> np.uint32(13))) * _M
    hashes ^= hashes >> np.uint32(15)
    for row in np.flatnonzero(lengths >= _LONG).tolist():
        hashes[row] = murmur2(keys[row].as_py())
    return hashes & np.uint32(0x7FFFFFFF)


def _little_endian(data: Array, at: Array, size: int) -> Array:
    number = data[at].astype(np.uint32)
    for byte in range(1, size):
        number |= data[at + byte].astype(np.uint32) << np.uint32(8 * byte)
    return number


def hash_crc32(keys: pa.Array) -> Array:
    """CRC-32 of each key, as librdkafka's partitioners `consistent` and `consistent_random` have it."""
    return np.array([crc32(key) if key else 0 for key in keys.to_pylist()], np.uint32)


class Spread:
    """Chooses partitions for the records of one topic, and remembers where records without key went last."""

    def __init__(
        self,
        name: PartitionerName,
        partitions: int,
        run_size: int,
        *,
        ignores_keys: bool = False,
        seed: int | None = None,
    ) -> None:
        """`run_size`: bytes of records without key that go to one partition before it is another's turn."""
        self._ignores_keys = ignores_keys
        self._partitions = partitions
        self._run_size = run_size
        self._name = name
        self._next = random.Random(seed).randrange(partitions)  # noqa: S311 - spreads load; nothing secret
        self._run = 0

    def choose(self, keys: pa.Array, sizes: Array) -> Array:
        """A partition for each record; `sizes` are the bytes of each."""
        if self._name == "round_robin":
            chosen = (self._next + np.arange(len(keys))) % self._partitions
            self._next = (self._next + len(keys)) % self._partitions
            return chosen
        if self._ignores_keys:
            return self._sticky(sizes)
        chosen = _HASHES[self._name](keys).astype(np.int64) % self._partitions
        keyless = np.flatnonzero(lengths_of(keys) < _SHORTEST_KEY[self._name])
        if len(keyless):
            chosen[keyless] = self._sticky(sizes[keyless])
        return chosen

    def _sticky(self, sizes: Array) -> Array:
        """One partition for as many bytes as a batch takes, then the next."""
        filled = self._run + np.cumsum(sizes)
        turns = (filled - sizes) // self._run_size
        chosen = (self._next + turns) % self._partitions
        self._next = int((self._next + filled[-1] // self._run_size) % self._partitions)
        self._run = int(filled[-1] % self._run_size)
        return chosen


_HASHES: dict[str, Callable[[pa.Array], Array]] = {"murmur2": hash_murmur2, "crc32": hash_crc32}
_SHORTEST_KEY = {"murmur2": 0, "crc32": 1}  # librdkafka takes an empty key for none
