"""What a consumer counts, under the names that Kafka's own has for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.metrics import Number

__all__ = ["consumer_metrics", "count_fetched", "count_rebalance"]

_TOTALS = ("records_consumed_total", "bytes_consumed_total", "rebalance_total")
_GROUP = {"heartbeat": ApiKey.HEARTBEAT, "join": ApiKey.JOIN_GROUP, "sync": ApiKey.SYNC_GROUP}


def count_fetched(cluster: Cluster, records: int, size: int) -> None:
    """Records of one partition have come, in so many bytes of batches."""
    cluster.metrics.count("records_consumed_total", records)
    cluster.metrics.count("bytes_consumed_total", size)
    cluster.metrics.sample("fetch_size", size)


def count_rebalance(cluster: Cluster, began: float) -> None:
    """A rebalance is through; `began` is in seconds on the client's clock."""
    cluster.metrics.count("rebalance_total")
    cluster.metrics.sample("rebalance_latency", (cluster.runtime.now() - began) * 1000)


def consumer_metrics(
    cluster: Cluster, lag: Mapping[TopicPartition, int], assigned: int
) -> Iterator[tuple[str, Number]]:
    """What a consumer counts, with what every client does. `lag`: as of the last fetches."""
    yield from cluster.counted()
    for name in _TOTALS:
        yield name, cluster.metrics.totals.get(name, 0)
    yield from cluster.metrics.averages("fetch_size", "rebalance_latency")
    yield from cluster.metrics.latency("fetch", ApiKey.FETCH)
    yield from cluster.metrics.latency("commit", ApiKey.OFFSET_COMMIT)
    is_modern = ApiKey.CONSUMER_GROUP_HEARTBEAT in cluster.metrics.latencies
    for name, api_key in _GROUP.items():
        is_beat = name == "heartbeat" and is_modern
        yield from cluster.metrics.latency(name, ApiKey.CONSUMER_GROUP_HEARTBEAT if is_beat else api_key)
    yield "assigned_partitions", assigned
    yield "records_lag_max", max(lag.values(), default=0)
    yield "records_lag_sum", sum(lag.values())
