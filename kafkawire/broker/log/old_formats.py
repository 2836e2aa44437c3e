"""Messages of before format 2, as producers of long ago send them (Produce v0-2): they become one batch of today.

The rules are those of Apache Kafka's LogValidator. Records and timestamps stay; offsets are counted anew.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.files import Buffer
from kafkawire.broker.log.recode import LIMITS, TooMuch, write_anew
from kafkawire.broker.log.validate import THOROUGH, Look, TakesLong, check_batch, check_records, refuse_records
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, DecodeError, KafkaError, LimitExceeded, UnsupportedCodec
from kafkawire.limits import Limits
from kafkawire.records import Record, TimestampType, read_batches
from kafkawire.records.header import MAGIC, BatchHeader

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, RecordBatch

__all__ = ["accept_old"]

_NO_PRODUCER = (-1, -1, -1)
_BRIEF = Limits(max_decompressed_size=256 * 1024, max_records_per_batch=2000)
_SMALL = 64 * 1024


def accept_old(
    records: Buffer, config: LogConfig, now_ms: int, partition: str, look: Look = THOROUGH
) -> tuple[BatchHeader, Buffer] | None:
    """The one batch that the messages of an old producer (Produce v0-2) become; None if no message is whole.

    Raises `KafkaError`, and `TakesLong`.
    """
    if not look.is_brief:
        return _accept_old(records, config, now_ms, partition, look, LIMITS)
    if len(records) > _SMALL:
        raise TakesLong
    try:
        return _accept_old(records, config, now_ms, partition, look, _BRIEF)
    except TooMuch:
        raise TakesLong from None


def _accept_old(
    records: Buffer, config: LogConfig, now_ms: int, partition: str, look: Look, limits: Limits
) -> tuple[BatchHeader, Buffer] | None:
    batches = _read(records, limits)
    for batch in batches:
        look.step()
        config.check_size(batch.size_in_bytes)
        if not batch.is_valid:
            raise KafkaError(ErrorCode.CORRUPT_MESSAGE, "the checksum of a message does not fit")
    if not batches:
        return None
    codec = _one_codec(batches)
    if batches[0].magic == MAGIC:
        header = check_batch(batches[0].data, config, from_client=True)
        return check_records(header, batches[0].data, config, now_ms, partition, look)
    found = [record for batch in batches for record in _messages(batch)]
    has_append_time = any(batch.timestamp_type == TimestampType.LOG_APPEND_TIME for batch in batches)
    refuse_records(
        ((n, r.timestamp, -1 if r.key is None else len(r.key), 0, "") for n, r in enumerate(found)),
        config,
        now_ms,
        partition,
        look.most_faults,
        has_append_time=has_append_time,
    )
    return write_anew(found, config.codec_for(codec), config, now_ms, _NO_PRODUCER)


def _read(records: Buffer, limits: Limits) -> list[RecordBatch | LegacyBatch]:
    most = limits.max_records_per_batch
    try:
        batches = list(islice(read_batches(records, limits=limits), most + 1))
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if len(batches) > most:
        raise TooMuch(f"more than {most} messages")
    return batches


def _one_codec(batches: list[RecordBatch | LegacyBatch]) -> int:
    """The codec of what a producer sent at once. Raises `KafkaError` where it sent what does not go together."""
    codec = next((batch.codec for batch in reversed(batches) if batch.codec), 0)
    if len(batches) > 1 and (codec or batches[0].magic == MAGIC):
        raise KafkaError(ErrorCode.INVALID_RECORD, "there is more than one compressed batch")
    if any(batch.magic != batches[0].magic for batch in batches):
        raise KafkaError(ErrorCode.INVALID_RECORD, "messages of several formats")
    return codec


def _messages(batch: LegacyBatch | RecordBatch) -> list[Record]:
    try:
        return batch.records()
    except LimitExceeded as exc:
        raise TooMuch(exc) from exc
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
