"""What a consumer says of itself."""

from __future__ import annotations

import asyncio

import pytest

from kafkawire import ApiKey
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError
from tests.client.scripted import SILENCE
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.test_group import member
from tests.client.virtual_time import run


def test_before_the_first_call_nothing_is_known() -> None:
    async def main() -> None:
        c = member(FetchCluster({"t": 1}))
        assert c.health().group_state == "closed"
        async with c:
            health = c.health()
            assert (health.since_poll, health.since_fetch, health.since_heartbeat) == (None, None, None)
            assert (health.group_state, health.epoch, health.member_id) == ("joining", -1, "")
            assert not health.is_alive(60)

    run(main())


def test_a_member_that_works_is_alive() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with member(cluster) as c:
            await read(c, 30)
            fill(cluster, "t", 0, 5)
            await asyncio.sleep(4)
            health = c.health()
            assert health.since_poll == pytest.approx(4, abs=0.1)
            assert health.since_assignment == pytest.approx(4, abs=0.1)
            assert health.since_heartbeat == pytest.approx(1, abs=0.1)  # one each 3 seconds
            assert health.since_fetch is not None
            assert health.since_fetch < 0.6
            assert (health.group_state, health.member_id, health.epoch) == ("stable", "m1", 1)
            assert health.lag == {TP("t", 0): 5}
            assert health.last_error is None
            assert health.is_alive(5)
            assert not health.is_alive(3)

    run(main())


def test_waiting_for_records_is_no_silence_of_the_application() -> None:
    async def main() -> None:
        async with consumer(FetchCluster({"t": 1}), topics=["t"]) as c:
            task = asyncio.create_task(c.fetch(timeout=100))
            await asyncio.sleep(50)
            assert c.health().since_poll == 0
            assert c.health().group_state == "none"
            assert c.health().is_alive(1)
            await task

    run(main())


def test_a_broker_that_is_silent_is_seen() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        async with consumer(cluster, topics=["t"]) as c:
            await c.fetch(timeout=2)
            cluster.faults[ApiKey.FETCH] = [SILENCE]
            await c.fetch(timeout=20)
            since = c.health().since_fetch
            assert since is not None
            assert since > 15
            assert not c.health().is_alive(10)

    run(main())


def test_the_last_error_is_kept() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        cluster.faults[ApiKey.FETCH] = [29]
        async with consumer(cluster, topics=["t"]) as c:
            with pytest.raises(KafkaError) as caught:
                await c.fetch(timeout=5)
            assert c.health().last_error is caught.value

    run(main())
