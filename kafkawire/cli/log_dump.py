"""`kafkawire log dump`: what is in the files of a broker, in the words of kafka-dump-log or as JSON lines.

A line of JSON has one key that says what it is: `file` begins a file, `batch`, `record`, `entry` (of an index, a
snapshot or a checkpoint) and `error` follow.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.annotate.batch_json import batch_header, topic_record_line
from kafkawire.cli.output import json_text
from kafkawire.cli.record_format import printable
from kafkawire.errors import DecodeError, KafkaWireError
from kafkawire.logfiles.checkpoints import (
    format_uuid,
    parse_epochs,
    parse_offsets,
    parse_partition_metadata,
    parse_properties,
)
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import Directory, Partition, kind_of
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY, entries_of, parse_aborted
from kafkawire.logfiles.producer_snapshot import decode_snapshot
from kafkawire.logfiles.reading import batches, content
from kafkawire.logfiles.segment import Batch
from kafkawire.logfiles.walking import Damage
from kafkawire.records import Record, RecordBatch
from kafkawire.records.header import next_sequence

if TYPE_CHECKING:
    from kafkawire.messages.producer_snapshot import ProducerEntry

__all__ = ["dump", "dump_small", "line_text"]

Line = dict[str, Any]
_METADATA = "__cluster_metadata"


def dump(directory: Directory, *, records: bool, topic: str | None) -> Iterator[Line]:
    """The lines of all files. `topic` says whose records they are, where the name of the directory does not."""
    for partition in directory.partitions:
        for path, base_offset in _logs(partition):
            yield from _log(path, base_offset, topic or partition.topic, records)
        for path in partition.others:
            if kind_of(path) != "log":
                yield from dump_small(path)
    for path in directory.others:
        yield from _log(path, 0, _METADATA, records) if kind_of(path) == "log" else dump_small(path)


def _logs(partition: Partition) -> Iterator[tuple[str, int]]:
    yield from ((segment.path, segment.base_offset) for segment in partition.segments)
    yield from ((path, _base_offset(path)) for path in partition.others if kind_of(path) == "log")


def _base_offset(path: str) -> int:
    digits = path.rpartition("/")[2][:20]
    return int(digits) if digits.isdecimal() else 0


def _log(path: str, base_offset: int, topic: str, records: bool) -> Iterator[Line]:
    yield {"file": {"path": path, "kind": "log", "startingOffset": base_offset}}
    with LocalFile(path) as file:
        for position, found in batches(file):
            if isinstance(found, Damage):
                yield {"error": {"position": position, "bytes": found.end - position, "message": found.cause}}
            else:
                yield {"batch": batch_header(found) | {"position": position}}
                if records and found.is_valid:
                    yield from _records(position, found, topic)


def _records(position: int, batch: Batch, topic: str) -> Iterator[Line]:
    try:
        found = batch.records()
    except KafkaWireError as exc:
        yield {"error": {"position": position, "message": str(exc).partition(": ")[2] or str(exc)}}
        return
    for record in found:
        line = topic_record_line(record, batch, topic) | _sizes(record, batch)
        if not isinstance(batch, RecordBatch) and not batch.codec:  # inside a wrapper it has one that nobody keeps
            line |= {"crc": batch.crc}
        yield {"record": line}


def _sizes(record: Record, batch: Batch) -> Line:
    size = {
        "offset": record.offset,
        "timestamp": record.timestamp,
        "timestampType": batch.timestamp_type.label,
        "keySize": -1 if record.key is None else len(record.key),
        "valueSize": -1 if record.value is None else len(record.value),
    }
    return size | {"sequence": batch.sequence(record.offset)} if isinstance(batch, RecordBatch) else size


# --------------------------------------------------------------------------------------------------------- small files


def dump_small(path: str) -> Iterator[Line]:
    """The lines of a file that is none with batches."""
    kind = kind_of(path) or ""
    yield {"file": {"path": path, "kind": kind}}
    try:
        for entry in _READERS[kind](content(path), _base_offset(path)):
            yield {"entry": entry}
    except DecodeError as exc:
        yield {"error": {"message": str(exc)}}


def _index(data: bytes, base: int) -> Iterator[Line]:
    return ({"offset": base + offset, "position": position} for offset, position in entries_of(OFFSET_ENTRY, data))


def _time_index(data: bytes, base: int) -> Iterator[Line]:
    return ({"timestamp": timestamp, "offset": base + offset} for timestamp, offset in entries_of(TIME_ENTRY, data))


def _aborted(data: bytes, _: int) -> Iterator[Line]:
    for producer, first, last, stable in parse_aborted(data):
        yield {"version": 0, "producerId": producer, "firstOffset": first, "lastOffset": last} | {
            "lastStableOffset": stable
        }


def _snapshot(data: bytes, _: int) -> Iterator[Line]:
    for entry in decode_snapshot(data):
        open_from = entry.current_txn_first_offset
        line = {
            "producerId": entry.producer_id,
            "producerEpoch": entry.epoch,
            "coordinatorEpoch": entry.coordinator_epoch,
            "currentTxnFirstOffset": None if open_from < 0 else open_from,
            "lastTimestamp": entry.timestamp,
        }
        yield line | _last_batch(entry) if entry.last_offset >= 0 else line


def _last_batch(entry: ProducerEntry) -> Line:
    return {
        "firstSequence": next_sequence(entry.last_sequence, -entry.offset_delta) if entry.last_sequence >= 0 else -1,
        "lastSequence": entry.last_sequence,
        "lastOffset": entry.last_offset,
        "offsetDelta": entry.offset_delta,
        "timestamp": entry.timestamp,
    }


def _epochs(data: bytes, _: int) -> Iterator[Line]:
    return ({"leaderEpoch": epoch, "startOffset": offset} for epoch, offset in parse_epochs(data))


def _offsets(data: bytes, _: int) -> Iterator[Line]:
    found = parse_offsets(data)
    return ({"topic": topic, "partition": number, "offset": found[topic, number]} for topic, number in sorted(found))


def _partition_metadata(data: bytes, _: int) -> Iterator[Line]:
    yield {"topicId": format_uuid(parse_partition_metadata(data))}


def _properties(data: bytes, _: int) -> Iterator[Line]:
    yield dict(parse_properties(data))


def _quorum_state(data: bytes, _: int) -> Iterator[Line]:
    try:
        yield dict(json.loads(data))
    except (ValueError, TypeError, RecursionError) as exc:
        raise DecodeError(f"not the state of a quorum, which is JSON: {exc}") from exc


_READERS: dict[str, Callable[[bytes, int], Iterator[Line]]] = {
    "index": _index,
    "timeindex": _time_index,
    "txnindex": _aborted,
    "snapshot": _snapshot,
    "epochs": _epochs,
    "offsets": _offsets,
    "partition.metadata": _partition_metadata,
    "properties": _properties,
    "quorum-state": _quorum_state,
}


# --------------------------------------------------------------------------------------------------------------- text


def line_text(line: Line) -> str:
    """A line as kafka-dump-log prints it, as far as that prints such files."""
    ((what, fields),) = line.items()
    return _TEXTS[what](fields)


def _file_text(fields: Line) -> str:
    start = f"\nLog starting offset: {fields['startingOffset']}" if "startingOffset" in fields else ""
    return f"Dumping {fields['path']}{start}"


def _entry_text(fields: Line) -> str:
    pairs = fields | (
        {"currentTxnFirstOffset": _optional(fields["currentTxnFirstOffset"])} if "producerEpoch" in fields else {}
    )
    return " ".join(f"{name}: {_plain(value)}" for name, value in pairs.items())


def _plain(value: Any) -> str:
    return printable(value.encode()) if isinstance(value, str) else json_text(value)


def _optional(value: int | None) -> str:
    return "OptionalLong.empty" if value is None else f"OptionalLong[{value}]"


def _batch_text(fields: Line) -> str:
    words: Line
    if fields["magic"] < 2:
        words = {"offset": fields["lastOffset"]}
    else:
        words = {
            "baseOffset": fields["baseOffset"],
            "lastOffset": fields["lastOffset"],
            "count": fields["recordCount"],
            "baseSequence": fields["baseSequence"],
            "lastSequence": fields["lastSequence"],
            "producerId": fields["producerId"],
            "producerEpoch": fields["producerEpoch"],
            "partitionLeaderEpoch": fields["partitionLeaderEpoch"],
            "isTransactional": str(fields["isTransactional"]).lower(),
            "isControl": str(fields["isControl"]).lower(),
            "deleteHorizonMs": _optional(fields["deleteHorizon"]),
        }
    words |= {
        "position": fields["position"],
        fields["timestampType"]: fields["maxTimestamp"],
        "size": fields["sizeInBytes"],
        "magic": fields["magic"],
        "compresscodec": fields["compression"],
        "crc": fields["crc"],
        "isvalid": str(fields["isValid"]).lower(),
    }
    return " ".join(f"{name}: {value}" for name, value in words.items())


def _record_text(fields: Line) -> str:
    names = ",".join(printable(header["name"].encode()) for header in fields["headers"])
    tail = f"isValid: true crc: {fields['crc']}}}" if "crc" in fields else f"headerKeys: [{names}]"
    tail = f"sequence: {fields['sequence']} {tail}" if "sequence" in fields else tail
    head = f"| offset: {fields['offset']} {fields['timestampType']}: {fields['timestamp']}"
    return f"{head} keySize: {fields['keySize']} valueSize: {fields['valueSize']} {tail}{_payload(fields)}"


def _payload(fields: Line) -> str:
    """What is in a record: as text, decoded, or what a control record says."""
    if "control" in fields:
        control = fields["control"]
        if "coordinatorEpoch" in control:
            return f" endTxnMarker: {control['type']} coordinatorEpoch: {control['coordinatorEpoch']}"
        kind = "".join(map(str.capitalize, control["type"].split("_"))).replace("Kraft", "KRaft")
        return f" {kind}: {json_text(control.get('value'))}"
    found = ""
    for name, label in (("key", "key"), ("value", "payload")):
        value = fields.get(name, fields.get(f"{name}Base64"))
        if name == "value" and "type" in fields and value is not None:
            value = {"type": fields["type"], "version": fields["version"], "data": value}
        if value is not None:
            found += f" {label}: {printable(value.encode()) if isinstance(value, str) else json_text(value)}"
    return found + (f" error: {fields['error']}" if "error" in fields else "")


def _error_text(fields: Line) -> str:
    where = f"position {fields['position']}: " if "position" in fields else ""
    size = f" ({fields['bytes']} bytes)" if "bytes" in fields else ""
    return f"ERROR {where}{printable(fields['message'].encode())}{size}"


_TEXTS: dict[str, Callable[[Line], str]] = {
    "file": _file_text,
    "batch": _batch_text,
    "record": _record_text,
    "entry": _entry_text,
    "error": _error_text,
}
