"""How a consumer is: for probes that ask whether it still does its work, and in numbers under Kafka's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.metrics import Number

__all__ = ["ConsumerHealth", "GroupState", "consumer_metrics"]

_TOTALS = ("records_consumed_total", "bytes_consumed_total", "rebalance_total")

GroupState = Literal["none", "joining", "stable", "failed", "closed"]


@dataclass(frozen=True, slots=True)
class ConsumerHealth:
    """A moment's view; nothing is asked of a broker for it. Durations in seconds, None: not yet."""

    since_poll: float | None
    """Since the application last asked for records, 0 while it waits for them."""
    since_assignment: float | None
    """Since partitions last came or went."""
    since_fetch: float | None
    """Since a broker last answered a fetch, be it with nothing."""
    since_heartbeat: float | None
    """Since the group's coordinator last answered a heartbeat."""
    group_state: GroupState
    """"none" without a group; "failed" once an error has ended the membership."""
    member_id: str
    epoch: int
    """The generation, or the member epoch; -1 when not a member."""
    lag: dict[TopicPartition, int]
    """Per partition how many offsets lie between the position and the end, as of the last fetch."""
    last_error: BaseException | None
    """What a call that reads raised last, or what has ended fetching or the membership."""

    def is_alive(self, max_silence: float) -> bool:
        """Whether it works: no fatal error, polled and fetched within `max_silence` seconds."""
        times = (self.since_poll, self.since_fetch)
        return self.group_state not in ("failed", "closed") and all(t is not None and t <= max_silence for t in times)


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
    of_member = ApiKey.CONSUMER_GROUP_HEARTBEAT  # what a group of KIP-848 has in place of the three
    heartbeat = of_member if of_member in cluster.metrics.latencies else ApiKey.HEARTBEAT
    yield from cluster.metrics.latency("heartbeat", heartbeat)
    yield from cluster.metrics.latency("join", ApiKey.JOIN_GROUP)
    yield from cluster.metrics.latency("sync", ApiKey.SYNC_GROUP)
    yield "assigned_partitions", assigned
    yield "records_lag_max", max(lag.values(), default=0)
    yield "records_lag_sum", sum(lag.values())
