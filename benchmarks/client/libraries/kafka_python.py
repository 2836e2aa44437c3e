"""kafka-python."""

from __future__ import annotations

import time

import kafka

from benchmarks.client.libraries import Settings, Some, Watch, over_and_over

VERSION = kafka.__version__


def _producer(address: str, settings: Settings) -> kafka.KafkaProducer:
    return kafka.KafkaProducer(
        bootstrap_servers=address,
        acks="all",
        batch_size=settings.batch_size,
        linger_ms=settings.linger_ms,
        compression_type=None if settings.compression == "none" else settings.compression,
        enable_idempotence=settings.idempotence,
    )


def _send(producer: kafka.KafkaProducer, topic: str, some: Some, count: int) -> None:
    deliveries = [
        producer.send(topic, value, key, headers=headers) for key, value, headers in over_and_over(some, count)
    ]
    producer.flush()
    assert all(delivery.succeeded() for delivery in deliveries)


def produce(address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    producer = _producer(address, settings)
    _send(producer, topic, some, counts[0])
    watch.start()
    _send(producer, topic, some, counts[1])
    watch.stop()
    producer.close()


def _read(consumer: kafka.KafkaConsumer, count: int) -> int:
    size = 0
    while count > 0:
        for records in consumer.poll(1000, max_records=min(count, 10_000)).values():
            count -= len(records)
            for record in records:
                size += len(record.key or b"") + len(record.value or b"")
    return size


def consume(address: str, topic: str, counts: tuple[int, int], watch: Watch) -> int:
    consumer = kafka.KafkaConsumer(topic, bootstrap_servers=address, auto_offset_reset="earliest", group_id=None)
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
        producer.send(topic, value).get(60)
        taken.append(time.perf_counter() - began)
    producer.close()
    return taken
