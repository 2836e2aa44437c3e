from __future__ import annotations

import asyncio
import logging
import re

import pytest

from kafkawire import ApiKey
from kafkawire.client import Consumer, Producer
from kafkawire.client.admin import Admin, NewTopic
from kafkawire.client.cluster import Cluster as Client
from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError, UnsupportedVersion
from kafkawire.messages import MetadataRequest
from kafkawire.transport.errors import ConnectionLost, RequestTimedOut
from tests.client.scripted import LOSE_REQUEST, SILENCE, Cluster
from tests.client.virtual_time import run


def client(cluster: Cluster, servers: str = "b1:9092", **options: int) -> Client:
    return Client(servers, ClientOptions(**options), AioRuntime(cluster.network.dial))  # type: ignore[arg-type]


def test_the_bootstrap_list_is_cycled_until_one_answers() -> None:
    async def main() -> None:
        one = client(Cluster({"t": 2}, brokers=2), "down:1,b2:9092")
        await one.start()
        assert sorted(one.metadata.nodes) == [1, 2]
        one.close()

    run(main())


def test_when_none_answers_the_error_names_every_address_and_comes_in_time() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        started = loop.time()
        with pytest.raises(BrokersUnavailable, match=r"within 5 s.*x:1: nobody listens.*y:2: nobody listens"):
            await client(Cluster({}), "x:1,y:2", default_api_timeout_ms=5_000).start()
        return loop.time() - started

    assert run(main()) == pytest.approx(5)


def test_a_broker_that_accepts_and_says_nothing_is_given_up() -> None:
    async def main() -> None:
        cluster = Cluster({})
        cluster.faults[ApiKey.API_VERSIONS] = [SILENCE] * 10
        with pytest.raises(BrokersUnavailable, match=r"b1:9092: no connection after [\d.]+ s"):
            await client(cluster, default_api_timeout_ms=5_000, socket_connection_setup_timeout_ms=2_000).start()

    run(main())


def test_a_broker_that_comes_up_late_is_found() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.stop(1)
        asyncio.get_running_loop().call_later(3, cluster.start, 1)
        one = client(cluster)
        await one.start()
        assert asyncio.get_running_loop().time() > 1003
        one.close()

    run(main())


@pytest.mark.parametrize("newest", [0, 3])
def test_an_older_broker_is_asked_for_versions_again(newest: int) -> None:
    async def main() -> list[int]:
        cluster = Cluster({"t": 1}, newest={ApiKey.API_VERSIONS: newest})
        one = client(cluster)
        await one.start()
        one.close()
        return [version for _, _, version, _ in cluster.seen(ApiKey.API_VERSIONS)]

    assert run(main()) == [newest]


def test_a_topic_whose_partitions_are_not_there_yet_is_waited_for() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 0})
        one = client(cluster)
        await one.start()
        asyncio.get_running_loop().call_later(2, cluster.grow, "t", 3)
        assert len((await one.topic("t")).partitions) == 3
        assert asyncio.get_running_loop().time() > 1002
        one.close()

    run(main())


def test_a_topic_that_gets_no_partitions_is_an_error_that_says_so() -> None:
    async def main() -> None:
        one = client(Cluster({"t": 0}))
        await one.start()
        with pytest.raises(KafkaError, match=r"LEADER_NOT_AVAILABLE.*topic 't' has no partitions yet"):
            await one.topic("t", timeout=3)
        one.close()

    run(main())


def test_each_api_is_asked_in_the_highest_common_version() -> None:
    async def main() -> list[int]:
        cluster = Cluster({"t": 1}, newest={ApiKey.METADATA: 7})
        one = client(cluster)
        await one.start()
        one.close()
        return [version for _, _, version, _ in cluster.seen(ApiKey.METADATA)]

    assert run(main()) == [7]


def test_no_common_version_is_a_clear_error_at_once() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, newest={ApiKey.METADATA: 2})
        one = client(cluster)
        with pytest.raises(UnsupportedVersion, match="METADATA"):
            await one.start()
        one.close()

    run(main())


def test_requests_to_one_broker_share_a_connection_and_purposes_do_not() -> None:
    async def main() -> int:
        cluster = Cluster({"t": 1})
        one = client(cluster)
        await one.start()
        connections = await asyncio.gather(*(one.connection(1, "group") for _ in range(5)))
        assert len(set(map(id, connections))) == 1
        assert await one.connection(1) is not connections[0]
        one.close()
        return len(cluster.network.open)

    assert run(main()) == 2


def test_an_answer_that_does_not_come_closes_the_connection_and_the_next_attempt_gets_a_new_one() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(cluster, request_timeout_ms=1_000)
        await one.start()
        before = await one.connection(1)
        cluster.faults[ApiKey.METADATA] = [SILENCE]
        with pytest.raises(RequestTimedOut, match=r"b1:9092 \(node 1\): no answer to METADATA \(3\) after 1 s"):
            await one.request(1, MetadataRequest(topics=[]))
        assert before.closed
        await one.request(1, MetadataRequest(topics=[]))
        one.close()

    run(main())


def test_all_that_waits_on_a_lost_connection_is_told() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(cluster)
        await one.start()
        cluster.faults[ApiKey.METADATA] = [LOSE_REQUEST]
        requests = [one.request(1, MetadataRequest(topics=[])) for _ in range(3)]
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert [type(result) for result in results] == [ConnectionLost] * 3
        one.close()

    run(main())


