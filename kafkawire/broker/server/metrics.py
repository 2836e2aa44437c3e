"""Metrics for Prometheus (extra `metrics`), under the names that Kafka's own get from the usual JMX exporter.

Nothing is measured here: values are looked up when somebody asks, on the event loop of the broker, because the web
server of the prometheus-client library asks from a thread of its own. What one node cannot have (a replica that lags,
an unclean election) is there as 0, for the alerts that look at it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kafkawire.protocol.versions import api_name
from kafkawire.transport.listening import port_error

if TYPE_CHECKING:
    from kafkawire.broker.node.node import Node

__all__ = ["BrokerCollector", "MetricsServer"]

_PATIENCE = 10.0  # seconds for the event loop to answer
_LISTENER = "PLAINTEXT"
_QUANTILES = (0.5, 0.75, 0.95, 0.98, 0.99, 0.999)
_RUNNING = 3  # Kafka's number for a broker that is up
_CLASSIC_STATES = ("PreparingRebalance", "CompletingRebalance", "Stable", "Empty", "Dead")
_CONSUMER_STATES = ("Assigning", "Reconciling", "Stable", "Empty", "Dead")


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
        server = [self._topics, self._requests, self._sockets, self._logs]
        cluster = [self._replicas, self._controller, self._groups]
        return [metric for part in server + cluster for metric in part()]

    def _topics(self) -> Iterable[Metric]:
        appended: Counter[str] = Counter()
        for (topic, partition), end in _end_offsets(self._node).items():
            appended[topic] += max(end - self._ends.get((topic, partition), 0), 0)
        traffic, known = self._node.traffic, {topic.name for topic in self._node.topics}
        yield _by_topic("messagesin", "Records that were appended.", appended, known)
        yield _by_topic("bytesin", "Bytes of batches that were appended.", traffic.topic_bytes_in, known)
        yield _by_topic("bytesout", "Bytes of batches that were read.", traffic.topic_bytes_out, known)

    def _requests(self) -> Iterable[Metric]:
        traffic, area = self._node.traffic, "kafka_network_requestmetrics"
        messages = self._node.handlers.messages
        requests = CounterMetricFamily(f"{area}_requests", "Requests that were handled.", labels=["request", "version"])
        answered: Counter[int] = Counter()
        for (api_key, version), count in traffic.requests.items():
            requests.add_metric([_camel(api_name(api_key, messages)), str(version)], count)
            answered[api_key] += count
        times = GaugeMetricFamily(
            f"{area}_totaltimems", "From a request's turn to its answer.", labels=["request", "quantile"]
        )
        for api_key, seconds in traffic.times.items():
            for quantile, value in _quantiles(seconds):
                times.add_metric([_camel(api_name(api_key, messages)), quantile], value * 1e3)
        yield from (requests, times)

    def _sockets(self) -> Iterable[Metric]:
        traffic, server = self._node.traffic, "kafka_server_socket_server_metrics"
        yield _gauge(f"{server}_connection_count", "Open connections.", traffic.connections, listener=_LISTENER)
        yield _counter(f"{server}_incoming_byte", "Bytes read.", traffic.bytes_in, listener=_LISTENER)
        yield _counter(f"{server}_outgoing_byte", "Bytes written.", traffic.bytes_out, listener=_LISTENER)

    def _replicas(self) -> Iterable[Metric]:
        partitions, online = self._partitions()
        manager = "kafka_server_replicamanager"
        yield _gauge("kafka_server_kafkaserver_brokerstate", "3 is running.", _RUNNING)
        yield _gauge(f"{manager}_partitioncount", "Partitions of this broker.", online)
        yield _gauge(f"{manager}_leadercount", "Partitions that it leads.", online)
        yield _gauge(f"{manager}_offlinereplicacount", "Partitions whose log is not there.", partitions - online)
        yield _gauge(f"{manager}_underreplicatedpartitions", "Partitions that lack a replica.", 0)
        yield _gauge(f"{manager}_underminisrpartitioncount", "Partitions below min.insync.replicas.", self._too_few())
        yield _gauge(f"{manager}_reassigningpartitions", "Partitions that are being moved.", 0)
        yield _counter(f"{manager}_isrshrinks", "Replicas that fell behind.", 0)
        yield _counter(f"{manager}_isrexpands", "Replicas that caught up.", 0)

    def _controller(self) -> Iterable[Metric]:
        partitions, online = self._partitions()
        controller = "kafka_controller_kafkacontroller"
        yield _gauge(f"{controller}_activecontrollercount", "Whether this node is the controller.", 1)
        yield _gauge(f"{controller}_activebrokercount", "Brokers that are up.", 1)
        yield _gauge(f"{controller}_fencedbrokercount", "Brokers that are not.", 0)
        yield _gauge(f"{controller}_globaltopiccount", "Topics of the cluster.", len(list(self._node.topics)))
        yield _gauge(f"{controller}_globalpartitioncount", "Partitions of the cluster.", partitions)
        yield _gauge(f"{controller}_offlinepartitionscount", "Partitions without a leader.", partitions - online)
        yield _gauge(f"{controller}_preferredreplicaimbalancecount", "Partitions led by another than should.", 0)
        yield _counter("kafka_controller_controllerstats_uncleanleaderelections", "Elections that lost records.", 0)

    def _groups(self) -> Iterable[Metric]:
        groups = self._node.groups
        classic = Counter(group.state.value for group in groups)
        modern = Counter(group.state_name for group in groups.consumer_groups.values())
        kept = sum(
            len(groups.offsets.of(name)) for name in [*(one.group_id for one in groups), *groups.consumer_groups]
        )
        manager, metrics = "kafka_coordinator_group_groupmetadatamanager", "kafka_server_group_coordinator_metrics"
        yield _gauge(f"{manager}_numgroups", "Groups of the classic protocol.", classic.total())
        yield _gauge(f"{manager}_numoffsets", "Committed offsets that are kept.", kept)
        for state in _CLASSIC_STATES:
            yield _gauge(f"{manager}_numgroups{state.lower()}", f"Classic groups that are {state}.", classic[state])
        count = GaugeMetricFamily(f"{metrics}_group_count", "Groups by protocol.", labels=["protocol"])
        count.add_metric(["classic"], classic.total())
        count.add_metric(["consumer"], modern.total())
        states = GaugeMetricFamily(f"{metrics}_consumer_group_count", "Groups of KIP-848 by state.", labels=["state"])
        for state in _CONSUMER_STATES:
            states.add_metric([state.lower()], modern[state])
        yield from (count, states)

    def _logs(self) -> Iterable[Metric]:
        labels = ["topic", "partition"]
        size = GaugeMetricFamily("kafka_log_log_size", "Bytes in the log.", labels=labels)
        start = GaugeMetricFamily("kafka_log_log_logstartoffset", "The first offset.", labels=labels)
        end = GaugeMetricFamily("kafka_log_log_logendoffset", "The next offset.", labels=labels)
        segments = GaugeMetricFamily("kafka_log_log_numlogsegments", "Segments of the log.", labels=labels)
        for topic in self._node.topics:
            for number, log in topic.logs.items():
                values = [topic.name, str(number)]
                size.add_metric(values, log.size)
                start.add_metric(values, log.log_start_offset)
                end.add_metric(values, log.end_offset)
                segments.add_metric(values, len(log.segments))
        return [size, start, end, segments]

    def _partitions(self) -> tuple[int, int]:
        topics = list(self._node.topics)
        return sum(topic.partitions for topic in topics), sum(len(topic.logs) for topic in topics)

    def _too_few(self) -> int:
        logs = (log for topic in self._node.topics for log in topic.logs.values())
        return sum(log.config.min_insync_replicas > 1 for log in logs)


class MetricsServer:
    """Serves `/metrics` on `host:port` until `close`, on all addresses without a host.

    Raises `OSError` if the port cannot be had.
    """

    def __init__(self, node: Node, host: str, port: int) -> None:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(BrokerCollector(node))
        ProcessCollector(registry=registry)
        try:
            self._server, self._thread = start_http_server(port, host or "0.0.0.0", registry)  # noqa: S104 - as the listener itself
        except OSError as exc:
            raise port_error(exc, host, port) from exc
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Stop serving. Not to be called on the event loop: a question that is being answered needs it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _end_offsets(node: Node) -> dict[tuple[str, int], int]:
    return {(topic.name, number): log.end_offset for topic in node.topics for number, log in topic.logs.items()}


def _by_topic(name: str, about: str, counts: Mapping[str, int], known: set[str]) -> Metric:
    """Every topic that there is, and the sum without a label, in which those that were deleted count too."""
    family = CounterMetricFamily(f"kafka_server_brokertopicmetrics_{name}", about)
    family.add_metric([], sum(counts.values()))
    for topic in sorted(known):
        family.add_sample(f"{family.name}_total", {"topic": topic}, counts.get(topic, 0))
    return family


def _quantiles(seconds: Iterable[float]) -> Iterable[tuple[str, float]]:
    ordered = sorted(seconds)
    return ((f"{tp:g}", ordered[min(int(tp * len(ordered)), len(ordered) - 1)]) for tp in _QUANTILES)


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
