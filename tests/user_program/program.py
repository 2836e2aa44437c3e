"""A program that somebody writes with kafkawire: the codec, connections, clients, a broker in a test, its own messages.

Nobody runs it. Type checkers read it in their strict modes, beside the package that is generated from `schemas`.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator, Sequence
from typing import assert_type
from uuid import UUID

from my_messages import PROTOCOL as MINE
from my_messages import AuditRequest, AuditResponse
from my_messages.audit_request import Action

import kafkawire.testing
from kafkawire import (
    ApiKey,
    DecodeError,
    ErrorCode,
    KafkaError,
    Limits,
    Message,
    MessageSet,
    Request,
    Response,
    decode_request,
    decode_response,
    encode_request,
    encode_response,
    message_class,
)
from kafkawire.broker import Broker, BrokerConfig, Context, MemoryFiles, handles
from kafkawire.client import (
    Admin,
    Consumer,
    ConsumerRecord,
    NewTopic,
    Producer,
    RecordMetadata,
    ShareConsumer,
    TopicPartition,
    blocking,
)
from kafkawire.messages import PROTOCOL, FetchRequest, FetchResponse, HeartbeatRequest, HeartbeatResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.protocol import (
    ClientConnection,
    FrameReader,
    RequestFrame,
    RequestHeader,
    RequestReceived,
    ResponseFrame,
    ResponseReceived,
    ServerConnection,
    VersionsNegotiated,
    decode_request_header,
    encode_response_pieces,
    expects_response,
)
from kafkawire.records import Record, read_batches, write_batch
from kafkawire.spec import FieldSpec, paths_of
from kafkawire.testing import ThreadedBroker

# ------------------------------------------------------------------------------------------------------- the codec


def ask_for_records(topic: str, partition: int) -> bytes:
    request = FetchRequest(
        max_wait_ms=500, topics=[FetchTopic(topic=topic, partitions=[FetchPartition(partition=partition)])]
    )
    assert_type(request.topics[0].partitions[0].fetch_offset, int)
    request.unknown_tags = {99: b"x"}
    return request.encode(version=12)


def sizes_of(data: bytes) -> list[int]:
    response = FetchResponse.decode(data, version=12, limits=Limits(max_objects=100), zero_copy=True)
    assert_type(response, FetchResponse)
    records = response.responses[0].partitions[0].records
    assert_type(records, bytes | bytearray | memoryview | None)
    return [len(record.value or b"") for batch in read_batches(records or b"") for record in batch]


def frames() -> bytes:
    frame = encode_request(HeartbeatRequest(group_id="g"), version=4, correlation_id=1, client_id="c")
    header, request = decode_request(frame)
    assert_type(header, RequestHeader)
    assert_type(request, Request)
    if isinstance(request, HeartbeatRequest):
        print(request.group_id, header.client_id or "nobody")
    _, response = decode_response(b"", api_key=ApiKey.HEARTBEAT, version=4)
    if isinstance(response, HeartbeatResponse) and response.error_code != ErrorCode.NONE:
        print(ErrorCode.of(response.error_code).name, ErrorCode.of(response.error_code).retriable)
    again = encode_response(response, version=4, correlation_id=header.correlation_id)
    pieces = encode_response_pieces(response, version=4, correlation_id=header.correlation_id)
    return again + b"".join(bytes(piece) for piece in pieces if isinstance(piece, (bytes, bytearray, memoryview)))


def classes() -> None:
    assert_type(message_class(12, "request"), type[Request])
    assert_type(message_class(12, "response"), type[Response])
    assert_type(PROTOCOL | MINE, MessageSet)
    assert_type(PROTOCOL.request(12, 4), tuple[type[Request], int])
    assert_type(PROTOCOL.record_class("group", "key", 1), type[Message] | None)
    names: list[str] = PROTOCOL.names
    for path in paths_of(FetchRequest, "topicName"):
        print(path, path.versions, names)
    fields: list[FieldSpec] = FetchRequest.spec().root.fields
    print([field.name for field in fields])


def changed(request: HeartbeatRequest) -> HeartbeatRequest:
    match request:
        case HeartbeatRequest(group_id="old", member_id=member_id):
            return HeartbeatRequest(group_id="new", member_id=member_id)
        case _:
            made = copy.copy(request)
            made.generation_id += 1
            return made


def as_json(message: Message, version: int) -> Message:
    return type(message).from_json(message.to_json(version), version)


def records() -> list[Record]:
    data = write_batch([(0, 1700000000000, b"k", b"v", [("h", b"x")])], compression="gzip")
    found: list[Record] = []
    for batch in read_batches(data):
        print(batch.magic, batch.last_offset, batch.compression)
        found.extend(batch)
    return found


# ---------------------------------------------------------------------------------------------- messages of my own


def audit(user: UUID) -> AuditRequest:
    request = AuditRequest(user=user, actions=[Action(resource="topic", allowed=False)], note=None)
    assert_type(request.actions[0].offsets, Sequence[int])
    assert_type(AuditRequest.decode(request.encode(1), 1), AuditRequest)
    return request


@handles(1000, versions=range(2))
def serve_audit(context: Context, request: AuditRequest) -> AuditResponse:
    print(context.client_id)
    return AuditResponse(count=len(request.actions))


# ------------------------------------------------------------------------------------------------------ connections


def talk(client: ClientConnection, data: bytes) -> Iterator[Response]:
    for event in client.receive_data(data):
        match event:
            case VersionsNegotiated(versions=versions):
                client.send(HeartbeatRequest(group_id="g"), versions.choose(HeartbeatRequest))
            case ResponseReceived(message=message, correlation_id=correlation_id):
                print(correlation_id)
                yield message
            case ResponseFrame():
                print(event.api_key, len(event.payload))
            case _:
                pass


def serve(data: bytes, answer: Callable[[Request], Response]) -> list[bytes]:
    server = ServerConnection({12: range(5), 1000: range(2)}, messages=PROTOCOL | MINE)
    for event in server.receive_data(data):
        assert_type(event, RequestReceived)
        if expects_response(event.message):
            server.send(event.correlation_id, answer(event.message))
        else:
            server.skip(event.correlation_id)
    return server.data_to_send()


def forward(downstream: ServerConnection, upstream: ClientConnection, data: bytes) -> None:
    for request in downstream.receive_frames(data):
        assert_type(request, RequestFrame)
        print(request.api_key, request.version, request.correlation_id, request.client_id, request.expects_response)
        upstream.send_frame(request)


def cut(data: bytes) -> list[int]:
    try:
        return [
            decode_request_header(payload, lenient=True)[0].request_api_key
            for payload in FrameReader().receive_data(data)
        ]
    except DecodeError as exc:
        print(exc)
        return []


# --------------------------------------------------------------------------------------------------------- clients


async def write(address: str) -> RecordMetadata:
    async with Producer(address, acks="all", compression_type="zstd", key_serializer=str.encode) as producer:
        delivery = producer.send("flights", b"x", key="AA", headers=[("src", b"x")])
        await producer.flush()
        return await delivery


async def read(address: str) -> list[ConsumerRecord]:
    found: list[ConsumerRecord] = []
    async with Consumer(address, topics=["flights"], group_id="g", auto_offset_reset="earliest") as consumer:
        async for record in consumer:
            found.append(record)
            if not consumer.lag()[TopicPartition(record.topic, record.partition)]:
                break
        await consumer.commit()
    return found


async def share(address: str) -> None:
    async with ShareConsumer(address, topics=["jobs"], group_id="g") as consumer:
        async for record in consumer:
            consumer.acknowledge(record)


async def manage(address: str) -> None:
    try:
        async with Admin(address) as admin:
            await admin.create_topics({"t": 3, "u": NewTopic(1, configs={"cleanup.policy": "compact"})})
            print(await admin.list_topics())
    except KafkaError as exc:
        print(exc.code, exc.name, exc.retriable)


def without_a_loop(address: str) -> None:
    with blocking.Producer(address) as producer:
        metadata: RecordMetadata = producer.send("flights", b"x").result(timeout=10.0)
        print(metadata.offset)
    with blocking.Consumer(address, topics=["flights"]) as consumer:
        for record in consumer:
            print(record.value or b"")
    with blocking.Admin(address) as admin:
        print(list(admin.list_topics()))


# -------------------------------------------------------------------------------------------------- a broker in a test


def test_an_order_is_sent(kafka_broker_factory: Callable[..., ThreadedBroker]) -> None:
    broker = kafka_broker_factory(topics={"orders": 3})
    without_a_loop(broker.bootstrap_servers)
    assert broker.records("orders")[0].value == b"x"


def test_an_audit_is_answered() -> None:
    with kafkawire.testing.broker(topics={"orders": 1}, handlers=[serve_audit], messages=MINE) as broker:
        offset: int = broker.append("orders", b"one coffee", key=b"ada")
        print(offset)


async def main() -> None:
    config = BrokerConfig(listeners="127.0.0.1:0", log_dirs="memory")
    async with Broker(config, handlers=[serve_audit], messages=MINE, files=MemoryFiles()) as broker:
        print(await write(broker.bootstrap_servers), await read(broker.bootstrap_servers))
        await manage(broker.bootstrap_servers)


if __name__ == "__main__":
    asyncio.run(main())
