"""Messages of format 0 and 1, the record formats before batches (KIP-31, KIP-32).

A message: int64 offset, int32 size, uint32 CRC-32 of what follows, int8 magic, int8 attributes, in format 1 an int64
timestamp, then int32 length and bytes of key and of value (-1: null). Messages stand one after the other.

Compression takes a run of messages as the value of one wrapper message, whose offset is that of the last of them.
The offsets inside are absolute in format 0; in format 1 they count from any start, and the wrapper's offset says where
the last one belongs. With log append time, the wrapper's timestamp overrules those inside.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn

from kafkawire.compression import check_allowed, codec_name, compress, decompress
from kafkawire.errors import (
    CorruptBatch,
    DecodeError,
    InvalidLength,
    KafkaWireError,
    LimitExceeded,
    Truncated,
    UnsupportedCodec,
    ValueOutOfRange,
)
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.header import (
    CODEC_MASK,
    KEY_AT,
    LOG_APPEND_TIME_BIT,
    LOG_OVERHEAD,
    MESSAGE_CRC_START,
    MIN_LENGTHS,
    TIMESTAMP_AT,
    raise_at,
    seal_message,
    unpack_message,
    unpack_timestamp,
    wrap64,
)
from kafkawire.records.record import Record, TimestampType
from kafkawire.varint import BytesLike

if TYPE_CHECKING:
    from kafkawire.records.columns import Columns

__all__ = ["LegacyBatch", "write_messages"]


_LENGTH = struct.Struct(">i")
_NULL = _LENGTH.pack(-1)

Message = tuple[int, int, int, int, "bytes | None", "bytes | None", int]
"""offset, magic, attributes, timestamp, key, value, position after it"""


def _read_message(buf: bytes, pos: int, end: int, check_crc: bool) -> Message:
    """Read the message at `pos`, which must be whole."""
    if end - pos < KEY_AT[0]:
        raise Truncated(f"a message is cut short: {end - pos} bytes are left")
    offset, size, crc, magic, attributes = unpack_message(buf, pos)
    if magic not in (0, 1):
        raise CorruptBatch(f"a message of format {magic} among old ones")
    stop = pos + LOG_OVERHEAD + size
    if size < MIN_LENGTHS[magic]:
        raise InvalidLength(f"a message size of {size}")
    if stop > end:
        raise Truncated(f"a message of {size} bytes where {end - pos - LOG_OVERHEAD} are left")
    if check_crc and zlib.crc32(memoryview(buf)[pos + MESSAGE_CRC_START : stop]) != crc:
        raise CorruptBatch(f"the CRC-32 of the message at offset {offset} does not fit")
    timestamp = unpack_timestamp(buf, pos + TIMESTAMP_AT)[0] if magic else -1
    key, pos = _read_blob(buf, pos + KEY_AT[magic], stop, "key")
    value, pos = _read_blob(buf, pos, stop, "value")
    if pos != stop:
        raise InvalidLength(f"a message has {stop - pos} bytes after its value")
    return offset, magic, attributes, timestamp, key, value, stop


def _read_blob(buf: bytes, pos: int, end: int, what: str) -> tuple[bytes | None, int]:
    if end - pos < 4:
        raise InvalidLength(f"a {what} length has {max(end - pos, 0)} of its 4 bytes")
    (length,) = _LENGTH.unpack_from(buf, pos)
    pos += 4
    if length == -1:
        return None, pos
    if not 0 <= length <= end - pos:
        raise InvalidLength(f"a {what} length of {length} where {end - pos} bytes are left")
    return buf[pos : pos + length], pos + length


class LegacyBatch:
    """A message of format 0 or 1 outside any wrapper, or a wrapper with what it holds.

    The attributes are those of `RecordBatch`; what the old formats lack has the value that says so (-1, False, None).
    `base_offset` and `record_count` of a wrapper are not in its header: asking for them decompresses.
    """

    __slots__ = (
        "_check_crc",
        "_limits",
        "_source",
        "attributes",
        "crc",
        "last_offset",
        "magic",
        "max_timestamp",
        "position",
        "size_in_bytes",
    )

    partition_leader_epoch = -1
    producer_id = -1
    producer_epoch = -1
    base_sequence = -1
    last_sequence = -1
    is_transactional = False
    is_control = False
    delete_horizon = None

    position: int
    """Where the message begins in the data it was read from."""
    size_in_bytes: int
    """The whole message with offset and size."""
    last_offset: int
    """The offset of the message; of a wrapper, that of the last message inside."""
    crc: int
    """CRC-32 of everything after it, as the header says; see `is_valid`."""
    magic: int
    attributes: int
    max_timestamp: int
    """The timestamp of the message or wrapper, -1 in format 0."""

    def __init__(
        self, data: BytesLike, position: int = 0, *, limits: Limits = DEFAULT_LIMITS, check_crc: bool = True
    ) -> None:
        """Read the head at `position`. The caller has made sure that a whole message of format 0 or 1 is there."""
        self._source = data
        self._limits = limits
        self._check_crc = check_crc
        self.position = position
        self.last_offset, size, self.crc, self.magic, self.attributes = unpack_message(data, position)
        self.size_in_bytes = size + LOG_OVERHEAD
        self.max_timestamp = unpack_timestamp(data, position + TIMESTAMP_AT)[0] if self.magic else -1

    @property
    def data(self) -> bytes:
        """The whole message as it was read."""
        return bytes(self._source[self.position : self.position + self.size_in_bytes])

    @property
    def codec(self) -> int:
        """Number of the compression codec, also one that does not exist."""
        return self.attributes & CODEC_MASK

    @property
    def compression(self) -> str:
        """Name of the compression codec; `UnsupportedCodec` for a number that has none."""
        return codec_name(self.attributes & CODEC_MASK)

    @property
    def timestamp_type(self) -> TimestampType:
        """Whether producers or the broker set the timestamps; format 0 has none."""
        return TimestampType(bool(self.attributes & LOG_APPEND_TIME_BIT)) if self.magic else TimestampType.NO_TIMESTAMP

    @property
    def base_offset(self) -> int:
        """Offset of the first message. Decompresses a wrapper, and raises as `records` does."""
        return self.records()[0].offset if self.attributes & CODEC_MASK else self.last_offset

    @property
    def record_count(self) -> int:
        """Number of messages. Decompresses a wrapper, and raises as `records` does."""
        return len(self.records()) if self.attributes & CODEC_MASK else 1

    @property
    def next_offset(self) -> int:
        """The offset after the batch, where a reader goes on."""
        return wrap64(self.last_offset + 1)

    def sequence(self, offset: int) -> int:  # noqa: ARG002 - as RecordBatch
        """The old formats know no sequence numbers: -1."""
        return -1

    @property
    def computed_crc(self) -> int:
        """The checksum that the message or wrapper should have. Computed anew each time."""
        view = memoryview(self._source)[self.position + MESSAGE_CRC_START : self.position + self.size_in_bytes]
        return zlib.crc32(view)

    @property
    def is_valid(self) -> bool:
        """Whether the checksum of the message or wrapper fits. Computed anew each time."""
        return self.computed_crc == self.crc

    def ensure_valid(self) -> None:
        """Raise `CorruptBatch` if the checksum does not fit."""
        if not self.is_valid:
            self._fail(CorruptBatch, f"the CRC-32 is not {self.crc:#010x}, as the header says")

    def records(self) -> list[Record]:
        """All messages as records, decoded anew with each call; their `headers` are empty.

        Errors are those of `RecordBatch.records`.
        """
        if self._check_crc:
            self.ensure_valid()
        try:
            data = self.data
            _, _, _, timestamp, key, value, _ = _read_message(data, 0, len(data), check_crc=False)
            if not self.codec:
                return [Record(self.last_offset, timestamp, key, value)]
            return self._unwrap(value)
        except (DecodeError, UnsupportedCodec) as exc:
            self._fail(type(exc), exc)

    def _unwrap(self, value: bytes | None) -> list[Record]:
        """The messages inside a wrapper, with absolute offsets."""
        if value is None:
            raise CorruptBatch("a compressed message has no value")
        body = decompress(self.codec, value, self._limits.max_decompressed_size, magic=self.magic)
        out: list[Record] = []
        pos = 0
        while pos < len(body):
            offset, magic, attributes, timestamp, key, inner, pos = _read_message(body, pos, len(body), self._check_crc)
            if magic != self.magic:
                raise CorruptBatch(f"a message of format {magic} inside a wrapper of format {self.magic}")
            if attributes & CODEC_MASK:
                raise CorruptBatch("a compressed message inside a compressed one")
            if len(out) == self._limits.max_records_per_batch:
                raise LimitExceeded(f"more than {len(out)} messages in a wrapper")
            out.append(Record(offset, timestamp, key, inner))
        if not out:
            raise CorruptBatch("a compressed message holds no messages")
        self._place(out)
        return out

    def _place(self, records: list[Record]) -> None:
        """Make the offsets of format 1 absolute and let log append time overrule the timestamps inside."""
        if self.magic == 0:
            return
        # Apache Kafka takes a wrapper offset of 0 for one that was never set (produce data of old librdkafka).
        base = self.last_offset - records[-1].offset if self.last_offset else 0
        if base < 0:
            raise CorruptBatch(f"the wrapper's offset {self.last_offset} is below {records[-1].offset} inside")
        append_time = self.max_timestamp if self.attributes & LOG_APPEND_TIME_BIT else None
        for record in records:
            record.offset = wrap64(record.offset + base)
            if append_time is not None:
                record.timestamp = append_time

    def __iter__(self) -> Iterator[Record]:
        """The messages one by one. All of them are decoded before the first comes out."""
        return iter(self.records())

    def columns(self) -> Columns:
        """The messages as arrays instead of objects: see `Columns`. Errors as for `records`."""
        from kafkawire.records.columns import columns_of_records  # numpy may come with it

        return columns_of_records(self.records())

    def _fail(self, error: type[KafkaWireError], cause: object) -> NoReturn:
        raise_at(error, self.position, self.last_offset, cause)

    def __repr__(self) -> str:
        return (
            f"LegacyBatch(magic={self.magic}, last_offset={self.last_offset}, codec={self.codec}, "
            f"attributes={self.attributes:#x}, size_in_bytes={self.size_in_bytes}, position={self.position})"
        )


# ------------------------------------------------------------------------------------------------------------- writing


def _write_message(
    offset: int, magic: int, attributes: int, timestamp: int, key: bytes | None, value: bytes | None
) -> bytes:
    contents = b"".join(
        (
            _NULL if key is None else _LENGTH.pack(len(key)),
            key or b"",
            _NULL if value is None else _LENGTH.pack(len(value)),
            value or b"",
        )
    )
    return seal_message(offset, magic, attributes, timestamp, contents)


def write_messages(
    records: Iterable[Record],
    *,
    magic: int,
    codec: int = 0,
    compression_level: int | None = None,
    base_offset: int | None = None,
    append_time: int | None = None,
) -> bytes:
    """Write messages of format 0 or 1, inside one wrapper if there is a codec.

    Offsets come from the records. Inside a wrapper of format 1 they count from `base_offset` (default: the first
    record's). `append_time` marks format 1 as log append time and is the timestamp of all. Headers have no place and
    are left out. Raises `ValueOutOfRange` and `UnsupportedCodec`.
    """
    check_allowed(codec, magic)
    records = list(records)
    kind = LOG_APPEND_TIME_BIT if append_time is not None and magic else 0
    if not records:
        return b""
    relative = 0
    if codec and magic:
        relative = records[0].offset if base_offset is None else base_offset
    try:
        parts = [
            _write_message(
                r.offset - relative, magic, kind, r.timestamp if append_time is None else append_time, r.key, r.value
            )
            for r in records
        ]
        run = b"".join(parts)
        if not codec:
            return run
        timestamp = max(r.timestamp for r in records) if append_time is None else append_time
        packed = compress(codec, run, compression_level, magic=magic)
        return _write_message(records[-1].offset, magic, kind | codec, timestamp, None, packed)
    except (struct.error, TypeError) as exc:
        raise ValueOutOfRange(f"a record does not fit into message format {magic}: {exc}") from exc
