"""zstd: one or more frames (RFC 8878). Compressors and decompressors are kept per thread; making one costs more than
a batch does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import zstandard

from kafkawire.compression import PIECE
from kafkawire.errors import CorruptBatch, DecompressionTooLarge, ValueOutOfRange

DEFAULT_LEVEL = 3
_LOWEST = -131072
_WINDOW_LIMIT = 1 << 27  # what Java's reader allows (its default), and the most that a frame may make us allocate

BytesLike = bytes | bytearray | memoryview


class _Local(threading.local):
    """The (de)compressors of one thread: the library's objects must not be used by two at a time."""

    def __init__(self) -> None:
        self.packers: dict[int, zstandard.ZstdCompressor] = {}
        self.unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW_LIMIT)


_local = _Local()


def compress(data: BytesLike, level: int | None, magic: int) -> bytes:  # noqa: ARG001 - all codecs share a signature
    """Compress into one frame at a level from -131072 to 22 (None: 3)."""
    if level is None:
        level = DEFAULT_LEVEL
    packer = _local.packers.get(level)
    if packer is None:
        if not _LOWEST <= level <= zstandard.MAX_COMPRESSION_LEVEL:
            raise ValueOutOfRange(f"zstd has levels {_LOWEST} to {zstandard.MAX_COMPRESSION_LEVEL}, not {level}")
        packer = zstandard.ZstdCompressor(level=level)
        if len(_local.packers) < 8:
            _local.packers[level] = packer
    return packer.compress(data)


def decompress(data: BytesLike, limit: int, magic: int) -> bytes:  # noqa: ARG001
    """Decompress all frames to at most `limit` bytes together."""
    try:
        claimed = _claimed(data, limit)
        whole = _at_once(data) if claimed > 0 else None
        return _in_pieces(data, limit, claimed) if whole is None else whole
    except zstandard.ZstdError as exc:
        raise CorruptBatch(f"zstd: {exc}") from exc


def expand(data: BytesLike, limit: int, magic: int) -> Iterator[bytes]:  # noqa: ARG001
    """Decompress all frames piece by piece, by a reader of its own, so that a large window goes with it."""
    total = 0
    try:
        claimed = _claimed(data, limit)
        unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW_LIMIT)
        reader = unpacker.stream_reader(data, read_across_frames=True)
        while out := reader.read(PIECE):
            total += len(out)
            if total > limit:
                raise DecompressionTooLarge(f"zstd data expands past {limit} bytes")
            yield out
    except zstandard.ZstdError as exc:
        raise CorruptBatch(f"zstd: {exc}") from exc
    if total < claimed:
        raise CorruptBatch(f"zstd data ends after {total} of {claimed} bytes")


def _claimed(data: BytesLike, limit: int) -> int:
    """How much the first frame says that it holds; below 1 if it does not."""
    claimed: int = zstandard.frame_content_size(bytes(data[:18]))
    if claimed > limit:
        raise DecompressionTooLarge(f"a zstd frame claims {claimed} bytes where {limit} are allowed")
    return claimed


def _at_once(data: BytesLike) -> bytes | None:
    """A single frame that says how much it holds, without a reader for it; None if that does not do."""
    try:
        return _local.unpacker.decompress(data, allow_extra_data=False)
    except zstandard.ZstdError:
        return None


def _in_pieces(data: BytesLike, limit: int, claimed: int) -> bytes:
    """All frames; `claimed` bytes is what the first says, if it is above 0."""
    reader = _local.unpacker.stream_reader(data, read_across_frames=True)
    room = claimed + 1 if claimed > 0 else max(64 * 1024, 8 * len(data))
    parts: list[bytes] = []
    total = 0
    while out := reader.read(min(room, limit + 1 - total)):
        parts.append(out)
        total += len(out)
        if total > limit:
            raise DecompressionTooLarge(f"zstd data expands past {limit} bytes")
        room = max(64 * 1024, total)
    if total < claimed:
        raise CorruptBatch(f"zstd data ends after {total} of {claimed} bytes")
    return parts[0] if len(parts) == 1 else b"".join(parts)
