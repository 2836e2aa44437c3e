"""confluent-kafka: librdkafka, in C, with threads of its own; their processor time counts."""

from __future__ import annotations

import time
from typing import Any

import confluent_kafka
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

from benchmarks.client.libraries import Settings, Some, Watch, over_and_over

VERSION = f"{confluent_kafka.__version__} (librdkafka {confluent_kafka.libversion()[0]})"
_PATIENCE = 120.0
_BETWEEN_POLLS = 100


def _producer(address: str, settings: Settings) -> Producer:
    return Producer(
        {
            "bootstrap.servers": address,
            "log_level": 3,
            "acks": "all",
            "batch.size": settings.batch_size,
            "linger.ms": settings.linger_ms,
            "compression.type": settings.compression,
            "enable.idempotence": settings.idempotence,
        }
    )


def _send(producer: Producer, topic: str, some: Some, count: int) -> None:
    written = 0

    def delivered(error: object, _: object) -> None:
        nonlocal written
        written += not error

    for number, (key, value, headers) in enumerate(over_and_over(some, count)):
        while True:
            try:
                producer.produce(topic, value, key, headers=headers, on_delivery=delivered)
                break
            except BufferError:
                producer.poll(0.01)
        if number % _BETWEEN_POLLS == 0:
            producer.poll(0)
    producer.flush(_PATIENCE)
    assert written == count


def produce(address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    producer = _producer(address, settings)
    _send(producer, topic, some, counts[0])
    watch.start()
    _send(producer, topic, some, counts[1])
    watch.stop()


def _read(consumer: Consumer, count: int) -> int:
    size = 0
    while count > 0:
        messages: list[Any] = consumer.consume(min(count, 10_000), 1.0)
        count -= len(messages)
        for message in messages:
            size += len(message.key() or b"") + len(message.value() or b"")
    return size


def consume(address: str, topic: str, counts: tuple[int, int], watch: Watch) -> int:
    own = {"group.id": "benchmark", "enable.auto.commit": False, "fetch.queue.backoff.ms": 1}
    consumer = Consumer({"bootstrap.servers": address, "log_level": 3, **own})
    consumer.assign([TopicPartition(topic, 0, OFFSET_BEGINNING)])
    _read(consumer, counts[0])
    watch.start()
    size = _read(consumer, counts[1])
    watch.stop()
    consumer.close()
    return size


def latency(address: str, topic: str, value: bytes, count: int) -> list[float]:
    producer = _producer(address, Settings(linger_ms=0))
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        producer.produce(topic, value)
        producer.flush(_PATIENCE)
        taken.append(time.perf_counter() - began)
    return taken
