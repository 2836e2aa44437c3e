"""What clients count, and how it gets to those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.metrics import PrometheusCollector, Sample, observe
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.telemetry import context_of, trace_headers
from kafkawire.errors import KafkaError
from tests.client.scripted import LOSE_REQUEST, Cluster
from tests.client.virtual_time import run


def test_a_sample_is_about_the_last_thirty_to_sixty_seconds() -> None:
    sample = Sample()
    for now, value in ((100, 2), (110, 4), (135, 12)):
        sample.add(value, now)
    assert sample.recent(136) == (6, 12)
    assert sample.recent(166) == (12, 12)  # the first two are forgotten
    assert sample.recent(300) == (0, 0)
    assert (sample.count, sample.total) == (3, 18)
    sample.add(1, 301)
    assert sample.recent(302) == (1, 1)


def test_after_a_long_silence_the_past_does_not_come_back() -> None:
    sample = Sample()
    sample.add(100, 0)
    sample.add(1, 1_000)
    assert sample.recent(1_000) == (1, 1)


def test_what_a_producer_counts() -> None:
    async def main() -> dict[str, int | float]:
        cluster = Cluster({"t": 2})
        async with Producer("b1:9092", runtime=AioRuntime(cluster.network.dial), linger_ms=20) as producer:
            assert producer.metrics()["record_send_total"] == 0
            for partition in (0, 0, 0, 1):
                producer.send("t", b"x" * 100, partition=partition)
            await producer.flush()
            cluster.faults[ApiKey.PRODUCE] = [LOSE_REQUEST]
            await producer.send("t", b"y", partition=0)
            cluster.logs["t", 0].append = lambda data: (87, -1)  # type: ignore[method-assign]
            with pytest.raises(KafkaError, match="INVALID_RECORD"):
                await producer.send("t", b"z", partition=0)
            return producer.metrics()

    counted = run(main())
    exactly = {
        "record_send_total": 7,  # one of them twice
        "record_retry_total": 1,
        "record_error_total": 1,
        "produce_total": 3,
        "connection_count": 1,
        "connection_creation_total": 2,
        "connection_close_total": 1,
        "connection_failure_total": 0,
        "failed_authentication_total": 0,
        "requests_in_flight": 0,
        "records_per_request_max": 4,
        "records_per_request_avg": 7 / 4,
        "buffer_total_bytes": 32 << 20,
        "buffer_available_bytes": 32 << 20,
        "throttle_time_max": 0,
    }
    assert {name: counted[name] for name in exactly} == exactly
    assert 300 < counted["batch_size_max"] < 500
    assert 20 <= counted["record_queue_time_max"] < 200  # linger, and the pause before the second attempt
    assert counted["outgoing_byte_total"] > counted["byte_total"] > 400
    assert counted["incoming_byte_total"] > 100
    assert counted["response_total"] >= 5


def test_what_a_consumer_counts() -> None:
    async def main() -> dict[str, int | float]:
        cluster = Cluster({"t": 1})
        runtime = AioRuntime(cluster.network.dial)
        async with Producer("b1:9092", runtime=runtime) as producer:
            for _ in range(10):
                producer.send("t", b"x" * 100)
        async with Consumer(
            "b1:9092", runtime=runtime, topics=["t"], group_id="g", auto_offset_reset="earliest"
        ) as consumer:
            assert sum(map(len, await consumer.fetch(max_records=4))) == 4
            await consumer.commit()
            await asyncio.sleep(7)
            return consumer.metrics()

    counted = run(main())
    exactly = {
        "records_consumed_total": 10,
        "assigned_partitions": 1,
        "records_lag_max": 6,
        "records_lag_sum": 6,
        "rebalance_total": 1,
        "commit_total": 1,
        "heartbeat_total": 2,
        "sync_total": 1,
        "metadata_age": pytest.approx(7, abs=1),
    }
    assert {name: counted[name] for name in exactly} == exactly
    assert 1000 < counted["bytes_consumed_total"] == counted["fetch_size_max"] < 2000
    assert counted["fetch_total"] >= 1
    assert counted["fetch_latency_max"] <= 500


def test_what_every_client_counts() -> None:
    async def main() -> dict[str, int | float]:
        admin = Admin("b1:9092", runtime=AioRuntime(Cluster({"t": 1}).network.dial))
        assert admin.metrics()["metadata_age"] == -1
        async with admin:
            await admin.list_topics()
            return admin.metrics()

    counted = run(main())
    assert counted["response_total"] == 2
    assert all(isinstance(value, int | float) for value in counted.values())


class _Client:
    """Counts as it is told."""

    def __init__(self, **counted: float) -> None:
        self.counted = counted

    def metrics(self) -> dict[str, int | float]:
        return self.counted


def test_prometheus_sees_totals_as_counters_and_the_rest_as_gauges() -> None:
    prometheus = pytest.importorskip("prometheus_client")
    registry = prometheus.CollectorRegistry()
    client = _Client(record_send_total=5, batch_size_avg=1.5)
    registry.register(PrometheusCollector(client, labels={"client": "etl"}))
    assert registry.get_sample_value("kafkawire_record_send_total", {"client": "etl"}) == 5
    client.counted["batch_size_avg"] = 2.5
    assert registry.get_sample_value("kafkawire_batch_size_avg", {"client": "etl"}) == 2.5
    text = prometheus.generate_latest(registry).decode()
    assert "# TYPE kafkawire_record_send_total counter" in text
    assert "# TYPE kafkawire_batch_size_avg gauge" in text


class _Meter:
    """What OpenTelemetry would have."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[str, Callable[[Any], Iterable[Any]]]] = {}

    def create_observable_counter(self, name: str, callbacks: Any) -> None:
        self.made[name] = "counter", callbacks[0]

    def create_observable_gauge(self, name: str, callbacks: Any) -> None:
        self.made[name] = "gauge", callbacks[0]


