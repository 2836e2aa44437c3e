"""A record batch of format 2 (KIP-98), as it is read.

A `RecordBatch` is made from the header alone; records are decompressed, checked and decoded only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from kafkawire.compression import codec_name, decompress
from kafkawire.errors import CorruptBatch, DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.careful import check_count
from kafkawire.records.decode import decode_records
from kafkawire.records.header import (
    CODEC_MASK,
    CONTROL_BIT,
    CRC_START,
    DELETE_HORIZON_BIT,
    HEADER_SIZE,
    LOG_APPEND_TIME_BIT,
    LOG_OVERHEAD,
    MAGIC,
    TRANSACTIONAL_BIT,
    crc32c_function,
    next_sequence,
    raise_at,
    unpack_header,
    wrap64,
)
from kafkawire.records.record import Record, TimestampType
from kafkawire.varint import BytesLike

if TYPE_CHECKING:
    from kafkawire.records.columns import Columns

__all__ = ["RecordBatch"]


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

    magic = MAGIC

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
        ) = unpack_header(data, position)  # in the order of `BatchHeader`
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
        return TimestampType(bool(self.attributes & LOG_APPEND_TIME_BIT))

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
    def computed_crc(self) -> int:
        """The checksum that the batch should have. Computed anew each time."""
        start = self.position + CRC_START
        return crc32c_function()(memoryview(self.buffer)[start : self.position + self.size_in_bytes])

    @property
    def is_valid(self) -> bool:
        """Whether the checksum fits. Computed anew each time."""
        return self.computed_crc == self.crc

    def ensure_valid(self) -> None:
        """Raise `CorruptBatch` if the checksum does not fit."""
        computed = self.computed_crc
        if computed != self.crc:
            self._fail(CorruptBatch, f"the CRC-32C is {computed:#010x}, the header says {self.crc:#010x}")

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
