"""A program that uses the clients, as a type checker sees it, and what importing them brings along."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = """
import asyncio
import json
import ssl
from typing import assert_type

import kafkawire
from kafkawire.client import Admin, Consumer, ConsumerRecord, NewTopic, Producer, RecordMetadata, TopicPartition
from kafkawire.client import ShareConsumer, ShareRecord, blocking
from kafkawire.client.consumer import PartitionRecords
from kafkawire.client.errors import DeserializationFailed, SerializationFailed
from kafkawire.client.metrics import PrometheusCollector
from kafkawire.errors import KafkaError
from kafkawire.message import Request, Response
from kafkawire.messages import PROTOCOL, FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic


async def write(address: str, context: ssl.SSLContext) -> RecordMetadata:
    async with Producer([address], acks="all", compression_type="zstd", linger_ms=5, ssl_context=context) as producer:
        delivery = producer.send("flights", key=b"AA", value=b"x", headers=[("src", b"x")])
        await producer.drain()
        await producer.flush()
        counted: dict[str, int | float] = producer.metrics()
        PrometheusCollector(producer, labels={"n": str(counted["record_send_total"])})
        return await delivery


async def move(address: str) -> None:
    async with (
        Consumer(address, group_id="g", topics=["flights"], enable_auto_commit=False) as consumer,
        Producer(address, transactional_id="etl-1") as producer,
        producer.transaction(),
    ):
        for chunk in await consumer.fetch(max_records=10_000, timeout=1.0):
            for record in chunk:
                producer.send("out", record.value, key=record.key)
        await producer.send_offsets(consumer)


async def read(address: str) -> list[ConsumerRecord]:
    found: list[ConsumerRecord] = []
    async with Consumer(address, topics=["flights"], auto_offset_reset="earliest") as consumer:
        async for record in consumer:
            found.append(record)
            lag: int = consumer.lag()[TopicPartition(record.topic, record.partition)]
            if not lag:
                break
    return found


async def manage(address: str) -> set[str]:
    async with Admin(address, security_protocol="SASL_SSL", sasl_mechanism="SCRAM-SHA-512") as admin:
        await admin.create_topics({"t": 3, "u": NewTopic(1, configs={"cleanup.policy": "compact"})})
        return set(await admin.list_topics())


def without_a_loop(address: str) -> None:
    with blocking.Producer(address, acks=1) as producer:
        where: RecordMetadata = producer.send("flights", b"x").result(timeout=10.0)
        print(where.offset)
    with blocking.Consumer(address, topics=["flights"]) as consumer:
        for record in consumer:
            print(record.value or b"")
    with blocking.Admin(address) as admin:
        names: list[str] = list(admin.list_topics())
        print(names)


Reading = dict[str, float]


def to_json(reading: Reading) -> bytes:
    return json.dumps(reading).encode()


def from_json(data: bytes) -> Reading:
    return {str(name): float(value) for name, value in json.loads(data).items()}


def four_ways_to_write() -> None:
    assert_type(Producer("a:1"), Producer[bytes, bytes])
    assert_type(Producer("a:1", key_serializer=str.encode), Producer[str, bytes])
    assert_type(Producer("a:1", value_serializer=to_json), Producer[bytes, Reading])
    assert_type(Producer("a:1", key_serializer=str.encode, value_serializer=to_json), Producer[str, Reading])
    assert_type(blocking.Producer("a:1"), blocking.Producer[bytes, bytes])
    assert_type(blocking.Producer("a:1", key_serializer=str.encode), blocking.Producer[str, bytes])
    assert_type(blocking.Producer("a:1", value_serializer=to_json), blocking.Producer[bytes, Reading])


def four_ways_to_read() -> None:
    assert_type(Consumer("a:1"), Consumer[bytes, bytes])
    assert_type(Consumer("a:1", key_deserializer=bytes.decode), Consumer[str, bytes])
    assert_type(Consumer("a:1", value_deserializer=from_json), Consumer[bytes, Reading])
    assert_type(Consumer("a:1", key_deserializer=bytes.decode, value_deserializer=from_json), Consumer[str, Reading])
    assert_type(blocking.Consumer("a:1"), blocking.Consumer[bytes, bytes])
    assert_type(blocking.Consumer("a:1", value_deserializer=from_json), blocking.Consumer[bytes, Reading])
    assert_type(ShareConsumer("a:1", topics=["t"]), ShareConsumer[bytes, bytes])
    assert_type(ShareConsumer("a:1", topics=["t"], key_deserializer=bytes.decode), ShareConsumer[str, bytes])


def classes_by_key() -> None:
    assert_type(kafkawire.message_class(3, "request"), type[Request])
    assert_type(kafkawire.message_class(3, "response"), type[Response])
    assert_type(PROTOCOL.request(3, 9), tuple[type[Request], int])
    assert_type(PROTOCOL | PROTOCOL, kafkawire.MessageSet)
    asked = kafkawire.decode_request(b"", messages=PROTOCOL)
    assert_type(kafkawire.encode_request(asked[1], header=asked[0]), bytes)


async def write_readings(producer: Producer[str, Reading], unnamed: Producer) -> None:
    producer.send("t", {"a": 1.0}, key="k")
    producer.send("t", None, key="k")
    unnamed.send("t", b"v", key=b"k")
    try:
        producer.send("t", {"a": 2.0})
    except SerializationFailed as exc:
        print(exc.topic, exc.field)


