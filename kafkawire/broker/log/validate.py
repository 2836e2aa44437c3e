"""What a batch must be before it is appended. Each check costs the same whatever the size of the batch, but for the
checksum, and the look for missing keys where a topic is compacted.

A batch that fails raises `KafkaError` with the code that Apache Kafka answers.
"""

from __future__ import annotations

from struct import Struct

from crc32c import crc32c

from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.log.files import Buffer
from kafkawire.broker.log.headers import BatchHeader, parse_header, verify
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError, KafkaWireError
from kafkawire.records.batch import LOG_APPEND_TIME_BIT

__all__ = ["RecordsRefused", "check_batch", "check_keys", "stamp"]

_LAST_CODEC = 4
_CRC_AT, _CRC_FROM, _MAX_TIMESTAMP_AT = 17, 21, 35
_CRC_AND_ATTRIBUTES = Struct(">Ih")
_TIMESTAMP = Struct(">q")


class RecordsRefused(KafkaError):
    """INVALID_RECORD, with the numbers of the records in their batch and what is wrong with each (KIP-467)."""

    def __init__(self, faults: list[tuple[int, str]]) -> None:
        self.faults = faults
        shown = ", ".join(f"RecordError(batchIndex={number}, message='{fault}')" for number, fault in faults[:3])
        self.summary = (
            f"One or more records have been rejected due to {len(faults)} record errors in total, "
            f"and only showing the first three errors at most: [{shown}]"
        )
        super().__init__(ErrorCode.INVALID_RECORD, self.summary)


def check_batch(records: Buffer, config: LogConfig, now_ms: int, *, from_client: bool) -> BatchHeader:
    """The head of the one batch that `records` must be. `from_client`: what only a broker writes is refused."""
    try:
        header = parse_header(records)
        if header.size != len(records):
            raise KafkaError(ErrorCode.INVALID_RECORD, f"{len(records)} bytes hold not exactly one batch")
        _check_sizes(header, config)
        verify(header, records)
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if from_client:
        _check_origin(header)
    if not config.uses_append_time:
        _check_timestamp(header, config, now_ms)
    return header


def _check_sizes(header: BatchHeader, config: LogConfig) -> None:
    if header.size > config.max_message_bytes:
        raise KafkaError(
            ErrorCode.MESSAGE_TOO_LARGE, f"the batch has {header.size} bytes, {config.max_message_bytes} are allowed"
        )
    if header.magic != 2:
        raise KafkaError(
            ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, f"magic {header.magic} is not stored here, only magic 2"
        )
    if header.codec > _LAST_CODEC:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, f"codec {header.codec} does not exist")


def _check_origin(header: BatchHeader) -> None:
    fault = None
    if header.base_offset != 0:
        fault = f"the base offset is {header.base_offset}, a producer's is 0"
    elif header.record_count <= 0 or header.record_count != header.last_offset_delta + 1:
        fault = f"{header.record_count} records do not fit last offset delta {header.last_offset_delta}"
    elif header.is_control:
        fault = "a client may not write control records"
    elif header.producer_id >= 0 and (header.base_sequence < 0 or header.producer_epoch < 0):
        fault = f"sequence {header.base_sequence} or epoch {header.producer_epoch} of a producer is negative"
    if fault:
        raise KafkaError(ErrorCode.INVALID_RECORD, fault)


def _check_timestamp(header: BatchHeader, config: LogConfig, now_ms: int) -> None:
    ahead = header.max_timestamp - now_ms
    behind = now_ms - header.base_timestamp
    too_old = header.base_timestamp >= 0 and behind > config.message_timestamp_before_max_ms
    if ahead > config.message_timestamp_after_max_ms or too_old:
        raise KafkaError(
            ErrorCode.INVALID_TIMESTAMP,
            f"timestamps {header.base_timestamp} to {header.max_timestamp} are too far from the broker's {now_ms}",
        )


def check_keys(records: Buffer, partition: str) -> None:
    """Refuse records without a key, which compaction could never do anything with; `RecordsRefused` says which."""
    from kafkawire.records import read_batches

    try:
        stored = (record for batch in read_batches(bytes(records)) for record in batch)
        keyless = [number for number, record in enumerate(stored) if record.key is None]
    except KafkaWireError as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if keyless:
        fault = f"Compacted topic cannot accept message without key in topic partition {partition}"
        raise RecordsRefused([(number, fault) for number in keyless])


def stamp(header: BatchHeader, records: Buffer, now_ms: int) -> tuple[BatchHeader, bytearray]:
    """The batch with the broker's time in it (LogAppendTime) and its checksum made anew."""
    batch = bytearray(records)
    attributes = header.attributes | LOG_APPEND_TIME_BIT
    _TIMESTAMP.pack_into(batch, _MAX_TIMESTAMP_AT, now_ms)
    _CRC_AND_ATTRIBUTES.pack_into(batch, _CRC_AT, 0, attributes)
    with memoryview(batch) as view:
        crc = crc32c(view[_CRC_FROM:])
    _CRC_AND_ATTRIBUTES.pack_into(batch, _CRC_AT, crc, attributes)
    return header._replace(crc=crc, attributes=attributes, max_timestamp=now_ms), batch
