"""Kafka topics as Spark DataFrames, without a connector jar.

```python
flights = (  # Spark finds the format by its name; where it does not, register `KafkaWireDataSource`
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

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.spark.capture.source import KafkaWireCaptureSource
    from kafkawire.spark.java import JavaMissing, find_java
    from kafkawire.spark.log.source import KafkaWireLogSource
    from kafkawire.spark.progress import LagListener, partition_progress
    from kafkawire.spark.session import local_session
    from kafkawire.spark.source import KafkaWireDataSource

__all__ = [
    "JavaMissing",
    "KafkaWireCaptureSource",
    "KafkaWireDataSource",
    "KafkaWireLogSource",
    "LagListener",
    "find_java",
    "local_session",
    "partition_progress",
]

_HOME = {
    "JavaMissing": "kafkawire.spark.java",
    "KafkaWireCaptureSource": "kafkawire.spark.capture.source",
    "KafkaWireDataSource": "kafkawire.spark.source",
    "KafkaWireLogSource": "kafkawire.spark.log.source",
    "LagListener": "kafkawire.spark.progress",
    "find_java": "kafkawire.spark.java",
    "local_session": "kafkawire.spark.session",
    "partition_progress": "kafkawire.spark.progress",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
