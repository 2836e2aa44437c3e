"""What a producer counts, under the names that Kafka's own has for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.metrics import Number
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.accumulator import Accumulator
from kafkawire.client.producer.batch import Batch

__all__ = ["count_errors", "count_retries", "count_sent", "count_split", "producer_metrics"]

_TOTALS = ("record_send_total", "record_retry_total", "record_error_total", "byte_total", "batch_split_total")
_SAMPLES = ("batch_size", "records_per_request", "record_queue_time", "compression_rate")


def count_sent(cluster: Cluster, batches: Iterable[Batch]) -> None:
    """One request with these batches is on its way."""
    metrics, now = cluster.metrics, cluster.runtime.now()
    records = total = 0
    for batch in batches:
        records += len(batch.records)
        size = len(batch.data or b"")
        total += size
        metrics.sample("batch_size", size, now)
        metrics.sample("record_queue_time", (now - batch.created_at) * 1000, now)
        metrics.sample("compression_rate", size / max(1, batch.size), now)
    metrics.count("record_send_total", records)
    metrics.count("byte_total", total)
    metrics.sample("records_per_request", records, now)


def count_retries(cluster: Cluster, batch: Batch) -> None:
    """A batch goes out again."""
    cluster.metrics.count("record_retry_total", len(batch.records))


def count_split(cluster: Cluster) -> None:
    """A batch was too large for the broker, and goes out again in two."""
    cluster.metrics.count("batch_split_total", 1)


def count_errors(cluster: Cluster, records: int) -> None:
    """Records could not be written."""
    cluster.metrics.count("record_error_total", records)


def producer_metrics(
    cluster: Cluster, accumulator: Accumulator, options: ProducerOptions
) -> Iterator[tuple[str, Number]]:
    """All of it, with what every client counts."""
    yield from cluster.counted()
    for name in _TOTALS:
        yield name, cluster.metrics.totals.get(name, 0)
    yield from cluster.metrics.averages(*_SAMPLES)
    yield from cluster.metrics.latency("produce", ApiKey.PRODUCE)
    yield "buffer_total_bytes", options.buffer_memory
    yield "buffer_available_bytes", max(0, options.buffer_memory - accumulator.buffered)