def test_a_cancelled_request_leaves_the_connection_usable() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(cluster)
        await one.start()
        connection = await one.connection(1)
        task = asyncio.create_task(one.request(1, MetadataRequest(topics=[])))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await one.request(1, MetadataRequest(topics=[]))
        assert await one.connection(1) is connection
        one.close()

    run(main())


def test_an_idle_connection_is_replaced() -> None:
    async def main() -> None:
        one = client(Cluster({"t": 1}), connections_max_idle_ms=60_000)
        await one.start()
        before = await one.connection(1)
        await asyncio.sleep(61)
        assert await one.connection(1) is not before
        assert before.closed
        one.close()

    run(main())


def test_a_topic_that_is_being_created_is_waited_for() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        cluster.metadata_faults["t"] = [5, 3]
        one = client(cluster)
        await one.start()
        assert sorted((await one.topic("t")).partitions) == [0, 1]
        one.close()

    run(main())


def test_a_topic_that_does_not_exist_is_an_error_in_time() -> None:
    async def main() -> None:
        one = client(Cluster({}))
        await one.start()
        with pytest.raises(KafkaError, match=r"UNKNOWN_TOPIC_OR_PARTITION.*'nowhere'"):
            await one.topic("nowhere", timeout=3)
        assert asyncio.get_running_loop().time() == pytest.approx(1003)
        one.close()

    run(main())


def test_a_topic_that_is_not_for_us_is_an_error_at_once() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.metadata_faults["t"] = [29]
        one = client(cluster)
        await one.start()
        with pytest.raises(KafkaError, match="TOPIC_AUTHORIZATION_FAILED"):
            await one.topic("t")
        assert asyncio.get_running_loop().time() == 1000
        one.close()

    run(main())


def test_partitions_are_grouped_by_their_leaders() -> None:
    async def main() -> None:
        one = client(Cluster({"t": 3}, brokers=2))
        await one.start()
        partitions = [TopicPartition("t", index) for index in range(3)]
        assert await one.leaders(partitions) == {1: [("t", 0), ("t", 2)], 2: [("t", 1)]}
        with pytest.raises(KafkaError, match=r"UNKNOWN_TOPIC_OR_PARTITION.*t-9"):
            await one.leaders([TopicPartition("t", 9)])
        one.close()

    run(main())


def test_retrying_gives_up_in_time_and_says_what_it_was_about() -> None:
    async def main() -> None:
        one = client(Cluster({}))
        await one.start()

        async def attempt() -> None:
            raise ConnectionLost("b1:9092: gone")

        with pytest.raises(TimedOut, match="could not do it within 2 s: b1:9092: gone"):
            await one.retrying(attempt, "do it", 2)
        assert asyncio.get_running_loop().time() == pytest.approx(1002)
        one.close()

    run(main())


def test_what_takes_longer_than_two_seconds_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        with pytest.raises(BrokersUnavailable):
            await client(Cluster({}), "x:1", default_api_timeout_ms=1_500).start()
        assert caplog.messages == []
        with pytest.raises(BrokersUnavailable):
            await client(Cluster({}), "x:1", default_api_timeout_ms=30_000).start()

    caplog.set_level(logging.WARNING, "kafkawire.client")
    run(main())
    assert len(caplog.messages) == 1
    wanted = r"cannot find a broker yet, giving up in 2[78] s: no broker can be reached: x:1: nobody listens.*"
    assert re.fullmatch(wanted, caplog.messages[0])


def test_simultaneous_refreshes_share_one_answer() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(cluster)
        await one.start()
        await asyncio.gather(*(one.refresh() for _ in range(10)))
        assert len(cluster.seen(ApiKey.METADATA)) == 2
        one.close()

    run(main())


def test_admin_creates_topics_and_says_which_could_not_be() -> None:
    async def main() -> None:
        cluster = Cluster({"there": 1})
        async with Admin("b1:9092", runtime=AioRuntime(cluster.network.dial)) as admin:
            await admin.create_topics({"a": 3, "b": NewTopic(2, configs={"cleanup.policy": "compact"})})
            with pytest.raises(KafkaError, match=r"TOPIC_ALREADY_EXISTS.*'there'"):
                await admin.create_topics({"there": 1, "c": 1})
            await admin.create_topics({"there": 1}, exist_ok=True)
            topics = await admin.list_topics()
        assert {name: len(info.partitions) for name, info in topics.items()} == {"there": 1, "a": 3, "b": 2, "c": 1}

    run(main())


@pytest.mark.parametrize("tells", [False, True])
def test_whoever_is_told_of_a_new_leader_goes_there_at_once(tells: bool) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, brokers=2)
        cluster.tells_leaders = tells
        runtime = AioRuntime(cluster.network.dial)
        async with (
            Producer("b1:9092", runtime=runtime, retry_backoff_ms=1_000) as producer,
            Consumer("b1:9092", runtime=runtime, topics=["t"], auto_offset_reset="earliest") as consumer,
        ):
            await producer.send("t", b"1")
            (chunk,) = await consumer.fetch()
            log = cluster.logs["t", 0]
            log.leader, log.leader_epoch = 2, 1
            log.grown.set()
            asked, started = len(cluster.seen(ApiKey.METADATA)), asyncio.get_running_loop().time()
            await producer.send("t", b"2")
            (chunk,) = await consumer.fetch(timeout=10)
            assert [record.value for record in chunk] == [b"2"]
            took = asyncio.get_running_loop().time() - started
            assert (len(cluster.seen(ApiKey.METADATA)) == asked, took < 0.5) == (tells, tells)

    run(main())
