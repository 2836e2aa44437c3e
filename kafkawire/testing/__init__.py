"""Help for tests of code that speaks Kafka: a broker in this process, for code that knows nothing of asyncio.

```python
with kafkawire.testing.broker(topics={"orders": 3}) as b:
    producer = Producer({"bootstrap.servers": b.bootstrap_servers})
```
"""

from __future__ import annotations

from kafkawire.testing.threaded import ThreadedBroker, broker

__all__ = ["ThreadedBroker", "broker"]
