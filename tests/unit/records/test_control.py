from __future__ import annotations

import pytest

from kafkawire.errors import CorruptBatch, KafkaWireError, Truncated
from kafkawire.records import (
    ControlRecordType,
    EndTxnMarker,
    Record,
    control_key,
    decode_control_record,
    read_control_record,
)


def control(key: str | None, value: str | None) -> Record:
    return Record(9, 0, None if key is None else bytes.fromhex(key), None if value is None else bytes.fromhex(value))


def test_keys() -> None:
    assert [control_key(kind).hex() for kind in ControlRecordType if kind >= 0] == [f"0000000{n}" for n in range(7)]
    read = read_control_record(control("00000002", "ff"))
    assert (read.type, read.type_number, read.version, read.value) == (ControlRecordType.LEADER_CHANGE, 2, 0, b"\xff")


def test_a_newer_key_is_read_all_the_same() -> None:
    read = read_control_record(control("000300010000", ""))
    assert (read.type, read.version) == (ControlRecordType.COMMIT, 3)


@pytest.mark.parametrize("number", ["0007", "0063", "7fff", "ffff", "8000"])
def test_unknown_types_are_for_newer_readers(number: str) -> None:
    record = control("0000" + number, None)
    assert read_control_record(record).type == ControlRecordType.UNKNOWN
    assert read_control_record(record).type_number == int.from_bytes(bytes.fromhex(number), "big", signed=True)
    assert decode_control_record(record) is None


def test_markers() -> None:
    for number, kind in ((0, ControlRecordType.ABORT), (1, ControlRecordType.COMMIT)):
        marker = decode_control_record(control(f"0000000{number}", "00000000002d"))
        assert marker == EndTxnMarker(kind, 45)
    newer = decode_control_record(control("00000001", "00010000002dffff"))
    assert newer == EndTxnMarker(ControlRecordType.COMMIT, 45, version=1)


@pytest.mark.parametrize(
    ("key", "value", "error", "text"),
    [
        (None, "00", CorruptBatch, "has no key"),
        ("000000", "00", Truncated, "has 3 bytes"),
        ("ffff0001", "00000000002d", CorruptBatch, "version -1"),
        ("00000001", None, CorruptBatch, "has no value"),
        ("00000001", "0000000000", Truncated, "has 5 bytes"),
        ("00000001", "ffff0000002d", CorruptBatch, "value of version -1"),
        ("00000002", "00", Truncated, "has 1 bytes"),
    ],
)
def test_damage(key: str | None, value: str | None, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=f"offset 9 .*{text}"):
        decode_control_record(control(key, value))


def test_a_message_that_cannot_be_decoded_is_one_of_our_errors() -> None:
    for value in ("0000", "00000000", "7fff00000000"):
        with pytest.raises(KafkaWireError):
            decode_control_record(control("00000002", value))
