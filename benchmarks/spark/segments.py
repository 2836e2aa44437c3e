"""Segments of a broker's directory to Arrow record batches, checksums compared: records a second of one processor.

`python -m benchmarks.spark.segments` measures this alone, and prints it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["measure"]


def main() -> None:
    """Fill a broker's directory, and read it."""
    from benchmarks.spark import topics
    from kafkawire.demo.broker import BrokerProcess

    with tempfile.TemporaryDirectory() as folder, BrokerProcess(Path(folder) / "broker") as broker:
        for name, rate in measure(Path(folder) / "broker", topics.fill(broker.address, 0.25), 5).items():
            print(f"{name}: {rate:,.0f} records a second")


def measure(directory: Path, topics: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Records a second of processor time: medians of `rounds`, by what is in the topics."""
    _rate(directory, next(iter(topics.values())))  # what is imported does not count
    return {name: statistics.median(_rate(directory, topic) for _ in range(rounds)) for name, topic in topics.items()}


def _rate(directory: Path, topic: str) -> float:
    from kafkawire.spark.log.source import KafkaWireLogSource

    began, count = time.process_time(), 0
    reader = KafkaWireLogSource({"path": str(directory), "topic": topic}).reader(None)  # type: ignore[arg-type]
    for partition in reader.partitions():
        batches: Iterator[Any] = reader.read(partition)
        count += sum(batch.num_rows for batch in batches)
    return count / (time.process_time() - began)


if __name__ == "__main__":
    main()
