"""gzip: one or more members of RFC 1952, read through like Java's GZIPInputStream does."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from kafkawire.compression import PIECE
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, ValueOutOfRange

DEFAULT_LEVEL = 6
_GZIP = 31  # zlib's window bits for "gzip header and trailer, largest window"
_FIRST_MEMBER = b"\x1f\x8b"
_FEED = 4096  # bytes that go in at a time
_MEMBERS, _PER_MEMBER = 64, 512  # so many, and one for so many bytes of the limit: each takes time, even if empty

BytesLike = bytes | bytearray | memoryview


def compress(data: BytesLike, level: int | None, magic: int) -> bytes:  # noqa: ARG001 - all codecs share a signature
    """Compress at level 1-9 (-1 and None: the default, 6)."""
    if level is None or level == -1:
        level = DEFAULT_LEVEL
    if not 0 <= level <= 9:
        raise ValueOutOfRange(f"gzip has levels 0-9, not {level}")
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    return packer.compress(data) + packer.flush()


def decompress(data: BytesLike, limit: int, magic: int) -> bytes:  # noqa: ARG001
    """Decompress all members to at most `limit` bytes together. Bytes after the last member are ignored, as in Java."""
    unpacker = zlib.decompressobj(_GZIP)
    try:
        out = unpacker.decompress(data, limit + 1)
    except zlib.error as exc:
        raise CorruptBatch(f"gzip: {exc}") from exc
    if len(out) > limit:
        raise DecompressionTooLarge(f"gzip data expands past {limit} bytes")
    if not unpacker.eof:
        raise CorruptBatch("gzip data ends early")
    if not unpacker.unused_data:
        return out
    view = memoryview(data)
    pos = len(view) - len(unpacker.unused_data)
    if view[pos : pos + 2] != _FIRST_MEMBER:
        return out
    return b"".join((out, *_members(view, pos, limit - len(out))))


def expand(data: BytesLike, limit: int, magic: int) -> Iterator[bytes]:  # noqa: ARG001
    """Decompress all members piece by piece."""
    return _members(memoryview(data), 0, limit)


def _members(view: memoryview, pos: int, left: int) -> Iterator[bytes]:
    """Decompress the members from the one at `pos` on, to at most `left` bytes.

    The input goes in by small pieces, because zlib copies what it leaves of it, and all that follows a member.
    """
    for _ in range(_MEMBERS + left // _PER_MEMBER):
        unpacker = zlib.decompressobj(_GZIP)
        piece: BytesLike = b""
        while not unpacker.eof:
            if not piece:
                piece = view[pos : pos + _FEED]
                pos += len(piece)
            try:
                out = unpacker.decompress(piece, PIECE)
            except zlib.error as exc:
                raise CorruptBatch(f"gzip: {exc}") from exc
            if not piece and not out:
                raise CorruptBatch("gzip data ends early")
            left -= len(out)
            if left < 0:
                raise DecompressionTooLarge("gzip data expands past its limit")
            yield out
            piece = unpacker.unconsumed_tail
        pos -= len(unpacker.unused_data)
        if view[pos : pos + 2] != _FIRST_MEMBER:
            return
    raise DecompressionTooLarge("gzip data has too many members for its limit")