async def read_readings(consumer: Consumer[str, Reading], shared: ShareConsumer[str, Reading]) -> None:
    try:
        for chunk in await consumer.fetch():
            assert_type(chunk, PartitionRecords[str, Reading])
            for each in chunk:
                assert_type(each.value, Reading | None)
        async for record in consumer:
            assert_type(record, ConsumerRecord[str, Reading])
            assert_type(record.key, str | None)
        async for job in shared:
            assert_type(job, ShareRecord[str, Reading])
            shared.acknowledge(job)
    except DeserializationFailed as exc:
        consumer.seek(exc.tp, exc.offset + 1)
    for columns in await consumer.fetch_columns():
        assert_type(next(columns.values()), bytes | None)


def read_without_a_loop(consumer: blocking.Consumer[str, Reading]) -> None:
    for record in consumer:
        assert_type(record, ConsumerRecord[str, Reading])
    assert_type(consumer.fetch(), list[PartitionRecords[str, Reading]])


def ask_for_records(topic: str) -> bytes:
    wanted = FetchTopic(topic=topic, partitions=[FetchPartition(partition=3, partition_max_bytes=1000)])
    request = FetchRequest(max_wait_ms=500, topics=[wanted])
    match request.topics[0]:
        case FetchTopic(topic=name, partitions=[FetchPartition(partition=number)]):
            print(name, number)
    return request.encode(12)


def count_bytes(data: memoryview) -> int:
    response = FetchResponse.decode(data, 12, zero_copy=True)
    records = response.responses[0].partitions[0].records
    assert_type(records, bytes | bytearray | memoryview | None)
    return len(records or b"")


try:
    asyncio.run(write("127.0.0.1:9092", ssl.create_default_context()))
except KafkaError as exc:
    print(exc.code, exc.retriable)
"""

FAULTS = {
    'Producer("a:1", ack=1)': 'Unexpected keyword argument "ack"',
    'Producer("a:1", acks=2)': "incompatible type",
    'Producer("a:1", compression_type="zip")': "incompatible type",
    'Consumer("a:1", linger_ms=1)': 'Unexpected keyword argument "linger_ms"',
    'Consumer("a:1", group_id=7)': "incompatible type",
    'Admin("a:1", security_protocol="TLS")': "incompatible type",
    'Admin("a:1", metadata_recovery_strategy=None)': "incompatible type",
    'blocking.Producer("a:1", retries=3)': 'Unexpected keyword argument "retries"',
    'Producer("a:1").send("t", "text")': "incompatible type",
    "Admin(1)": "incompatible type",
    'Producer("a:1", key_serializer="org.apache.kafka.common.serialization.StringSerializer")': "incompatible type",
    'Producer("a:1", value_serializer=str.encode).send("t", b"bytes")': "incompatible type",
    'Producer("a:1", key_serializer=str.encode).send("t", "text")': "incompatible type",
    'blocking.Producer("a:1", value_serializer=str.encode).send("t", 5)': "incompatible type",
    'Producer("a:1", value_serializer=str)': "incompatible type",
    'Producer("a:1", value_deserializer=bytes.decode)': "Unexpected keyword argument",
    'Consumer("a:1", value_deserializer=len(b"x"))': "incompatible type",
    'Consumer("a:1", key_deserializer=str.encode)': "incompatible type",
    'ShareConsumer("a:1", topics=["t"], value_serializer=str.encode)': "Unexpected keyword argument",
    'for r in blocking.Consumer("a:1", value_deserializer=bytes.decode): (r.value or "").decode()': "no attribute",
    'blocking.Reader("a:1")': 'has no attribute "Reader"',
    'FetchTopic("t")': "Too many positional arguments",
    "FetchTopic(name='t')": 'Unexpected keyword argument "name"',
}


def check(path: Path) -> subprocess.CompletedProcess[str]:
    if find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context", path.name]
    command += ["--cache-dir", str(path.parent / "cache"), "--no-incremental"]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_a_program_with_the_clients_passes_mypy_strict_and_wrong_options_do_not(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(PROGRAM)
    checked = check(right)
    assert (checked.returncode, checked.stdout) == (0, "")
    imports = "from kafkawire.client import Admin, Consumer, Producer, ShareConsumer, blocking\n"
    imports += "from kafkawire.messages.fetch_request import FetchTopic\n"
    wrong.write_text(imports + "".join(f"{line}\n" for line in FAULTS))
    checked = check(wrong)
    assert checked.returncode == 1
    told = {int(number): text for number, text in re.findall(r"wrong\.py:(\d+): error: (.*)", checked.stdout)}
    assert list(told) == list(range(3, 3 + len(FAULTS))), checked.stdout
    for text, expected in zip(told.values(), FAULTS.values(), strict=True):
        assert expected in text


# What takes long to load, and is needed by nobody who has not asked for it yet.
HEAVY = ("urllib.request", "prometheus_client", "opentelemetry", "gssapi", "rich", "pyspark", "numpy", "uvloop", "http")


def test_the_clients_load_little() -> None:
    code = "import sys, kafkawire.client; from kafkawire.client import Producer, Consumer, Admin; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in HEAVY if name in found] == []
    messages = [name for name in found if name.startswith("kafkawire.messages.")]
    assert len(messages) <= 3  # the index, and the two headers
    ours = [name for name in found if name.startswith("kafkawire")]
    assert len(ours) < 200


def test_the_package_of_the_clients_alone_loads_nothing() -> None:
    code = "import sys; before = set(sys.modules); import kafkawire.client; print(*(set(sys.modules) - before))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "asyncio" not in found
    assert "ssl" not in found
    assert len([name for name in found if name.startswith("kafkawire")]) < 8
