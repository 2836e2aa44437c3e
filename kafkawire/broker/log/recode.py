"""Batches that are not stored as they came: another codec (`compression.type`), or messages of before format 2.

The rules are those of Apache Kafka's LogValidator. Records, timestamps and producer stay; offsets are counted anew.
What is written anew is held as a whole meanwhile, so it may not expand without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.log.files import Buffer
from kafkawire.broker.log.validate import THOROUGH, Look, TakesLong, check_batch, check_records, check_size, judge
from kafkawire.compression import compress
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, DecodeError, KafkaError, LimitExceeded, UnsupportedCodec
from kafkawire.limits import MIB, Limits
from kafkawire.records import Record, TimestampType, read_batches, write_batch
from kafkawire.records.header import (
    CODEC_MASK,
    LOG_APPEND_TIME_BIT,
    MAGIC,
    TRANSACTIONAL_BIT,
    BatchHeader,
    read_header,
    seal_as,
)

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, RecordBatch
    from kafkawire.records.skim import Skimmed

__all__ = ["accept_old", "recode"]

_NO_TIMESTAMP = -1
_NO_PRODUCER = (-1, -1, -1)
_LIMITS = Limits(max_decompressed_size=32 * MIB, max_records_per_batch=200_000)
_BRIEF = Limits(max_decompressed_size=256 * 1024, max_records_per_batch=2000)
_SMALL = 64 * 1024


class _TooMuch(KafkaError):
    """There is more in messages of old formats than may be written anew."""

    def __init__(self, fault: object) -> None:
        super().__init__(ErrorCode.MESSAGE_TOO_LARGE, str(fault))


def recode(
    header: BatchHeader, pieces: Iterable[bytes], found: Skimmed, config: LogConfig, now_ms: int
) -> tuple[BatchHeader, bytes]:
    """The batch with its records (`pieces`, decompressed) in the codec of the topic. Raises `KafkaError`."""
    body = _joined(pieces)
    codec = config.codec_for(header.codec)
    if found.first_delta or not found.is_in_order or header.has_append_time:
        return _rebuild(header, body, codec, config, now_ms)
    # The records themselves need no change: base offset and base timestamp are what they would be made to be.
    kept = header.attributes & TRANSACTIONAL_BIT
    largest = max(header.base_timestamp + found.largest_delta, _NO_TIMESTAMP)
    changed = header._replace(
        attributes=codec | kept | (LOG_APPEND_TIME_BIT if config.uses_append_time else 0),
        max_timestamp=now_ms if config.uses_append_time else largest,
    )
    return _checked(seal_as(changed, compress(codec, body, config.compression_level(codec))), config)


def _joined(pieces: Iterable[bytes]) -> bytes:
    parts: list[bytes] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > _LIMITS.max_decompressed_size:
            parts.clear()
            raise _TooMuch(f"a batch that is compressed anew expands past {_LIMITS.max_decompressed_size} bytes")
        parts.append(piece)
    return b"".join(parts)


def _rebuild(header: BatchHeader, body: bytes, codec: int, config: LogConfig, now_ms: int) -> tuple[BatchHeader, bytes]:
    plain = seal_as(header._replace(attributes=header.attributes & ~CODEC_MASK), body)
    try:
        records = [record for batch in read_batches(plain, check_crc=False, limits=_LIMITS) for record in batch]
    except LimitExceeded as exc:
        raise _TooMuch(exc) from exc
    except DecodeError as exc:
        raise KafkaError(ErrorCode.INVALID_RECORD, str(exc)) from exc
    producer = (header.producer_id, header.producer_epoch, header.base_sequence)
    return _written(records, codec, config, now_ms, producer, is_transactional=header.is_transactional)


def accept_old(
    records: Buffer, config: LogConfig, now_ms: int, partition: str, look: Look = THOROUGH
) -> tuple[BatchHeader, Buffer] | None:
    """The one batch that the messages of an old producer (Produce v0-2) become; None if no message is whole.

    Raises `KafkaError`, and `TakesLong`.
    """
    if not look.is_brief:
        return _accept_old(records, config, now_ms, partition, look, _LIMITS)
    if len(records) > _SMALL:
        raise TakesLong
    try:
        return _accept_old(records, config, now_ms, partition, look, _BRIEF)
    except _TooMuch:
        raise TakesLong from None


def _accept_old(
    records: Buffer, config: LogConfig, now_ms: int, partition: str, look: Look, limits: Limits
) -> tuple[BatchHeader, Buffer] | None:
    most = limits.max_records_per_batch
    try:
        batches = list(islice(read_batches(records, limits=limits), most + 1))
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if len(batches) > most:
        raise _TooMuch(f"more than {most} messages")
    for batch in batches:
        look.step()
        check_size(batch.size_in_bytes, config)
        if not batch.is_valid:
            raise KafkaError(ErrorCode.CORRUPT_MESSAGE, "the checksum of a message does not fit")
    if not batches:
        return None
    codec = next((batch.codec for batch in reversed(batches) if batch.codec), 0)
    if len(batches) > 1 and (codec or batches[0].magic == MAGIC):
        raise KafkaError(ErrorCode.INVALID_RECORD, "there is more than one compressed batch")
    if any(batch.magic != batches[0].magic for batch in batches):
        raise KafkaError(ErrorCode.INVALID_RECORD, "messages of several formats")
    if batches[0].magic == MAGIC:
        header = check_batch(batches[0].data, config, from_client=True)
        return check_records(header, batches[0].data, config, now_ms, partition, look)
    found = [record for batch in batches for record in _messages(batch)]
    has_append_time = any(batch.timestamp_type == TimestampType.LOG_APPEND_TIME for batch in batches)
    judge(
        ((n, r.timestamp, -1 if r.key is None else len(r.key), 0, "") for n, r in enumerate(found)),
        config,
        now_ms,
        partition,
        look.most_faults,
        has_append_time=has_append_time,
    )
    return _written(found, config.codec_for(codec), config, now_ms, _NO_PRODUCER)


def _messages(batch: LegacyBatch | RecordBatch) -> list[Record]:
    try:
        return batch.records()
    except LimitExceeded as exc:
        raise _TooMuch(exc) from exc
    except UnsupportedCodec as exc:
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, str(exc)) from exc
    except DecodeError as exc:
        raise KafkaError(_fault_inside(batch), str(exc)) from exc


def _fault_inside(batch: LegacyBatch | RecordBatch) -> ErrorCode:
    """Kafka calls a message corrupt whose checksum is wrong, and invalid otherwise."""
    try:
        for unchecked in read_batches(batch.data, check_crc=False):
            unchecked.records()
    except DecodeError:
        return ErrorCode.INVALID_RECORD
    return ErrorCode.CORRUPT_MESSAGE


def _written(
    records: Sequence[Record],
    codec: int,
    config: LogConfig,
    now_ms: int,
    producer: tuple[int, int, int],
    *,
    is_transactional: bool = False,
) -> tuple[BatchHeader, bytes]:
    is_stamped = config.uses_append_time
    producer_id, producer_epoch, base_sequence = producer
    batch = write_batch(
        [(number, r.timestamp, r.key, r.value, r.headers) for number, r in enumerate(records)],
        compression=codec,
        compression_level=config.compression_level(codec),
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=base_sequence,
        is_transactional=is_transactional,
        timestamp_type=TimestampType.LOG_APPEND_TIME if is_stamped else TimestampType.CREATE_TIME,
        max_timestamp=now_ms if is_stamped else max(_NO_TIMESTAMP, *(r.timestamp for r in records)),
    )
    return _checked(batch, config)


def _checked(batch: bytes, config: LogConfig) -> tuple[BatchHeader, bytes]:
    check_size(len(batch), config)
    return read_header(batch), batch
