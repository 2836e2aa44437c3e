from __future__ import annotations

import lz4.frame
import pytest

from kafkawire.compression.lz4 import compress, decompress
from kafkawire.errors import CorruptBatch, DecompressionTooLarge

DATA = bytes(i * i % 251 for i in range(300_000))


def frame(**options: object) -> bytes:
    packed: bytes = lz4.frame.compress(DATA, **{"block_linked": False, "store_size": False} | options)
    return packed


@pytest.mark.parametrize(("magic", "checksum"), [(0, 0x1A), (1, 0x82), (2, 0x82)])
def test_writes_the_header_that_java_writes(magic: int, checksum: int) -> None:
    packed = compress(DATA, None, magic)
    assert packed[:6].hex() == "04224d186040"
    assert packed[6] == checksum
    assert decompress(packed, len(DATA), magic) == DATA


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("options", [{}, {"content_checksum": True}, {"block_checksum": True}, {"store_size": True}])
def test_format_0_is_read_whatever_the_header_checksum_is(size: int, options: dict[str, object]) -> None:
    packed = bytearray(frame(block_size=size, **options))
    at = 14 if "store_size" in options else 6
    right = packed[at]
    for checksum in (right, right ^ 1, 0x1A):
        packed[at] = checksum
        assert decompress(bytes(packed), len(DATA), 0) == DATA
        if checksum != right:
            with pytest.raises(CorruptBatch, match=r"lz4.*[cC]hecksum"):
                decompress(bytes(packed), len(DATA), 2)


def test_linked_blocks_are_refused_as_in_java() -> None:
    with pytest.raises(CorruptBatch, match="depend on each other"):
        decompress(lz4.frame.compress(DATA), len(DATA), 2)


def test_what_follows_the_first_frame_is_ignored_as_in_java() -> None:
    assert decompress(frame() + frame(), len(DATA), 2) == DATA
    assert decompress(frame() + b"garbage", len(DATA), 2) == DATA


def test_a_large_expansion_comes_out_in_pieces() -> None:
    zeros = bytes(30_000_000)
    packed = compress(zeros, None, 2)
    assert decompress(packed, len(zeros), 2) == zeros
    with pytest.raises(DecompressionTooLarge):
        decompress(packed, len(zeros) - 1, 2)


@pytest.mark.parametrize("magic", [0, 2])
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda packed: b"abcd" + packed[4:], "no frame begins here"),
        (lambda packed: packed[:6], "no frame begins here"),
        (lambda packed: packed[:4] + b"\x20" + packed[5:], "flags"),
        (lambda packed: packed[:4] + b"\x61" + packed[5:], "flags"),
        (lambda packed: packed[:5] + b"\x30" + packed[6:], "descriptor"),
        (lambda packed: packed[:5] + b"\xc0" + packed[6:], "descriptor"),
        (lambda packed: packed[:7], "ends early"),
        (lambda packed: packed[:-1], "ends early"),
        (lambda packed: packed[:500] + b"\xff" * 40 + packed[540:], "lz4"),
    ],
)
def test_damage(damage: object, message: str, magic: int) -> None:
    assert callable(damage)
    with pytest.raises(CorruptBatch, match=message):
        decompress(damage(compress(DATA * 2, None, magic)), 1 << 20, magic)


def test_a_cut_header_with_content_size_in_format_0() -> None:
    packed = frame(store_size=True)
    with pytest.raises(CorruptBatch, match="cut short"):
        decompress(packed[:12], 1 << 20, 0)
