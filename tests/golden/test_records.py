"""Record sets written by Apache Kafka: read as it reads them, written as it writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from kafkawire.errors import CorruptBatch, KafkaWireError
from kafkawire.records import (
    EndTxnMarker,
    LegacyBatch,
    Record,
    RecordBatch,
    TimestampType,
    decode_control_record,
    read_batches,
    read_control_record,
    write_batch,
)
from tests.corpus import json_lines, path

LOG_APPEND_TIME_BIT = 0x08

AttributeNames = {
    "magic": "magic",
    "sizeInBytes": "size_in_bytes",
    "valid": "is_valid",
    "crc": "crc",
    "compression": "compression",
    "lastOffset": "last_offset",
    "nextOffset": "next_offset",
    "maxTimestamp": "max_timestamp",
    "attributes": "attributes",
    "baseOffset": "base_offset",
    "lastOffsetDelta": "last_offset_delta",
    "baseTimestamp": "base_timestamp",
    "partitionLeaderEpoch": "partition_leader_epoch",
    "producerId": "producer_id",
    "producerEpoch": "producer_epoch",
    "baseSequence": "base_sequence",
    "lastSequence": "last_sequence",
    "transactional": "is_transactional",
    "control": "is_control",
    "deleteHorizonMs": "delete_horizon",
    "count": "record_count",
}


@dataclass
class RecordSet:
    number: int
    line: dict[str, Any]

    @property
    def data(self) -> bytes:
        return bytes.fromhex(self.line["hex"])

    def __str__(self) -> str:
        return f"{self.number}-{self.line['case']}-v{self.line['magic']}-{self.line['codec']}"


SETS = [RecordSet(number, line) for number, line in enumerate(json_lines(path("vectors", "records.jsonl.gz")))]
WHOLE = [s for s in SETS if "batches" in s.line]
BAD_CRC = [s for s in SETS if "valid" in s.line]


def _blob(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def _expected(records: list[dict[str, Any]]) -> list[Record]:
    return [
        Record(
            record["offset"],
            record["timestamp"],
            _blob(record["key"]),
            _blob(record["value"]),
            [(name, _blob(value)) for name, value in record.get("headers", ())],
        )
        for record in records
    ]


def _from_columns(batch: RecordBatch | LegacyBatch) -> list[Record]:
    columns = batch.columns()
    return [
        Record(
            int(columns.offsets[i]), int(columns.timestamps[i]), columns.key(i), columns.value(i), columns.headers(i)
        )
        for i in range(len(columns))
    ]


def test_the_vectors_are_all_there() -> None:
    assert len(SETS) == 572
    assert {s.line["magic"] for s in SETS} == {0, 1, 2}
    assert {s.line["codec"] for s in SETS} == {"none", "gzip", "snappy", "lz4", "zstd"}


@pytest.mark.parametrize("vector", WHOLE, ids=str)
def test_decodes_to_what_kafka_reports(vector: RecordSet) -> None:
    reader = read_batches(vector.data)
    batches = list(reader)
    assert reader.partial_bytes == vector.line.get("leftOver", 0)
    assert reader.position == len(vector.data) - reader.partial_bytes
    assert len(batches) == len(vector.line["batches"])
    for batch, expected in zip(batches, vector.line["batches"], strict=True):
        assert batch.timestamp_type.label == expected["timestampType"]
        if "error" in expected:
            with pytest.raises(KafkaWireError, match="position 0, base offset 0"):
                batch.records()
            with pytest.raises(KafkaWireError, match="position 0, base offset 0"):
                batch.columns()
            continue
        for name, attribute in AttributeNames.items():
            if name in expected:
                assert (name, getattr(batch, attribute)) == (name, expected[name])
        if batch.magic == 2 and "deleteHorizonMs" not in expected:
            assert batch.delete_horizon is None
        records = list(batch)
        assert records == _expected(expected["records"])
        assert _from_columns(batch) == records
        for record, shown in zip(records, expected["records"], strict=True):
            assert batch.sequence(record.offset) == shown.get("sequence", -1)
            if "control" in shown:
                _same_control(record, shown["control"])


def _same_control(record: Record, shown: dict[str, Any]) -> None:
    control = read_control_record(record)
    assert (control.version, control.type_number, control.type.name) == (shown["version"], shown["type"], shown["name"])
    decoded = decode_control_record(record)
    if "coordinatorEpoch" in shown:
        assert isinstance(decoded, EndTxnMarker)
        assert decoded.coordinator_epoch == shown["coordinatorEpoch"]
        assert (decoded.key(), decoded.value()) == (record.key, record.value)
    elif "value" in shown:
        _same_fields(decoded, shown["value"])
    else:
        assert decoded is None


def _same_fields(decoded: Any, shown: dict[str, Any]) -> None:
    """Compare by the names as they are in JSON, written in snake case, as far as values are plain."""
    plain = {name.lower(): value for name, value in shown.items() if isinstance(value, int)}
    assert plain
    ours = {name.replace("_", ""): getattr(decoded, name) for name in dir(decoded) if not name.startswith("_")}
    assert {name: ours[name] for name in plain} == plain
    if "voters" in shown:
        assert len(decoded.voters) == len(shown["voters"])


@pytest.mark.parametrize("vector", BAD_CRC, ids=str)
def test_a_wrong_checksum_is_told_and_raises(vector: RecordSet) -> None:
    batch = next(read_batches(vector.data))
    assert batch.is_valid is vector.line["valid"]
    assert batch.crc == vector.line["crc"]
    if batch.is_valid:
        return
    with pytest.raises(CorruptBatch, match=r"position 0, base offset \d+: the CRC-32"):
        batch.records()
    with pytest.raises(CorruptBatch, match="CRC-32"):
        batch.columns()


@pytest.mark.parametrize("vector", [s for s in SETS if "error" in s.line], ids=str)
def test_what_kafka_refuses_is_refused(vector: RecordSet) -> None:
    with pytest.raises(KafkaWireError):
        [batch.records() for batch in read_batches(vector.data)]


@pytest.mark.parametrize("vector", [s for s in WHOLE if len(s.data) < 1200], ids=str)
def test_every_cut_leaves_the_whole_batches_before_it(vector: RecordSet) -> None:
    data = vector.data
    ends = [0]
    for batch in vector.line["batches"]:
        ends.append(ends[-1] + batch["sizeInBytes"])
    for cut in range(len(data)):
        reader = read_batches(data[:cut])
        whole = [batch.size_in_bytes for batch in reader]
        start = max(end for end in ends if end <= cut)
        assert len(whole) == ends.index(start)
        assert (reader.position, reader.partial_bytes) == (start, cut - start)


def _write_again(batch: RecordBatch | LegacyBatch, compression: str) -> bytes:
    append_time = batch.max_timestamp if batch.timestamp_type == TimestampType.LOG_APPEND_TIME else None
    if not isinstance(batch, RecordBatch):
        return write_batch(
            batch.records(),
            magic=batch.magic,
            compression=compression,
            timestamp_type=batch.timestamp_type,
            max_timestamp=append_time,
        )
    records = batch.records()
    if append_time is not None:  # what producers set stays in the deltas: read them without the bit that overrules them
        plain = bytearray(batch.data)
        plain[22] &= ~LOG_APPEND_TIME_BIT
        records = RecordBatch(bytes(plain), check_crc=False).records()
    return write_batch(
        records,
        compression=compression,
        base_offset=batch.base_offset,
        last_offset=batch.last_offset,
        partition_leader_epoch=batch.partition_leader_epoch,
        producer_id=batch.producer_id,
        producer_epoch=batch.producer_epoch,
        base_sequence=batch.base_sequence,
        is_transactional=batch.is_transactional,
        is_control=batch.is_control,
        timestamp_type=batch.timestamp_type,
        base_timestamp=batch.base_timestamp,
        max_timestamp=batch.max_timestamp,
        delete_horizon=batch.delete_horizon,
    )


@pytest.mark.parametrize("vector", [s for s in WHOLE if s.line["codec"] == "none"], ids=str)
def test_uncompressed_encodes_to_the_same_bytes(vector: RecordSet) -> None:
    for batch in read_batches(vector.data):
        assert _write_again(batch, "none") == batch.data


@pytest.mark.parametrize("vector", [s for s in WHOLE if s.line["codec"] != "none"], ids=str)
def test_compressed_encodes_to_the_same_records(vector: RecordSet) -> None:
    for batch, expected in zip(read_batches(vector.data), vector.line["batches"], strict=True):
        if "error" in expected:
            continue
        (again,) = read_batches(_write_again(batch, vector.line["codec"] if batch.codec else "none"))
        for name, attribute in AttributeNames.items():
            if name in expected and name not in ("crc", "sizeInBytes"):
                assert (name, getattr(again, attribute)) == (name, expected[name])
        assert again.records() == _expected(expected["records"])


def test_lz4_in_format_0_has_its_own_header_checksum() -> None:
    sets = [s for s in WHOLE if (s.line["case"], s.line["codec"], s.line["magic"]) == ("one", "lz4", 0)]
    assert sets
    for vector in sets:
        (batch,) = read_batches(vector.data)
        assert bytes.fromhex("04224d1860401a") in batch.data
        assert bytes.fromhex("04224d1860401a") in _write_again(batch, "lz4")
