from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from tests.spark.values.pieces import batches, decoded, values

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
pytest.importorskip("numpy")


def _values(found: Sequence[bytes | None], schema: str, **options: str) -> list[Any]:
    return values(found, valueFormat="json", valueSchema=schema, **options)


def test_values_become_one_struct_and_the_other_columns_stay() -> None:
    found = decoded([(b"k", b'{"id": 7, "name": "a\\nb", "more": 1}'), (None, None)], valueFormat="json",
                    valueSchema="id INT, name STRING")  # fmt: skip
    assert list(found[0]) == ["key", "value", "topic", "partition", "offset", "timestamp", "timestampType"]
    assert (found[0]["key"], found[0]["value"], found[0]["offset"]) == (b"k", {"id": 7, "name": "a\nb"}, 100)
    assert found[1]["value"] is None


def test_newlines_between_tokens_are_json() -> None:
    assert _values([b'{\r\n "id":\n 7\n}\n', b'{"id": 8}'], "id INT") == [{"id": 7}, {"id": 8}]


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("boolean", "true", True),
        ("bigint", "9223372036854775807", 2**63 - 1),
        ("double", "1e3", 1000.0),
        ("double", "1152921504606846977", float(2**60)),
        ("decimal(20,2)", "123456789012345678.91", Decimal("123456789012345678.91")),
        ("string", '"\\u00e9"', "é"),
        ("string", '{"a": [1, null]}', '{"a": [1, null]}'),
        ("binary", '"aGk="', b"hi"),
        ("date", '"2026-11-21"', date(2026, 11, 21)),
        ("timestamp", '"2026-11-21T10:00:00.5+01:00"', datetime(2026, 11, 21, 9, 0, 0, 500_000, UTC)),
        ("timestamp_ntz", '"2026-11-21 10:00:00"', datetime(2026, 11, 21, 10)),
        ("array<int>", "[1, null]", [1, None]),
        ("map<string,array<double>>", '{"a": [1.5], "b": null}', [("a", [1.5]), ("b", None)]),
        ("struct<x: int, y: int>", '{"x": 1}', {"x": 1, "y": None}),
        ("int", "null", None),
    ],
)
def test_types(kind: str, text: str, wanted: object) -> None:
    assert _values([f'{{"f": {text}}}'.encode()], f"f {kind}") == [{"f": wanted}]


HOSTILE = [
    b"",
    b"{",
    b'{"f": 1}{"f": 2}',
    b"\xff",
    "{}".encode("utf-16"),
    b"[]",
    b"7",
    b'{"f": "7"}',
    b'{"f": true}',
    b'{"f": 1.5}',
    b'{"f": 2147483648}',
    b'{"f": NaN}',
    b'{"f": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_what_does_not_fit_says_where_it_is(value: bytes, caplog: pytest.LogCaptureFixture) -> None:
    from kafkawire.serde.framing import Malformed

    found = [b'{"f": 1}', value, b'{"f": 3}']
    with pytest.raises(Malformed, match=r"flights-3, offset 101: the value is malformed: .*onMalformed=null"):
        _values(found, "f INT")
    with caplog.at_level(logging.WARNING):
        assert _values(found, "f INT", onMalformed="null") == [{"f": 1}, None, {"f": 3}]
    assert "1 malformed values became null, the first: flights-3, offset 101" in caplog.text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("decimal(5,2)", "1.234"),
        ("decimal(5,2)", "12345"),
        ("decimal(5,2)", "1e999999999"),
        ("decimal(5,2)", "1e-999999999"),
        ("decimal(5,2)", "1e99999999999999999999"),
        ("string", '"\\ud800"'),
        ("binary", '"!"'),
        ("date", '"21.11.2026"'),
        ("timestamp", "7"),
        ("array<int>", "{}"),
    ],
)
def test_fields_that_do_not_fit(kind: str, text: str) -> None:
    found = _values([f'{{"f": {text}}}'.encode(), b"{}"], f"f {kind}", onMalformed="null")
    assert found == [None, {"f": None}]


def test_keys_of_maps_are_strings_as_names_in_json_are() -> None:
    with pytest.raises(InvalidOption, match="'valueSchema': keys of a map are names in JSON, so STRING, not INT"):
        _values([], "f map<int,int>")


@pytest.mark.parametrize("kind", ["date", "timestamp"])
def test_an_error_does_not_repeat_a_long_value(kind: str) -> None:
    from kafkawire.serde.framing import Malformed

    with pytest.raises(Malformed, match="in ISO 8601") as caught:
        _values([b'{"f": "' + b"x" * 100_000 + b'"}'], f"f {kind}")
    assert len(str(caught.value)) < 200


def test_a_field_is_named_by_its_path() -> None:
    from kafkawire.serde.framing import Malformed

    with pytest.raises(Malformed, match="malformed: a: b: whole number expected, not str"):
        _values([b'{"a": {"b": "x"}}'], "a struct<b: int>")


def test_a_schema_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "schema.ddl"
    file.write_text("id INT,\nname STRING\n")
    assert _values([b'{"id": 1}'], str(file)) == [{"id": 1, "name": None}]
    with pytest.raises(InvalidOption, match=r"option 'valueSchema': .*missing\.ddl"):
        _values([], str(tmp_path / "missing.ddl"))


def test_a_header_of_confluent_is_skipped() -> None:
    assert _values([b'\0\0\0\0\x07{"id": 1}'], "id INT", valueFraming="confluent") == [{"id": 1}]


def test_keys_and_more_rows_than_are_decoded_at_once() -> None:
    pairs = [(b"%d" % i, b'{"n": %d}' % i) for i in range(25_000)]
    both = {"valueFormat": "json", "valueSchema": "n INT", "keyFormat": "json", "keySchema": "bigint"}
    found = decoded(pairs, columns="value,key,offset", **both)
    assert list(found[0]) == ["value", "key", "offset"]
    assert [(row["key"], row["value"]["n"], row["offset"]) for row in found] == [(i, i, 100 + i) for i in range(25_000)]


def test_what_is_malformed_can_be_kept_beside_what_is_not() -> None:
    pairs = [(b"1", b'{"f": 1}'), (b"x", b'{"f": 2}'), (None, b"{"), (b"y", None), (b"z", b"[")]
    given = {
        "valueFormat": "json",
        "valueSchema": "f INT",
        "keyFormat": "json",
        "keySchema": "INT",
        "onMalformed": "keep",
    }
    (found,) = batches(pairs, **given)
    rows = found.select(["key", "value", "malformedKey", "malformedValue"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (1, {"f": 1}, None, None),
        (None, {"f": 2}, b"x", None),
        (None, None, None, b"{"),
        (None, None, b"y", None),
        (None, None, b"z", b"["),
    ]
    said = found.column("malformed").to_pylist()
    assert said[0] is None
    assert said[1].startswith("flights-3, offset 101: the key is malformed: ")
    assert said[2].startswith("flights-3, offset 102: the value is malformed: ")
