"""Hostile record sets: a value or one error of our family, in bounded time and memory."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable

import lz4.frame
import pytest
import zstandard
from crc32c import crc32c

from tests.corpus import ROOT

GIB = 1 << 30


def _run(*args: str) -> None:
    # numpy's threads each reserve address space, which on a large machine would take the whole allowance
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [sys.executable, *args], cwd=ROOT, env=env, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stderr[-3000:]}"


def test_mutated_record_sets_in_little_memory() -> None:
    _run("-m", "tests.fuzz.records_worker", "20000", "1")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_very_many_mutated_record_sets_in_little_memory(seed: int) -> None:
    _run("-m", "tests.fuzz.records_worker", "50000", str(seed))


def batch_of(codec: int, payload: bytes, count: int = 1) -> bytes:
    """A batch with valid checksum around any payload."""
    tail = struct.pack(">hiqqqhii", codec, count - 1, 0, 0, -1, -1, -1, count) + payload
    return struct.pack(">qiibI", 0, len(tail) + 9, 0, 2, crc32c(tail)) + tail


def wrapper_of(codec: int, payload: bytes, magic: int = 1) -> bytes:
    """A wrapper message with valid checksum around any payload."""
    head = struct.pack(">bbq", magic, codec, 0) if magic else struct.pack(">bb", magic, codec)
    body = head + struct.pack(">ii", -1, len(payload)) + payload
    return struct.pack(">qiI", 0, len(body) + 4, zlib.crc32(body)) + body


def _uvarint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes((value,))


def snappy_bomb(claimed: int = 4 * GIB - 1) -> bytes:
    return _uvarint(claimed) + b"\0" * 75


def xerial_bomb() -> bytes:
    block = snappy_bomb()
    return b"\x82SNAPPY\0" + struct.pack(">iii", 1, 1, len(block)) + block


def zstd_bomb() -> bytes:
    """About 32 KB that expand to 1 GiB, without saying so in the frame header."""
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    chunk = bytes(1 << 20)
    return b"".join(packer.compress(chunk) for _ in range(1024)) + packer.flush()


def zstd_claim() -> bytes:
    """A frame header that claims 1 TiB, and a little data."""
    return b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 40) + b"\x01\x00\x00"


def gzip_bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    chunk = bytes(1 << 20)
    return b"".join(packer.compress(chunk) for _ in range(1024)) + packer.flush()


def gzip_of_many_members() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return (packer.compress(b"") + packer.flush()) * 200_000


def lz4_bomb() -> bytes:
    context = lz4.frame.create_compression_context()
    parts = [lz4.frame.compress_begin(context, block_size=lz4.frame.BLOCKSIZE_MAX4MB, block_linked=False)]
    chunk = bytes(4 << 20)
    parts += [lz4.frame.compress_chunk(context, chunk) for _ in range(256)]
    return b"".join([*parts, lz4.frame.compress_flush(context)])


def lz4_claim() -> bytes:
    """A frame header that claims a content of 1 TiB."""
    context = lz4.frame.create_compression_context()
    header: bytes = lz4.frame.compress_begin(context, source_size=1 << 40, block_linked=False)
    return header + b"\0" * 16


BOMBS: dict[str, tuple[int, Callable[[], bytes], str]] = {
    "snappy-claims-4-gib": (2, snappy_bomb, "DecompressionTooLarge"),
    "snappy-claims-more-than-it-holds": (2, lambda: snappy_bomb(100 << 20), "CorruptBatch"),
    "xerial-claims-4-gib": (2, xerial_bomb, "DecompressionTooLarge"),
    "zstd-32-kb-to-1-gib": (4, zstd_bomb, "DecompressionTooLarge"),
    "zstd-claims-1-tib": (4, zstd_claim, "DecompressionTooLarge"),
    "gzip-to-1-gib": (1, gzip_bomb, "DecompressionTooLarge"),
    "gzip-of-many-members": (1, gzip_of_many_members, "InvalidLength"),
    "lz4-to-1-gib": (3, lz4_bomb, "DecompressionTooLarge"),
    "lz4-claims-1-tib": (3, lz4_claim, "CorruptBatch"),
}

_READ = """
import re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from kafkawire.errors import KafkaWireError
from kafkawire.records import read_batches
data = open(sys.argv[1], "rb").read()
for read in (lambda b: b.records(), lambda b: b.columns()):
    for batch in read_batches(data):
        try:
            read(batch)
        except KafkaWireError as exc:
            assert type(exc).__name__ in sys.argv[2].split(), repr(exc)
        else:
            sys.exit("no error")
peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])  # ru_maxrss counts the parent's
assert peak < 700_000, "too much memory"
"""


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_within_the_budget(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    codec, make, error = BOMBS[name]
    payload = make()
    file = tmp_path_factory.mktemp("bombs") / name
    file.write_bytes(batch_of(codec, payload))
    _run("-c", _READ, str(file), error)
    if codec != 4:  # the old formats have no zstd
        file.write_bytes(wrapper_of(codec, payload))
        _run("-c", _READ, str(file), "DecompressionTooLarge CorruptBatch")