def test_opentelemetry_reads_a_client_when_it_wants_to() -> None:
    pytest.importorskip("opentelemetry.metrics")
    meter, client = _Meter(), _Client(commit_total=1, records_lag_max=7)
    observe(client, meter, attributes={"group": "g"})  # type: ignore[arg-type]
    client.counted["commit_total"] = 2
    seen = {name: (kind, [(o.value, o.attributes) for o in read(None)]) for name, (kind, read) in meter.made.items()}
    assert seen == {
        "kafkawire.commit_total": ("counter", [(2, {"group": "g"})]),
        "kafkawire.records_lag_max": ("gauge", [(7, {"group": "g"})]),
    }
    observe(client)  # without a provider nobody looks, and nothing fails


def test_a_trace_goes_on_through_the_headers_of_a_record() -> None:
    trace = pytest.importorskip("opentelemetry.trace")
    context_api = pytest.importorskip("opentelemetry.context")
    assert trace_headers() == []
    span_context = trace.SpanContext(0xABC, 0xDEF, is_remote=False, trace_flags=trace.TraceFlags(1))
    token = context_api.attach(trace.set_span_in_context(trace.NonRecordingSpan(span_context)))
    try:
        headers = trace_headers()
    finally:
        context_api.detach(token)
    assert headers == [("traceparent", b"00-00000000000000000000000000000abc-0000000000000def-01")]
    seen = trace.get_current_span(context_of([*headers, ("other", None)])).get_span_context()
    assert (seen.trace_id, seen.span_id, seen.is_remote) == (0xABC, 0xDEF, True)
    for nonsense in (b"", b"\xff", b"00-zz"):
        assert not trace.get_current_span(context_of([("traceparent", nonsense)])).get_span_context().is_valid


def test_any_thread_may_ask() -> None:
    async def main() -> dict[str, int | float]:
        async with Producer("b1:9092", runtime=AioRuntime(Cluster({"t": 1}).network.dial)) as producer:
            await producer.send("t", b"x")
            return await asyncio.to_thread(producer.metrics)

    assert asyncio.run(main())["record_send_total"] == 1
    assert Producer("b1:9092").metrics()["record_send_total"] == 0  # nor does it take a loop
