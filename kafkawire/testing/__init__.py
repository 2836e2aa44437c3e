"""Help for tests of code that speaks Kafka: a broker in this process, for code that knows nothing of asyncio.

```python
with kafkawire.testing.broker(topics={"orders": 3}) as b:
    producer = Producer({"bootstrap.servers": b.bootstrap_servers})
```

What is to go wrong is said by name (`kafkawire.testing.faults`):

```python
b.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
```

In pytest there are the fixtures `kafka_broker` and `kafka_broker_factory`; nothing has to be imported for them. They
are the reason why names are loaded here on first touch: every run of pytest imports this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.testing.clock import Clock as Clock
    from kafkawire.testing.fault_filter import FaultFilter as FaultFilter
    from kafkawire.testing.fault_hook import FaultHook as FaultHook
    from kafkawire.testing.faults.engine import Fault as Fault
    from kafkawire.testing.faults.engine import Faults as Faults
    from kafkawire.testing.faults.rule import FaultRule as FaultRule
    from kafkawire.testing.faults.rule import InvalidFault as InvalidFault
    from kafkawire.testing.groups import GroupMember as GroupMember
    from kafkawire.testing.groups import GroupStatus as GroupStatus
    from kafkawire.testing.schema_registry import SchemaRegistry as SchemaRegistry
    from kafkawire.testing.schema_registry import registry as registry
    from kafkawire.testing.schemas import RegistryError as RegistryError
    from kafkawire.testing.threaded import ThreadedBroker as ThreadedBroker
    from kafkawire.testing.threaded import broker as broker

__all__ = [
    "Clock",
    "Fault",
    "FaultFilter",
    "FaultHook",
    "FaultRule",
    "Faults",
    "GroupMember",
    "GroupStatus",
    "InvalidFault",
    "RegistryError",
    "SchemaRegistry",
    "ThreadedBroker",
    "broker",
    "registry",
]

_HOMES = {
    **dict.fromkeys(("ThreadedBroker", "broker"), "kafkawire.testing.threaded"),
    **dict.fromkeys(("Fault", "FaultRule", "Faults", "InvalidFault"), "kafkawire.testing.faults"),
    **dict.fromkeys(("GroupMember", "GroupStatus"), "kafkawire.testing.groups"),
    **dict.fromkeys(("SchemaRegistry", "registry"), "kafkawire.testing.schema_registry"),
    "RegistryError": "kafkawire.testing.schemas",
    "Clock": "kafkawire.testing.clock",
    "FaultFilter": "kafkawire.testing.fault_filter",
    "FaultHook": "kafkawire.testing.fault_hook",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
