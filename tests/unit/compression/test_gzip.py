from __future__ import annotations

import gzip

import pytest

from kafkawire.compression.gzip import compress, decompress
from kafkawire.errors import CorruptBatch, DecompressionTooLarge


def test_the_default_level_is_6() -> None:
    data = bytes(i * i % 251 for i in range(40_000))
    assert compress(data, None, 2) == compress(data, 6, 2) == compress(data, -1, 2) != compress(data, 9, 2)
    assert gzip.decompress(compress(data, None, 2)) == data


def test_members_in_a_row_are_read_through() -> None:
    members = [b"one", b"", b"two" * 5000, b"three"]
    assert decompress(b"".join(map(gzip.compress, members)), 20_000, 2) == b"".join(members)


def test_the_budget_counts_all_members_together() -> None:
    packed = gzip.compress(bytes(100)) * 3
    assert decompress(packed, 300, 2) == bytes(300)
    with pytest.raises(DecompressionTooLarge):
        decompress(packed, 299, 2)


@pytest.mark.parametrize("tail", [b"\0" * 20, b"garbage", b"\x1f"])
def test_bytes_after_the_last_member_are_ignored_as_in_java(tail: bytes) -> None:
    assert decompress(gzip.compress(b"data") + tail, 100, 2) == b"data"


def test_a_broken_second_member_is_corrupt() -> None:
    packed = gzip.compress(b"data")
    for broken in (packed[:-3], packed[:3], packed[:12] + b"\xff" + packed[13:]):
        with pytest.raises(CorruptBatch, match="gzip"):
            decompress(packed + broken, 100, 2)
