"""What passes is counted under labels that no client can make more of."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from kafkawire.client import Producer
from kafkawire.messages import HeartbeatRequest, HeartbeatResponse
from kafkawire.proxy import Filter
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import asks, batch, behind, fetched, run, sends

pytest.importorskip("prometheus_client")
from prometheus_client import CollectorRegistry, generate_latest

from kafkawire.proxy.shipped.metrics import Metrics

SIDE = {"cluster": "test", "side": "downstream"}


class Slow(Filter):
    async def on_heartbeat_request(self, ctx: Any, header: Any, request: Any) -> None:
        await ctx.sleep(2)


def test_requests_and_times_of_both_sides() -> None:
    registry = CollectorRegistry()
    ends = Metrics(registry=registry), Metrics(registry=registry, side="upstream")
    with FilterTest(ends[0], Slow(), ends[1]) as test:
        get = registry.get_sample_value
        assert get("kafkawire_proxy_connections", SIDE) is None
        for _ in range(3):
            test.request(HeartbeatRequest(), 4)
            test.clock += 1
            test.response(HeartbeatResponse())
        assert get("kafkawire_proxy_connections", SIDE) == 1
        api = {"api": "Heartbeat"}
        assert get("kafkawire_proxy_requests_total", {**SIDE, **api, "version": "4"}) == 3
        assert get("kafkawire_proxy_request_seconds_sum", {**SIDE, **api}) == 9
        assert get("kafkawire_proxy_request_seconds_sum", {**SIDE, **api, "side": "upstream"}) == 3
        assert (get("kafkawire_proxy_request_bytes_total", {**SIDE, **api}) or 0) > 30
        assert (get("kafkawire_proxy_response_bytes_total", {**SIDE, **api}) or 0) > 10
    assert get("kafkawire_proxy_connections", SIDE) == 0


def test_bytes_of_topics_and_a_bound_on_their_number() -> None:
    registry = CollectorRegistry()
    with FilterTest(Metrics(registry=registry, max_topics=3)) as test:
        data = batch(b"v")
        for n in range(10):
            sends(test, asks({(f"t{n}", 0): data}))
        fetched(test, data + data, "t1")
        fetched(test, data, "new")
    counted = {
        (sample.labels["direction"], sample.labels["topic"]): sample.value / len(data)
        for metric in registry.collect()
        for sample in metric.samples
        if sample.name == "kafkawire_proxy_topic_bytes_total"
    }
    ins = {("in", "t0"): 1, ("in", "t1"): 1, ("in", "t2"): 1, ("in", "other"): 7}
    assert counted == {**ins, ("out", "t1"): 2, ("out", "other"): 1}


def test_without_topics_nothing_is_decoded_and_strange_messages_pass() -> None:
    registry = CollectorRegistry()
    one = Metrics(registry=registry, topics=False)
    assert {hook.api_key for hook in one.hooks(FilterTest(one)._messages)} == {None}
    with pytest.raises(ValueError, match="side"):
        Metrics(registry=registry, side="left")


def test_what_nobody_knows_makes_no_labels() -> None:
    class Strange:
        api_key, version = 31_000, 77

    one = Metrics(registry=CollectorRegistry())
    assert one._labels(Strange()) == ("other", "other")  # type: ignore[arg-type]
    Strange.api_key = 12
    assert one._labels(Strange()) == ("other", "other")  # type: ignore[arg-type]
    assert one._label(None) == "other"


def test_behind_sockets() -> None:
    registry = CollectorRegistry()

    async def main() -> None:
        with broker(topics={"t": 1}) as kafka:
            counts = Metrics(registry=registry)
            async with behind(kafka.bootstrap_servers, counts) as proxy, Producer(proxy.bootstrap_servers) as producer:
                await producer.send("t", b"v" * 1000)

    run(main())
    text = generate_latest(registry).decode()
    assert 'direction="in",side="downstream",topic="t"} 10' in text
    assert str(UUID(int=0)) not in text
