"""What a batch must be before it is appended, and what is changed in it, by the rules of Apache Kafka's LogValidator.

Head and checksum come first. Then, as Kafka does, the records are looked through (decompressed for that if need be):
whether they can be read at all, their timestamps, and in a compacted topic their keys. What passes is stored with the
bytes that came, unless the topic wants another codec (`recode.py`), or the head gives a wrong time.

A batch that fails raises `KafkaError` with the code that Apache Kafka answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct

from crc32c import crc32c

from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.log.files import Buffer
from kafkawire.broker.log.headers import HEADER_SIZE, BatchHeader, read_fields, verify
from kafkawire.compression import decompress
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, DecodeError, InvalidVarint, KafkaError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.batch import LOG_APPEND_TIME_BIT
from kafkawire.records.skim import skim_records, walk

__all__ = ["RecordsRefused", "check_batch", "check_records", "check_size", "judge", "records_of", "restamp"]

_NO_TIMESTAMP = -1
_KNOWN_ATTRIBUTES = 0x77  # codec, transactional, control, delete horizon: what Kafka keeps when it writes a head anew
_CRC_AT, _CRC_FROM, _MAX_TIMESTAMP_AT = 17, 21, 35
_CRC_AND_ATTRIBUTES = Struct(">Ih")
_TIMESTAMP = Struct(">q")
Fault = tuple[int, str]


class RecordsRefused(KafkaError):
    """The numbers of the records in their batch that are refused, and what is wrong with each (KIP-467)."""

    def __init__(self, code: ErrorCode, faults: list[Fault]) -> None:
        self.faults = faults
        shown = ", ".join(f"RecordError(batchIndex={number}, message='{fault}')" for number, fault in faults[:3])
        self.summary = (
            "One or more records have been rejected due to invalid timestamp"
            if code == ErrorCode.INVALID_TIMESTAMP
            else f"One or more records have been rejected due to {len(faults)} record errors in total, "
            f"and only showing the first three errors at most: [{shown}]"
        )
        super().__init__(code, self.summary)


def check_batch(records: Buffer, config: LogConfig, *, from_client: bool) -> BatchHeader:
    """The head of the one batch of magic 2 that `records` is. `from_client`: what only a broker writes is refused."""
    if len(records) < HEADER_SIZE:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, f"{len(records)} bytes are too few for a batch")
    header = read_fields(records)
    if header.size != len(records):
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, f"{len(records)} bytes, the batch says {header.size}")
    if from_client and header.base_offset != 0:
        raise KafkaError(ErrorCode.INVALID_RECORD, f"the base offset is {header.base_offset}, a producer's is 0")
    check_size(header.size, config)
    try:
        verify(header, records)
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if from_client:
        _check_origin(header)
    return header


def check_size(size: int, config: LogConfig) -> None:
    """Refuse a batch that is larger than the topic allows."""
    if size > config.max_message_bytes:
        raise KafkaError(
            ErrorCode.MESSAGE_TOO_LARGE, f"the batch has {size} bytes, {config.max_message_bytes} are allowed"
        )


def _check_origin(header: BatchHeader) -> None:
    fault = None
    if header.record_count <= 0 or header.record_count != header.last_offset_delta + 1:
        fault = f"{header.record_count} records do not fit last offset delta {header.last_offset_delta}"
    elif header.is_control:
        fault = "a client may not write control records"
    elif header.producer_id >= 0 and header.base_sequence < 0:
        fault = f"sequence {header.base_sequence} of a producer is negative"
    if fault:
        raise KafkaError(ErrorCode.INVALID_RECORD, fault)


def check_records(
    header: BatchHeader, records: Buffer, config: LogConfig, now_ms: int, partition: str
) -> tuple[BatchHeader, Buffer]:
    """Look through the records of a client's batch; returns it as it is to be stored, but for its offsets."""
    body = records_of(header, records)
    try:
        found = skim_records(body, 0, len(body), header.record_count)
    except DecodeError as exc:
        # Java reads the size of a record outside of what it is prepared to see fail.
        is_surprise = isinstance(exc, InvalidVarint) and not header.codec
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR if is_surprise else ErrorCode.INVALID_RECORD, str(exc)) from exc
    stamps = (header.max_timestamp,) * 2 if header.has_append_time else _timestamps(header, found[1:3])
    if config.is_compacted or not _in_time(header, stamps, config, now_ms):
        judge(_described(header, body), config, now_ms, partition, has_append_time=header.has_append_time)
    codec = config.codec_for(header.codec)
    if codec != header.codec:
        from kafkawire.broker.log.recode import recode

        return recode(header, body, found, config, now_ms)
    if header.codec and not found.is_in_order:
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, "offsets in a compressed batch do not count from 0")
    if config.uses_append_time:
        return restamp(header, records, now_ms, is_append_time=True)
    largest = max(stamps[1], _NO_TIMESTAMP)
    if largest != header.max_timestamp or header.has_append_time:
        return restamp(header, records, largest, is_append_time=False)
    return header, records


