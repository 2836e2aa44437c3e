"""Writing record batches: `write_batch` for records at hand, `BatchBuilder` for a producer that collects them.

Layout: https://kafka.apache.org/documentation/#recordbatch. The base timestamp is that of the first record and the max
timestamp the largest, as in Apache Kafka; both can be given, as brokers and log cleaners need.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, TypeAlias

from kafkawire.compression import check_allowed, codec_id, compress
from kafkawire.errors import ValueOutOfRange
from kafkawire.records.control import EndTxnMarker
from kafkawire.records.encode import encode_columns, encode_headers, encode_rows
from kafkawire.records.header import (
    CODEC_MASK,
    CONTROL_BIT,
    DELETE_HORIZON_BIT,
    HEADER_SIZE,
    LOG_APPEND_TIME_BIT,
    MAGIC,
    TRANSACTIONAL_BIT,
    seal,
    seal_in_place,
)
from kafkawire.records.legacy import write_messages
from kafkawire.records.record import Header, Record, TimestampType
from kafkawire.varint import BytesLike

__all__ = ["BatchBuilder", "RecordLike", "seal_batch", "write_batch", "write_end_txn_marker"]

RecordLike: TypeAlias = (
    "Record | tuple[int, int, bytes | None, bytes | None, Sequence[Header]]"  # the order of Record's own arguments
)

_PER_RECORD = 20
"""Bytes of a record beside key, value and headers, estimated: size 3, attributes 1, time 4, offset 3, lengths 4 + 4."""


def write_batch(
    records: Iterable[RecordLike],
    *,
    magic: int = MAGIC,
    compression: str | int | None = None,
    compression_level: int | None = None,
    base_offset: int | None = None,
    last_offset: int | None = None,
    partition_leader_epoch: int = -1,
    producer_id: int = -1,
    producer_epoch: int = -1,
    base_sequence: int = -1,
    is_transactional: bool = False,
    is_control: bool = False,
    timestamp_type: TimestampType = TimestampType.CREATE_TIME,
    base_timestamp: int | None = None,
    max_timestamp: int | None = None,
    delete_horizon: int | None = None,
) -> bytes:
    """Write one record batch (magic 2) or a run of messages (magic 0 and 1; wrapped if compressed).

    Records are `Record` objects or tuples (offset, timestamp, key, value, headers), in the order of their offsets.
    The base offset is that of the first record unless `base_offset` is given. With `timestamp_type` log append time,
    `max_timestamp` is the time of the append. `last_offset` and `base_timestamp` are for batches that have lost records
    at either end; a batch without records needs `base_offset` and may have both. `delete_horizon` takes the place of
    the base timestamp (KIP-534). In formats 0 and 1 headers are left out and the arguments that these formats have no
    place for are ignored.

    Raises `ValueOutOfRange` for values that do not fit, `UnsupportedCodec` for a codec unknown or not in that format.
    """
    codec = codec_id(compression)
    check_allowed(codec, magic)
    if magic in (0, 1):
        append_time = None
        objects = [r if isinstance(r, Record) else Record(*r) for r in records]
        if timestamp_type == TimestampType.LOG_APPEND_TIME and magic and objects:
            append_time = max(r.timestamp for r in objects) if max_timestamp is None else max_timestamp
        return write_messages(
            objects,
            magic=magic,
            codec=codec,
            compression_level=compression_level,
            base_offset=base_offset,
            append_time=append_time,
        )
    if magic != MAGIC:
        raise ValueOutOfRange(f"there is no record format {magic}")
    rows = records if isinstance(records, list | tuple) else list(records)
    first, last = (_as_row(rows[0]), _as_row(rows[-1])) if rows else (None, None)
    if base_offset is None:
        base_offset = first[0] if first else 0
    if base_timestamp is None:
        base_timestamp = first[1] if first else -1
    if delete_horizon is not None:
        base_timestamp = delete_horizon
    if last_offset is None:
        last_offset = last[0] if last else base_offset
    attributes = (
        codec
        | (LOG_APPEND_TIME_BIT if timestamp_type == TimestampType.LOG_APPEND_TIME else 0)
        | (TRANSACTIONAL_BIT if is_transactional else 0)
        | (CONTROL_BIT if is_control else 0)
        | (DELETE_HORIZON_BIT if delete_horizon is not None else 0)
    )
    out = _buffer(codec)
    latest = _encode(out, rows, base_offset, base_timestamp) if rows else -1
    times = (base_timestamp, latest if max_timestamp is None else max_timestamp)
    producer = (producer_id, producer_epoch, base_sequence)
    return _seal(
        out, attributes, compression_level, base_offset, last_offset, partition_leader_epoch, times, producer, len(rows)
    )


def _buffer(codec: int) -> BytesIO:
    """Where records are encoded: after the room for their header, unless they are to be compressed."""
    out = BytesIO()
    if not codec:
        out.write(bytes(HEADER_SIZE))
    return out


def _encode(out: BytesIO, records: Sequence[Any], base_offset: int, base_timestamp: int) -> int:
    """Encode at least one record, returns the largest timestamp; tuples are taken as they are, objects by attribute."""
    start = out.tell()
    try:
        if isinstance(records[0], Record):
            return encode_columns(
                out,
                [record.offset for record in records],
                [record.timestamp for record in records],
                [record.key for record in records],
                [record.value for record in records],
                [record.headers for record in records],
                base_offset,
                base_timestamp,
            )
        return encode_rows(out, records, base_offset, base_timestamp)
    except (AttributeError, TypeError, ValueError):  # of both kinds, or with something among them that is no record
        out.seek(start)
        out.truncate()
    try:
        return encode_rows(out, [_as_row(record) for record in records], base_offset, base_timestamp)
    except (TypeError, ValueError) as exc:
        raise ValueOutOfRange(f"a record cannot be written: {exc}") from exc


def _as_row(record: Any) -> tuple[Any, ...]:
    if isinstance(record, Record):
        return record.offset, record.timestamp, record.key, record.value, record.headers
    try:
        row = tuple(record)
    except TypeError as exc:
        raise ValueOutOfRange(f"{record!r} is no record") from exc
    if len(row) != 5:
        raise ValueOutOfRange(f"records must be (offset, timestamp, key, value, headers), not {len(row)} fields")
    return row


def _seal(
    records: BytesLike | BytesIO,
    attributes: int,
    compression_level: int | None,
    base_offset: int,
    last_offset: int,
    leader_epoch: int,
    times: tuple[int, int],
    producer: tuple[int, int, int],
    count: int,
) -> bytes:
    """Compress the records, and put the header with its checksum before them."""
    codec = attributes & CODEC_MASK
    if codec:
        plain = records.getvalue() if isinstance(records, BytesIO) else records
        records = compress(codec, plain, compression_level)
    back = (attributes, last_offset - base_offset, *times, *producer, count)
    try:
        if isinstance(records, BytesIO):
            return seal_in_place(records, base_offset, leader_epoch, *back)
        return seal(records, base_offset, leader_epoch, *back)
    except (struct.error, TypeError) as exc:
        raise ValueOutOfRange(f"a field of the batch header does not fit: {exc}") from exc


def seal_batch(
    records: BytesLike,
    count: int,
    base_timestamp: int,
    max_timestamp: int,
    *,
    compression: str | int | None = None,
    compression_level: int | None = None,
    base_offset: int = 0,
    producer_id: int = -1,
    producer_epoch: int = -1,
    base_sequence: int = -1,
    is_transactional: bool = False,
) -> bytes:
    """A batch of format 2 around `count` records that are encoded already, with offset deltas 0, 1, 2 ...

    For pipelines that encode columns. The records are taken as they are. Raises as `write_batch` does.
    """
    attributes = codec_id(compression) | (TRANSACTIONAL_BIT if is_transactional else 0)
    last_offset = base_offset + max(count - 1, 0)
    times, producer = (base_timestamp, max_timestamp), (producer_id, producer_epoch, base_sequence)
    return _seal(records, attributes, compression_level, base_offset, last_offset, -1, times, producer, count)


def write_end_txn_marker(
    marker: EndTxnMarker,
    *,
    producer_id: int,
    producer_epoch: int,
    timestamp: int,
    base_offset: int = 0,
    partition_leader_epoch: int = -1,
) -> bytes:
    """Write the control batch that ends a producer's transaction on a partition (KIP-98)."""
    return write_batch(
        [(base_offset, timestamp, marker.key(), marker.value(), ())],
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        partition_leader_epoch=partition_leader_epoch,
        is_transactional=True,
        is_control=True,
    )


