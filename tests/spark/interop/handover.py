"""A streaming query that is stopped under one source and goes on under the other: every record once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin, Producer
from kafkawire.spark.session import SparkError

__all__ = ["handovers"]

ORDERS = (("kafka", "kafkawire", "kafka"), ("kafkawire", "kafka", "kafkawire"))
EACH = 400
_ATTEMPTS = 4
_TOO_SLOW = "Python worker failed to connect back"


def handovers(spark: Any, address: str, prefix: str, folder: Path) -> Iterator[tuple[str, list[int], list[int]]]:
    """What was compared, the numbers that were written, and those that the query has written on."""
    for order in ORDERS:
        name = " then ".join(order)
        topic, place = f"{prefix}{'-'.join(order)}", folder / f"{prefix}{'-'.join(order)}"
        with Admin(address) as admin:
            admin.create_topics({topic: NewTopic(2, 1)})
            for turn, source in enumerate(order):
                if turn == 1:
                    admin.create_partitions({topic: 3})
                _write(address, topic, range(turn * EACH, (turn + 1) * EACH), 2 if turn == 0 else 3)
                _run(spark, source, address, topic, place)
        rows = spark.read.parquet(str(place / "rows")).collect()
        yield name, list(range(len(order) * EACH)), sorted(row.number for row in rows)


def _write(address: str, topic: str, numbers: range, partitions: int) -> None:
    with Producer(address) as producer:
        for number in numbers:
            producer.send(topic, b"%d" % number, partition=number % partitions)


def _run(spark: Any, source: str, address: str, topic: str, place: Path) -> None:
    reader = spark.readStream.format(source).option("kafka.bootstrap.servers", address).option("subscribe", topic)
    rows = reader.option("startingOffsets", "earliest").option("maxOffsetsPerTrigger", "150").load()
    writer = rows.selectExpr("CAST(CAST(value AS STRING) AS INT) AS number").writeStream.format("parquet")
    writer = writer.option("path", str(place / "rows")).option("checkpointLocation", str(place / "checkpoint"))
    _finish(writer.trigger(availableNow=True))


def _finish(writer: Any) -> None:
    """Start the query, again where a worker of Spark was too slow: it has ten seconds, which a busy machine exceeds.

    Nothing hides behind that: a query that starts anew goes by its checkpoint, and its rows are compared afterwards.
    """
    for attempt in range(_ATTEMPTS):
        try:
            writer.start().awaitTermination()
        except SparkError as exc:
            if attempt == _ATTEMPTS - 1 or _TOO_SLOW not in str(exc):
                raise
            print(f"        started again: {_TOO_SLOW}", flush=True)
        else:
            return
