"""What a batch must be before it is appended, and what is changed in it, by the rules of Apache Kafka's LogValidator.

Head and checksum come first. Then, as Kafka does, the records are looked through (decompressed for that if need be):
whether they can be read at all, their timestamps, and in a compacted topic their keys. What passes is stored with the
bytes that came, unless the topic wants another codec (`recode.py`), or the header gives a wrong time.

Who has others to serve asks for a brief look, which ends with `TakesLong` where the batch is more than a few thousand
records or about a megabyte, expanded. A thorough one, in a thread, goes through what the batch expands to piece by
piece, and so needs no more memory for a large one.

A batch that fails raises `KafkaError` with the code that Apache Kafka answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.files import Buffer
from kafkawire.compression import decompress, expand
from kafkawire.error_code import ErrorCode
from kafkawire.errors import (
    CorruptBatch,
    DecodeError,
    InvalidVarint,
    KafkaError,
    LimitExceeded,
    UnsupportedCodec,
)
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.header import HEADER_SIZE, BatchHeader, read_fields, restamp, verify
from kafkawire.records.skim import Skimmed, skim_records
from kafkawire.records.skim_pieces import skim_pieces, walk_pieces
from kafkawire.slotted import frozen

__all__ = [
    "THOROUGH",
    "Look",
    "RecordsRefused",
    "TakesLong",
    "check_batch",
    "check_records",
    "refuse_records",
]

_MANY_RECORDS, _MANY_HEADERS, _LARGE = 10_000, 20_000, 1024 * 1024  # more is not for a brief look
_FEW_RECORDS, _SMALL = 1000, 128 * 1024  # so much may be found fault with, or compressed, in a brief look
_MOST_FAULTS, _SHOWN = 1000, 3
_NO_TIMESTAMP = -1
Fault = tuple[int, str]
Pieces = Callable[[], Iterable[bytes]]


class TakesLong(Exception):
    """The batch takes too long for a brief look."""


@frozen
class Look:
    """How a batch is looked at."""

    is_brief: bool = False
    """Whether it ends with `TakesLong` where others would have to wait."""
    most_faults: int = _MOST_FAULTS
    """How many records are refused before the rest is not looked at any more; at least three are."""
    step: Callable[[], None] = lambda: None
    """Called before each piece that the batch expands to; what it raises ends the look."""


THOROUGH = Look()


class RecordsRefused(KafkaError):
    """The numbers of the records in their batch that are refused, and what is wrong with each (KIP-467)."""

    def __init__(self, code: ErrorCode, faults: list[Fault], *, are_all: bool) -> None:
        self.faults = faults
        shown = ", ".join(f"RecordError(batchIndex={number}, message='{fault}')" for number, fault in faults[:_SHOWN])
        self.summary = (
            "One or more records have been rejected due to invalid timestamp"
            if code == ErrorCode.INVALID_TIMESTAMP
            else f"One or more records have been rejected due to "
            f"{len(faults)}{'' if are_all else ' or more'} record errors in total, "
            f"and only showing the first three errors at most: [{shown}]"
        )
        super().__init__(code, self.summary)


def check_batch(records: Buffer, config: LogConfig, *, from_client: bool) -> BatchHeader:
    """The head of the one batch of magic 2 that `records` is. `from_client`: what only a broker writes is refused."""
    if len(records) < HEADER_SIZE:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, f"{len(records)} bytes are too few for a batch")
    header, size = read_fields(records), len(records)
    if header.size != size:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, f"{size} bytes, the batch says {header.size}")
    if from_client and header.base_offset != 0:
        raise KafkaError(ErrorCode.INVALID_RECORD, f"the base offset is {header.base_offset}, a producer's is 0")
    config.check_size(size)
    try:
        verify(header, records)
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if from_client:
        _check_origin(header)
    return header


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
    header: BatchHeader, records: Buffer, config: LogConfig, now_ms: int, partition: str, look: Look = THOROUGH
) -> tuple[BatchHeader, Buffer]:
    """Look through the records of a client's batch; returns it as it is to be stored, but for its offsets.

    Raises `KafkaError`, and `TakesLong`.
    """
    codec, has_append_time = header.codec, header.has_append_time
    try:
        found, pieces = _look_briefly(header, records) if look.is_brief else _look(header, records, look.step)
    except DecodeError as exc:
        # Java reads the size of a record outside of what it is prepared to see fail.
        is_surprise = isinstance(exc, InvalidVarint) and not codec
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR if is_surprise else ErrorCode.INVALID_RECORD, str(exc)) from exc
    base_timestamp = header.base_timestamp
    stamps = base_timestamp + found.smallest_delta, base_timestamp + found.largest_delta
    if has_append_time:
        stamps = (header.max_timestamp,) * 2
    if (found.lacks_key and config.is_compacted) or not _in_time(header, stamps, config, now_ms):
        if look.is_brief and header.record_count > _FEW_RECORDS:
            raise TakesLong
        described = _described(header, pieces())
        refuse_records(described, config, now_ms, partition, look.most_faults, has_append_time=has_append_time)
    if config.codec_for(codec) != codec:
        from kafkawire.broker.log.recode import recode

        if look.is_brief and sum(map(len, pieces())) > _SMALL:
            raise TakesLong
        return recode(header, pieces(), found, config, now_ms)
    if codec and not found.is_in_order:
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, "offsets in a compressed batch do not count from 0")
    if config.uses_append_time:
        return restamp(header, records, now_ms, is_append_time=True)
    largest = max(stamps[1], _NO_TIMESTAMP)
    if largest != header.max_timestamp or has_append_time:
        return restamp(header, records, largest, is_append_time=False)
    return header, records


def _look_briefly(header: BatchHeader, records: Buffer) -> tuple[Skimmed, Pieces]:
    if header.record_count > _MANY_RECORDS or len(records) > _LARGE:
        raise TakesLong
    try:
        body = decompress(header.codec, memoryview(records)[HEADER_SIZE:], _LARGE)
        found = skim_records(body, 0, len(body), header.record_count, most_headers=_MANY_HEADERS)
    except LimitExceeded:
        raise TakesLong from None
    except (CorruptBatch, UnsupportedCodec) as exc:
        raise _not_expanded(exc) from exc
    return found, lambda: (body,)


def _look(header: BatchHeader, records: Buffer, step: Callable[[], None]) -> tuple[Skimmed, Pieces]:
    if header.record_count > DEFAULT_LIMITS.max_records_per_batch:
        raise LimitExceeded(f"{header.record_count} records, {DEFAULT_LIMITS.max_records_per_batch} are allowed")
    body = memoryview(records)[HEADER_SIZE:]

    def pieces() -> Iterator[bytes]:
        try:
            for piece in expand(header.codec, body, DEFAULT_LIMITS.max_decompressed_size):
                step()
                yield piece
        except (DecodeError, UnsupportedCodec) as exc:
            raise _not_expanded(exc) from exc

    return skim_pieces(pieces(), header.record_count), pieces


def _not_expanded(exc: Exception) -> KafkaError:
    return KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, str(exc))  # as Kafka says it


def _in_time(header: BatchHeader, stamps: tuple[int, int], config: LogConfig, now_ms: int) -> bool:
    if config.uses_append_time:
        return not header.has_append_time
    oldest, newest = now_ms - config.message_timestamp_before_max_ms, now_ms + config.message_timestamp_after_max_ms
    return oldest <= stamps[0] and stamps[1] <= newest


def _described(header: BatchHeader, pieces: Iterable[bytes]) -> Iterator[tuple[int, int, int, int, str]]:
    kind = "PartialDefaultRecord" if header.codec else "DefaultRecord"
    for shape in walk_pieces(pieces, header.record_count):
        time = header.max_timestamp if header.has_append_time else header.base_timestamp + shape.timestamp_delta
        yield shape.offset_delta, time, shape.key_size, shape.value_size, kind


def refuse_records(
    found: Iterator[tuple[int, int, int, int, str]],
    config: LogConfig,
    now_ms: int,
    partition: str,
    most_faults: int = _MOST_FAULTS,
    *,
    has_append_time: bool,
) -> None:
    """Raise `RecordsRefused` if any record is: (offset, timestamp, key size, value size, Java's name for it)."""
    most_faults = max(most_faults, _SHOWN)
    code, faults = ErrorCode.INVALID_RECORD, list[Fault]()
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
            if len(faults) == most_faults:
                raise RecordsRefused(code, faults, are_all=False)
            faults.append((number, fault))
    if faults:
        raise RecordsRefused(code, faults, are_all=True)
