"""Avro with a registry: each value names the schema that it was written with."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from tests.spark.values.fake_registry import Registry, running_registry
from tests.spark.values.pieces import values
from tests.spark.values.test_avro_format import INNER, record, written

pytest.importorskip("fastavro")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
pytest.importorskip("numpy")

OLD = {"type": "record", "name": "R", "fields": [{"name": "id", "type": "int"}, {"name": "gone", "type": "string"}]}
NEW = {
    "type": "record",
    "name": "R",
    "fields": [{"name": "id", "type": "long"}, {"name": "added", "type": "bytes", "default": "\u00ff"}],
}


@pytest.fixture
def registry() -> Iterator[Registry]:
    with running_registry() as found:
        yield found


def framed(number: int, data: bytes) -> bytes:
    return b"\0" + number.to_bytes(4, "big") + data


def _values(registry: Registry, found: Sequence[bytes | None], **options: str) -> list[Any]:
    return values(found, valueFormat="avro", schemaRegistry=registry.url, **options)


def test_values_of_several_schemas_come_as_the_latest(registry: Registry) -> None:
    registry.add(1, OLD)
    registry.add(70_000, NEW, "flights-value")
    old = framed(1, written(OLD, {"id": 1, "gone": "x"}))
    new = framed(70_000, written(NEW, {"id": 2, "added": b"y"}))
    wanted = [{"id": 1, "added": b"\xff"}, {"id": 2, "added": b"y"}, None, {"id": 1, "added": b"\xff"}]
    assert _values(registry, [old, new, None, old]) == wanted
    assert sorted(path for path, _ in registry.asked) == [
        "/schemas/ids/1",
        "/schemas/ids/70000",
        "/subjects/flights-value/versions/latest",
    ]


def test_a_schema_of_the_query_goes_before_the_latest(registry: Registry) -> None:
    registry.add(1, OLD)
    data = framed(1, written(OLD, {"id": 1, "gone": "x"}))
    reader = json.dumps({"type": "record", "name": "R", "fields": [{"name": "gone", "type": "string"}]})
    assert _values(registry, [data], valueSchema=reader) == [{"gone": "x"}]
    assert [path for path, _ in registry.asked] == ["/schemas/ids/1"]


def test_names_and_passwords_are_sent_and_not_said(registry: Registry, caplog: pytest.LogCaptureFixture) -> None:
    from kafkawire.serde.registered import RegistryFailed

    login = {"schemaRegistry.user": "alice", "schemaRegistry.password": "alice-secret"}
    registry.answers["/subjects/flights-value/versions/latest"] = 401
    with caplog.at_level(logging.DEBUG), pytest.raises(RegistryFailed, match="HTTP Error 401") as caught:
        _values(registry, [], **login)
    assert registry.asked[0][1] == "Basic " + base64.b64encode(b"alice:alice-secret").decode()
    assert "alice" not in str(caught.value) + caplog.text


def test_references_are_fetched(registry: Registry) -> None:
    outer = record("n.Inner", "n.Middle")
    middle = {"type": "record", "name": "n.Middle", "fields": [{"name": "inner", "type": "n.Inner"}]}
    to_inner = {"name": "n.Inner", "subject": "inner/value", "version": 3}
    to_middle = {"name": "n.Middle", "subject": "middle", "version": 1}
    registry.answers["/subjects/inner%2Fvalue/versions/3"] = {"schema": json.dumps(INNER)}
    registry.answers["/subjects/middle/versions/1"] = {"schema": json.dumps(middle), "references": [to_inner]}
    registry.add(1, outer, "flights-value", references=[to_middle, to_inner])
    whole = record(INNER, middle)
    data = framed(1, written(whole, {"f0": {"x": 1}, "f1": {"inner": {"x": 2}}}))
    assert _values(registry, [data]) == [{"f0": {"x": 1}, "f1": {"inner": {"x": 2}}}]


def test_numbers_that_are_not_there_are_malformed_up_to_a_limit(registry: Registry) -> None:
    from kafkawire.serde.framing import Malformed
    from kafkawire.serde.registered import RegistryFailed

    registry.add(1, OLD, "flights-value")
    with pytest.raises(Malformed, match=r"flights-3, offset 100: .*/schemas/ids/9: HTTP Error 404"):
        _values(registry, [framed(9, b"")])
    assert _values(registry, [framed(9, b""), b"\1\0\0\0\1", b"\0"], onMalformed="null") == [None] * 3
    with pytest.raises(RegistryFailed, match="more than 100 schemas are not there"):
        _values(registry, [framed(number, b"") for number in range(9, 200)], onMalformed="null")


def test_schemas_of_other_kinds_and_without_end_are_malformed(registry: Registry) -> None:
    registry.add(1, OLD, "flights-value")
    registry.add(2, {}, schemaType="JSON")
    registry.add(3, {"type": "record", "name": "R", "fields": [{"name": "r", "type": ["null", "R"]}]})
    deep = b"\2" * 1_000_000
    assert _values(registry, [framed(2, b""), framed(3, deep)], onMalformed="null") == [None, None]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (500, "HTTP Error 500"),
        (b"<html>", "is not JSON"),
        (b"[]", "is no object"),
        ({"x": 1}, "no schema in the answer"),
        ({"schema": "{}", "references": [1]}, "a reference without place"),
    ],
)
def test_a_registry_that_answers_nonsense_is_named(registry: Registry, answer: Any, message: str) -> None:
    from kafkawire.serde.registered import RegistryFailed

    registry.answers["/subjects/flights-value/versions/latest"] = answer
    with pytest.raises(RegistryFailed, match=f"the schema registry, .*{message}"):
        _values(registry, [])


def test_a_registry_that_is_not_there_is_named() -> None:
    from kafkawire.serde.registered import RegistryFailed

    with running_registry() as gone:
        pass
    with pytest.raises(RegistryFailed, match=f"the schema registry, {gone.url}/subjects/.*refused"):
        _values(gone, [])


def test_a_latest_schema_that_spark_has_no_types_for(registry: Registry) -> None:
    registry.add(1, record(["int", "string"]), "flights-value")
    with pytest.raises(InvalidOption, match=r"the schema of the value: .*a union of int, string"):
        _values(registry, [])
