"""Record batches as JSON lines: an object for each batch, and one for each of its records.

Every line has one key that says what it is: `batch`, `record`, `error`, or `partial` for bytes at the end that are no
whole batch.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.compression import CODECS
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.message import Message
    from kafkawire.records import LegacyBatch, Record, RecordBatch

__all__ = ["batch_header", "batch_lines", "codec_label", "control_record", "record_line", "topic_record_line"]

Line = dict[str, Any]


def batch_lines(
    data: bytes, *, as_base64: bool = False, headers_only: bool = False, check_crc: bool = True
) -> Iterator[Line]:
    """The lines for all batches. A batch that cannot be read gives an `error` line, and the next one follows."""
    from kafkawire.records import read_batches

    reader = read_batches(data, check_crc=check_crc)
    try:
        for batch in reader:
            yield from _lines_of(batch, as_base64, headers_only)
    except KafkaWireError as exc:
        yield {"error": {"position": reader.position, "message": str(exc)}}
        return
    if reader.partial_bytes:
        yield {"partial": {"position": reader.position, "bytes": reader.partial_bytes}}


def _lines_of(batch: RecordBatch | LegacyBatch, as_base64: bool, headers_only: bool) -> Iterator[Line]:
    yield {"batch": batch_header(batch)}
    if headers_only:
        return
    try:
        lines = [{"record": record_line(record, batch.is_control, as_base64)} for record in batch.records()]
    except KafkaWireError as exc:
        yield {"error": {"position": batch.position, "message": str(exc)}}
        return
    yield from lines


def batch_header(batch: RecordBatch | LegacyBatch) -> Line:
    """What the header says. The old formats have no more than the first part."""
    line = {
        "position": batch.position,
        "sizeInBytes": batch.size_in_bytes,
        "magic": batch.magic,
        "lastOffset": batch.last_offset,
        "crc": batch.crc,
        "isValid": batch.is_valid,
        "attributes": batch.attributes,
        "compression": codec_label(batch.codec),
        "timestampType": batch.timestamp_type.label,
        "maxTimestamp": batch.max_timestamp,
    }
    return line if batch.magic < 2 else line | _new_header(batch)


def _new_header(batch: RecordBatch | LegacyBatch) -> Line:
    return {
        "baseOffset": batch.base_offset,
        "partitionLeaderEpoch": batch.partition_leader_epoch,
        "producerId": batch.producer_id,
        "producerEpoch": batch.producer_epoch,
        "baseSequence": batch.base_sequence,
        "lastSequence": batch.last_sequence,
        "isTransactional": batch.is_transactional,
        "isControl": batch.is_control,
        "deleteHorizon": batch.delete_horizon,
        "recordCount": batch.record_count,
    }


def codec_label(codec: int) -> str:
    """The name of a compression codec, or its number where it has none."""
    return CODECS[codec] if codec < len(CODECS) else f"unknown ({codec})"


def record_line(record: Record, is_control: bool, as_base64: bool) -> Line:
    """A record, with what it says if it is a control record."""
    line: Line = {"offset": record.offset, "timestamp": record.timestamp}
    line |= _blob("key", record.key, as_base64)
    line |= _blob("value", record.value, as_base64)
    line["headers"] = [{"name": name} | _blob("value", value, as_base64) for name, value in record.headers]
    if is_control:
        line["control"] = control_record(record)
    return line


def topic_record_line(record: Record, batch: RecordBatch | LegacyBatch, topic: str) -> Line:
    """A record of a topic; those of Kafka's own topics as what they hold. What cannot be read has an `error`."""
    from kafkawire.internal_records import INTERNAL, decode_internal
    from kafkawire.records import Record

    if topic in INTERNAL and not batch.is_control:
        try:
            found = decode_internal(topic, record.key, record.value)
            return record_line(Record(0, 0, None, None, record.headers), is_control=False, as_base64=False) | found
        except KafkaWireError as exc:
            return record_line(record, is_control=False, as_base64=True) | {"error": str(exc)}
    try:
        return record_line(record, batch.is_control, as_base64=False)
    except KafkaWireError as exc:
        return record_line(record, is_control=False, as_base64=True) | {"error": str(exc)}


def _blob(name: str, data: bytes | None, as_base64: bool) -> Line:
    """Text where the bytes are printable text, else base64 under a name that says so. Nothing gets lost."""
    if data is not None and not as_base64:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            as_base64 = True
        else:
            if all(char.isprintable() or char in "\n\t" for char in text):
                return {name: text}
    return {name: None} if data is None else {f"{name}Base64": base64.b64encode(data).decode()}


def control_record(record: Record) -> Line:
    """What a control record says: its type and its value."""
    from kafkawire.records import EndTxnMarker, decode_control_record, read_control_record

    line: Line = {"type": read_control_record(record).type.name}
    value = decode_control_record(record)
    if isinstance(value, EndTxnMarker):
        line["coordinatorEpoch"] = value.coordinator_epoch
    elif value is not None:
        line["value"] = _message_json(value, record.value or b"")
    return line


def _message_json(value: Message, raw: bytes) -> Line:
    (version,) = struct.unpack_from(">h", raw)  # such a value begins with its version
    return value.to_json(version)
