"""Log segments of real brokers read to what Apache Kafka's own dump tool printed about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.errors import CorruptBatch, KafkaWireError
from kafkawire.records import (
    ControlRecordType,
    EndTxnMarker,
    LegacyBatch,
    Record,
    RecordBatch,
    decode_control_record,
    read_batches,
    read_control_record,
)
from tests.corpus import path
from tests.golden.conftest import STATES
from tests.golden.dumps import DumpedBatch, DumpedFile, DumpedRecord, read_dump

CONTROL_LABELS = {
    ControlRecordType.LEADER_CHANGE: "LeaderChange",
    ControlRecordType.SNAPSHOT_HEADER: "SnapshotHeader",
    ControlRecordType.SNAPSHOT_FOOTER: "SnapshotFooter",
    ControlRecordType.KRAFT_VERSION: "KRaftVersion",
    ControlRecordType.KRAFT_VOTERS: "KRaftVoters",
}


def _dumps() -> list[tuple[str, str]]:
    found = []
    for state in STATES:
        folder = path("segments", *state.split("/"), "dump")
        found += [(state, file.name) for file in sorted(folder.glob("*.log.txt.gz"))]
    return found


def _same_record(batch: RecordBatch | LegacyBatch, record: Record, dumped: DumpedRecord) -> None:
    assert record.offset == dumped.offset
    assert batch.timestamp_type.label == dumped.timestamp_type
    assert record.timestamp == dumped.timestamp
    assert (-1 if record.key is None else len(record.key)) == dumped.key_size
    assert (-1 if record.value is None else len(record.value)) == dumped.value_size
    assert ",".join(name for name, _ in record.headers) == dumped.header_names
    if dumped.sequence is not None:
        assert batch.sequence(record.offset) == dumped.sequence
    if batch.is_control:
        _same_control_record(record, dumped.text)
    elif dumped.text.startswith("key: ") and record.key is not None and record.value is not None:
        text = f"key: {_text(record.key)} payload: {_text(record.value)}"
        if text.isprintable() and "{" not in dumped.text:  # values of internal topics are shown decoded
            assert dumped.text == text.strip()


def _text(blob: bytes) -> str:
    return blob.decode("utf-8", "replace")


def _same_control_record(record: Record, text: str) -> None:
    kind = read_control_record(record).type
    if kind in CONTROL_LABELS:
        assert text.startswith(CONTROL_LABELS[kind])
        return
    marker = decode_control_record(record)
    assert isinstance(marker, EndTxnMarker)
    assert text == f"endTxnMarker: {kind.name} coordinatorEpoch: {marker.coordinator_epoch}"


def _same_batch(batch: RecordBatch | LegacyBatch, dumped: DumpedBatch) -> None:
    fields = dumped.fields
    ours = {
        "position": batch.position,
        "size": batch.size_in_bytes,
        "magic": batch.magic,
        "compresscodec": batch.compression,
        "crc": batch.crc,
        "isvalid": str(batch.is_valid).lower(),
        batch.timestamp_type.label: batch.max_timestamp,
    }
    if isinstance(batch, RecordBatch):
        horizon = batch.delete_horizon
        ours |= {
            "baseOffset": batch.base_offset,
            "lastOffset": batch.last_offset,
            "count": batch.record_count,
            "baseSequence": batch.base_sequence,
            "lastSequence": batch.last_sequence,
            "producerId": batch.producer_id,
            "producerEpoch": batch.producer_epoch,
            "partitionLeaderEpoch": batch.partition_leader_epoch,
            "isTransactional": str(batch.is_transactional).lower(),
            "isControl": str(batch.is_control).lower(),
            "deleteHorizonMs": "OptionalLong.empty" if horizon is None else f"OptionalLong[{horizon}]",
        }
    else:
        ours["offset"] = batch.last_offset
    assert {name: str(value) for name, value in ours.items()} == fields


def _same_file(data: bytes, dumped: DumpedFile) -> None:
    reader = read_batches(data)
    for expected in dumped.batches:
        batch = next(reader)
        _same_batch(batch, expected)
        if not batch.is_valid:
            with pytest.raises(CorruptBatch, match=f"position {batch.position}.*CRC"):
                batch.records()
            continue
        records = batch.records()
        assert len(records) == len(expected.records)
        for record, dumped_record in zip(records, expected.records, strict=True):
            _same_record(batch, record, dumped_record)
    if not dumped.error:
        assert next(reader, None) is None
        assert reader.position == sum(int(batch.fields["size"]) for batch in dumped.batches)


@pytest.mark.parametrize(("state", "name"), _dumps())
def test_partition_reads_to_what_kafka_dump_log_prints(logs: Path, state: str, name: str) -> None:
    files = read_dump(path("segments", *state.split("/"), "dump", name))
    for dumped in files:
        _same_file((logs / state.replace("/", "-") / dumped.name).read_bytes(), dumped)


@pytest.mark.parametrize("state", STATES)
def test_every_log_file_was_compared(logs: Path, state: str) -> None:
    folder = path("segments", *state.split("/"), "dump")
    dumped = {file.name for dump in folder.glob("*.log.txt.gz") for file in read_dump(dump)}
    root = logs / state.replace("/", "-")
    assert {str(log.relative_to(root)) for log in root.rglob("*.log")} <= dumped


def _good_part(data: bytes) -> tuple[int, str]:
    """Bytes of whole and valid batches at the beginning, and why no more."""
    reader = read_batches(data)
    try:
        for batch in reader:
            try:
                batch.records()
            except KafkaWireError as exc:
                return batch.position, str(exc)
    except CorruptBatch as exc:
        return reader.position, str(exc)
    return reader.position, f"{reader.partial_bytes} bytes left"


DAMAGE = [json.loads(line) for line in path("segments", "damaged", "DAMAGE.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("damage", [d for d in DAMAGE if d["file"].endswith(".log")], ids=lambda d: str(d["what"]))
def test_damage_is_found_where_the_broker_cut_the_log_off(logs: Path, damage: dict[str, object]) -> None:
    damaged = (logs / "damaged" / str(damage["file"])).read_bytes()
    recovered = (logs / "damaged-recovered" / str(damage["file"])).read_bytes()
    good, why = _good_part(damaged)
    assert damaged[:good] == recovered
    if "cut short" in str(damage["what"]):
        assert why == f"{len(damaged) - good} bytes left"
    else:
        assert f"position {good}" in why


def test_zeros_after_the_last_batch_are_no_batch(logs: Path) -> None:
    for log in sorted((logs / "damaged-recovered").rglob("*.log")):
        data = log.read_bytes()
        assert _good_part(data + bytes(64)) == (
            len(data),
            f"batch at position {len(data)}, base offset 0: its size field says 0, too little for any message",
        )
