"""Help for tests of code that speaks Kafka: a broker in this process, for code that knows nothing of asyncio.

```python
with kafkawire.testing.broker(topics={"orders": 3}) as b:
    producer = Producer({"bootstrap.servers": b.bootstrap_servers})
```

Faults are hooks of the broker (`kafkawire.broker.BrokerHooks`), which answer in its place, wait or hang up:

```python
with kafkawire.testing.broker(hooks=[NotLeaderOnce()]) as b:
```

In pytest there are the fixtures `kafka_broker` and `kafka_broker_factory`; nothing has to be imported for them. They
are the reason why names are loaded here on first touch: every run of pytest imports this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.testing.threaded import ThreadedBroker as ThreadedBroker
    from kafkawire.testing.threaded import broker as broker

__all__ = ["ThreadedBroker", "broker"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, "kafkawire.testing.threaded"))
