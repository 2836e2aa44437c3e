"""Batches that are not stored as they came, because `compression.type` of the topic asks for another codec.

The rules are those of Apache Kafka's LogValidator. Records, timestamps and producer stay; offsets are counted anew.
What is written anew is held as a whole meanwhile, so it may not expand without end. Messages of before format 2 are
written anew too, as `old_formats` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kafkawire.broker.config.topic import LogConfig
from kafkawire.compression import compress
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, KafkaError, LimitExceeded
from kafkawire.limits import MIB, Limits
from kafkawire.records import Record, TimestampType, read_batches, write_batch
from kafkawire.records.header import (
    CODEC_MASK,
    LOG_APPEND_TIME_BIT,
    TRANSACTIONAL_BIT,
    BatchHeader,
    read_header,
    seal_as,
)

if TYPE_CHECKING:
    from kafkawire.records.skim import Skimmed

__all__ = ["LIMITS", "TooMuch", "recode", "write_anew"]

_NO_TIMESTAMP = -1
LIMITS = Limits(max_decompressed_size=32 * MIB, max_records_per_batch=200_000)
"""What a batch that is written anew may be at most."""


class TooMuch(KafkaError):
    """There is more in a batch, or in messages of old formats, than may be written anew."""

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
        if size > LIMITS.max_decompressed_size:
            parts.clear()
            raise TooMuch(f"a batch that is compressed anew expands past {LIMITS.max_decompressed_size} bytes")
        parts.append(piece)
    return b"".join(parts)


def _rebuild(header: BatchHeader, body: bytes, codec: int, config: LogConfig, now_ms: int) -> tuple[BatchHeader, bytes]:
    plain = seal_as(header._replace(attributes=header.attributes & ~CODEC_MASK), body)
    try:
        records = [record for batch in read_batches(plain, check_crc=False, limits=LIMITS) for record in batch]
    except LimitExceeded as exc:
        raise TooMuch(exc) from exc
    except DecodeError as exc:
        raise KafkaError(ErrorCode.INVALID_RECORD, str(exc)) from exc
    producer = (header.producer_id, header.producer_epoch, header.base_sequence)
    return write_anew(records, codec, config, now_ms, producer, is_transactional=header.is_transactional)


def write_anew(
    records: Sequence[Record],
    codec: int,
    config: LogConfig,
    now_ms: int,
    producer: tuple[int, int, int],
    *,
    is_transactional: bool = False,
) -> tuple[BatchHeader, bytes]:
    """One batch with these records, as the topic wants it. Raises `KafkaError`."""
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
    config.check_size(len(batch))
    return read_header(batch), batch
