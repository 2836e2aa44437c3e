"""Down- and up-conversion between record formats, with the choices of Apache Kafka's `RecordsUtil` and `LogValidator`.

Brokers down-convert for old consumers and up-convert what old producers send. A format that is too old for something
loses it: headers and producer fields, and control batches as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.compression import ZSTD, codec_id
from kafkawire.errors import UnsupportedCodec, ValueOutOfRange
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.batch import RecordBatch
from kafkawire.records.builder import write_batch
from kafkawire.records.legacy import LegacyBatch
from kafkawire.records.reader import read_batches
from kafkawire.records.record import Record, TimestampType
from kafkawire.varint import BytesLike

__all__ = ["convert"]

Batch = RecordBatch | LegacyBatch

_WIDEST_BATCH = 1 << 30  # offsets that one batch may span


def convert(
    data: BytesLike,
    magic: int,
    *,
    first_offset: int = 0,
    compression: str | int | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> bytes:
    """Convert a record set to format `magic` (0, 1 or 2) and return the new one.

    Batches that have the format are taken over as they are; so are older ones when `magic` is below 2, because a
    reader of a format reads the older ones, too. To format 2 all older ones are converted; uncompressed messages
    in a row become one batch. Down-conversion leaves out control batches and headers, and uncompressed records before
    `first_offset` (the offset that a consumer asked for). zstd does not exist below format 2 and raises
    `UnsupportedCodec`, unless `compression` names another codec for what is converted (default: as before).
    A partial batch at the end is dropped. Other errors are those of reading and writing.
    """
    if magic not in (0, 1, 2):
        raise ValueOutOfRange(f"there is no record format {magic}")
    codec = None if compression is None else codec_id(compression)
    parts: list[bytes] = []
    for group in _groups(read_batches(data, limits=limits), magic):
        if group[0].magic == magic or (group[0].magic < magic < 2):
            parts += (batch.data for batch in group)
        elif magic == 2:
            parts.append(_up(group, codec))
        else:
            parts.append(_down(group[0], magic, first_offset, codec))
    return b"".join(parts)


def _groups(batches: Iterator[Batch], magic: int) -> Iterator[list[Batch]]:
    """Batches one by one, but uncompressed old messages that may share a batch of format 2 together."""
    group: list[Batch] = []
    for batch in batches:
        if group and not (magic == 2 and _fit_together(group[0], group[-1], batch)):
            yield group
            group = []
        group.append(batch)
    if group:
        yield group


def _fit_together(first: Batch, last: Batch, batch: Batch) -> bool:
    return (
        batch.magic == first.magic < 2
        and batch.attributes == first.attributes
        and batch.codec == 0
        and last.last_offset < batch.last_offset < first.last_offset + _WIDEST_BATCH
        and (batch.timestamp_type != TimestampType.LOG_APPEND_TIME or batch.max_timestamp == first.max_timestamp)
    )


def _up(group: list[Batch], codec: int | None) -> bytes:
    first = group[0]
    append_time = first.max_timestamp if first.timestamp_type == TimestampType.LOG_APPEND_TIME else None
    return write_batch(
        [record for batch in group for record in batch],
        compression=first.codec if codec is None else codec,
        timestamp_type=TimestampType.CREATE_TIME if append_time is None else TimestampType.LOG_APPEND_TIME,
        max_timestamp=append_time,
    )


def _down(batch: Batch, magic: int, first_offset: int, codec: int | None) -> bytes:
    if batch.is_control:
        return b""
    if codec is None:
        codec = batch.codec
    if codec == ZSTD:
        raise UnsupportedCodec(
            f"the batch at position {batch.position} is compressed with zstd, which came with format 2"
        )
    records: list[Record] = [r for r in batch if batch.codec or r.offset >= first_offset]
    return write_batch(
        records,
        magic=magic,
        compression=codec,
        timestamp_type=batch.timestamp_type,
        max_timestamp=batch.max_timestamp,
    )
