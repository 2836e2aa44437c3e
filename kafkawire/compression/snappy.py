"""snappy, in the framing of xerial's snappy-java that Java clients write, or as one bare block.

The framing: a magic of eight bytes, two int32 version numbers, then chunks of int32 size and a raw snappy block of up
to 32 KiB uncompressed. A block opens with its uncompressed size as a uvarint. The library allocates that size at once
and aborts the process when it cannot, so the size is compared here with the limit, and with what a block of that
length can hold at all, before the block is handed over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from snappy import UncompressError
from snappy import compress as compress_block
from snappy import uncompress as decompress_block

from kafkawire.compression import slices
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, InvalidVarint, Truncated, ValueOutOfRange
from kafkawire.varint import read_uvarint

MAGIC = b"\x82SNAPPY\0"
_HEADER = MAGIC + struct.pack(">ii", 1, 1)
_CHUNK = 32 * 1024
_SIZE = struct.Struct(">i")
_CHUNKS, _PER_CHUNK = 64, 64  # so many, and one for so many bytes of the limit: each takes time, even if small
_MOST_PER_BYTE = 64  # a copy of at most 64 bytes takes at least two bytes of input

BytesLike = bytes | bytearray | memoryview


def compress(data: BytesLike, level: int | None, magic: int) -> bytes:  # noqa: ARG001 - all codecs share a signature
    """Compress into xerial's framing. Snappy has no levels: None only."""
    if level is not None:
        raise ValueOutOfRange("snappy has no compression levels")
    view = memoryview(data)
    parts = [_HEADER]
    for start in range(0, len(view), _CHUNK):
        block = compress_block(view[start : start + _CHUNK])
        parts += (_SIZE.pack(len(block)), block)
    return b"".join(parts)


def decompress(data: BytesLike, limit: int, magic: int) -> bytes:  # noqa: ARG001
    """Decompress either form to at most `limit` bytes. A framing header may come again between two chunks."""
    view = memoryview(data)
    return _block(view, limit) if view[:8] != MAGIC else b"".join(_chunks(view, limit))


def expand(data: BytesLike, limit: int, magic: int) -> Iterator[bytes]:  # noqa: ARG001
    """Decompress either form in pieces, chunk by chunk."""
    view = memoryview(data)
    for out in _chunks(view, limit) if view[:8] == MAGIC else (_block(view, limit),):
        yield from slices(out)


def _chunks(view: memoryview, left: int) -> Iterator[bytes]:
    most = _CHUNKS + left // _PER_CHUNK
    if len(view) < len(_HEADER):
        raise CorruptBatch(f"snappy: the framing header is cut after {len(view)} bytes")
    pos = len(_HEADER)
    end = len(view)
    while pos < end:
        if view[pos : pos + 8] == MAGIC:
            pos += len(_HEADER)
            continue
        if end - pos < 4:
            raise CorruptBatch(f"snappy: {end - pos} bytes after the last chunk")
        (size,) = _SIZE.unpack_from(view, pos)
        pos += 4
        if not 0 < size <= end - pos:
            raise CorruptBatch(f"snappy: a chunk of {size} bytes where {end - pos} are left")
        out = _block(view[pos : pos + size], left)
        left -= len(out)
        most -= 1
        if most < 0:
            raise DecompressionTooLarge("snappy data has too many chunks for its limit")
        yield out
        pos += size


def _block(block: memoryview, limit: int) -> bytes:
    """Decompress one raw block after a look at the size it claims."""
    try:
        claimed, start = read_uvarint(block, 0)
    except (Truncated, InvalidVarint) as exc:
        raise CorruptBatch(f"snappy: {exc}") from exc
    if claimed > limit:
        raise DecompressionTooLarge(f"a snappy block claims {claimed} bytes where {limit} are allowed")
    if claimed > (len(block) - start) * _MOST_PER_BYTE:
        raise CorruptBatch(f"snappy: a block of {len(block)} bytes cannot hold the {claimed} bytes it claims")
    try:
        return bytes(decompress_block(block))
    except UncompressError as exc:
        raise CorruptBatch(f"snappy: {exc.__cause__ or exc}") from exc
