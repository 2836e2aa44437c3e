"""What a client counts about itself, under Kafka's names in snake_case.

`Producer.metrics()`, `Consumer.metrics()` and `Admin.metrics()` return a flat dictionary of numbers. What ends in
`_total` only grows; an `_avg` or `_max` is about the last 30 to 60 seconds, and 0 when nothing happened in them. Times
are milliseconds, an `_age` is seconds, sizes are bytes.

Counting happens per request, per batch and per connection, never per record.

    start_http_server(8000)
    REGISTRY.register(PrometheusCollector(producer))     # pip install kafkawire[metrics]
    observe(consumer)                                    # OpenTelemetry; pip install kafkawire[otel]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from kafkawire.api_key import ApiKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opentelemetry.metrics import CallbackOptions, Meter, Observation
    from prometheus_client.core import Metric

__all__ = ["ClientMetrics", "Measured", "PrometheusCollector", "Sample", "observe"]

_WINDOW = 30.0  # seconds

Number = int | float


class Measured(Protocol):
    """A client that counts."""

    def metrics(self) -> Mapping[str, Number]:
        """Names and numbers."""


class Sample:
    """Something that happens now and then and has a size: how often, and mean and largest of late."""

    __slots__ = ("_before", "_max", "_started", "_sum", "_times", "count", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total: Number = 0
        self._started = 0.0
        self._times = 0
        self._sum = self._max = 0.0
        self._before = (0, 0.0, 0.0)

    def add(self, value: Number, now: float) -> None:
        """Note that it has happened with this size, at `now` seconds."""
        if now - self._started > _WINDOW:
            self._turn(now)
        self.count += 1
        self.total += value
        self._times += 1
        self._sum += value
        if value > self._max:
            self._max = value

    def recent(self, now: float) -> tuple[float, float]:
        """(mean, largest) of the last 30 to 60 seconds."""
        if now - self._started > _WINDOW:
            self._turn(now)
        times, total, largest = self._before
        times += self._times
        return ((total + self._sum) / times if times else 0.0), max(largest, self._max)

    def _turn(self, now: float) -> None:
        is_next = now - self._started <= 2 * _WINDOW
        self._before = (self._times, self._sum, self._max) if is_next else (0, 0.0, 0.0)
        self._started, self._times, self._sum, self._max = now, 0, 0.0, 0.0


class ClientMetrics:
    """The counters of one client; whoever does something counts it here. `now`: seconds on the client's clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.totals: dict[str, int] = {}
        self.samples: dict[str, Sample] = {}
        self.latencies: dict[int, Sample] = {}
        """API key -> milliseconds from request to response."""
        self.all_latencies = Sample()

    def count(self, name: str, times: int = 1) -> None:
        """`name` has happened."""
        self.totals[name] = self.totals.get(name, 0) + times

    def sample(self, name: str, value: Number, now: float | None = None) -> None:
        """`name` has happened, with this size; whoever knows what time it is may say so."""
        found = self.samples.get(name)
        if found is None:
            found = self.samples[name] = Sample()
        found.add(value, self.now() if now is None else now)

    def answered(self, api_key: int, began: float, now: float) -> None:
        """A request that began at `began` has been answered."""
        milliseconds = (now - began) * 1000
        found = self.latencies.get(api_key)
        if found is None:
            found = self.latencies[api_key] = Sample()
        found.add(milliseconds, now)
        self.all_latencies.add(milliseconds, now)

    def averages(self, *names: str) -> Iterator[tuple[str, Number]]:
        """`name_avg` and `name_max` of samples."""
        for name in names:
            yield from self._recent(name, self.samples.get(name))

    def latency(self, name: str, api_key: ApiKey) -> Iterator[tuple[str, Number]]:
        """`name_total`, `name_latency_avg` and `name_latency_max` of the responses of one API."""
        found = self.latencies.get(api_key)
        yield f"{name}_total", 0 if found is None else found.count
        yield from self._recent(f"{name}_latency", found)

    def _recent(self, name: str, sample: Sample | None) -> Iterator[tuple[str, Number]]:
        mean, largest = (0.0, 0.0) if sample is None else sample.recent(self.now())
        yield f"{name}_avg", mean
        yield f"{name}_max", largest

    def of_requests(self) -> Iterator[tuple[str, Number]]:
        """How requests of all kinds fared."""
        yield "response_total", self.all_latencies.count
        yield from self._recent("request_latency", self.all_latencies)


class PrometheusCollector:
    """For `prometheus_client.REGISTRY.register`: the metrics of a client, read when Prometheus asks.

    `labels` tell several clients of one process apart; each collector needs a `prefix` or a registry of its own.
    """

    def __init__(self, client: Measured, *, prefix: str = "kafkawire", labels: Mapping[str, str] | None = None) -> None:
        self._client = client
        self._prefix = prefix
        self._labels = dict(labels or {})

    def describe(self) -> Iterable[Metric]:
        """Nothing in advance: which metrics there are is known when they are collected."""
        return []

    def collect(self) -> Iterator[Metric]:
        """One family for each metric; totals as counters, all else as gauges."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, value in self._client.metrics().items():
            kind: Any = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            text = f"{name.replace('_', ' ')} of a kafkawire client"
            family = kind(f"{self._prefix}_{name}", text, labels=list(self._labels))
            family.add_metric(list(self._labels.values()), value)
            yield family


def observe(client: Measured, meter: Meter | None = None, *, attributes: Mapping[str, str] | None = None) -> None:
    """Let OpenTelemetry read a client's metrics: one observable counter or gauge for each that it has by now.

    Call it once per client, after `start`. `meter`: by default that of the global meter provider.
    """
    from opentelemetry.metrics import Observation, get_meter

    meter = meter or get_meter("kafkawire.client")
    tags = dict(attributes or {})

    def reader(name: str) -> Callable[[CallbackOptions], Iterable[Observation]]:
        return lambda _: [Observation(client.metrics()[name], tags)]

    for name in client.metrics():
        is_total = name.endswith("_total")
        create = meter.create_observable_counter if is_total else meter.create_observable_gauge
        create(f"kafkawire.{name}", [reader(name)])
