"""The schema registry of a test with the serializers of confluent-kafka, over a broker of the test."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.testing import SchemaRegistry, broker, registry

_REASON = "needs confluent-kafka[schemaregistry,avro,json,protobuf]"
client_module = pytest.importorskip("confluent_kafka.schema_registry", reason=_REASON)
serialization = pytest.importorskip("confluent_kafka.serialization", reason=_REASON)
avro = pytest.importorskip("confluent_kafka.schema_registry.avro", reason=_REASON)
json_schema = pytest.importorskip("confluent_kafka.schema_registry.json_schema", reason=_REASON)
protobuf = pytest.importorskip("confluent_kafka.schema_registry.protobuf", reason=_REASON)

pytestmark = [  # the client leaves its connections to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
ORDER = '{"type": "record", "name": "Order", "fields": [{"name": "what", "type": "string"}]}'
WIDER = (
    '{"type": "record", "name": "Order", "fields": [{"name": "what", "type": "string"}, '
    '{"name": "cups", "type": "int", "default": 1}]}'
)
PLAIN = '{"title": "Order", "type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}'
COFFEE = {"what": "coffee"}
OTHER = {"auto.register.schemas": False}


@pytest.fixture
def schemas() -> Any:
    with registry() as running:
        yield running
    gc.collect()  # what it finds is nothing to the tests that follow


def through_a_broker(write: Callable[..., bytes], read: Callable[..., Any], value: object) -> Any:
    """What a consumer makes of what a producer has sent."""
    import confluent_kafka

    with broker({"orders": 1}) as b:
        producer = confluent_kafka.Producer({"bootstrap.servers": b.bootstrap_servers})
        context = serialization.SerializationContext("orders", serialization.MessageField.VALUE)
        producer.produce("orders", write(value, context))
        assert producer.flush(10) == 0
        (record,) = b.wait_for_records("orders")
        return read(record.value, context)


def client_of(schemas: SchemaRegistry) -> Any:
    return client_module.SchemaRegistryClient({"url": schemas.url})


def test_avro(schemas: SchemaRegistry) -> None:
    client = client_of(schemas)
    write, read = avro.AvroSerializer(client, ORDER), avro.AvroDeserializer(client_of(schemas))
    assert through_a_broker(write, read, COFFEE) == COFFEE
    assert schemas.subjects() == ["orders-value"]


def test_json(schemas: SchemaRegistry) -> None:
    client = client_of(schemas)
    write, read = json_schema.JSONSerializer(PLAIN, client), json_schema.JSONDeserializer(PLAIN, None, client)
    assert through_a_broker(write, read, COFFEE) == COFFEE


def message_with_an_import() -> Any:
    """The class of a message in a file that imports another."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    field, pool = descriptor_pb2.FieldDescriptorProto, descriptor_pool.DescriptorPool()
    cup = descriptor_pb2.FileDescriptorProto(name="cup.proto", package="cafe", syntax="proto3")
    cup.message_type.add(name="Cup").field.add(
        name="size", number=1, type=field.TYPE_STRING, label=field.LABEL_OPTIONAL
    )
    order = descriptor_pb2.FileDescriptorProto(
        name="order.proto", package="cafe", syntax="proto3", dependency=["cup.proto"]
    )
    order.message_type.add(name="Order").field.add(
        name="cup", number=1, type=field.TYPE_MESSAGE, type_name=".cafe.Cup", label=field.LABEL_OPTIONAL
    )
    pool.Add(cup)
    pool.Add(order)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("cafe.Order"))


def test_protobuf_with_what_it_refers_to(schemas: SchemaRegistry) -> None:
    client, order = client_of(schemas), message_with_an_import()
    write = protobuf.ProtobufSerializer(order, client, {"use.deprecated.format": False})
    read = protobuf.ProtobufDeserializer(order, {"use.deprecated.format": False}, client_of(schemas))
    assert through_a_broker(write, read, order(cup={"size": "small"})).cup.size == "small"
    assert schemas.subjects() == ["cup.proto", "orders-value"]


def test_a_reader_with_the_latest_schema_resolves_an_older_value(schemas: SchemaRegistry) -> None:
    client = client_of(schemas)
    write = avro.AvroSerializer(client, ORDER)
    read = avro.AvroDeserializer(client_of(schemas), WIDER)
    assert through_a_broker(write, read, COFFEE) == {"what": "coffee", "cups": 1}


def test_the_latest_version_is_used_where_nothing_is_to_be_registered(schemas: SchemaRegistry) -> None:
    schemas.register("orders-value", WIDER)
    client = client_of(schemas)
    write = avro.AvroSerializer(client, None, conf={**OTHER, "use.latest.version": True})
    assert through_a_broker(write, avro.AvroDeserializer(client), {"what": "tea", "cups": 2})["cups"] == 2


def test_a_schema_that_is_not_there_is_an_error_with_its_code(schemas: SchemaRegistry) -> None:
    client = client_of(schemas)
    write = avro.AvroSerializer(client, ORDER, conf=OTHER)
    context = serialization.SerializationContext("orders", serialization.MessageField.VALUE)
    with pytest.raises(client_module.SchemaRegistryError, match="not found"):
        write(COFFEE, context)
    with pytest.raises(client_module.SchemaRegistryError) as raised:
        client.get_latest_version("none")
    assert raised.value.error_code == 40401


def test_levels_of_compatibility(schemas: SchemaRegistry) -> None:
    pytest.importorskip("avro", reason="the package avro says what is compatible")
    client = client_of(schemas)
    assert client.get_compatibility() == "NONE"
    client.set_compatibility("orders-value", "BACKWARD")
    schemas.register("orders-value", ORDER)
    assert client.test_compatibility("orders-value", client_module.Schema(WIDER, "AVRO"))
    with pytest.raises(client_module.SchemaRegistryError) as raised:
        client.register_schema("orders-value", client_module.Schema(ORDER.replace('"string"', '"int"'), "AVRO"))
    assert raised.value.http_status_code == 409
