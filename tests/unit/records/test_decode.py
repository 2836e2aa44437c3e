"""Decoding in every way there is gives what went in: quick runs, guessed widths, careful reading, columns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from kafkawire.records import Record, decode, read_batches
from kafkawire.records.careful import NAMES
from kafkawire.records.runs import read_run
from tests.fuzz.test_records_fuzz import batch_of
from tests.unit.records import reference
from tests.unit.records.shapes import batches, shapes

SHAPES = shapes()


def _read(data: bytes) -> list[Record]:
    (batch,) = read_batches(data)
    return batch.records()


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    records = SHAPES[name]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


@settings(deadline=None)  # the first one may import numpy, and machines differ
@given(batches)
def test_anything(records: list[Any]) -> None:
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


def test_keys_and_values_are_bytes_of_their_own() -> None:
    for record in _read(reference.batch(SHAPES["small/two"])):
        assert type(record.key) is bytes
        assert type(record.value) is bytes
        assert [type(value) for _, value in record.headers] == [bytes, bytes]


def test_overlong_varints_are_read_as_apache_kafka_does() -> None:
    rest = b"\0" + b"\x80\x80\x00" + b"\x80\x00" + b"\x82\x00k" + b"\x02v" + b"\x00"
    overlong = bytes((0x80 | 2 * len(rest), 0)) + rest
    for body in (overlong, reference.record(0, 0, b"k", b"v", [])):
        records = _read(batch_of(0, body * 30, 30))
        assert records == [Record(0, 0, b"k", b"v")] * 30


def test_a_run_ends_where_a_record_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def spy(*args: Any) -> Any:
        result = read_run(*args)
        taken.append(len(result[0]))
        return result

    monkeypatch.setattr(decode, "read_run", spy)
    records: list[Any] = [(i, 1, b"key", b"v" * (20 + (i == 45)), []) for i in range(60)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert sum(taken) > 35
    taken.clear()
    records = [(i, 1, b"key", b"v" * (i % 50), []) for i in range(60)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert sum(taken) == 0


def test_the_memo_of_header_names_is_bounded() -> None:
    records = [(i, 1, None, None, [(f"name-{i}", b"")]) for i in range(3000)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    long = [(0, 1, None, None, [("n" * 65, b"")])]
    assert _read(reference.batch(long)) == [Record(*long[0])]
    assert len(NAMES) <= 1024
    assert all(len(name) <= 64 for name in NAMES)