def records_of(header: BatchHeader, records: Buffer) -> bytes:
    """The records of a batch, decompressed."""
    try:
        return decompress(header.codec, memoryview(records)[HEADER_SIZE:], DEFAULT_LIMITS.max_decompressed_size)
    except (DecodeError, UnsupportedCodec) as exc:
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, str(exc)) from exc  # as Kafka says it


def _timestamps(header: BatchHeader, deltas: tuple[int, int]) -> tuple[int, int]:
    return header.base_timestamp + deltas[0], header.base_timestamp + deltas[1]


def _in_time(header: BatchHeader, stamps: tuple[int, int], config: LogConfig, now_ms: int) -> bool:
    if config.uses_append_time:
        return not header.has_append_time
    oldest, newest = now_ms - config.message_timestamp_before_max_ms, now_ms + config.message_timestamp_after_max_ms
    return oldest <= stamps[0] and stamps[1] <= newest


def _described(header: BatchHeader, body: bytes) -> Iterator[tuple[int, int, int, int, str]]:
    kind = "PartialDefaultRecord" if header.codec else "DefaultRecord"
    for shape in walk(body, 0, len(body), header.record_count):
        time = header.max_timestamp if header.has_append_time else header.base_timestamp + shape.timestamp_delta
        yield shape.offset_delta, time, shape.key_size, shape.value_size, kind


def judge(
    found: Iterator[tuple[int, int, int, int, str]],
    config: LogConfig,
    now_ms: int,
    partition: str,
    *,
    has_append_time: bool,
) -> None:
    """Raise `RecordsRefused` if any record is: (offset, timestamp, key size, value size, Java's name for it)."""
    code, faults = ErrorCode.INVALID_RECORD, []
    oldest, newest = now_ms - config.message_timestamp_before_max_ms, now_ms + config.message_timestamp_after_max_ms
    for number, (offset, time, key_size, value_size, kind) in enumerate(found):
        fault = ""
        if config.is_compacted and key_size < 0:
            fault = f"Compacted topic cannot accept message without key in topic partition {partition}"
        elif not config.uses_append_time and time != _NO_TIMESTAMP and not oldest <= time <= newest:
            code = ErrorCode.INVALID_TIMESTAMP
            fault = (
                f"Timestamp {time} of message with offset {offset} is out of range. "
                f"The timestamp should be within [{oldest}, {newest}]"
            )
        elif config.uses_append_time and has_append_time:
            code = ErrorCode.INVALID_TIMESTAMP
            fault = (
                f"Invalid timestamp type in message {kind}(offset={offset}, timestamp={time}, key={key_size} bytes, "
                f"value={value_size} bytes). Producer should not set timestamp type to LogAppendTime."
            )
        if fault:
            faults.append((number, fault))
    if faults:
        raise RecordsRefused(code, faults)


def restamp(
    header: BatchHeader, records: Buffer, max_timestamp: int, *, is_append_time: bool
) -> tuple[BatchHeader, bytearray]:
    """The batch with another max timestamp (ms) and kind of time in its head, and its checksum made anew."""
    batch = bytearray(records)
    attributes = header.attributes & _KNOWN_ATTRIBUTES | (LOG_APPEND_TIME_BIT if is_append_time else 0)
    _TIMESTAMP.pack_into(batch, _MAX_TIMESTAMP_AT, max_timestamp)
    _CRC_AND_ATTRIBUTES.pack_into(batch, _CRC_AT, 0, attributes)
    with memoryview(batch) as view:
        crc = crc32c(view[_CRC_FROM:])
    _CRC_AND_ATTRIBUTES.pack_into(batch, _CRC_AT, crc, attributes)
    return header._replace(crc=crc, attributes=attributes, max_timestamp=max_timestamp), batch
