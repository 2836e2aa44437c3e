"""Record batches: format 2 (KIP-98), and finding where batches of any format begin and end.

The header of a batch is 61 bytes, then come the records, compressed together or not. A `RecordBatch` is made from the
header alone; records are decompressed, checked and decoded only when asked for. Layout and meaning of the fields:
https://kafka.apache.org/documentation/#recordbatch.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from kafkawire.compression import codec_name, decompress
from kafkawire.errors import CorruptBatch, DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records._careful import check_count, wrap64
from kafkawire.records._decode import decode_records
from kafkawire.records.record import Record, TimestampType

if TYPE_CHECKING:
    from kafkawire.records.columns import Columns

__all__ = ["HEADER_SIZE", "LOG_OVERHEAD", "RecordBatch", "patch_batch", "read_header"]

BytesLike = bytes | bytearray | memoryview

HEADER = struct.Struct(">qiibIhiqqqhii")
HEADER_SIZE = 61
"""Bytes of a batch of format 2 before its records."""
LOG_OVERHEAD = 12
"""Bytes of offset and size, with which batches of all formats begin; the size counts what comes after them."""
MAGIC_OFFSET = 16
"""Where the format number stands, in all formats."""
CRC_START = 21
"""Where the part begins that the checksum of format 2 covers."""

CODEC_MASK = 0x07
LOG_APPEND_TIME_BIT = 0x08
TRANSACTIONAL_BIT = 0x10
CONTROL_BIT = 0x20
DELETE_HORIZON_BIT = 0x40

_SIZE = struct.Struct(">i")
_OFFSET = struct.Struct(">q")
_MIN_SIZE = 14  # of what follows the size field: a message of format 0 without key and value
_MIN_SIZES = (14, 22, HEADER_SIZE - LOG_OVERHEAD)


@cache
def crc32c_function() -> Callable[[BytesLike], int]:
    """The function; loaded when it is needed, since its package takes longer for that than all of ours."""
    from crc32c import crc32c

    return crc32c


def raise_at(error: type[KafkaWireError], position: int, offset: int | None, cause: object) -> NoReturn:
    """Raise an error that says where: the position in the data, the base offset, and the cause."""
    where = f"batch at position {position}" + ("" if offset is None else f", base offset {offset}")
    raise error(f"{where}: {cause}") from (cause if isinstance(cause, Exception) else None)


def read_header(data: BytesLike, pos: int, end: int) -> tuple[int, int] | None:
    """Size in bytes (all of it) and magic of the batch at `pos`; None if it does not end before `end`.

    Nothing but the size and the magic byte is looked at, which is what a broker needs to cut a log into batches.
    Raises `CorruptBatch` for a size below the minimum of the format and for an unknown format, in the order in which
    Apache Kafka looks at them.
    """
    if end - pos < LOG_OVERHEAD:
        return None
    (size,) = _SIZE.unpack_from(data, pos + 8)
    if size < _MIN_SIZE:
        _corrupt_size(data, pos, size, "any message")
    if end - pos <= MAGIC_OFFSET:
        return None
    magic = data[pos + MAGIC_OFFSET]
    if magic > 2:
        raise_at(CorruptBatch, pos, _OFFSET.unpack_from(data, pos)[0], f"there is no record format {magic}")
    if size < _MIN_SIZES[magic]:
        _corrupt_size(data, pos, size, f"record format {magic}")
    return None if size + LOG_OVERHEAD > end - pos else (size + LOG_OVERHEAD, magic)


def _corrupt_size(data: BytesLike, pos: int, size: int, what: str) -> NoReturn:
    offset: int = _OFFSET.unpack_from(data, pos)[0]
    raise_at(CorruptBatch, pos, offset, f"its size field says {size}, too little for {what}")


def patch_batch(
    buffer: bytearray | memoryview, pos: int = 0, *, base_offset: int | None = None, leader_epoch: int | None = None
) -> None:
    """Set base offset and partition leader epoch of the batch of format 2 at `pos`, in place.

    The checksum leaves both out, so it stays valid: this is all that a broker changes in a batch that it appends.
    The caller has looked at the batch before (`read_batches`).
    """
    if base_offset is not None:
        _OFFSET.pack_into(buffer, pos, base_offset)
    if leader_epoch is not None:
        _SIZE.pack_into(buffer, pos + LOG_OVERHEAD, leader_epoch)


def next_sequence(sequence: int, step: int) -> int:
    """A sequence number `step` further on; 2147483647 is followed by 0."""
    return sequence + step & 0x7FFFFFFF


class RecordBatch:
    """A batch of format 2, from its header. Iterating gives its records; `records()` gives them as a list.

    The object refers to the data it was read from and copies nothing: `data` and the records are taken from there when
    asked for. Offsets are absolute, times are milliseconds since the epoch, sizes are bytes.
    """

    __slots__ = (
        "attributes",
        "base_offset",
        "base_sequence",
        "base_timestamp",
        "buffer",
        "check_crc",
        "crc",
        "last_offset_delta",
        "limits",
        "max_timestamp",
        "partition_leader_epoch",
        "position",
        "producer_epoch",
        "producer_id",
        "record_count",
        "size_in_bytes",
    )

    magic = 2

    buffer: BytesLike
    """The data that the batch was read from."""
    position: int
    """Where the batch begins in it."""
    limits: Limits
    check_crc: bool
    """Whether the checksum is compared when records are read."""
    size_in_bytes: int
    """The whole batch with its header."""
    base_offset: int
    """Offset that the deltas of the records count from. Compaction keeps it, so the first record may come later."""
    partition_leader_epoch: int
    """Epoch of the leader that appended the batch, -1 before that."""
    crc: int
    """CRC-32C of everything after it, as the header says; see `is_valid`."""
    attributes: int
    """The raw bit field."""
    last_offset_delta: int
    """Distance from base offset to last offset; compaction keeps this one, too."""
    base_timestamp: int
    """Timestamp that the deltas of the records count from, or the delete horizon."""
    max_timestamp: int
    """Largest timestamp of the batch, or the time of the append."""
    producer_id: int
    producer_epoch: int
    base_sequence: int
    """Sequence number of the record at base offset; -1 without idempotence."""
    record_count: int
    """Number of records as the header says; 0 in a batch that compaction has emptied."""

    def __init__(
        self, data: BytesLike, position: int = 0, *, limits: Limits = DEFAULT_LIMITS, check_crc: bool = True
    ) -> None:
        """Read the header at `position`. The caller has made sure that a whole batch of format 2 is there."""
        self.buffer = data
        self.limits = limits
        self.check_crc = check_crc
        self.position = position
        (
            self.base_offset,
            size,
            self.partition_leader_epoch,
            _,
            self.crc,
            self.attributes,
            self.last_offset_delta,
            self.base_timestamp,
            self.max_timestamp,
            self.producer_id,
            self.producer_epoch,
            self.base_sequence,
            self.record_count,
        ) = HEADER.unpack_from(data, position)
        self.size_in_bytes = size + LOG_OVERHEAD

    @property
    def data(self) -> bytes:
        """The whole batch as it was read."""
        return bytes(self.buffer[self.position : self.position + self.size_in_bytes])

    @property
    def codec(self) -> int:
        """Number of the compression codec, also one that does not exist (5-7)."""
        return self.attributes & CODEC_MASK

    @property
    def compression(self) -> str:
        """Name of the compression codec; `UnsupportedCodec` for a number that has none."""
        return codec_name(self.attributes & CODEC_MASK)

    @property
    def timestamp_type(self) -> TimestampType:
        """Whether producers or the broker set the timestamps."""
        return TimestampType(self.attributes >> 3 & 1)

    @property
    def is_transactional(self) -> bool:
        """Whether the batch is part of a transaction."""
        return bool(self.attributes & TRANSACTIONAL_BIT)

    @property
    def is_control(self) -> bool:
        """Whether the records are control records, which applications do not get to see."""
        return bool(self.attributes & CONTROL_BIT)

    @property
    def delete_horizon(self) -> int | None:
        """When tombstones and markers in this compacted batch may go (KIP-534), if it says so."""
        return self.base_timestamp if self.attributes & DELETE_HORIZON_BIT else None

    @property
    def last_offset(self) -> int:
        """Offset that the batch reaches to, even if the record there is gone."""
        return wrap64(self.base_offset + self.last_offset_delta)

    @property
    def next_offset(self) -> int:
        """The offset after the batch, where a reader goes on."""
        return wrap64(self.base_offset + self.last_offset_delta + 1)

    @property
    def last_sequence(self) -> int:
        """Sequence number at the last offset, -1 without idempotence."""
        return -1 if self.base_sequence == -1 else next_sequence(self.base_sequence, self.last_offset_delta)

    def sequence(self, offset: int) -> int:
        """Sequence number of the record at an offset, -1 without idempotence."""
        return -1 if self.base_sequence == -1 else next_sequence(self.base_sequence, offset - self.base_offset)

    @property
    def is_valid(self) -> bool:
        """Whether the checksum fits. Computed anew each time."""
        return self._checksum() == self.crc

    def ensure_valid(self) -> None:
        """Raise `CorruptBatch` if the checksum does not fit."""
        computed = self._checksum()
        if computed != self.crc:
            self._fail(CorruptBatch, f"the CRC-32C is {computed:#010x}, the header says {self.crc:#010x}")

    def _checksum(self) -> int:
        start = self.position + CRC_START
        return crc32c_function()(memoryview(self.buffer)[start : self.position + self.size_in_bytes])

    def records(self) -> list[Record]:
        """All records, decoded anew with each call.

        Raises `CorruptBatch` (checksum, compressed data, count), `Truncated`, `InvalidLength`, `InvalidVarint` or
        `InvalidText` (a record), `LimitExceeded`, or `UnsupportedCodec`; the text says where.
        """
        body, pos, end = self.body()
        append_time = self.max_timestamp if self.attributes & LOG_APPEND_TIME_BIT else None
        try:
            return decode_records(
                body, pos, end, self.record_count, self.base_offset, self.base_timestamp, append_time, self.limits
            )
        except DecodeError as exc:
            self._fail(type(exc), exc)

    def __iter__(self) -> Iterator[Record]:
        """The records one by one. All of them are decoded before the first comes out."""
        return iter(self.records())

    def columns(self) -> Columns:
        """The records as arrays instead of objects: see `Columns`. Errors as for `records`."""
        from kafkawire.records.columns import columns_of_batch  # numpy may come with it

        body, pos, end = self.body()
        append_time = self.max_timestamp if self.attributes & LOG_APPEND_TIME_BIT else None
        try:
            return columns_of_batch(
                body, pos, end, self.record_count, self.base_offset, self.base_timestamp, append_time, self.limits
            )
        except DecodeError as exc:
            self._fail(type(exc), exc)

    def body(self) -> tuple[bytes, int, int]:
        """The bytes that hold the records, decompressed, and from where to where; checksum and count are checked.

        Raises as `records` does for what is wrong with the batch as a whole.
        """
        source = self.buffer
        start, end = self.position + HEADER_SIZE, self.position + self.size_in_bytes
        checked = memoryview(source)[self.position + CRC_START : end]
        if self.check_crc and crc32c_function()(checked) != self.crc:
            self.ensure_valid()
        if self.record_count == 0:  # compaction keeps the header of an emptied batch, for its sequence number
            return b"", 0, 0
        codec = self.attributes & CODEC_MASK
        try:
            if codec:
                body = decompress(codec, checked[HEADER_SIZE - CRC_START :], self.limits.max_decompressed_size)
                start, end = 0, len(body)
            elif isinstance(source, bytes):
                body = source
            else:
                body = bytes(source[start:end])
                start, end = 0, end - start
            check_count(self.record_count, end - start, self.limits)
        except (DecodeError, UnsupportedCodec) as exc:
            self._fail(type(exc), exc)
        return body, start, end

    def _fail(self, error: type[KafkaWireError], cause: object) -> NoReturn:
        raise_at(error, self.position, self.base_offset, cause)

    def __repr__(self) -> str:
        return (
            f"RecordBatch(base_offset={self.base_offset}, last_offset={self.last_offset}, "
            f"record_count={self.record_count}, codec={self.codec}, attributes={self.attributes:#x}, "
            f"size_in_bytes={self.size_in_bytes}, position={self.position})"
        )
