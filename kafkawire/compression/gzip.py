"""gzip: one or more members of RFC 1952, read through like Java's GZIPInputStream does."""

from __future__ import annotations

import zlib

from kafkawire.errors import CorruptBatch, DecompressionTooLarge, ValueOutOfRange

DEFAULT_LEVEL = 6
_GZIP = 31  # zlib's window bits for "gzip header and trailer, largest window"
_FIRST_MEMBER = b"\x1f\x8b"

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
    parts = [out]
    view = memoryview(data)
    pos = len(view) - len(unpacker.unused_data)
    left = limit - len(out)
    while view[pos : pos + 2] == _FIRST_MEMBER:
        out, pos = _next_member(view, pos, left)
        parts.append(out)
        left -= len(out)
    return b"".join(parts)


def _next_member(view: memoryview, pos: int, left: int) -> tuple[bytes, int]:
    """Decompress the member at `pos`: what came out and the position after it.

    The input goes in by growing pieces, because zlib copies all that follows a member: with thousands of tiny members
    that would add up to the square of their number.
    """
    unpacker = zlib.decompressobj(_GZIP)
    parts: list[bytes] = []
    size = 256
    while not unpacker.eof:
        piece = view[pos : pos + size]
        if not piece:
            raise CorruptBatch("gzip data ends early")
        try:
            out = unpacker.decompress(piece, left + 1)
        except zlib.error as exc:
            raise CorruptBatch(f"gzip: {exc}") from exc
        left -= len(out)
        if left < 0:
            raise DecompressionTooLarge("gzip data of several members expands past its limit")
        parts.append(out)
        pos += len(piece)
        size *= 2
    return b"".join(parts), pos - len(unpacker.unused_data)
