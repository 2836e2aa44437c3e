"""Metrics of a proxy for Prometheus (extra `metrics`), beside those that filters register with its library.

Nothing is measured here: values are looked up when somebody asks, on the event loop of the proxy, because the web
server of the prometheus-client library asks from a thread of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kafkawire.transport.listening import port_error

if TYPE_CHECKING:
    from kafkawire.proxy.server import Proxy

__all__ = ["MetricsServer", "ProxyCollector"]

_PATIENCE = 10.0  # seconds for the event loop to answer


class ProxyCollector(Collector):
    """The metrics of one proxy. Made in its event loop, read from any other thread."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self._loop = asyncio.get_running_loop()

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: the names are its own."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """All metrics as they are now."""
        return asyncio.run_coroutine_threadsafe(self._collect(), self._loop).result(_PATIENCE)

    async def _collect(self) -> list[Metric]:
        proxy, area = self._proxy, "kafkawire_proxy"
        gauges = (
            ("connections", "Clients that are connected.", proxy.connections_by_cluster()),
            ("requests_in_flight", "Requests that wait for their answer.", proxy.in_flight_by_cluster()),
        )
        counters = (
            ("connections_opened", "Clients that were let in.", proxy.opened),
            ("connections_turned_away", "Clients that there was no room for.", proxy.turned_away),
            ("upstream_failures", "Clients that no connection to a broker could be had for.", proxy.unreached),
        )
        none = dict.fromkeys(proxy.addresses, 0)
        return [
            *(_family(GaugeMetricFamily, f"{area}_{name}", about, by) for name, about, by in gauges),
            *(_family(CounterMetricFamily, f"{area}_{name}", about, {**none, **by}) for name, about, by in counters),
        ]


class MetricsServer:
    """Serves `/metrics` on `host:port` until `close`. Raises `OSError` if the port cannot be had."""

    def __init__(self, proxy: Proxy, host: str, port: int) -> None:
        self._collector = ProxyCollector(proxy)
        try:
            self._server, self._thread = start_http_server(port, host)
        except OSError as exc:
            raise port_error(exc, host, port) from exc
        REGISTRY.register(self._collector)
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Stop serving. Not to be called on the event loop: a question that is being answered needs it."""
        REGISTRY.unregister(self._collector)
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _family(
    kind: type[GaugeMetricFamily | CounterMetricFamily], name: str, about: str, by_cluster: Mapping[str, int]
) -> Metric:
    family = kind(name, about, labels=["cluster"])
    for cluster, value in by_cluster.items():
        family.add_metric([cluster], value)
    return family
