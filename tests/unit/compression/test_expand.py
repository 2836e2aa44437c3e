"""Decompression in pieces gives what decompression at once gives, and refuses what that refuses."""

from __future__ import annotations

import gzip
import tracemalloc
from random import Random

import pytest
import snappy
import zstandard

from kafkawire.compression import CODECS, PIECE, compress, decompress, expand
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, KafkaWireError
from kafkawire.limits import MIB

DATA = Random(7).randbytes(100_000) + bytes(300_000) + b"abc" * 50_000


@pytest.mark.parametrize("magic", [0, 2])
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("data", [b"", b"a", DATA])
def test_the_pieces_make_up_the_whole(codec: str, magic: int, data: bytes) -> None:
    if magic == 0 and codec == "zstd":
        return
    packed = compress(codec, data, magic=magic)
    pieces = list(expand(codec, packed, len(data), magic=magic))
    assert b"".join(pieces) == data
    assert max(map(len, pieces), default=0) <= PIECE


@pytest.mark.parametrize("codec", CODECS[1:])
def test_they_end_at_the_limit(codec: str) -> None:
    with pytest.raises(DecompressionTooLarge):
        list(expand(codec, compress(codec, DATA), len(DATA) - 1))


@pytest.mark.parametrize("codec", CODECS[1:])
def test_damage_is_damage_in_pieces_too(codec: str) -> None:
    random, packed = Random(codec), compress(codec, DATA)
    for _ in range(60):
        data = bytearray(packed)
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        cut = bytes(data[: random.choice([len(data), random.randrange(len(data))])])
        assert verdict(lambda cut=cut: b"".join(expand(codec, cut, MIB))) == verdict(
            lambda cut=cut: decompress(codec, cut, MIB)
        )


def verdict(reader: object) -> object:
    try:
        return reader()  # type: ignore[operator]
    except KafkaWireError as exc:
        return type(exc)


@pytest.mark.parametrize("codec", CODECS[1:])
def test_memory_does_not_grow_with_what_comes_out(codec: str) -> None:
    packed = compress(codec, bytes(40 * MIB))
    tracemalloc.start()
    try:
        assert sum(map(len, expand(codec, packed, 40 * MIB))) == 40 * MIB
        assert tracemalloc.get_traced_memory()[1] < 2 * MIB
    finally:
        tracemalloc.stop()


def test_frames_and_members_that_follow_each_other_are_one() -> None:
    members = gzip.compress(DATA) + gzip.compress(b"") + gzip.compress(b"more")
    assert b"".join(expand("gzip", members + b"rest", MIB)) == DATA + b"more"
    frames = zstandard.compress(DATA) + zstandard.compress(b"more")
    assert b"".join(expand("zstd", frames, MIB)) == DATA + b"more"


@pytest.mark.parametrize("reader", [decompress, lambda *args: list(expand(*args))])
def test_many_small_parts_count_towards_the_limit(reader: object) -> None:
    chunk = snappy.compress(b"a")
    chunks = compress("snappy", b"") + (len(chunk).to_bytes(4, "big") + chunk) * 1000
    with pytest.raises(DecompressionTooLarge, match="too many chunks"):
        reader("snappy", chunks, 1000)  # type: ignore[operator]
    with pytest.raises(DecompressionTooLarge, match="too many members"):
        reader("gzip", gzip.compress(b"") * 100, 1000)  # type: ignore[operator]


def test_a_bare_snappy_block_is_cut_in_pieces() -> None:
    assert [len(piece) for piece in expand("snappy", snappy.compress(bytes(PIECE + 1)), MIB)] == [PIECE, 1]


def test_what_ends_early_is_corrupt() -> None:
    for codec in ("gzip", "lz4"):
        with pytest.raises(CorruptBatch, match="ends early"):
            list(expand(codec, compress(codec, DATA)[:-9], MIB))
