"""Keys and values in the wire format of Confluent's serializers, held against these themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import DecodeError
from kafkawire.serde.framing import Malformed, framed, read_message_indexes, split_frame, write_message_indexes
from kafkawire.serde.registry import Registry, RegistryFailed, UnknownSchema
from tests.unit.serde.registry import FakeRegistry

FLIGHT: dict[str, Any] = {
    "type": "record",
    "name": "Flight",
    "fields": [
        {"name": "origin", "type": "string"},
        {"name": "seats", "type": ["null", "int"], "default": None},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}, "default": 0},
    ],
}
OLDER = {"type": "record", "name": "Flight", "fields": FLIGHT["fields"][:1]}
JSON_SCHEMA = {"type": "object", "properties": {"seats": {"type": "integer"}}, "required": ["seats"]}
AT = datetime(2026, 1, 31, 12, tzinfo=UTC)
VALUE = {"origin": "LIS", "seats": 3, "at": AT}


@pytest.fixture
def registry(fake: FakeRegistry) -> Registry:
    return Registry(fake.url)


def theirs(fake: FakeRegistry) -> Any:
    """Confluent's client, for Confluent's own serializers."""
    from confluent_kafka.schema_registry import SchemaRegistryClient

    return SchemaRegistryClient({"url": fake.url})


def context() -> Any:
    from confluent_kafka.serialization import MessageField, SerializationContext

    return SerializationContext("flights", MessageField.VALUE)


# ---------------------------------------------------------------------------------------------------------------- Avro


def test_avro_is_what_confluents_serializer_writes(fake: FakeRegistry, registry: Registry) -> None:
    from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer

    from kafkawire.serde import avro

    data = avro.serializer(registry, "flights-value", FLIGHT)(VALUE)
    assert data == AvroSerializer(theirs(fake), json.dumps(FLIGHT))(VALUE, context())
    assert AvroDeserializer(theirs(fake))(data, context()) == VALUE == avro.deserializer(registry)(data)


def test_avro_is_resolved_to_the_schema_of_the_reader(registry: Registry) -> None:
    from kafkawire.serde import avro

    data = avro.serializer(registry, "flights-value", OLDER)({"origin": "LIS"})
    newer = {**FLIGHT, "fields": FLIGHT["fields"][:2]}
    assert avro.deserializer(registry, newer)(data) == {"origin": "LIS", "seats": None}
    assert avro.deserializer(registry)(data) == {"origin": "LIS"}


def test_avro_refers_to_schemas_of_other_subjects(fake: FakeRegistry, registry: Registry) -> None:
    from kafkawire.serde import avro

    fake.add("seat", json.dumps({"type": "enum", "name": "Seat", "symbols": ["A", "B"]}))
    outer = {"type": "record", "name": "Booking", "fields": [{"name": "seat", "type": "Seat"}]}
    fake.add("b", json.dumps(outer), "AVRO", [{"name": "Seat", "subject": "seat", "version": 1}])
    data = avro.serializer(registry, "b")({"seat": "B"})
    assert data == b"\0\0\0\0\2\2"
    assert avro.deserializer(registry)(data) == {"seat": "B"}


def test_a_schema_is_asked_for_once(fake: FakeRegistry, registry: Registry) -> None:
    from kafkawire.serde import avro

    data = avro.serializer(registry, "flights-value", FLIGHT)(VALUE)
    before = len(fake.asked)
    read = avro.deserializer(Registry(fake.url))
    for _ in range(5):
        read(data)
    assert fake.asked[before:] == ["GET /schemas/ids/1"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": "null"},
        {"type": "record", "name": "R", "fields": [{"name": "next", "type": ["null", "R"]}]},
        {"type": "recrod"},
        "no JSON",
    ],
)
def test_an_avro_schema_that_could_take_all_memory_is_refused(registry: Registry, schema: Any) -> None:
    from kafkawire.serde import avro

    with pytest.raises(InvalidOption):
        avro.serializer(registry, "s", schema)


# -------------------------------------------------------------------------------------------------------- JSON schemas


def test_json_is_what_confluents_serializer_reads(fake: FakeRegistry, registry: Registry) -> None:
    from confluent_kafka.schema_registry.json_schema import JSONDeserializer

    from kafkawire.serde import json_schema

    data = json_schema.serializer(registry, "flights-value", JSON_SCHEMA)({"seats": 3, "to": "Malmö"})
    assert data == b"\0\0\0\0\1" + '{"seats": 3, "to": "Malmö"}'.encode()
    assert JSONDeserializer(json.dumps(JSON_SCHEMA))(data, context()) == {"seats": 3, "to": "Malmö"}
    assert json_schema.deserializer(registry)(data) == {"seats": 3, "to": "Malmö"}


def test_json_that_is_not_valid_is_refused_on_both_sides(registry: Registry) -> None:
    from kafkawire.serde import json_schema

    write, read = json_schema.serializer(registry, "s", JSON_SCHEMA), json_schema.deserializer(registry)
    with pytest.raises(Malformed, match=r"not valid by schema 1: \$\.seats: 'x' is not of type 'integer'"):
        write({"seats": "x"})
    for data in (b'{"seats": "x"}', b"{", b"[" * 100_000):
        with pytest.raises(Malformed):
            read(framed(1, data))


def test_a_json_schema_fetches_nothing_from_elsewhere(fake: FakeRegistry, registry: Registry) -> None:
    from kafkawire.serde import json_schema

    fake.add("s", json.dumps({"$ref": fake.url + "/schemas/ids/1"}), "JSON")
    before = len(fake.asked)
    with pytest.raises(Malformed, match="cannot be followed"):
        json_schema.serializer(registry, "s")({})
    assert fake.asked[before:] == ["GET /subjects/s/versions/latest"]


# ------------------------------------------------------------------------------------------------------------ Protobuf


def proto(name: str, package: str, imports: tuple[str, ...] = (), messages: Callable[[Any], None] | None = None) -> Any:
    from google.protobuf import descriptor_pb2

    file = descriptor_pb2.FileDescriptorProto(name=name, package=package, dependency=imports, syntax="proto3")
    if messages is not None:
        messages(file)
    return file


@pytest.fixture
def classes() -> dict[str, Any]:
    """Generated messages: air.Seat in one file, air.Empty, air.Flight and air.Flight.Leg in another."""
    descriptor_pool = pytest.importorskip("google.protobuf.descriptor_pool")
    from google.protobuf import message_factory

    def seat(file: Any) -> None:
        file.message_type.add(name="Seat").field.add(name="row", number=1, type=5, label=1)

    def flight(file: Any) -> None:
        file.message_type.add(name="Empty")
        message = file.message_type.add(name="Flight")
        message.field.add(name="origin", number=1, type=9, label=1)
        message.field.add(name="seats", number=2, type=11, label=3, type_name=".air.Seat")
        message.field.add(name="at", number=3, type=11, label=1, type_name=".google.protobuf.Timestamp")
        leg = message.nested_type.add(name="Leg")
        leg.field.add(name="to", number=1, type=9, label=1)

    from google.protobuf import timestamp_pb2

    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(timestamp_pb2.DESCRIPTOR.serialized_pb)
    pool.Add(proto("air/seat.proto", "air", messages=seat))
    pool.Add(proto("air/flight.proto", "air", ("air/seat.proto", "google/protobuf/timestamp.proto"), flight))
    names = ("air.Seat", "air.Empty", "air.Flight", "air.Flight.Leg")
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name)) for name in names}


def test_protobuf_is_what_confluents_serializer_writes(
    fake: FakeRegistry, registry: Registry, classes: dict[str, Any]
) -> None:
    theirs_protobuf = pytest.importorskip("confluent_kafka.schema_registry.protobuf")
    from kafkawire.serde import protobuf

    for name, indexes in (("air.Empty", b"\0"), ("air.Flight", b"\x02\x02"), ("air.Flight.Leg", b"\x04\x02\0")):
        value = classes[name]()
        if name == "air.Flight":
            value.origin = "LIS"
            value.seats.add(row=7)
        data = protobuf.serializer(registry, "flights-value", classes[name])(value)
        assert data[5:].startswith(indexes)
        conf = {"use.deprecated.format": False}
        assert data == theirs_protobuf.ProtobufSerializer(classes[name], theirs(fake), conf)(value, context())
        assert protobuf.deserializer(registry, classes[name])(data) == value
        assert protobuf.deserializer(registry)(data).SerializeToString() == value.SerializeToString()


def test_a_message_is_made_of_the_schema_alone(fake: FakeRegistry, registry: Registry, classes: dict[str, Any]) -> None:
    from google.protobuf.json_format import MessageToDict

    from kafkawire.serde import protobuf

    value = classes["air.Flight"](origin="LIS")
    value.seats.add(row=7)
    value.at.FromSeconds(1)
    data = protobuf.serializer(registry, "flights-value", classes["air.Flight"])(value)
    found = protobuf.deserializer(Registry(fake.url))(data)
    assert MessageToDict(found) == {"origin": "LIS", "seats": [{"row": 7}], "at": "1970-01-01T00:00:01Z"}
    made, header = protobuf.message_class(Registry(fake.url), "flights-value", "air.Flight")
    assert header + made(origin="LIS").SerializeToString() == data[:7] + b"\n\x03LIS"
    with pytest.raises(InvalidOption, match=r"has no message 'air\.Fight'"):
        protobuf.message_class(registry, "flights-value", "air.Fight")


def test_a_reference_has_the_version_of_the_file_that_is_imported(
    fake: FakeRegistry, registry: Registry, classes: dict[str, Any]
) -> None:
    from kafkawire.serde import protobuf

    protobuf.serializer(registry, "seats", classes["air.Seat"])
    seat = fake.schemas[1]["schema"]
    fake.add("air/seat.proto", seat, "PROTOBUF")
    fake.add("air/seat.proto", "something newer", "PROTOBUF")
    protobuf.serializer(registry, "flights-value", classes["air.Flight"])
    number = fake.subjects["flights-value"][0]
    place = {"name": "air/seat.proto", "subject": "air/seat.proto", "version": 1}
    assert fake.schemas[number]["references"] == [place]


# ------------------------------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize("kind", ["avro", "json_schema", "protobuf"])
@pytest.mark.parametrize("data", [b"", b"\0", b"\1\0\0\0\1x", b"\0\0\0\0\1", b"\0\0\0\0\1\xff\xff\xff\xff\xff\xff"])
def test_bytes_that_are_nothing_of_that_kind(
    fake: FakeRegistry, registry: Registry, kind: str, data: bytes, classes: dict[str, Any]
) -> None:
    from kafkawire.serde import avro, json_schema, protobuf

    ways: dict[str, Callable[[], Any]] = {
        "avro": lambda: (avro.serializer(registry, "s", FLIGHT), avro.deserializer(registry))[1],
        "json_schema": lambda: (json_schema.serializer(registry, "s", JSON_SCHEMA), json_schema.deserializer(registry))[
            1
        ],
        "protobuf": lambda: (
            protobuf.serializer(registry, "s", classes["air.Seat"]),
            protobuf.deserializer(registry),
        )[1],
    }
    with pytest.raises(DecodeError):
        ways[kind]()(data)


def test_a_schema_of_another_kind_or_none_at_all(fake: FakeRegistry, registry: Registry) -> None:
    from kafkawire.serde import avro, json_schema

    data = avro.serializer(registry, "s", FLIGHT)(VALUE)
    with pytest.raises(UnknownSchema, match="schema 1 is of type AVRO, not JSON"):
        json_schema.serializer(registry, "s")
    with pytest.raises(UnknownSchema, match=r"schema 99: not found \(HTTP 404\)"):
        avro.deserializer(registry)(framed(99, data[5:]))
    with pytest.raises(UnknownSchema, match="subject 'nosuch'"):
        avro.serializer(registry, "nosuch")


def test_a_registry_that_is_not_there(fake: FakeRegistry) -> None:
    from kafkawire.serde import avro

    with pytest.raises(RegistryFailed, match="the schema registry, subject 's'"):
        avro.serializer(Registry("http://127.0.0.1:1", {"max.retries": 0}), "s")
    with pytest.raises(InvalidOption):
        Registry("ftp://nowhere")
    with pytest.raises(InvalidOption, match="either a URL or a client"):
        Registry()


def test_the_frame_both_ways() -> None:
    for indexes in ([0], [1], [0, 0], [3, 1, 2]):
        assert read_message_indexes(write_message_indexes(indexes) + b"x") == (indexes, b"x")
    assert write_message_indexes([0]) == b"\0"
    assert split_frame(framed(258, b"x")) == (258, b"x")
