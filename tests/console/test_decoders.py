"""Keys and values as text."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.console.decoders import Decoding, indented
from tests.spark.values.fake_registry import running_registry

pytest.importorskip("fastavro")
descriptor_pb2 = pytest.importorskip("google.protobuf.descriptor_pb2")


def record(name: str, *types: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": f"f{n}", "type": kind} for n, kind in enumerate(types)]}


def value(data: bytes, **how: Any) -> tuple[str, str, str]:
    shown = Decoding(topic="t", **how).shown(None, data)[1]
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        (b"plain", "text", "plain"),
        ("größe\n".encode(), "text", "größe\n"),
        (b'{"n": 12345678901234567890}', "json", '{"n": 12345678901234567890}'),
        (b"{not json", "text", "{not json"),
        (b"[" * 100_000, "text", "[" * 100_000),
        (b"\x1b[31m", "hex", "1b5b33316d"),
        (b"\xff", "hex", "ff"),
        (b"", "text", ""),
    ],
)
def test_what_is_found_by_itself(data: bytes, kind: str, text: str) -> None:
    assert value(data)[:2] == (kind, text)


def test_what_was_asked_for_and_does_not_fit_is_shown_as_it_is_with_the_reason() -> None:
    assert value(b"x", value="json") == ("text", "x", "not JSON: Expecting value: line 1 column 1 (char 0)")
    assert value(b"x", value="hex") == ("hex", "78", "")
    assert value(b"x", value="avro")[2] == "avro needs a registry or a schema"
    assert value(b"\x00\x00\x00\x00\x07{}")[2] == "a registry's header perhaps: schema 7"


def test_indented_json_keeps_every_number_and_text() -> None:
    text = '{"a":[1.0e5,{},[],"x\\"{,"],"b":1E400,"b":-0}'
    assert (
        indented(text) == '{\n  "a": [\n    1.0e5,\n    {},\n    [],\n    "x\\"{,"\n  ],\n  "b": 1E400,\n  "b": -0\n}'
    )
    assert "".join(indented(text).split()) == text


def test_json_of_many_lines_far_inside_stays_as_it_is() -> None:
    text = "[" * 500 + "1," * 2_000 + "1" + "]" * 500
    assert indented(text) == text
    assert indented(text, 10_000_000).count("\n") == 3_000


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"type": "array", "items": "null"}, "may be of any length"),
        (
            {"type": "array", "items": record("E", "null", {"type": "fixed", "name": "F", "size": 0})},
            "may be of any length",
        ),
        (record("A", "A"), "A is within itself without an end"),
        (record("O", "int", record("A", ["null", "int"], "A")), None),
        (record("O", "int", record("A", "null", "A")), "A is within itself without an end"),
        (record("A", {"type": "array", "items": record("B", "A")}), None),
        ("nonsense", "no Avro schema"),
    ],
)
def test_avro_without_bounds_is_refused(schema: Any, why: str | None) -> None:
    note = value(b"\x02" * 20_000, value="avro", schema=json.dumps(schema))[2]
    assert (why or "Avro") in note if why else "a type that is within itself" in note


def test_avro_of_ever_more_fields_is_refused() -> None:
    inner: Any = record("N0", "null")
    for n in range(1, 40):
        inner = record(f"N{n}", inner, f"N{n - 1}")
    assert "more than 100000 types" in value(b"\x02", value="avro", schema=json.dumps(inner))[2]


def test_avro_that_is_within_itself_is_read_as_far_as_the_stack_allows() -> None:
    schema = json.dumps(record("Node", "int", ["null", "Node"]))
    assert json.loads(value(b"\x02\x02\x04\x00", value="avro", schema=schema)[1]) == {
        "f0": 1,
        "f1": {"f0": 2, "f1": None},
    }


def proto() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="fare.proto", package="air", syntax="proto3")
    file.dependency.append("google/protobuf/timestamp.proto")
    for name, kind in (("Other", 5), ("Fare", 3)):
        message = file.message_type.add(name=name)
        message.field.add(name="cents", number=1, type=kind, label=1)
    message.field.add(name="at", number=2, type=11, label=1, type_name=".google.protobuf.Timestamp")
    return file


FARE = b"\x08\xe4\x64\x12\x02\x08\x3c"


def test_protobuf_by_a_file_of_descriptors() -> None:
    from google.protobuf import timestamp_pb2

    files = descriptor_pb2.FileDescriptorSet()
    files.file.append(descriptor_pb2.FileDescriptorProto.FromString(timestamp_pb2.DESCRIPTOR.serialized_pb))
    files.file.append(proto())
    schema = base64.b64encode(files.SerializeToString()).decode()
    found = value(FARE, value="protobuf", schema=schema, message="air.Fare")
    assert json.loads(found[1]) == {"cents": "12900", "at": "1970-01-01T00:01:00Z"}
    assert "has no message 'air.Nothing'" in value(FARE, value="protobuf", schema=schema, message="air.Nothing")[2]
    assert "needs the name of a message" in value(FARE, value="protobuf", schema=schema)[2]
    assert "no set of descriptors" in value(FARE, value="protobuf", schema="AA==", message="x")[2]


def test_protobuf_by_the_registry_is_the_message_that_the_header_names() -> None:
    with running_registry() as registry:
        registry.add(3, "not asked for", schemaType="PROTOBUF")
        compiled = base64.b64encode(proto().SerializeToString()).decode()
        registry.answers["/schemas/ids/3?format=serialized"] = {"schema": compiled, "schemaType": "PROTOBUF"}
        header = b"\x00\x00\x00\x00\x03\x02\x02"  # one index, which is 1
        kind, text, _ = value(header + FARE, registry=registry.url)
        assert (kind, json.loads(text)["cents"]) == ("protobuf 3", "12900")
        assert "of the kind protobuf, not avro" in value(header + FARE, value="avro", registry=registry.url)[2]
        assert "the schema has no message [5]" in value(b"\x00\x00\x00\x00\x03\x02\x0a", registry=registry.url)[2]


def test_json_schema_and_references() -> None:
    with running_registry() as registry:
        registry.add(4, {"type": "object"}, schemaType="JSON")
        assert value(b'\x00\x00\x00\x00\x04{"a": 1}', registry=registry.url) == ("json-schema 4", '{"a": 1}', "")
        reference = {"name": "Inner", "subject": "inner", "version": 1}
        registry.add(5, record("Outer", "Inner"), references=[reference])
        registry.answers["/subjects/inner/versions/1"] = {"schema": json.dumps(record("Inner", "string"))}
        found = value(b"\x00\x00\x00\x00\x05\x02x", registry=registry.url)
        assert json.loads(found[1]) == {"f0": {"f0": "x"}}


def test_a_registry_that_is_down_is_asked_once() -> None:
    with running_registry() as registry:
        registry.answers |= dict.fromkeys(("/schemas/ids/1", "/schemas/ids/2"), 500)
        decoding = Decoding(topic="t", registry=registry.url)
        notes = [decoding.shown(None, b"\x00\x00\x00\x00%cx" % n)[1] for n in (1, 1, 2)]
        assert [path for path, _ in registry.asked] == ["/schemas/ids/1"]
    assert all(note is not None and "500" in note.note for note in notes)


def test_a_schema_that_the_registry_does_not_have_keeps_nobody_from_the_others() -> None:
    with running_registry() as registry:
        registry.add(2, {"type": "object"}, schemaType="JSON")
        decoding = Decoding(topic="t", registry=registry.url)
        unknown, known, again = (decoding.shown(None, b"\x00\x00\x00\x00%c{}" % n)[1] for n in (1, 2, 1))
        assert [path for path, _ in registry.asked] == ["/schemas/ids/1", "/schemas/ids/2"]
    assert known is not None
    assert (known.kind, known.text, known.note) == ("json-schema 2", "{}", "")
    assert unknown == again
    assert unknown is not None
    assert "404" in unknown.note


def test_name_and_password_of_a_registry_are_not_in_what_is_said() -> None:
    with running_registry() as registry:
        url = registry.url.replace("http://", "http://me:pass%40word@")
        note = value(b"\x00\x00\x00\x00\x09x", registry=url)[2]
        assert registry.asked[0][1] == "Basic " + base64.b64encode(b"me:pass@word").decode()
    assert "/schemas/ids/9" in note
    assert "pass" not in note


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x", "http://", "http://[::1"])
def test_a_registry_is_on_the_web(url: str) -> None:
    with pytest.raises(InvalidOption, match="must be a URL"):
        Decoding(topic="t", registry=url)


def test_internal_records_that_cannot_be_read_are_hex_with_the_reason() -> None:
    key, shown = Decoding(topic="__consumer_offsets").shown(b"\x00\x63", b"\x00\x01")
    assert key is not None
    assert shown is not None
    assert (key.kind, key.text, shown.text) == ("hex", "0063", "0001")
    assert "has the number 99" in key.note
