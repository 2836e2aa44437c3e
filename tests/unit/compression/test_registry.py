from __future__ import annotations

import random

import pytest

from kafkawire.compression import CODECS, codec_id, codec_name, compress, decompress
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, UnsupportedCodec, ValueOutOfRange

TEXT = b"the same words, again and again; " * 3000
PAIRS = [(codec, magic) for codec in CODECS for magic in (0, 1, 2) if (codec, magic) not in (("zstd", 0), ("zstd", 1))]


def test_numbers_and_names() -> None:
    assert [codec_id(name) for name in ("none", "gzip", "snappy", "lz4", "zstd")] == [0, 1, 2, 3, 4]
    assert [codec_name(number) for number in range(5)] == ["none", "gzip", "snappy", "lz4", "zstd"]
    assert codec_id(None) == 0
    assert codec_id(4) == 4


@pytest.mark.parametrize("unknown", [5, 7, -1, "brotli", ""])
def test_unknown_codecs(unknown: int | str) -> None:
    for call in (codec_id, lambda codec: compress(codec, b""), lambda codec: decompress(codec, b"", 1)):
        with pytest.raises(UnsupportedCodec):
            call(unknown)


@pytest.mark.parametrize("magic", [0, 1])
def test_zstd_is_for_format_2_only(magic: int) -> None:
    with pytest.raises(UnsupportedCodec, match=f"format {magic}"):
        compress("zstd", TEXT, magic=magic)
    with pytest.raises(UnsupportedCodec, match=f"format {magic}"):
        decompress("zstd", TEXT, 1 << 20, magic=magic)


@pytest.mark.parametrize(("codec", "magic"), PAIRS)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_round_trip_of_any_bytes_like(codec: str, magic: int, kind: type) -> None:
    for data in (b"", b"x", TEXT):
        packed = compress(codec, kind(data), magic=magic)
        assert isinstance(packed, bytes)
        assert decompress(codec, kind(packed), len(data), magic=magic) == data


@pytest.mark.parametrize("codec", CODECS[1:])
def test_the_budget_is_exact(codec: str) -> None:
    packed = compress(codec, TEXT)
    assert len(packed) < len(TEXT) / 5
    assert decompress(codec, packed, len(TEXT)) == TEXT
    with pytest.raises(DecompressionTooLarge):
        decompress(codec, packed, len(TEXT) - 1)
    with pytest.raises(DecompressionTooLarge):
        decompress(codec, packed, 0)


@pytest.mark.parametrize("codec", CODECS[1:])
def test_cut_and_foreign_data_is_corrupt(codec: str) -> None:
    packed = compress(codec, TEXT)
    for damaged in (packed[:-9], packed[: len(packed) // 2], packed[:5], b"", b"\xff" * 50):
        with pytest.raises(CorruptBatch):
            decompress(codec, damaged, 1 << 20)


@pytest.mark.parametrize(
    ("codec", "good", "bad"),
    [("gzip", (0, 1, 9, -1), (10, -2)), ("lz4", (0, 9, 17), (18, -1)), ("zstd", (1, -5, 22), (23,))],
)
def test_levels(codec: str, good: tuple[int, ...], bad: tuple[int, ...]) -> None:
    for level in good:
        assert decompress(codec, compress(codec, TEXT, level), len(TEXT)) == TEXT
    for level in bad:
        with pytest.raises(ValueOutOfRange, match=str(level)):
            compress(codec, TEXT, level)


def test_a_higher_level_packs_tighter() -> None:
    rng = random.Random(1)
    data = b" ".join(rng.choice(b"order paid shipped refund customer total".split()) for _ in range(20_000))
    assert len(compress("gzip", data, 9)) < len(compress("gzip", data, 1))
    assert len(compress("zstd", data, 19)) < len(compress("zstd", data, 1))


def test_snappy_has_no_levels() -> None:
    with pytest.raises(ValueOutOfRange):
        compress("snappy", TEXT, 1)
