"""Metrics for Prometheus: requests by API and version, how long they take, and bytes by topic.

```console
$ kafkawire proxy --upstream broker:9092 --filter metrics --filter ... --filter metrics:side=upstream
```

A filter measures what happens behind it. So the first of a chain has what clients see, `side="downstream"`; a last one
with `side=upstream` has the brokers' part of it. Both may be in one registry.

| metric | labels |
| --- | --- |
| `kafkawire_proxy_requests_total` | `cluster`, `side`, `api`, `version` |
| `kafkawire_proxy_request_bytes_total`, `kafkawire_proxy_response_bytes_total` | `cluster`, `side`, `api` |
| `kafkawire_proxy_request_seconds`, a histogram | `cluster`, `side`, `api` |
| `kafkawire_proxy_topic_bytes_total`, of record batches | `cluster`, `side`, `direction` (`in`, `out`), `topic` |
| `kafkawire_proxy_connections` | `cluster`, `side` |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.proxy.context import Connection, Context
from kafkawire.proxy.filters import Filter, Hook
from kafkawire.proxy.shipped.api_names import name_of_api
from kafkawire.proxy.shipped.partitions import Topics

__all__ = ["Metrics"]

_SIDES = ("downstream", "upstream")
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_OTHER = "other"


class Metrics(Filter):
    """Counts into `registry`, by default that of prometheus_client.

    The first `max_topics` topics are counted each for itself, all others as "other". Without `topics` no message is
    decoded. APIs and versions that kafkawire does not know count as "other", so that no client makes labels.
    """

    decodes: ClassVar[bool] = False

    def __init__(
        self, *, side: str = "downstream", topics: bool = True, max_topics: int = 1000, registry: Any = None
    ) -> None:
        if side not in _SIDES:
            raise ValueError(f"side is one of {', '.join(_SIDES)}, not {side!r}")
        self._side, self._has_topics, self._max_topics = side, topics, max_topics
        self._counted = _families(registry)
        self._topics: set[str] = set()
        self._all = Topics(".*")
        self._messages: MessageSet = PROTOCOL

    def hooks(self, messages: MessageSet) -> Iterator[Hook]:
        """Without topics those that need no message."""
        self._messages = messages
        return (hook for hook in super().hooks(messages) if self._has_topics or hook.api_key is None)

    def opened(self, connection: Connection) -> None:
        """Count it."""
        self._counted.connections.labels(connection.cluster, self._side).inc()

    def closed(self, connection: Connection) -> None:
        """Do not count it any more."""
        self._counted.connections.labels(connection.cluster, self._side).dec()

    def on_request(self, ctx: Context, header: Any, request: Request | None) -> None:  # noqa: ARG002
        """Count it, and note when it came."""
        api, version = self._labels(ctx)
        self._counted.requests.labels(ctx.cluster, self._side, api, version).inc()
        self._counted.request_bytes.labels(ctx.cluster, self._side, api).inc(len(ctx.payload))
        ctx.exchange[self] = ctx.now()

    def on_response(self, ctx: Context, header: Any, response: Response | None) -> None:  # noqa: ARG002
        """Count how long it took."""
        api, _ = self._labels(ctx)
        self._counted.response_bytes.labels(ctx.cluster, self._side, api).inc(len(ctx.payload))
        since = ctx.exchange.pop(self, None)
        if since is not None:
            self._counted.seconds.labels(ctx.cluster, self._side, api).observe(ctx.now() - since)

    async def on_produce_request(self, ctx: Context, header: Any, request: Request) -> None:  # noqa: ARG002
        """Count the bytes of each topic."""
        await self._count_topics(ctx, request, "in")

    async def on_fetch_response(self, ctx: Context, header: Any, response: Response) -> None:  # noqa: ARG002
        """Count the bytes of each topic."""
        await self._count_topics(ctx, response, "out")

    async def on_share_fetch_response(self, ctx: Context, header: Any, response: Response) -> None:  # noqa: ARG002
        """Count the bytes of each topic."""
        await self._count_topics(ctx, response, "out")

    async def _count_topics(self, ctx: Context, message: Request | Response, direction: str) -> None:
        for partition, name in await self._all.among(ctx, message):
            label = self._label(name)
            self._counted.topic_bytes.labels(ctx.cluster, self._side, direction, label).inc(len(partition.data))

    def _label(self, topic: str | None) -> str:
        if topic is None or (topic not in self._topics and len(self._topics) >= self._max_topics):
            return _OTHER
        self._topics.add(topic)
        return topic

    def _labels(self, ctx: Context) -> tuple[str, str]:
        """Name of the API, and version."""
        if ctx.api_key not in self._messages or ctx.version not in self._messages.versions(ctx.api_key):
            return _OTHER, _OTHER
        return name_of_api(ctx.api_key, self._messages), str(ctx.version)


class _Families:
    """The metrics of one registry, which all filters share that count into it."""

    def __init__(self, registry: Any) -> None:
        from prometheus_client import Counter, Gauge, Histogram

        def name(of: str) -> str:
            return f"kafkawire_proxy_{of}"

        side = ("cluster", "side")
        api = (*side, "api")
        self.requests = Counter(name("requests"), "Requests that passed.", (*api, "version"), registry=registry)
        self.request_bytes = Counter(name("request_bytes"), "Bytes of requests.", api, registry=registry)
        self.response_bytes = Counter(name("response_bytes"), "Bytes of responses.", api, registry=registry)
        self.seconds = Histogram(
            name("request_seconds"), "From request to response.", api, registry=registry, buckets=_BUCKETS
        )
        self.topic_bytes = Counter(
            name("topic_bytes"), "Bytes of record batches.", (*side, "direction", "topic"), registry=registry
        )
        self.connections = Gauge(name("connections"), "Clients that are connected.", side, registry=registry)


_FAMILIES: WeakKeyDictionary[Any, _Families] = WeakKeyDictionary()


def _families(registry: Any) -> _Families:
    try:
        from prometheus_client import REGISTRY
    except ImportError as exc:
        raise ImportError("metrics need the package prometheus-client: pip install 'kafkawire[metrics]'") from exc
    registry = REGISTRY if registry is None else registry
    if registry not in _FAMILIES:
        _FAMILIES[registry] = _Families(registry)
    return _FAMILIES[registry]
