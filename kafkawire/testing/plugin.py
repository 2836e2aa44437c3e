"""The pytest plugin: brokers that live as long as a test. pytest finds it by itself once kafkawire is installed.

def test_orders(kafka_broker):
    producer = Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})

def test_wide_topics(kafka_broker_factory):
    first = kafka_broker_factory(topics={"orders": 12}, options={"message.max.bytes": "5000"})
    second = kafka_broker_factory()

def test_patience(kafka_broker, kafka_clock):
    kafka_clock.advance(45)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kafkawire.testing.clock import Clock
    from kafkawire.testing.schema_registry import SchemaRegistry
    from kafkawire.testing.threaded import ThreadedBroker

__all__ = ["kafka_broker", "kafka_broker_factory", "kafka_clock", "schema_registry"]


@pytest.fixture
def kafka_broker_factory() -> Iterator[Callable[..., ThreadedBroker]]:
    """Starts brokers; takes what `kafkawire.testing.broker` takes. All are stopped when the test ends."""
    from contextlib import ExitStack

    from kafkawire.testing.threaded import broker

    with ExitStack() as brokers:
        yield lambda *args, **options: brokers.enter_context(broker(*args, **options))


@pytest.fixture
def kafka_clock() -> Clock:
    """The time of `kafka_broker` in a test that asks for this; it passes with `kafka_clock.advance(seconds)` alone."""
    from kafkawire.testing.clock import Clock

    return Clock()


@pytest.fixture
def kafka_broker(kafka_broker_factory: Callable[..., ThreadedBroker], request: pytest.FixtureRequest) -> ThreadedBroker:
    """A broker of the test's own, in memory, on a free port: `kafka_broker.bootstrap_servers`."""
    has_clock = "kafka_clock" in request.fixturenames
    return kafka_broker_factory(clock=request.getfixturevalue("kafka_clock") if has_clock else None)


@pytest.fixture
def schema_registry() -> Iterator[SchemaRegistry]:
    """A schema registry of the test's own, empty: `schema_registry.url`."""
    from kafkawire.testing.schema_registry import registry

    with registry() as running:
        yield running
