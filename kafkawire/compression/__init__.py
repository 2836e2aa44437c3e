"""The five compression codecs of Kafka's record formats, by number and by name.

Each codec is a thin module around the library that does the work; the library loads when the codec is first used.
Whatever is decompressed stays within the `limit` of the caller: sizes that the data claims are compared with it before
memory is spent, and expansion stops as soon as it goes past. Nothing here knows about record batches.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol, cast

from kafkawire.errors import UnsupportedCodec

__all__ = [
    "CODECS",
    "GZIP",
    "LZ4",
    "NONE",
    "SNAPPY",
    "ZSTD",
    "codec_id",
    "codec_name",
    "compress",
    "decompress",
    "expand",
]

NONE, GZIP, SNAPPY, LZ4, ZSTD = range(5)
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
"""Names of the codecs; the index is the number in the attributes of a batch."""

PIECE = 64 * 1024
"""How many bytes `expand` gives at a time, at most."""
BytesLike = bytes | bytearray | memoryview


class _Codec(Protocol):
    def compress(self, data: BytesLike, level: int | None, magic: int) -> bytes: ...

    def decompress(self, data: BytesLike, limit: int, magic: int) -> bytes: ...

    def expand(self, data: BytesLike, limit: int, magic: int) -> Iterator[bytes]: ...


_loaded: dict[int, _Codec] = {}


def _load(codec: int) -> _Codec:
    """The module of a codec other than none."""
    module = _loaded.get(codec)
    if module is None:
        if not GZIP <= codec <= ZSTD:
            raise UnsupportedCodec(f"there is no compression codec number {codec}")
        module = _loaded[codec] = cast("_Codec", importlib.import_module(f"{__name__}.{CODECS[codec]}"))
    return module


def codec_name(codec: int) -> str:
    """The name of a codec number (0-4); `UnsupportedCodec` for other numbers."""
    if 0 <= codec < len(CODECS):
        return CODECS[codec]
    raise UnsupportedCodec(f"there is no compression codec number {codec}")


def codec_id(codec: str | int | None) -> int:
    """The number of a codec given by name or number; None means no compression.

    Raises `UnsupportedCodec` for an unknown one.
    """
    if codec is None:
        return NONE
    if isinstance(codec, str):
        if codec in CODECS:
            return CODECS.index(codec)
        raise UnsupportedCodec(f"there is no compression codec {codec!r}; known are {', '.join(CODECS)}")
    codec_name(codec)
    return int(codec)


def check_allowed(codec: int, magic: int) -> None:
    """Raise `UnsupportedCodec` where a record format has no such codec: zstd came with magic 2 (KIP-110)."""
    codec_name(codec)
    if codec == ZSTD and magic < 2:
        raise UnsupportedCodec(f"zstd is not allowed in message format {magic}")


def compress(codec: str | int | None, data: BytesLike, level: int | None = None, *, magic: int = 2) -> bytes:
    """Compress `data` with a codec, at the codec's default level if none is given.

    `magic` is the record format the result is for: zstd needs 2, and lz4 has a header of its own in format 0.
    Raises `UnsupportedCodec`, and `ValueOutOfRange` for a level that the codec does not have.
    """
    number = codec_id(codec)
    check_allowed(number, magic)
    if number == NONE:
        return bytes(data)
    return _load(number).compress(data, level, magic)


def decompress(codec: str | int | None, data: BytesLike, limit: int, *, magic: int = 2) -> bytes:
    """Decompress what a codec made, to at most `limit` bytes.

    Raises `DecompressionTooLarge` beyond the limit, `CorruptBatch` for damaged data and `UnsupportedCodec`.
    """
    module = _loaded.get(codec) if magic == 2 else None  # type: ignore[arg-type]  # a name is not there, either
    if module is not None:  # nearly always: a number, and it was checked when its module was loaded
        return module.decompress(data, limit, magic)
    number = codec_id(codec)
    check_allowed(number, magic)
    return bytes(data) if number == NONE else _load(number).decompress(data, limit, magic)


def expand(codec: str | int | None, data: BytesLike, limit: int, *, magic: int = 2) -> Iterator[bytes]:
    """Decompress piece by piece, in memory that does not grow with what comes out; see `decompress` for the rest.

    Bare snappy blocks have no pieces: each is decompressed as a whole.
    """
    number = codec_id(codec)
    check_allowed(number, magic)
    return slices(data) if number == NONE else _load(number).expand(data, limit, magic)


def slices(data: BytesLike) -> Iterator[bytes]:
    """What is there already, in pieces."""
    with memoryview(data) as view:
        for pos in range(0, len(view), PIECE):
            yield bytes(view[pos : pos + PIECE])
