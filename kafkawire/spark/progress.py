"""How far streaming queries are behind, by partition: out of Spark's own reports, in the driver's log, for Prometheus.

```python
spark.streams.addListener(LagListener())
```

A source in Python has no say in what a query's progress holds, but for where partitions end. That is enough: the rest
is here. Spark's own Kafka source reports the same, so this serves its queries, too.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.streaming.listener import StreamingQueryListener

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import Offsets, offsets_from_json

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from pyspark.sql.streaming.listener import StreamingQueryProgress

__all__ = ["LagListener", "PartitionProgress", "partition_progress"]

_log = logging.getLogger("kafkawire.spark")


@dataclass(frozen=True, slots=True)
class PartitionProgress:
    """One partition after a batch. Counted in offsets, of which markers and compaction leave some without a record."""

    position: int
    """Where the next batch begins."""
    lag: int
    """From there to the partition's end, as the source saw it when it planned the batch."""
    read: int
    """By the last batch; 0 for the first of a query, of which Spark does not say where it began."""
    per_second: float
    """Read by the last batch, by the time that it took as a whole."""


def partition_progress(progress: StreamingQueryProgress | Mapping[str, Any]) -> dict[TopicPartition, PartitionProgress]:
    """What `query.lastProgress` or a listener's event says of each partition, of all sources that read Kafka."""
    found = _as_dict(progress)
    seconds = found["durationMs"].get("triggerExecution", 0) / 1000
    made: dict[TopicPartition, PartitionProgress] = {}
    for source in found["sources"]:
        ends = _offsets(source.get("endOffset"))
        starts, latest = _offsets(source.get("startOffset")), _offsets(source.get("latestOffset"))
        for tp, end in ends.items():
            read = end - starts.get(tp, end)
            rate = read / seconds if seconds else 0.0
            made[tp] = PartitionProgress(end, max(latest.get(tp, end) - end, 0), read, rate)
    return made


def _as_dict(progress: StreamingQueryProgress | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(progress, dict):
        return progress
    found: Mapping[str, Any] = json.loads(progress.json)  # type: ignore[union-attr]
    return found


def _offsets(given: Any) -> Offsets:
    """None for a source of another kind."""
    try:
        return offsets_from_json(json.loads(given) if isinstance(given, str) else given or {})
    except (ValueError, InvalidOption):
        return {}


class LagListener(StreamingQueryListener):
    """Says after each batch, in the log of the driver (`kafkawire.spark`, INFO), how far a query is behind.

    For Prometheus it is a collector, too: `prometheus_client.REGISTRY.register(listener)`.
    """

    def __init__(self) -> None:
        self._queries: dict[str, tuple[str, dict[TopicPartition, PartitionProgress]]] = {}

    def onQueryStarted(self, event: Any) -> None:  # noqa: N802 - Spark's name, as all that follow
        """Nothing is known yet."""

    def onQueryProgress(self, event: Any) -> None:  # noqa: N802
        """Keep what the batch did, and say it."""
        progress = event.progress
        found = partition_progress(progress)
        if not found:
            return
        name = progress.name or str(progress.id)
        self._queries[str(progress.runId)] = (name, found)
        behind, last = max((each.lag, tp) for tp, each in found.items())
        _log.info(
            "query %s, batch %d: %d read, %.0f a second, %d behind, most of it %s with %d",
            name, progress.batchId, sum(each.read for each in found.values()),
            sum(each.per_second for each in found.values()), sum(each.lag for each in found.values()), last, behind,
        )  # fmt: skip

    def onQueryIdle(self, event: Any) -> None:  # noqa: N802
        """Nothing new: the query is where it was."""

    def onQueryTerminated(self, event: Any) -> None:  # noqa: N802
        """Forget it."""
        self._queries.pop(str(event.runId), None)

    def describe(self) -> list[Metric]:
        """Nothing in advance: partitions are known when there are any."""
        return []

    def collect(self) -> Iterator[Metric]:
        """A gauge for each field of `PartitionProgress`, by query, topic and partition."""
        from prometheus_client.core import GaugeMetricFamily

        queries = list(self._queries.values())
        for field, text in (
            ("position", "offset at which the next batch begins"),
            ("lag", "offsets between that and the end of the partition"),
            ("read", "offsets that the last batch has read"),
            ("per_second", "offsets that the last batch has read in a second"),
        ):
            family = GaugeMetricFamily(f"kafkawire_spark_{field}", text, labels=["query", "topic", "partition"])
            for name, found in queries:
                for tp, each in found.items():
                    family.add_metric([name, tp.topic, str(tp.partition)], getattr(each, field))
            yield family
