"""Metrics for Prometheus (extra `metrics`), under the names that Kafka's own get from the usual JMX exporter.

Nothing is measured here: values are looked up when somebody asks, on the event loop of the broker, because the web
server of the prometheus-client library asks from a thread of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kafkawire.protocol.versions import api_name

if TYPE_CHECKING:
    from kafkawire.broker.node import Node

__all__ = ["BrokerCollector", "MetricsServer"]

_PATIENCE = 10.0  # seconds for the event loop to answer
_LISTENER = "PLAINTEXT"


class BrokerCollector(Collector):
    """The metrics of one node. Made in its event loop, read from any other thread."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._loop = asyncio.get_running_loop()
        self._ends = _end_offsets(node)

    def collect(self) -> Iterable[Metric]:
        """All metrics as they are now."""
        return asyncio.run_coroutine_threadsafe(self._collect(), self._loop).result(_PATIENCE)

    async def _collect(self) -> list[Metric]:
        return [*self._topics(), *self._network(), *self._cluster(), *self._logs()]

    def _topics(self) -> Iterable[Metric]:
        messages = CounterMetricFamily(
            "kafka_server_brokertopicmetrics_messagesin", "Records that were appended.", labels=["topic"]
        )
        appended: dict[str, int] = {}
        for (topic, partition), end in _end_offsets(self._node).items():
            appended[topic] = appended.get(topic, 0) + max(end - self._ends.get((topic, partition), 0), 0)
        for topic, count in appended.items():
            messages.add_metric([topic], count)
        yield messages

    def _network(self) -> Iterable[Metric]:
        traffic = self._node.traffic
        requests = CounterMetricFamily(
            "kafka_network_requestmetrics_requests", "Requests that were handled.", labels=["request", "version"]
        )
        for (api_key, version), count in traffic.requests.items():
            requests.add_metric([_camel(api_name(api_key)), str(version)], count)
        yield requests
        server = "kafka_server_socket_server_metrics"
        yield _gauge(f"{server}_connection_count", "Open connections.", traffic.connections, listener=_LISTENER)
        yield _counter(f"{server}_incoming_byte", "Bytes read.", traffic.bytes_in, listener=_LISTENER)
        yield _counter(f"{server}_outgoing_byte", "Bytes written.", traffic.bytes_out, listener=_LISTENER)

    def _cluster(self) -> Iterable[Metric]:
        topics = list(self._node.topics)
        partitions = sum(topic.partitions for topic in topics)
        online = sum(len(topic.logs) for topic in topics)
        manager, controller = "kafka_server_replicamanager", "kafka_controller_kafkacontroller"
        yield _gauge(f"{manager}_partitioncount", "Partitions of this broker.", online)
        yield _gauge(f"{manager}_leadercount", "Partitions that it leads.", online)
        yield _gauge(f"{manager}_underreplicatedpartitions", "Partitions that lack a replica.", 0)
        yield _gauge(f"{manager}_offlinereplicacount", "Partitions whose log is not there.", partitions - online)
        yield _gauge(f"{controller}_activecontrollercount", "Whether this node is the controller.", 1)
        yield _gauge(f"{controller}_globaltopiccount", "Topics of the cluster.", len(topics))
        yield _gauge(f"{controller}_globalpartitioncount", "Partitions of the cluster.", partitions)
        yield _gauge(f"{controller}_offlinepartitionscount", "Partitions without a leader.", partitions - online)

    def _logs(self) -> Iterable[Metric]:
        labels = ["topic", "partition"]
        size = GaugeMetricFamily("kafka_log_log_size", "Bytes in the log.", labels=labels)
        start = GaugeMetricFamily("kafka_log_log_logstartoffset", "The first offset.", labels=labels)
        end = GaugeMetricFamily("kafka_log_log_logendoffset", "The next offset.", labels=labels)
        for topic in self._node.topics:
            for number, log in topic.logs.items():
                values = [topic.name, str(number)]
                size.add_metric(values, log.size)
                start.add_metric(values, log.log_start_offset)
                end.add_metric(values, log.end_offset)
        return [size, start, end]


class MetricsServer:
    """Serves `/metrics` on `host:port` until `close`. Raises `OSError` if the port cannot be had."""

    def __init__(self, node: Node, host: str, port: int) -> None:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(BrokerCollector(node))
        self._server, self._thread = start_http_server(port, host, registry)
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Stop serving. Not to be called on the event loop: a question that is being answered needs it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _end_offsets(node: Node) -> dict[tuple[str, int], int]:
    return {(topic.name, number): log.end_offset for topic in node.topics for number, log in topic.logs.items()}


def _gauge(name: str, about: str, value: float, **labels: str) -> Metric:
    family = GaugeMetricFamily(name, about, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return family


def _counter(name: str, about: str, value: float, **labels: str) -> Metric:
    family = CounterMetricFamily(name, about, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return family


def _camel(name: str) -> str:
    """`LIST_OFFSETS (2)` -> `ListOffsets`, as Kafka calls its requests."""
    return "".join(word.capitalize() for word in name.partition(" ")[0].split("_"))
