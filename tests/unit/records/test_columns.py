from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given, settings

from kafkawire.records import LegacyBatch, Record, RecordBatch, TimestampType, read_batches, write_batch
from kafkawire.records import columns as module
from tests.unit.records import reference
from tests.unit.records.shapes import batches, shapes

SHAPES = shapes()
ARRAYS = (
    "offsets",
    "timestamps",
    "key_starts",
    "key_lengths",
    "value_starts",
    "value_lengths",
    "header_starts",
    "header_counts",
)


def _rows(columns: Any) -> list[Any]:
    return [
        (
            int(columns.offsets[i]),
            int(columns.timestamps[i]),
            columns.key(i),
            columns.value(i),
            columns.headers(i),
        )
        for i in range(len(columns))
    ]


def _batch(data: bytes) -> RecordBatch | LegacyBatch:
    (batch,) = read_batches(data)
    return batch


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "import_numpy", lambda: None)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_the_same_with_and_without_numpy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    records = SHAPES[name]
    batch = _batch(reference.batch(records))
    quick = batch.columns()
    assert _rows(quick) == records
    monkeypatch.setattr(module, "import_numpy", lambda: None)
    plain = batch.columns()
    assert plain.data == quick.data
    for column in ARRAYS:
        assert isinstance(getattr(plain, column), array)
        assert getattr(quick, column).dtype == numpy.int64
        assert getattr(quick, column).tolist() == getattr(plain, column).tolist()


@settings(deadline=None)  # the first one may import numpy, and machines differ
@given(batches)
def test_anything(records: list[Any]) -> None:
    assert _rows(_batch(reference.batch(records)).columns()) == records


@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_positions_point_into_the_data(codec: str) -> None:
    batch = _batch(write_batch(SHAPES["small/two"], compression=codec))
    columns = batch.columns()
    start, length = int(columns.value_starts[3]), int(columns.value_lengths[3])
    assert columns.data[start : start + length] == SHAPES["small/two"][3][3]
    if codec == "none":
        assert columns.data == batch.data


@pytest.mark.usefixtures("without_numpy")
def test_log_append_time_and_wrapping_without_numpy() -> None:
    records = [((1 << 63) - 2 + i, 5, b"k", b"v", ()) for i in range(2)]
    data = write_batch(records, timestamp_type=TimestampType.LOG_APPEND_TIME, max_timestamp=99)
    columns = _batch(data).columns()
    assert list(columns.offsets) == [(1 << 63) - 2, (1 << 63) - 1]
    assert list(columns.timestamps) == [99, 99]


@pytest.mark.parametrize("compression", ["none", "gzip"])
@pytest.mark.parametrize("numpy", [True, False])
def test_old_formats(compression: str, numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not numpy:
        monkeypatch.setattr(module, "import_numpy", lambda: None)
    records: list[Any] = [(7, 1, b"k", b"v", []), (8, 2, None, b""), (9, 3, b"", None)]
    data = write_batch([(*r, [])[:5] for r in records], magic=1, compression=compression)
    rows = [row for batch in read_batches(data) for row in _rows(batch.columns())]
    assert rows == [(*r, [])[:5] for r in records]


def test_a_record_with_very_many_headers_is_left_to_the_loop() -> None:
    records = [(i, 0, None, None, [("n", b"")] * (1000 if i == 50 else 1)) for i in range(100)]
    assert _rows(_batch(reference.batch(records)).columns()) == records


@pytest.mark.parametrize("numpy", [True, False])
def test_a_part_of_columns_has_those_records_over_the_same_bytes(numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not numpy:
        monkeypatch.setattr(module, "import_numpy", lambda: None)
    records: list[Any] = [(i, i, b"k%d" % i, None if i % 3 else b"v", [("n", b"%d" % i)]) for i in range(50)]
    columns = _batch(write_batch(records)).columns()
    assert _rows(columns.part(10, 20)) == records[10:20]
    assert _rows(columns.part(45)) == records[45:]
    assert len(columns.part(50)) == 0
    assert columns.part(10, 20).data is columns.data


@pytest.mark.parametrize("numpy", [True, False])
def test_records_that_are_objects_already_keep_all_that_they_have(numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not numpy:
        monkeypatch.setattr(module, "import_numpy", lambda: None)
    headers = [("h", b"1"), ("n", None), ("\u00e9", b"x" * 300)]
    records = [Record(7, 1, b"k", b"v", headers), Record(8, 2, None, b""), Record(9, 3, b"", None, headers[:1])]
    columns = module.columns_of_records(records)
    found = [Record(*row) for row in zip(columns.offsets.tolist(), columns.timestamps.tolist(), strict=True)]
    for index, record in enumerate(found):
        record.key, record.value, record.headers = columns.key(index), columns.value(index), columns.headers(index)
    assert [(r.offset, r.timestamp, r.key, r.value, list(r.headers)) for r in found] == [
        (r.offset, r.timestamp, r.key, r.value, list(r.headers)) for r in records
    ]
