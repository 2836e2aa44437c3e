"""The clients that take turns, each in a process of its own, and how their modules are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import cycle, islice
from typing import Any, Protocol

from benchmarks.rounds import OURS, UVLOOP
from benchmarks.traffic import Content

BLOCKING, COLUMNS, ONE_BY_ONE = "kafkawire, blocking", "kafkawire, columns", "kafkawire, async for"
AIOKAFKA, CONFLUENT, KAFKA_PYTHON = "aiokafka", "confluent-kafka", "kafka-python"

MODULES = {
    OURS: "kafkawire",
    UVLOOP: "kafkawire",
    BLOCKING: "kafkawire_blocking",
    COLUMNS: "kafkawire",
    ONE_BY_ONE: "kafkawire",
    AIOKAFKA: "aiokafka",
    CONFLUENT: "confluent_kafka",
    KAFKA_PYTHON: "kafka_python",
}

WRITERS = (OURS, UVLOOP, BLOCKING, AIOKAFKA, CONFLUENT, KAFKA_PYTHON)
READERS = (OURS, UVLOOP, COLUMNS, ONE_BY_ONE, AIOKAFKA, CONFLUENT, KAFKA_PYTHON)
SLOW = {AIOKAFKA: 4, KAFKA_PYTHON: 10, ONE_BY_ONE: 2}
"""Who gets a part of the records only, so that a run ends in time; figures are per record."""

Some = Sequence[Content]
"""Keys, values and headers of records."""


@dataclass(frozen=True)
class Settings:
    """What all clients are told in the same way; the rest is as each has it by default."""

    batch_size: int = 16_384
    linger_ms: int = 5
    compression: str = "none"
    idempotence: bool = True


class Watch(Protocol):
    """Says what the lines between its start and its stop have cost."""

    def start(self) -> None:
        """From here on it counts."""

    def stop(self) -> None:
        """It does not any more."""


class Library(Protocol):
    """What a module has. Times are seconds; every function makes clients of its own and closes them."""

    VERSION: str

    def produce(
        self, address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch
    ) -> None:
        """Have records written: so many to warm up, then so many that count. Raises if one is not acknowledged.

        They hold `some`, over and over.
        """

    def consume(self, address: str, topic: str, counts: tuple[int, int], watch: Watch) -> int:
        """Read from the beginning, so many and so many records, and look at keys and values. Returns their bytes."""

    def latency(self, address: str, topic: str, value: bytes, count: int) -> Iterator[float]:
        """Send records one by one, each after the one before is acknowledged; how long each took."""


def over_and_over(some: Some, count: int) -> Iterable[Content]:
    """So many of them."""
    return islice(cycle(some), count)


def load(name: str) -> Any:
    """The module of a client. Raises `ImportError` if it is not installed."""
    if name == UVLOOP:
        import_module("uvloop")
    return import_module(f"benchmarks.client.libraries.{MODULES[name]}")
