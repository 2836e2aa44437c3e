"""The header of a batch: the one place that knows its bytes, for readers, writers, brokers and tools alike.

A batch of format 2 (KIP-98) begins with 61 bytes, `FIELDS`; records follow, compressed together or not. The checksum
leaves out the first 21 bytes, so a broker that appends a batch sets base offset and leader epoch, and nothing else
changes. Messages of format 0 and 1 begin with `MESSAGE_FIELDS` and, in format 1, a timestamp; each is a batch of its
own. In all formats the magic byte, which tells them apart, lies at byte 16, and the length counts what comes after it.
Layout and meaning: https://kafka.apache.org/documentation/#recordbatch.

Whoever cuts data into batches asks `read_size_and_magic`; whoever wants to know more asks `read_header`, or
`read_fields` where a whole header of format 2 is known to be there. `verify` compares the checksum. `seal` puts a
header before records; `patch_batch`, `prefix` and `restamp` change one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from struct import Struct
from typing import NamedTuple, NoReturn
from zlib import crc32

from kafkawire.errors import CorruptBatch, KafkaWireError
from kafkawire.varint import BytesLike

__all__ = [
    "ATTRIBUTES_AT",
    "CODEC_MASK",
    "CONTROL_BIT",
    "CRC_START",
    "DELETE_HORIZON_BIT",
    "FIELDS",
    "HEADER_SIZE",
    "KEY_AT",
    "LOG_APPEND_TIME_BIT",
    "LOG_OVERHEAD",
    "MAGIC",
    "MAGIC_AT",
    "MESSAGE_CRC_START",
    "MESSAGE_FIELDS",
    "MIN_LENGTHS",
    "PREFIX_SIZE",
    "TIMESTAMP_AT",
    "TIMESTAMP_FIELD",
    "TRANSACTIONAL_BIT",
    "TYPE_CODES",
    "BatchHeader",
    "crc32c_function",
    "next_sequence",
    "patch_batch",
    "placed",
    "prefix",
    "raise_at",
    "read_fields",
    "read_header",
    "read_length",
    "read_size_and_magic",
    "restamp",
    "seal",
    "seal_as",
    "seal_in_place",
    "seal_message",
    "unpack_glance",
    "unpack_header",
    "unpack_message",
    "unpack_timestamp",
    "verify",
    "wrap64",
]

TYPE_CODES = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint32": "I"}
"""How `struct` and numpy call the types of the fields; all are big-endian."""
FIELDS = (
    ("base_offset", "int64"),
    ("batch_length", "int32"),
    ("partition_leader_epoch", "int32"),
    ("magic", "int8"),
    ("crc", "uint32"),
    ("attributes", "int16"),
    ("last_offset_delta", "int32"),
    ("base_timestamp", "int64"),
    ("max_timestamp", "int64"),
    ("producer_id", "int64"),
    ("producer_epoch", "int16"),
    ("base_sequence", "int32"),
    ("record_count", "int32"),
)
"""The header of format 2: name and type of each field."""
MESSAGE_FIELDS = (
    ("offset", "int64"),
    ("message_size", "int32"),
    ("crc", "uint32"),
    ("magic", "int8"),
    ("attributes", "int8"),
)
"""What a message of format 0 or 1 begins with; in format 1 `TIMESTAMP_FIELD` follows, then key and value."""
TIMESTAMP_FIELD = ("timestamp", "int64")


def _packer(fields: Sequence[tuple[str, str]]) -> Struct:
    return Struct(">" + "".join(TYPE_CODES[kind] for _, kind in fields))


_HEADER, _MESSAGE, _TIMESTAMP = _packer(FIELDS), _packer(MESSAGE_FIELDS), _packer([TIMESTAMP_FIELD])
_FRONT, _BACK = _packer(FIELDS[:5]), _packer(FIELDS[5:])  # the checksum covers the second
_PREFIX, _LENGTH, _OFFSET = _packer(FIELDS[:3]), _packer(FIELDS[1:2]), _packer(FIELDS[:1])
_CRC_AND_ATTRIBUTES = _packer(FIELDS[4:6])
_MESSAGE_FRONT, _MESSAGE_BACK = _packer(MESSAGE_FIELDS[:3]), _packer([*MESSAGE_FIELDS[3:], TIMESTAMP_FIELD])
_LENGTH_AT, _MAX_TIMESTAMP_AT = _OFFSET.size, _packer(FIELDS[:8]).size

MAGIC = 2
"""The format of today."""
HEADER_SIZE = _HEADER.size
"""Bytes of a batch of format 2 before its records: 61."""
LOG_OVERHEAD = _packer(FIELDS[:2]).size
"""Bytes of offset and length, 12, with which batches of all formats begin; the length counts what comes after them."""
PREFIX_SIZE = _PREFIX.size
"""Base offset, length and leader epoch, 16 bytes: what a broker writes anew; the checksum leaves it out."""
MAGIC_AT = PREFIX_SIZE
"""Where the format number stands, in all formats."""
CRC_START = _FRONT.size
"""Where the part begins that the checksum of format 2 covers: 21."""
ATTRIBUTES_AT = CRC_START + 1
"""The lower byte of the attributes of format 2, which holds all of the bits that are in use."""
MESSAGE_CRC_START = _MESSAGE_FRONT.size
"""Where the part begins that the checksum of format 0 and 1 covers: 16."""
TIMESTAMP_AT = _MESSAGE.size
"""Where the timestamp stands in a message of format 1: 18."""
KEY_AT = (_MESSAGE.size, _MESSAGE.size + _TIMESTAMP.size)
"""Where the length of the key stands in a message of format 0 and 1."""
MIN_LENGTHS = (14, 22, HEADER_SIZE - LOG_OVERHEAD)
"""The least that the length field can say, by format: a message without key and value, or a batch without records."""
_MIN_LENGTH = min(MIN_LENGTHS)
_LENGTHS_SIZE = 8  # of key and value in a message, which every message has

CODEC_MASK = 0x07
LOG_APPEND_TIME_BIT = 0x08
TRANSACTIONAL_BIT = 0x10
CONTROL_BIT = 0x20
DELETE_HORIZON_BIT = 0x40
_KEPT_ATTRIBUTES = CODEC_MASK | TRANSACTIONAL_BIT | CONTROL_BIT | DELETE_HORIZON_BIT
_MESSAGE_ATTRIBUTES = CODEC_MASK | LOG_APPEND_TIME_BIT

unpack_header = _HEADER.unpack_from
"""The 13 fields of a header of format 2 as a tuple."""
unpack_glance = Struct(">8xi4xb4xh").unpack_from
"""Length, magic and attributes of a header of format 2, for those who look at very many."""
unpack_message = _MESSAGE.unpack_from
"""What a message of format 0 or 1 begins with: offset, size, checksum, magic and attributes."""
unpack_timestamp = _TIMESTAMP.unpack_from
"""The timestamp of a message of format 1, at `TIMESTAMP_AT` there."""


class BatchHeader(NamedTuple):
    """The fields of a batch of format 2 in the order of the bytes; a message of an older one fills in what it has."""

    base_offset: int
    batch_length: int
    partition_leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    record_count: int

    @property
    def size(self) -> int:
        """Bytes of the whole batch."""
        return self.batch_length + LOG_OVERHEAD

    @property
    def last_offset(self) -> int:
        """The offset of the last record, kept even if compaction dropped that record."""
        return self.base_offset + self.last_offset_delta

    @property
    def last_sequence(self) -> int:
        """The sequence number of the last record; -1 without idempotence, as in what a coordinator writes."""
        return (self.base_sequence + self.last_offset_delta) & 0x7FFFFFFF if self.base_sequence >= 0 else -1

    @property
    def codec(self) -> int:
        """The number of the compression codec."""
        return self.attributes & CODEC_MASK

    @property
    def has_append_time(self) -> bool:
        """Whether the timestamps are the broker's."""
        return bool(self.attributes & LOG_APPEND_TIME_BIT)

    @property
    def is_transactional(self) -> bool:
        """Whether the batch belongs to a transaction."""
        return bool(self.attributes & TRANSACTIONAL_BIT)

    @property
    def is_control(self) -> bool:
        """Whether the batch holds control records."""
        return bool(self.attributes & CONTROL_BIT)