class BatchBuilder:
    """Collects records for one batch of format 2, with offsets 0, 1, 2 ... for a broker to replace.

    `append` only checks and keeps the values: it is what a producer does for each record. `build` does the rest, once
    a batch. `size` is an estimate of the uncompressed batch in bytes, made to be compared with a batch size: too high
    by some bytes per record, never too low for records below 1 MiB with timestamps within a day.

    `timestamps`, `keys` and `values` are the columns. A producer that counts for itself may append to all three, at
    half the price of `append`: a timestamp of our days, and `bytes` or None. `headers` has those of the records that
    have some by the record's number, encoded. `size` knows nothing of such records.
    """

    __slots__ = ("headers", "keys", "size", "timestamps", "values")

    size: int

    def __init__(self) -> None:
        self.timestamps: list[int] = []
        self.keys: list[bytes | None] = []
        self.values: list[bytes | None] = []
        self.headers: dict[int, bytes] = {}
        self.size = HEADER_SIZE

    def __len__(self) -> int:
        """The number of records."""
        return len(self.timestamps)

    def append(
        self, timestamp: int, key: bytes | None, value: bytes | None, headers: Sequence[Header] | None = None
    ) -> int:
        """Add a record and return its offset within the batch. Other bytes-like keys and values are copied.

        Raises `ValueOutOfRange` for what no record can hold; the batch is as before then. Hot: written out flat.
        """
        size = _PER_RECORD
        if type(key) is bytes:
            size += len(key)
        elif key is not None:
            key = _as_bytes(key)
            size += len(key)
        if type(value) is bytes:
            size += len(value)
        elif value is not None:
            value = _as_bytes(value)
            size += len(value)
        if type(timestamp) is not int or not -0x4000000000000000 <= timestamp <= 0x4000000000000000:
            raise ValueOutOfRange(
                f"{timestamp!r} is no timestamp in milliseconds"
            )  # or so far out that a delta overflows
        timestamps = self.timestamps
        offset = len(timestamps)
        if headers:
            self.headers[offset] = tail = _encoded(headers)
            size += len(tail)
        timestamps.append(timestamp)
        self.keys.append(key)
        self.values.append(value)
        self.size += size
        return offset

    def part(self, start: int, stop: int) -> BatchBuilder:
        """A new builder with the records from `start` up to `stop`; `size` counts what was appended to columns, too."""
        part = BatchBuilder()
        for offset in range(start, stop):
            number = part.append(self.timestamps[offset], self.keys[offset], self.values[offset])
            if offset in self.headers:
                part.headers[number] = self.headers[offset]
                part.size += len(self.headers[offset])
        return part

    def build(
        self,
        *,
        compression: str | int | None = None,
        compression_level: int | None = None,
        base_offset: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
        base_sequence: int = -1,
        is_transactional: bool = False,
    ) -> bytes:
        """The batch with all records so far. May be called again, for example with another base sequence.

        Raises `ValueOutOfRange` and `UnsupportedCodec` as `write_batch` does.
        """
        count = len(self.timestamps)
        codec = codec_id(compression)
        out = _buffer(codec)
        times = self._encode(out) if count else (-1, -1)
        attributes = codec | (TRANSACTIONAL_BIT if is_transactional else 0)
        last_offset = base_offset + max(count - 1, 0)
        producer = (producer_id, producer_epoch, base_sequence)
        return _seal(out, attributes, compression_level, base_offset, last_offset, -1, times, producer, count)

    def _encode(self, out: BytesIO) -> tuple[int, int]:
        """Encode the records; returns the first timestamp and the largest."""
        numbers, first = range(len(self.timestamps)), self.timestamps[0]
        headers = list(map(self.headers.get, numbers)) if self.headers else None
        return first, encode_columns(out, numbers, self.timestamps, self.keys, self.values, headers, 0, first)


def _as_bytes(blob: Any) -> bytes:
    if isinstance(blob, bytes | bytearray | memoryview):
        return bytes(blob)
    raise ValueOutOfRange(f"a key or value must be bytes or None, not {type(blob).__name__}")


def _encoded(headers: Sequence[Header]) -> bytes:
    try:
        return encode_headers(headers if type(headers) is list or type(headers) is tuple else list(headers))
    except (TypeError, ValueError) as exc:
        raise ValueOutOfRange(f"headers must be (str, bytes or None) pairs: {exc}") from exc
