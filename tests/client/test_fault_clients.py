"""What faults of a broker do to clients that people use: each has the effect described, and is over afterwards."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.testing import ThreadedBroker

Write = Callable[[ThreadedBroker], str | None]
"""Sends one record and waits for the acknowledgement; returns the name of the error, if it is one for good."""
Read = Callable[[ThreadedBroker, int], list[bytes]]
"""Reads so many records in the group `g`, and commits."""


def confluent_writes(broker: ThreadedBroker) -> str | None:
    from confluent_kafka import Producer

    told: list[Any] = []
    quick = {"retry.backoff.ms": 20, "reconnect.backoff.ms": 10, "reconnect.backoff.max.ms": 20, "log_level": 0}
    producer = Producer({"bootstrap.servers": broker.bootstrap_servers, "enable.idempotence": True, **quick})
    producer.produce("orders", b"v", on_delivery=lambda error, _: told.append(error))
    assert producer.flush(20) == 0
    return told[0] and str(told[0].name())


def confluent_reads(broker: ThreadedBroker, count: int) -> list[bytes]:
    from confluent_kafka import Consumer

    quick = {"fetch.error.backoff.ms": 10, "reconnect.backoff.ms": 10, "reconnect.backoff.max.ms": 20, "log_level": 0}
    found: list[bytes] = []
    group = {
        "group.id": "g",
        "auto.offset.reset": "earliest",
        "heartbeat.interval.ms": 100,
        "enable.auto.commit": False,
    }
    with closing(Consumer({"bootstrap.servers": broker.bootstrap_servers, **group, **quick})) as consumer:
        consumer.subscribe(["orders"])
        while len(found) < count:
            message = consumer.poll(0.1)
            if message is not None and not message.error():
                found.append(message.value())
        consumer.commit(asynchronous=False)
    return found


def aiokafka_writes(broker: ThreadedBroker) -> str | None:
    from aiokafka import AIOKafkaProducer
    from aiokafka.errors import BrokerResponseError

    async def write() -> str | None:
        options = {"bootstrap_servers": broker.bootstrap_servers, "retry_backoff_ms": 20, "enable_idempotence": True}
        async with AIOKafkaProducer(**options) as producer:
            try:
                await producer.send_and_wait("orders", b"v")
            except BrokerResponseError as exc:
                return str(exc.message)
        return None

    return asyncio.run(write())


def aiokafka_reads(broker: ThreadedBroker, count: int) -> list[bytes]:
    from aiokafka import AIOKafkaConsumer

    async def read() -> list[bytes]:
        options = {"retry_backoff_ms": 20, "heartbeat_interval_ms": 100, "enable_auto_commit": False}
        consumer = AIOKafkaConsumer(
            "orders", bootstrap_servers=broker.bootstrap_servers, group_id="g", auto_offset_reset="earliest", **options
        )
        async with consumer:
            found = [(await consumer.getone()).value for _ in range(count)]
            await consumer.commit()
        return found

    return asyncio.run(read())


def kafka_python_writes(broker: ThreadedBroker) -> str | None:
    from kafka import KafkaProducer
    from kafka.errors import BrokerResponseError

    quick = {"retry_backoff_ms": 20, "reconnect_backoff_ms": 10, "reconnect_backoff_max_ms": 20}
    with closing(
        KafkaProducer(bootstrap_servers=broker.bootstrap_servers, enable_idempotence=True, **quick)
    ) as producer:
        try:
            producer.send("orders", b"v").get(20)
        except BrokerResponseError as exc:
            return str(exc.message)
    return None


def kafka_python_reads(broker: ThreadedBroker, count: int) -> list[bytes]:
    from kafka import KafkaConsumer

    options = {"retry_backoff_ms": 20, "reconnect_backoff_ms": 10, "heartbeat_interval_ms": 100}
    consumer = KafkaConsumer(
        "orders", bootstrap_servers=broker.bootstrap_servers, group_id="g", auto_offset_reset="earliest", **options
    )
    found: list[bytes] = []
    with closing(consumer):
        while (
            len(found) < count
        ):  # a poll that ends while the group is joined makes kafka-python 3.0.12 forget to fetch
            found += [record.value for records in consumer.poll(10_000).values() for record in records]
        consumer.commit()
    return found


def our_writes(broker: ThreadedBroker) -> str | None:
    from kafkawire.client.blocking import Producer
    from kafkawire.error_code import ErrorCode
    from kafkawire.errors import KafkaError

    with Producer(broker.bootstrap_servers, retry_backoff_ms=20) as producer:
        try:
            producer.send("orders", b"v").result(20)
        except KafkaError as exc:
            return str(ErrorCode.of(exc.code).name)
    return None


def our_reads(broker: ThreadedBroker, count: int) -> list[bytes]:
    from kafkawire.client.blocking import Consumer

    found: list[bytes] = []
    with Consumer(
        broker.bootstrap_servers, topics=["orders"], group_id="g", auto_offset_reset="earliest", retry_backoff_ms=20
    ) as consumer:
        while len(found) < count:
            found += [record.value or b"" for chunk in consumer.fetch(timeout=0.1) for record in chunk.records]
        consumer.commit()
    return found


CLIENTS = {
    "confluent_kafka": (confluent_writes, confluent_reads),
    "aiokafka": (aiokafka_writes, aiokafka_reads),
    "kafka": (kafka_python_writes, kafka_python_reads),
    "kafkawire": (our_writes, our_reads),
}


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> tuple[Write, Read]:
    pytest.importorskip(request.param)
    return CLIENTS[request.param]


@pytest.fixture
def broker() -> Iterator[ThreadedBroker]:
    with kafkawire.testing.broker(topics={"orders": 1}) as running:
        yield running


@pytest.mark.parametrize(
    "rule",
    [
        {"error": "NOT_LEADER_OR_FOLLOWER"},
        {"error": "NOT_ENOUGH_REPLICAS"},
        {"drop": "before"},
        {"drop": "after"},
        {"cut": 10},
        {"throttle": 0.05},
    ],
    ids=str,
)
def test_a_record_is_written_once_whatever_happens_to_its_request(
    broker: ThreadedBroker, client: tuple[Write, Read], rule: dict[str, Any]
) -> None:
    write, _ = client
    fault = broker.fail("Produce", topic="orders", times=1, **rule)
    assert write(broker) is None
    assert fault.count == 1
    assert [record.value for record in broker.records("orders")] == [b"v"]


def test_a_refusal_for_good_is_told_and_nothing_is_written(broker: ThreadedBroker, client: tuple[Write, Read]) -> None:
    write, _ = client
    broker.fail("Produce", topic="orders", error="TOPIC_AUTHORIZATION_FAILED")
    assert str(write(broker)).endswith("TOPIC_AUTHORIZATION_FAILED")
    assert broker.records("orders") == []


def test_a_slow_broker_is_waited_for(broker: ThreadedBroker, client: tuple[Write, Read]) -> None:
    write, _ = client
    broker.fail("Produce", delay=0.1)
    began = time.monotonic()
    assert write(broker) is None
    assert time.monotonic() - began >= 0.1


@pytest.mark.parametrize(
    ("api", "rule"),
    [
        ("Fetch", {"topic": "orders", "error": "NOT_LEADER_OR_FOLLOWER"}),
        ("Fetch", {"cut": 40}),
        ("Metadata", {"topic": "orders", "error": "LEADER_NOT_AVAILABLE"}),
        ("FindCoordinator", {"group": "g", "error": "COORDINATOR_NOT_AVAILABLE"}),
        (["JoinGroup", "ConsumerGroupHeartbeat"], {"group": "g", "error": "NOT_COORDINATOR"}),
        ("OffsetFetch", {"group": "g", "error": "COORDINATOR_LOAD_IN_PROGRESS"}),
        ("OffsetCommit", {"group": "g", "topic": "orders", "error": "COORDINATOR_LOAD_IN_PROGRESS"}),
    ],
    ids=str,
)
def test_everything_is_read_whatever_happens_on_the_way(
    broker: ThreadedBroker, client: tuple[Write, Read], api: Any, rule: dict[str, Any]
) -> None:
    _, read = client
    values = [b"%d" % n for n in range(3)]
    for value in values:
        broker.append("orders", value)
    fault = broker.fail(api, times=1, **rule)
    assert read(broker, 3) == values
    assert fault.count == 1
