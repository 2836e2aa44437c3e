"""The pytest plugin: brokers that live as long as a test. pytest finds it by itself once kafkawire is installed.

def test_orders(kafka_broker):
producer = Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})

def test_wide_topics(kafka_broker_factory):
first = kafka_broker_factory(topics={"orders": 12}, options={"message.max.bytes": "5000"})
second = kafka_broker_factory()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kafkawire.testing.threaded import ThreadedBroker

__all__ = ["kafka_broker", "kafka_broker_factory"]


@pytest.fixture
def kafka_broker_factory() -> Iterator[Callable[..., ThreadedBroker]]:
    """Starts brokers; takes what `kafkawire.testing.broker` takes. All are stopped when the test ends."""
    from contextlib import ExitStack

    from kafkawire.testing.threaded import broker

    with ExitStack() as brokers:
        yield lambda *args, **options: brokers.enter_context(broker(*args, **options))


@pytest.fixture
def kafka_broker(kafka_broker_factory: Callable[..., ThreadedBroker]) -> ThreadedBroker:
    """A broker of the test's own, in memory, on a free port: `kafka_broker.bootstrap_servers`."""
    return kafka_broker_factory()