_make = tuple.__new__  # `BatchHeader._make` is one more call, and counts the fields, which a Struct has done


def next_sequence(sequence: int, step: int) -> int:
    """A sequence number `step` further on; 2147483647 is followed by 0."""
    return sequence + step & 0x7FFFFFFF


def wrap64(value: int) -> int:
    """What Java's 64-bit addition leaves of a sum, as of base offset and delta."""
    return (value + 0x8000000000000000 & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


# ------------------------------------------------------------------------------------------------------------- reading


def read_length(data: BytesLike, pos: int = 0) -> int:
    """What the length field of the batch at `pos` says, in any format; its first 12 bytes must be there."""
    length: int = _LENGTH.unpack_from(data, pos + _LENGTH_AT)[0]
    return length


def read_size_and_magic(data: BytesLike, pos: int, end: int) -> tuple[int, int] | None:
    """Size in bytes (all of it) and magic of the batch at `pos`; None if it does not end before `end`.

    Nothing but the length and the magic byte is looked at, which is what a broker needs to cut a log into batches.
    Raises `CorruptBatch` for a length below the minimum of the format and for an unknown format, in the order in which
    Apache Kafka looks at them.
    """
    if end - pos < LOG_OVERHEAD:
        return None
    (length,) = _LENGTH.unpack_from(data, pos + _LENGTH_AT)
    if length < _MIN_LENGTH:
        _corrupt_length(data, pos, length, "any message")
    if end - pos <= MAGIC_AT:
        return None
    magic = data[pos + MAGIC_AT]
    if magic > MAGIC:
        raise_at(CorruptBatch, pos, _OFFSET.unpack_from(data, pos)[0], f"there is no record format {magic}")
    if length < MIN_LENGTHS[magic]:
        _corrupt_length(data, pos, length, f"record format {magic}")
    return None if length + LOG_OVERHEAD > end - pos else (length + LOG_OVERHEAD, magic)


def _corrupt_length(data: BytesLike, pos: int, length: int, what: str) -> NoReturn:
    offset: int = _OFFSET.unpack_from(data, pos)[0]
    raise_at(CorruptBatch, pos, offset, f"its size field says {length}, too little for {what}")


def raise_at(error: type[KafkaWireError], position: int, offset: int | None, cause: object) -> NoReturn:
    """Raise an error that says where: the position in the data, the base offset, and the cause."""
    where = f"batch at position {position}" + ("" if offset is None else f", base offset {offset}")
    raise error(f"{where}: {cause}") from (cause if isinstance(cause, Exception) else None)


def read_fields(data: BytesLike, position: int = 0) -> BatchHeader:
    """The header of a batch of format 2, whatever it says. All of its 61 bytes must be there."""
    return _make(BatchHeader, unpack_header(data, position))


def read_header(data: BytesLike, position: int = 0) -> BatchHeader:
    """The header of the batch of any format at `position`; `CorruptBatch` if what is there cannot be one."""
    room = len(data) - position
    if room <= MAGIC_AT:
        raise CorruptBatch(f"{room} bytes are too few for a batch")
    magic = data[position + MAGIC_AT]
    if magic > MAGIC:
        raise CorruptBatch(f"magic {magic} is unknown")
    smallest = MIN_LENGTHS[magic] + LOG_OVERHEAD
    if room < smallest:
        raise CorruptBatch(f"{room} bytes are too few for a batch of magic {magic}")
    header = read_fields(data, position) if magic == MAGIC else _of_message(data, position)
    if header.size < smallest or header.last_offset_delta < 0:
        length, delta = header.batch_length, header.last_offset_delta
        raise CorruptBatch(f"length {length} or last offset delta {delta} is impossible")
    return header


def _of_message(data: BytesLike, position: int) -> BatchHeader:
    offset, size, crc, magic, attributes = unpack_message(data, position)
    time = unpack_timestamp(data, position + TIMESTAMP_AT)[0] if magic else -1
    return BatchHeader(offset, size, -1, magic, crc, attributes & _MESSAGE_ATTRIBUTES, 0, time, time, -1, -1, -1, 1)


# ----------------------------------------------------------------------------------------------------------- checksums


@cache
def crc32c_function() -> Callable[..., int]:
    """CRC-32C of bytes; loaded when it is needed, since its package takes longer for that than all of ours."""
    from crc32c import crc32c

    return crc32c


def verify(header: BatchHeader, batch: BytesLike) -> None:
    """Check that `batch` is whole and matches its checksum; raises `CorruptBatch`."""
    size = header.size
    if len(batch) < size:
        raise CorruptBatch(f"the batch has {len(batch)} of {size} bytes")
    with memoryview(batch) as view:
        is_today = header.magic == MAGIC
        crc = crc32c_function()(view[CRC_START:size]) if is_today else crc32(view[MESSAGE_CRC_START:size])
    if crc != header.crc:
        raise CorruptBatch(f"the checksum is {crc:#010x}, the batch says {header.crc:#010x}")


# --------------------------------------------------------------------------------------------------- writing, changing


def seal(body: BytesLike, base_offset: int, leader_epoch: int, *back: int) -> bytes:
    """A batch of format 2: the header with the length and the checksum that it has with these records, and the records.

    `back` are the fields of the header that the checksum covers, from `attributes` on. Raises `struct.error` for one
    that does not fit.
    """
    fields = _BACK.pack(*back)
    crc = crc32c_function()(body, crc32c_function()(fields))
    length = HEADER_SIZE - LOG_OVERHEAD + len(body)
    return b"".join((_FRONT.pack(base_offset, length, leader_epoch, MAGIC, crc), fields, body))


def seal_in_place(out: BytesIO, base_offset: int, leader_epoch: int, *back: int) -> bytes:
    """What `seal` makes, of a buffer with `HEADER_SIZE` bytes to be filled and the records after them: none is copied.

    The buffer gives away what it holds: for many records a second copy is mostly the time to get memory for it.
    """
    with out.getbuffer() as view:
        _BACK.pack_into(view, CRC_START, *back)
        crc = crc32c_function()(view[CRC_START:])
        _FRONT.pack_into(view, 0, base_offset, len(view) - LOG_OVERHEAD, leader_epoch, MAGIC, crc)
    return out.getvalue()


def seal_as(header: BatchHeader, body: BytesLike) -> bytes:
    """A batch of format 2 with the fields of `header` and these records; length and checksum are made anew."""
    return seal(body, header.base_offset, header.partition_leader_epoch, *header[5:])


def seal_message(offset: int, magic: int, attributes: int, timestamp: int, contents: bytes) -> bytes:
    """A message of format 0 or 1 around its key and value. Raises `struct.error` for what does not fit."""
    kind = _MESSAGE_BACK.pack(magic, attributes, timestamp) if magic else bytes((magic, attributes))
    length = MIN_LENGTHS[magic] - _LENGTHS_SIZE + len(contents)
    return _MESSAGE_FRONT.pack(offset, length, crc32(contents, crc32(kind))) + kind + contents


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
        _LENGTH.pack_into(buffer, pos + LOG_OVERHEAD, leader_epoch)


def placed(header: BatchHeader, base_offset: int, leader_epoch: int) -> BatchHeader:
    """The header of a batch that is appended: at `base_offset`, by the leader of that epoch."""
    return _make(BatchHeader, (base_offset, header.batch_length, leader_epoch, *header[3:]))


def prefix(header: BatchHeader) -> bytes:
    """The first 16 bytes of the batch: all that differs from what a producer sent, where `placed` made the header."""
    return _PREFIX.pack(*header[:3])


def restamp(
    header: BatchHeader, batch: BytesLike, max_timestamp: int, *, is_append_time: bool
) -> tuple[BatchHeader, bytearray]:
    """The batch of format 2 with another max timestamp (ms) and kind of time, and its checksum made anew.

    Attributes that Apache Kafka does not know are cleared, as it does.
    """
    out = bytearray(batch)
    attributes = header.attributes & _KEPT_ATTRIBUTES | (LOG_APPEND_TIME_BIT if is_append_time else 0)
    _TIMESTAMP.pack_into(out, _MAX_TIMESTAMP_AT, max_timestamp)
    _CRC_AND_ATTRIBUTES.pack_into(out, MAGIC_AT + 1, 0, attributes)
    with memoryview(out) as view:
        crc = crc32c_function()(view[CRC_START:])
    _CRC_AND_ATTRIBUTES.pack_into(out, MAGIC_AT + 1, crc, attributes)
    return header._replace(crc=crc, attributes=attributes, max_timestamp=max_timestamp), out
