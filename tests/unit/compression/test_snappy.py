from __future__ import annotations

import struct

import pytest
import snappy

from kafkawire.compression.snappy import compress, decompress
from kafkawire.errors import CorruptBatch, DecompressionTooLarge

HEADER = b"\x82SNAPPY\0\0\0\0\1\0\0\0\1"
DATA = bytes(i * i % 251 for i in range(100_000))


def chunk(data: bytes) -> bytes:
    block: bytes = snappy.compress(data)
    return struct.pack(">i", len(block)) + block


def test_writes_the_framing_of_java_clients() -> None:
    assert compress(DATA, None, 2) == HEADER + b"".join(chunk(DATA[i : i + 32768]) for i in range(0, len(DATA), 32768))
    assert compress(b"", None, 2) == HEADER


def test_reads_the_framing_and_a_bare_block() -> None:
    assert decompress(HEADER + chunk(b"ab") + chunk(b"") + chunk(DATA), 200_000, 2) == b"ab" + DATA
    assert decompress(snappy.compress(DATA), 200_000, 2) == DATA


def test_a_header_may_come_again() -> None:
    assert decompress(HEADER + chunk(b"ab") + HEADER + chunk(b"cd"), 10, 2) == b"abcd"


def test_the_budget_counts_all_chunks_together() -> None:
    framed = HEADER + chunk(b"abc") * 3
    assert decompress(framed, 9, 2) == b"abc" * 3
    with pytest.raises(DecompressionTooLarge, match="claims 3 bytes where 2 are allowed"):
        decompress(framed, 8, 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (HEADER[:12], "header is cut after 12 bytes"),
        (HEADER + b"\0\0", "2 bytes after the last chunk"),
        (HEADER + struct.pack(">i", 100) + b"abc", "a chunk of 100 bytes where 3 are left"),
        (HEADER + struct.pack(">i", -1) + b"abc", "a chunk of -1 bytes"),
        (HEADER + struct.pack(">i", 0), "a chunk of 0 bytes"),
        (b"", "the data ends"),
        (b"\xff" * 10, "more than 5 bytes"),
        (b"\x80\x80\x04" + b"\0" * 10, "cannot hold"),
        (b"\x05\xff\xff\xff", "snappy"),
    ],
)
def test_damage(data: bytes, message: str) -> None:
    with pytest.raises(CorruptBatch, match=message):
        decompress(data, 1 << 20, 2)
