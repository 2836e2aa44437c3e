"""`mode=batches`: one row a batch, whatever state it is in. Nothing that is damaged stops the reading here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.compression import CODECS
from kafkawire.errors import KafkaWireError
from kafkawire.logfiles.segment import Batch, Segment, Unreadable, first_offset, marker_type
from kafkawire.records import RecordBatch
from kafkawire.records.header import HEADER_SIZE, wrap64
from kafkawire.spark.log.files import open_segment
from kafkawire.spark.log.planning import Part
from kafkawire.spark.tables import Table, microseconds

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["BATCH_COLUMNS", "read_batch_rows"]

BATCH_COLUMNS = {
    "topic": "string",
    "partition": "int",
    "segment": "string",  # path of the .log file
    "position": "bigint",  # of the first byte, in the file
    "baseOffset": "bigint",
    "lastOffset": "bigint",
    "recordCount": "int",
    "magic": "int",
    "codec": "string",
    "size": "bigint",  # bytes in the file, head included
    "compressedSize": "bigint",  # of the records alone; null where they are not compressed
    "decompressedSize": "bigint",  # of the records; null where nobody has looked
    "timestampType": "int",  # as in the records
    "baseTimestamp": "timestamp",
    "maxTimestamp": "timestamp",
    "crcStored": "bigint",
    "crcComputed": "bigint",
    "crcOk": "boolean",
    "producerId": "bigint",
    "producerEpoch": "int",
    "baseSequence": "int",
    "leaderEpoch": "int",
    "transactional": "boolean",
    "control": "string",  # type of the first control record
    "deleteHorizon": "timestamp",
    "gapBefore": "bigint",  # offsets between the batch before and this one; negative where they overlap
    "error": "string",
}


def read_batch_rows(parts: Sequence[Part], *, look_inside: bool) -> Iterator[pa.RecordBatch]:
    """The rows of whole segments. With `look_inside` records are decompressed and decoded, too."""
    table = Table(BATCH_COLUMNS)
    for part in parts:
        for row in _rows(part, look_inside):
            table.add(row)
            if table.is_full:
                yield table.take()
    yield table.take()


def _rows(part: Part, look_inside: bool) -> Iterator[dict[str, Any]]:
    segment = part.segment
    where = {"topic": segment.topic, "partition": segment.partition, "segment": segment.path}
    expected = segment.base_offset if part.before is None else _end_of(part.before)
    with open_segment(segment) as file:
        for chunk in file.chunks(part.start, part.end):
            for batch in chunk.batches:
                row = _row(batch, look_inside)
                row["position"] += chunk.position
                yield where | row | {"gapBefore": wrap64(first_offset(batch) - expected)}
                expected = batch.next_offset
            if chunk.unreadable is not None:
                yield where | _unreadable(chunk.unreadable)


def _end_of(segment: Segment) -> int:
    with open_segment(segment) as file:
        return file.end_offset()


def _unreadable(found: Unreadable) -> dict[str, Any]:
    cause = str(found.error).partition(": ")[2] or str(found.error)
    kind = "the log ends here" if found.is_tail else "no batch"
    return {"position": found.position, "size": found.end - found.position, "error": f"{kind}: {cause}"}


def _row(batch: Batch, look_inside: bool) -> dict[str, Any]:
    computed = batch.computed_crc
    row: dict[str, Any] = {
        "position": batch.position,
        "lastOffset": batch.last_offset,
        "magic": batch.magic,
        "codec": CODECS[batch.codec] if batch.codec < len(CODECS) else f"unknown ({batch.codec})",
        "size": batch.size_in_bytes,
        "timestampType": int(batch.timestamp_type),
        "maxTimestamp": microseconds(batch.max_timestamp),
        "crcStored": batch.crc,
        "crcComputed": computed,
        "crcOk": computed == batch.crc,
    }
    row |= _new_fields(batch) if isinstance(batch, RecordBatch) else {}
    if computed != batch.crc:
        return row | {"error": f"the checksum is {computed:#010x}, the head says {batch.crc:#010x}"}
    try:
        return row | _looked(batch, look_inside)
    except KafkaWireError as exc:
        return row | {"error": str(exc).partition(": ")[2] or str(exc)}


def _new_fields(batch: RecordBatch) -> dict[str, Any]:
    """What only format 2 has in its head."""
    kind = marker_type(batch) if batch.is_control else None
    body = batch.size_in_bytes - HEADER_SIZE
    return {
        "baseOffset": batch.base_offset,
        "recordCount": batch.record_count,
        "compressedSize": body if batch.codec else None,
        "decompressedSize": None if batch.codec else body,
        "baseTimestamp": None if batch.delete_horizon is not None else microseconds(batch.base_timestamp),
        "producerId": batch.producer_id,
        "producerEpoch": batch.producer_epoch,
        "baseSequence": batch.base_sequence,
        "leaderEpoch": batch.partition_leader_epoch,
        "transactional": batch.is_transactional,
        "control": None if kind is None else kind.name,
        "deleteHorizon": None if batch.delete_horizon is None else microseconds(batch.delete_horizon),
    }


def _looked(batch: Batch, look_inside: bool) -> dict[str, Any]:
    """What only the records say. The old formats do not even say how many there are."""
    if not isinstance(batch, RecordBatch):
        records = batch.records()
        return {"baseOffset": records[0].offset, "recordCount": len(records)}
    if not look_inside:
        return {}
    body, start, end = batch.body()
    batch.columns()
    return {"decompressedSize": end - start} if batch.record_count and len(body) else {}
