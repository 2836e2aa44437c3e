"""Step one: the flights go into the topic, keyed by carrier, compressed with zstd."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kafkawire.client import Admin, NewTopic, Producer
from kafkawire.demo.errors import DemoFailed
from kafkawire.demo.flights import FlightRecord
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["PARTITIONS", "TOPIC", "Produced", "produce"]

TOPIC = "flights"
PARTITIONS = 4
_FOREVER_MS = 2**63 - 1
_CHUNK = 1_000  # records between two looks at the producer's memory and the progress bar
_BATCH_SIZE = 256 * 1024  # before compression; larger batches compress better and are quicker to read as columns


@dataclass(frozen=True, slots=True)
class Produced:
    """What went in. `payload_bytes`: keys and values before compression; `seconds`: until all was acknowledged."""

    records: int
    payload_bytes: int
    seconds: float


async def produce(address: str, flights: Sequence[FlightRecord], advance: Callable[[int], None]) -> Produced:
    """Create the topic and write all flights. `advance` is told how many more have been sent."""
    await _create_topic(address)
    started = time.perf_counter()
    async with Producer(address, acks="all", compression_type="zstd", batch_size=_BATCH_SIZE) as producer:
        for begin in range(0, len(flights), _CHUNK):
            chunk = flights[begin : begin + _CHUNK]
            await producer.drain()
            for flight in chunk:
                producer.send(TOPIC, flight.value, key=flight.key, timestamp_ms=flight.timestamp)
            advance(len(chunk))
        await producer.flush()
        seconds = time.perf_counter() - started
    return Produced(len(flights), sum(len(f.key) + len(f.value) for f in flights), seconds)


async def _create_topic(address: str) -> None:
    # The flights are old, and a year apart: brokers remove what is old, and begin a new segment for each week.
    topic = NewTopic(PARTITIONS, 1, {"retention.ms": "-1", "segment.ms": str(_FOREVER_MS)})
    async with Admin(address) as admin:
        try:
            await admin.create_topics({TOPIC: topic})
        except KafkaError as exc:
            if exc.code != ErrorCode.TOPIC_ALREADY_EXISTS:
                raise
            raise DemoFailed(
                f"the data directory has a topic {TOPIC!r} already: give another --data-dir, or read it with --step"
            ) from exc
