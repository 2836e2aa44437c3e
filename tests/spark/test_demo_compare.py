from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from kafkawire.demo.compare import Comparison
from kafkawire.demo.errors import RecordDiffers
from kafkawire.demo.flights import FlightRecord
from kafkawire.records import Record

FLIGHTS = [
    FlightRecord(row, 1_000 + row, carrier, json.dumps({"carrier": carrier.decode(), "delay": row}).encode())
    for row, carrier in enumerate([b"UA", b"AA", b"UA", b"UA", b"AA"])
]


def _records(*rows: int) -> list[Record]:
    return [Record(offset, FLIGHTS[row].timestamp, *FLIGHTS[row][2:]) for offset, row in enumerate(rows)]


def _fed(*partitions: list[Record]) -> Comparison:
    comparison = Comparison("flights", FLIGHTS)
    for partition, records in enumerate(partitions):
        comparison.check(partition, records)
    comparison.finish()
    return comparison


def test_what_was_sent_is_accepted_in_whichever_partitions() -> None:
    assert _fed(_records(0, 2, 3), _records(1, 4)).compared == 5
    assert _fed(_records(1, 0, 2, 4, 3)).compared == 5


def _change(record: Record, **fields: object) -> None:
    for name, value in fields.items():
        setattr(record, name, value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: _change(r, value=b'{"carrier": "UA", "delay": 3}'), "row 2 of the source: delay is 3, not 2"),
        (lambda r: _change(r, value=b'{"carrier": "UA"}'), "delay is None, not 2"),
        (lambda r: _change(r, value=r.value + b" "), "value is"),
        (lambda r: _change(r, value=b"\xff"), "value is"),
        (lambda r: _change(r, value=None), "value is None"),
        (lambda r: _change(r, timestamp=7), "timestamp is 7, not 1002"),
        (lambda r: _change(r, headers=[("h", b"")]), "there are headers"),
        (lambda r: _change(r, key=b"XX"), "the source has no carrier b'XX'"),
        (lambda r: _change(r, key=None), "the source has no carrier None"),
    ],
)
def test_a_changed_record_is_found_and_named(change: Callable[[Record], None], said: str) -> None:
    records = _records(0, 2, 3)
    change(records[1])
    with pytest.raises(RecordDiffers) as caught:
        _fed(records, _records(1, 4))
    assert str(caught.value).startswith("flights-0, offset 1: ")
    assert said in str(caught.value)


def test_a_gap_in_the_offsets_is_found() -> None:
    records = _records(0, 2, 3)
    del records[1]
    with pytest.raises(RecordDiffers, match="flights-0, offset 1: missing: the next record has offset 2"):
        _fed(records)


def test_records_in_another_order_are_found() -> None:
    with pytest.raises(RecordDiffers, match="flights-0, offset 1: differs from row 2"):
        _fed(_records(0, 3, 2), _records(1, 4))


def test_a_record_that_came_twice_is_found() -> None:
    with pytest.raises(RecordDiffers, match="flights-1, offset 2: the source has only 2 flights of AA"):
        _fed(_records(0, 2, 3), _records(1, 4, 4))


def test_a_missing_end_is_found() -> None:
    with pytest.raises(RecordDiffers, match="1 of 2 flights of carrier AA are missing, the first is row 4"):
        _fed(_records(0, 2, 3), _records(1))
