"""Values as Google's own library writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import DecodeError
from tests.spark.values.pieces import batches, values

pytest.importorskip("google.protobuf")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
pytest.importorskip("numpy")

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format, timestamp_pb2

# What `protoc` makes of a file with these messages.
FILE = """
name: "flights.proto" package: "air" syntax: "proto3" dependency: "google/protobuf/timestamp.proto"
enum_type { name: "Kind" value { name: "UNKNOWN" number: 0 } value { name: "CARGO" number: 1 } }
message_type { name: "First" field { name: "x" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL } }
message_type {
  name: "Flight"
  field { name: "number" number: 1 type: TYPE_UINT32 label: LABEL_OPTIONAL }
  field { name: "id" number: 2 type: TYPE_UINT64 label: LABEL_OPTIONAL }
  field { name: "name" number: 3 type: TYPE_STRING label: LABEL_OPTIONAL }
  field { name: "raw" number: 4 type: TYPE_BYTES label: LABEL_OPTIONAL }
  field { name: "kind" number: 5 type: TYPE_ENUM type_name: ".air.Kind" label: LABEL_OPTIONAL }
  field { name: "at" number: 6 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
  field { name: "legs" number: 7 type: TYPE_MESSAGE type_name: ".air.Flight.Leg" label: LABEL_REPEATED }
  field { name: "codes" number: 8 type: TYPE_SINT64 label: LABEL_REPEATED }
  field { name: "seats" number: 9 type: TYPE_MESSAGE type_name: ".air.Flight.SeatsEntry" label: LABEL_REPEATED }
  field { name: "gate" number: 10 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
  field { name: "stand" number: 11 type: TYPE_INT32 label: LABEL_OPTIONAL oneof_index: 0 }
  field { name: "delay" number: 12 type: TYPE_DOUBLE label: LABEL_OPTIONAL proto3_optional: true oneof_index: 1 }
  field { name: "kinds" number: 13 type: TYPE_ENUM type_name: ".air.Kind" label: LABEL_REPEATED }
  oneof_decl { name: "place" } oneof_decl { name: "_delay" }
  nested_type { name: "Leg" field { name: "ok" number: 1 type: TYPE_BOOL label: LABEL_OPTIONAL } }
  nested_type {
    name: "SeatsEntry" options { map_entry: true }
    field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
    field { name: "value" number: 2 type: TYPE_MESSAGE type_name: ".air.Flight.Leg" label: LABEL_OPTIONAL }
  }
}
message_type {
  name: "Tree"
  field { name: "left" number: 1 type: TYPE_MESSAGE type_name: ".air.Tree" label: LABEL_OPTIONAL }
}
"""
EMPTY = {
    "number": 0, "id": Decimal(0), "name": "", "raw": b"", "kind": "UNKNOWN", "at": None, "legs": [], "codes": [],
    "seats": [], "gate": None, "stand": None, "delay": None, "kinds": [],
}  # fmt: skip


def descriptors(*, with_imports: bool = True) -> descriptor_pb2.FileDescriptorSet:
    files = descriptor_pb2.FileDescriptorSet()
    if with_imports:
        timestamp_pb2.DESCRIPTOR.CopyToProto(files.file.add())
    text_format.Parse(FILE, files.file.add())
    return files


def flight(**fields: Any) -> bytes:
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors().file:
        pool.Add(file)
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName("air.Flight"))()
    for name, value in fields.items():
        if isinstance(value, dict):
            for key in value:
                getattr(message, name)[key].SetInParent()
        elif isinstance(value, list):
            getattr(message, name).extend(value)
        elif name == "at":
            message.at.FromMicroseconds(value)
        else:
            setattr(message, name, value)
    return bytes(message.SerializeToString())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("protobuf") / "flights.desc"
    path.write_bytes(descriptors().SerializeToString())
    return str(path)


def _values(file: str, found: Sequence[bytes | None], **options: str) -> list[Any]:
    return values(found, valueFormat="protobuf", descriptorFile=file, **{"messageName": "air.Flight"} | options)


def test_every_kind_of_field(file: str) -> None:
    full = flight(
        number=2**32 - 1,
        id=2**64 - 1,
        name="é",
        raw=b"\xff",
        kind=1,
        at=1_700_000_000_000_001,
        legs=[],
        codes=[-1, 2**62],
        seats={"12A": None},
        stand=7,
        delay=0.0,
        kinds=[0, 5],
    )
    assert _values(file, [full, b"", None]) == [
        {
            "number": 2**32 - 1,
            "id": Decimal(2**64 - 1),
            "name": "é",
            "raw": b"\xff",
            "kind": "CARGO",
            "at": datetime(2023, 11, 14, 22, 13, 20, 1, UTC),
            "legs": [],
            "codes": [-1, 2**62],
            "seats": [("12A", {"ok": False})],
            "gate": None,
            "stand": 7,
            "delay": 0.0,
            "kinds": ["UNKNOWN", "5"],
        },
        EMPTY,
        None,
    ]
    assert _values(file, [b"\x3a\x02\x08\x01\x3a\x00"])[0]["legs"] == [{"ok": True}, {"ok": False}]


def test_confluents_header_names_the_message(file: str) -> None:
    header = b"\0\0\0\0\x05"
    framed = {"valueFraming": "confluent"}
    assert _values(file, [header + b"\x02\x02" + flight(number=3)], **framed)[0]["number"] == 3
    leg = {"messageName": "air.Flight.Leg", "schemaRegistry": "http://registry"}
    assert _values(file, [header + b"\x04\x02\x00\x08\x01"], **leg) == [{"ok": True}]
    assert _values(file, [header + b"\0\x08\x05"], messageName="air.First", **framed) == [{"x": 5}]
    bad = [b"", b"\1" + header, header, header + b"\0", header + b"\x03", header + b"\x04\x02", header + b"\xff" * 9]
    assert _values(file, bad, onMalformed="null", **framed) == [None] * len(bad)


@pytest.mark.parametrize(
    "value", [b"\x08", b"\x1a\x05a", b"\x1a\x01\xff", b"\x0b", b"\x32\x0b\x08" + b"\xff" * 8 + b"\x7f\x00"]
)
def test_what_is_no_such_message_says_where_it_is(file: str, value: bytes) -> None:
    from kafkawire.serde.framing import Malformed

    with pytest.raises(Malformed, match="flights-3, offset 101: the value is malformed"):
        _values(file, [b"", value])


@given(st.binary(max_size=40))
def test_any_bytes_give_a_row_or_the_one_error(file: str, data: bytes) -> None:
    how = {"valueFormat": "protobuf", "descriptorFile": file, "messageName": "air.Flight"}
    try:
        (found,) = batches([(None, data)], **how)  # no rows of Python: it has no words for years beyond 9999
    except DecodeError:
        (found,) = batches([(None, data)], onMalformed="null", **how)
        assert found.column("value").null_count == 1
    assert found.num_rows == 1


def test_wrong_options_are_named_before_the_query(file: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"option 'messageName': air\.Flght is not in"):
        _values(file, [], messageName="air.Flght")
    with pytest.raises(InvalidOption, match=r"option 'messageName': air\.Tree is within itself"):
        _values(file, [], messageName="air.Tree")
    with pytest.raises(InvalidOption, match=r"option 'descriptorFile': .*none"):
        _values(str(tmp_path / "none"), [])
    bad = tmp_path / "bad"
    for data in (b"message Flight {}", descriptors(with_imports=False).SerializeToString()):
        bad.write_bytes(data)
        with pytest.raises(InvalidOption, match=r"option 'descriptorFile': .*bad is no .* \(protoc --include_imports"):
            _values(str(bad), [])
