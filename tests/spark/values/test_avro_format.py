"""Values as fastavro writes them."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import DecodeError
from tests.spark.values.pieces import values

fastavro = pytest.importorskip("fastavro")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
pytest.importorskip("numpy")

INNER = {"type": "record", "name": "Inner", "namespace": "n", "fields": [{"name": "x", "type": "int"}]}


def written(schema: Any, value: Any) -> bytes:
    file = io.BytesIO()
    fastavro.schemaless_writer(file, fastavro.parse_schema(schema), value)
    return file.getvalue()


def record(*kinds: Any) -> dict[str, Any]:
    fields = [{"name": f"f{i}", "type": kind} for i, kind in enumerate(kinds)]
    return {"type": "record", "name": "R", "namespace": "n", "fields": fields}


def _values(schema: Any, found: Sequence[bytes | None], **options: str) -> list[Any]:
    return values(found, valueFormat="avro", valueSchema=json.dumps(schema), **options)


MOMENT = datetime(2026, 11, 21, 10, 0, 0, 123_000, UTC)
LOCAL = MOMENT.replace(tzinfo=None)


@pytest.mark.parametrize(
    ("kind", "value", "wanted"),
    [
        ("boolean", True, True),
        ("int", -7, -7),
        ("long", 2**63 - 1, 2**63 - 1),
        ("float", 0.5, 0.5),
        ("double", 0.1, 0.1),
        ("string", "é", "é"),
        ("bytes", b"\xff", b"\xff"),
        (["null", "string"], None, None),
        (["string", "null"], "a", "a"),
        (["null", "int", "long"], 2**40, 2**40),
        (["float", "double"], 0.1, 0.1),
        ({"type": "enum", "name": "E", "symbols": ["A", "B"]}, "B", "B"),
        ({"type": "fixed", "name": "F", "size": 3}, b"abc", b"abc"),
        ({"type": "array", "items": ["null", INNER]}, [{"x": 1}, None], [{"x": 1}, None]),
        ({"type": "map", "values": "long"}, {"a": 1}, [("a", 1)]),
        ({"type": "map", "values": INNER}, {"a": {"x": 1}}, [("a", {"x": 1})]),
        ({"type": "int", "logicalType": "date"}, date(2026, 11, 21), date(2026, 11, 21)),
        ({"type": "long", "logicalType": "timestamp-millis"}, MOMENT, MOMENT),
        ({"type": "long", "logicalType": "timestamp-micros"}, MOMENT, MOMENT),
        ({"type": "long", "logicalType": "local-timestamp-millis"}, LOCAL, LOCAL),
        ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}, Decimal("-1.25"), Decimal("-1.25")),
        (
            {"type": "fixed", "name": "D", "size": 16, "logicalType": "decimal", "precision": 38, "scale": 10},
            Decimal("1234567890123456789012345678.0123456789"),
            Decimal("1234567890123456789012345678.0123456789"),
        ),
        (
            {"type": "string", "logicalType": "uuid"},
            "6ff1b0a3-6f3b-4b5e-8a3c-5b1c1f9e0a11",
            "6ff1b0a3-6f3b-4b5e-8a3c-5b1c1f9e0a11",
        ),
        ({"type": "array", "items": {"type": "long", "logicalType": "timestamp-millis"}}, [MOMENT], [MOMENT]),
    ],
    ids=str,
)
def test_types(kind: Any, value: Any, wanted: Any) -> None:
    schema = record(kind)
    assert _values(schema, [written(schema, {"f0": value}), None]) == [{"f0": wanted}, None]


def test_a_name_used_twice_and_a_schema_that_is_no_record() -> None:
    schema = record(INNER, ["null", "n.Inner"], "Inner")
    value = {"f0": {"x": 1}, "f1": None, "f2": {"x": 3}}
    assert _values(schema, [written(schema, value)]) == [value]
    assert _values("string", [written("string", "text")]) == ["text"]


def test_a_schema_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "r.avsc"
    file.write_text(json.dumps(record("int")))
    data = written(record("int"), {"f0": 5})
    assert values([data], valueFormat="avro", valueSchema=str(file)) == [{"f0": 5}]
    assert values([b"\0\0\0\0\x01" + data], valueFormat="avro", valueSchema=str(file), valueFraming="confluent") == [
        {"f0": 5}
    ]
    with pytest.raises(InvalidOption, match=r"option 'valueSchema': .*none\.avsc"):
        values([], valueFormat="avro", valueSchema=str(tmp_path / "none.avsc"))


def _doubled(times: int) -> Any:
    """A record of two of the one before: small as text, and 2**times fields."""
    schema: Any = {"type": "record", "name": "R0", "fields": [{"name": "f", "type": "null"}]}
    for i in range(1, times):
        fields = [{"name": "a", "type": schema}, {"name": "b", "type": f"R{i - 1}"}]
        schema = {"type": "record", "name": f"R{i}", "fields": fields}
    return schema


RECURSIVE = {"type": "record", "name": "R", "fields": [{"name": "next", "type": ["null", "R"]}]}


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("text", "no Avro schema: UnknownType"),
        ({"type": "enum", "name": "E"}, "no Avro schema"),
        (RECURSIVE, "R is within itself"),
        (record(["int", "string"]), "a union of int, string is no type of Spark"),
        ({"type": "array", "items": "null"}, "take no bytes"),
        ({"type": "array", "items": record("null", {"type": "fixed", "name": "F", "size": 0})}, "take no bytes"),
        ({"type": "map", "values": {"type": "array", "items": "null"}}, "take no bytes"),
        (_doubled(40), "more than 100000 types"),
        ({"type": "array", "items": _doubled(40)}, "more than 100000 types"),
    ],
    ids=range(9),
)
def test_a_schema_that_cannot_be_used_is_an_error_before_the_query(schema: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=f"option 'valueSchema'.*{message}"):
        _values(schema, [])


def test_a_schema_that_is_no_json() -> None:
    with pytest.raises(InvalidOption, match="option 'valueSchema': no Avro schema: JSONDecodeError"):
        values([], valueFormat="avro", valueSchema="{")


WIDE = record("int", "string", {"type": "array", "items": "long"}, {"type": "map", "values": "bytes"})
GOOD = written(WIDE, {"f0": 1, "f1": "abc", "f2": [1, 2, 3], "f3": {"k": b"v"}})


@pytest.mark.parametrize("cut", range(len(GOOD)))
def test_every_cut_is_malformed(cut: int) -> None:
    from kafkawire.serde.framing import Malformed

    with pytest.raises(Malformed, match="flights-3, offset 101: the value is malformed: not Avro of this schema"):
        _values(WIDE, [GOOD, GOOD[:cut]])


def test_what_is_left_over_and_what_arrow_cannot_hold_is_malformed() -> None:
    assert _values(WIDE, [GOOD + b"\0"], onMalformed="null") == [None]
    assert _values("int", [written("long", 2**40), b"\x02"], onMalformed="null") == [None, 1]
    decimal = {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}
    assert _values(decimal, [b"\x06\x01\x86\xa0", b"\x02\x64"], onMalformed="null") == [None, Decimal("1.00")]
    stamp = {"type": "long", "logicalType": "timestamp-millis"}
    assert _values(stamp, [written("long", 2**63 - 1)], onMalformed="null") == [None]


@given(st.binary(max_size=60))
def test_any_bytes_give_a_row_or_the_one_error(data: bytes) -> None:
    try:
        (found,) = _values(WIDE, [data])
    except DecodeError:
        assert _values(WIDE, [data], onMalformed="null") == [None]
    else:
        assert set(found) == {"f0", "f1", "f2", "f3"}
