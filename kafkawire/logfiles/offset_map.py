"""Which offset is the last one of each key, in 24 bytes a key: what a round of compaction holds in memory.

Keys may be long and many, so the map keeps their MD5 (16 bytes, as Apache Kafka does) beside the offset (8 bytes) in
one flat table with open addressing. Nothing is ever removed; a round that has filled its map cleans that far and leaves
the rest to the next one.
"""

from __future__ import annotations

from hashlib import md5
from struct import Struct

__all__ = ["ENTRY_SIZE", "OffsetMap"]

ENTRY_SIZE = 24
_DIGEST_SIZE = 16
_WORDS = Struct(">4I")
_OFFSET = Struct(">q")  # stored plus one, so that a slot of zeros is a free one
_FREE = bytes(8)


class OffsetMap:
    """At most `slots` x `load_factor` keys. `latest_offset` is the last offset that it has seen, -1 before that."""

    def __init__(self, slots: int, load_factor: float = 0.9) -> None:
        self.latest_offset = -1
        self._slots = max(slots, 1)
        self._most = max(int(self._slots * load_factor), 1) if self._slots > 1 else 1
        self._table = bytearray(self._slots * ENTRY_SIZE)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    def put(self, key: bytes, offset: int) -> bool:
        """Note that `offset` is the last one of `key` so far; False if that would be a key too many."""
        digest = _digest(key)
        at = self._find(digest)
        if self._is_free(at):
            if self._used >= self._most:
                return False
            self._used += 1
            self._table[at : at + _DIGEST_SIZE] = digest
        _OFFSET.pack_into(self._table, at + _DIGEST_SIZE, offset + 1)
        self.latest_offset = offset
        return True

    def get(self, key: bytes) -> int:
        """The last offset of `key`, -1 if it is not in the map."""
        at = self._find(_digest(key))
        found: int = _OFFSET.unpack_from(self._table, at + _DIGEST_SIZE)[0]
        return found - 1

    def _find(self, digest: bytes) -> int:
        # The four words of the digest are four independent guesses; only after those does it go slot by slot.
        slot = 0
        for word in _WORDS.unpack(digest):
            slot = int(word) % self._slots
            if self._suits(slot * ENTRY_SIZE, digest):
                return slot * ENTRY_SIZE
        while not self._suits(slot * ENTRY_SIZE, digest):
            slot = (slot + 1) % self._slots
        return slot * ENTRY_SIZE

    def _suits(self, at: int, digest: bytes) -> bool:
        return self._table[at : at + _DIGEST_SIZE] == digest or self._is_free(at)

    def _is_free(self, at: int) -> bool:
        return self._table[at + _DIGEST_SIZE : at + ENTRY_SIZE] == _FREE


def _digest(key: bytes) -> bytes:
    digest: bytes = md5(key, usedforsecurity=False).digest()
    return digest
