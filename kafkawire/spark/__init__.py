"""Kafka topics as Spark DataFrames, without a connector jar.

```python
from kafkawire.spark import KafkaWireDataSource

spark.dataSource.register(KafkaWireDataSource)
flights = (
    spark.read.format("kafkawire")
    .option("kafka.bootstrap.servers", "127.0.0.1:9092")
    .option("subscribe", "flights")
    .load()
)
```

Schema and options are those of Spark's own Kafka source. This is the only package that imports pyspark, and it does so
when one of the names below is first touched.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.spark.java import JavaMissing, find_java
    from kafkawire.spark.session import local_session
    from kafkawire.spark.source import KafkaWireDataSource

__all__ = ["JavaMissing", "KafkaWireDataSource", "find_java", "local_session"]

_HOME = {
    "JavaMissing": "kafkawire.spark.java",
    "KafkaWireDataSource": "kafkawire.spark.source",
    "find_java": "kafkawire.spark.java",
    "local_session": "kafkawire.spark.session",
}


def __getattr__(name: str) -> object:
    try:
        module = import_module(_HOME[name])
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    value = globals()[name] = getattr(module, name)
    return value
