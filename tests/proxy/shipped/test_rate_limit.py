"""Who sends, gets or asks too much is told for how long to be silent, and held back until then."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire.broker.quotas.rate import SPREAD
from kafkawire.client import Admin, Producer
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    ProduceResponse,
    RequestHeader,
)
from kafkawire.messages import metadata_response as metadata
from kafkawire.proxy import Context, Filter, Proxy, VirtualCluster
from kafkawire.proxy.loading import InvalidFilterOption, load_filter
from kafkawire.proxy.shipped.rate_limit import RateLimit
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker

NAME = "kafkawire.proxy.shipped.rate_limit:RateLimit"


def beat(test: FilterTest, **how: Any) -> int:
    """Ask something small; for how long the client is told to be silent."""
    assert test.request(HeartbeatRequest(group_id="g"), 4, **how) is not None
    return int(test.response(HeartbeatResponse()).throttle_time_ms)


def test_ten_seconds_worth_may_come_at_once_and_then_the_rate_holds() -> None:
    with FilterTest(RateLimit(requests=2)) as test:
        told = [beat(test) for _ in range(2 * SPREAD)]
        assert told == [0] * len(told)
        assert test.slept == []
        first = beat(test)
        assert first == 500
        beat(test)
        assert test.slept == [pytest.approx(0.5)]
        began, asked = test.clock, 40
        for _ in range(asked):
            beat(test)
        assert asked / (test.clock - began) <= 2.2


def test_bytes_in_are_counted_with_what_has_no_answer() -> None:
    with FilterTest(RateLimit(bytes_in=100)) as test:
        header = RequestHeader(client_id="x" * 2000)
        assert test.request(ProduceRequest(acks=0), 9, header=header) is not None
        assert test.slept == []
        beat(test, client_id=header.client_id)
        assert len(test.slept) == 1
        assert test.slept[0] > 9


def test_bytes_out_are_told_in_the_response_that_was_too_much() -> None:
    with FilterTest(RateLimit(bytes_out=100)) as test:
        test.request(MetadataRequest(), 12)
        topic = metadata.MetadataResponseTopic(name="t" * 200)
        told = test.response(MetadataResponse(topics=[topic] * 10))
        assert told.throttle_time_ms > 5000
        assert len(told.topics) == 10
        beat(test)
        assert test.slept == [pytest.approx(told.throttle_time_ms / 1000, abs=0.001)]


def test_what_the_broker_says_counts_if_it_is_longer() -> None:
    with FilterTest(RateLimit(requests=0.1)) as test:
        beat(test)
        test.request(HeartbeatRequest(), 4)
        assert test.response(HeartbeatResponse(throttle_time_ms=90_000)).throttle_time_ms == 90_000


def test_a_version_without_a_place_for_it_is_held_back_all_the_same() -> None:
    with FilterTest(RateLimit(requests=0.1)) as test:
        for _ in range(3):
            test.request(HeartbeatRequest(), 0)
            assert test.response(HeartbeatResponse()) == HeartbeatResponse()
        assert test.slept == [pytest.approx(10)]


def test_what_comes_before_a_login_is_not_counted() -> None:
    with FilterTest(RateLimit(requests=0.01)) as test:
        for _ in range(3):
            test.request(ApiVersionsRequest(), 3)
            test.response(ApiVersionsResponse())
        beat(test)
        assert test.slept == []


def test_who_shares_a_rate() -> None:
    with FilterTest(RateLimit(requests=0.1)) as test:
        assert beat(test, client_id="a") == 0
        assert beat(test, client_id="b") == 0
        assert beat(test, client_id="a") > 0
    shared = RateLimit(requests=0.1, per="principal+host")
    for principal, is_late in (("User:a", False), ("User:b", False), ("User:a", True)):
        with FilterTest(shared, principal=principal) as test:
            assert (beat(test, client_id=principal) > 0) == is_late


def test_rates_of_clients_that_are_gone_take_no_memory() -> None:
    limit = RateLimit(requests=1)
    with FilterTest(limit) as test:
        for n in range(3000):
            beat(test, client_id=f"c{n}")
            test.clock += 0.1
    assert len(limit._rates) < 1200


@pytest.mark.parametrize("options", ["", ":requests=0", ":bytes_in=-1", ":requests=1,per=colour", ":bytes_in=fast"])
def test_options_that_limit_nothing_are_refused(options: str) -> None:
    with pytest.raises(InvalidFilterOption):
        load_filter(f"{NAME}{options}")


class Told(Filter):
    """Sees for how long clients are told to be silent."""

    def __init__(self) -> None:
        self.longest = 0

    def on_produce_response(self, ctx: Context, header: Any, response: ProduceResponse) -> None:
        self.longest = max(self.longest, response.throttle_time_ms)


def test_a_client_slows_down_and_loses_nothing() -> None:
    async def main() -> None:
        told = Told()
        with broker(topics={"t": 1}) as kafka:
            filters = [told, load_filter(f"{NAME}:bytes_in=90000,per=client_id")]
            async with Proxy([VirtualCluster(kafka.bootstrap_servers)], filters) as proxy:
                async with Producer(proxy.bootstrap_servers, client_id="fast", compression_type="none") as producer:
                    for n in range(50):
                        await producer.send("t", b"%d" % n + bytes(20_500))
                async with Admin(proxy.bootstrap_servers, client_id="slow") as admin:
                    assert "t" in await admin.list_topics()
            assert len(kafka.records("t")) == 50
        assert told.longest > 0

    asyncio.run(asyncio.wait_for(main(), 30))
