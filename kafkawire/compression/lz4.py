"""lz4 in its frame format, with the mistaken header checksum of message format 0.

A frame opens with a magic number of four bytes, FLG, BD, an optional content size, and one byte of checksum over what
follows the magic number. Java's first writer computed that byte over the magic number too, and format 0 has kept it
(KAFKA-3160): the usual header `04224d18 60 40` ends in 1a there and in 82 everywhere else. In format 0 the byte is not
looked at when reading.
"""

from __future__ import annotations

from collections.abc import Iterator

import lz4.frame

from kafkawire.compression import PIECE
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, ValueOutOfRange

_MAGIC = b"\x04\x22\x4d\x18"
_USUAL = _MAGIC + b"\x60\x40"
_RIGHT_CHECKSUM = b"\x82"
_FORMAT_0_CHECKSUM = b"\x1a"
_FEED = 4096  # bytes that go in at a time

_VERSION_MASK, _VERSION_1 = 0xC0, 0x40
_INDEPENDENT, _BLOCK_CHECKSUM, _CONTENT_SIZE, _CONTENT_CHECKSUM, _RESERVED = 0x20, 0x10, 0x08, 0x04, 0x03

BytesLike = bytes | bytearray | memoryview


def compress(data: BytesLike, level: int | None, magic: int) -> bytes:
    """Compress into one frame of independent 64 KiB blocks, as Java does. Levels 0-17, from 3 on the slow mode."""
    if level is None:
        level = 0
    if not 0 <= level <= lz4.frame.COMPRESSIONLEVEL_MAX + 1:
        raise ValueOutOfRange(f"lz4 has levels 0-17, not {level}")
    frame: bytes = lz4.frame.compress(
        data,
        compression_level=level,
        block_size=lz4.frame.BLOCKSIZE_MAX64KB,
        block_linked=False,
        store_size=False,
    )
    return _USUAL + _FORMAT_0_CHECKSUM + frame[7:] if magic == 0 else frame


def decompress(data: BytesLike, limit: int, magic: int) -> bytes:
    """Decompress the first frame to at most `limit` bytes; what follows it is not looked at, as in Java."""
    data = _readable(data, magic)
    whole = _at_once(data, limit)
    return _in_pieces(data, limit) if whole is None else whole


def expand(data: BytesLike, limit: int, magic: int) -> Iterator[bytes]:
    """Decompress the first frame piece by piece. The library copies the input that it leaves, so it gets little."""
    view = memoryview(_readable(data, magic))
    unpacker = lz4.frame.LZ4FrameDecompressor()
    pos = 0
    while not unpacker.eof:
        is_hungry = unpacker.needs_input
        piece = view[pos : pos + _FEED] if is_hungry else b""
        pos += len(piece)
        try:
            out: bytes = unpacker.decompress(piece, max_length=PIECE)
        except (RuntimeError, ValueError, EOFError) as exc:
            raise CorruptBatch(f"lz4: {exc}") from exc
        if is_hungry and not (piece or out or unpacker.eof):
            raise CorruptBatch("lz4 data ends early")
        limit -= len(out)
        if limit < 0:
            raise DecompressionTooLarge("lz4 data expands past its limit")
        yield out


def _readable(data: BytesLike, magic: int) -> BytesLike:
    """A frame that Kafka could read, as the library wants it."""
    flags = _check_header(data)
    return _with_right_checksum(data, flags) if magic == 0 else data


def _at_once(data: BytesLike, limit: int) -> bytes | None:
    """The usual frame, without the overhead of an object for it; None if that does not do."""
    try:
        context = lz4.frame.create_decompression_context()
        out, _, eof = lz4.frame.decompress_chunk(context, data, max_length=_room(data, limit))
    except (RuntimeError, ValueError, EOFError) as exc:
        raise CorruptBatch(f"lz4: {exc}") from exc
    return out if eof and len(out) <= limit else None


def _room(data: BytesLike, limit: int) -> int:
    return min(limit + 1, max(64 * 1024, 8 * len(data)))


def _in_pieces(data: BytesLike, limit: int) -> bytes:
    unpacker = lz4.frame.LZ4FrameDecompressor()
    room = _room(data, limit)
    parts: list[bytes] = []
    total = 0
    piece: BytesLike = data
    try:
        while True:
            out: bytes = unpacker.decompress(piece, max_length=room)
            parts.append(out)
            total += len(out)
            if total > limit:
                raise DecompressionTooLarge(f"lz4 data expands past {limit} bytes")
            if unpacker.eof:
                return parts[0] if len(parts) == 1 else b"".join(parts)
            if unpacker.needs_input or not out:
                raise CorruptBatch("lz4 data ends early")
            piece = b""
            room = min(limit + 1 - total, 2 * room)
    except (RuntimeError, ValueError, EOFError) as exc:
        raise CorruptBatch(f"lz4: {exc}") from exc


def _check_header(data: BytesLike) -> int:
    """The FLG byte of a frame that Kafka could read: version 1, independent blocks, no dictionary."""
    head = bytes(data[:6])
    if len(data) >= 7 and head == _USUAL:
        return head[4]
    if len(data) < 7 or head[:4] != _MAGIC:
        raise CorruptBatch("lz4: no frame begins here")
    flags = data[4]
    if flags & _VERSION_MASK != _VERSION_1 or flags & _RESERVED:
        raise CorruptBatch(f"lz4: the frame's flags are {flags:#04x}")
    if not flags & _INDEPENDENT:
        raise CorruptBatch("lz4: the frame's blocks depend on each other, which Kafka does not allow")
    if data[5] & 0x8F or data[5] < 0x40:
        raise CorruptBatch(f"lz4: the frame's block descriptor is {data[5]:#04x}")
    return flags


def _with_right_checksum(data: BytesLike, flags: int) -> bytes:
    """The frame with the header checksum that the library insists on.

    The library's own writer is asked for a header with the same flags: its last byte is the checksum.
    """
    if bytes(data[:6]) == _USUAL:
        return _USUAL + _RIGHT_CHECKSUM + bytes(data[7:])
    size = 0
    length = 7
    if flags & _CONTENT_SIZE:
        length = 15
        size = int.from_bytes(bytes(data[6:14]), "little")
    if len(data) < length or (length == 15 and not size):
        raise CorruptBatch("lz4: the frame header is cut short")
    header: bytes = lz4.frame.compress_begin(
        lz4.frame.create_compression_context(),
        source_size=size,
        block_size=data[5] >> 4,
        block_linked=False,
        content_checksum=bool(flags & _CONTENT_CHECKSUM),
        block_checksum=bool(flags & _BLOCK_CHECKSUM),
    )
    if header[: length - 1] != bytes(data[: length - 1]):
        raise CorruptBatch("lz4: the frame header is not understood")
    return header + bytes(data[length:])
