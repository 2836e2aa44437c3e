"""Quotas on changes to topics (KIP-599) and on new connections (KIP-612), with the answers of Apache Kafka 4.3.1."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, ManualClock, MemoryFiles
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.net.connections import Connections
from kafkawire.broker.quotas.rate import TokenBucket
from kafkawire.broker.quotas.throttling import Throttling
from kafkawire.error_code import ErrorCode
from kafkawire.messages.create_partitions_request import CreatePartitionsTopic
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.broker.test_quotas import alter, describe, quotas
from tests.broker.wire import Wire, new_broker

REFUSED = ErrorCode.THROTTLING_QUOTA_EXCEEDED
EXISTS = ErrorCode.TOPIC_ALREADY_EXISTS


def test_a_bucket_is_full_at_first_and_fills_at_the_rate() -> None:
    bucket = TokenBucket()
    assert bucket.left(2.0, 100.0) == 22
    assert bucket.take(30, 2.0, 100.0) == -8
    assert bucket.left(2.0, 103.0) == -2
    assert not bucket.is_idle(114.9)
    assert bucket.is_idle(115.0)
    assert bucket.left(2.0, 999.0) == 22


def run(body: Callable[[Broker, Wire, ManualClock], Awaitable[None]]) -> None:
    async def main() -> None:
        clock = ManualClock()
        broker = Broker(new_broker().config, files=MemoryFiles(), clock=clock)
        async with broker, asyncio.timeout(20):
            try:
                wire = await Wire.to(broker)
                await alter(wire, {"client-id": "wire"}, controller_mutation_rate=1.0)
                await body(broker, wire, clock)
            finally:
                await Wire.close_all()

    asyncio.run(main())


async def create(broker: Broker, names: str, partitions: int, version: int = 7, dry: bool = False) -> Any:
    """On a connection of its own, which may have to be silent afterwards."""
    topics = [CreatableTopic(name=name, num_partitions=partitions, replication_factor=1) for name in names]
    return await (await Wire.to(broker)).ask(messages.CreateTopicsRequest(topics=topics, validate_only=dry), version)


async def more(broker: Broker, name: str, count: int, version: int) -> Any:
    request = messages.CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=name, count=count, assignments=None)])
    return await (await Wire.to(broker)).ask(request, version)


async def drop(broker: Broker, names: str, version: int) -> Any:
    states = [DeleteTopicState(name=name) for name in names] if version >= 6 else []
    request = messages.DeleteTopicsRequest(topics=states, topic_names=[] if states else [*names])
    return await (await Wire.to(broker)).ask(request, version)


def codes(answer: Any) -> list[int]:
    results = getattr(answer, "topics", None) or getattr(answer, "results", None) or answer.responses
    return [result.error_code for result in results]


def test_who_has_made_too_many_partitions_is_refused() -> None:
    async def body(broker: Broker, _wire: Wire, clock: ManualClock) -> None:
        answer = await create(broker, "efgh", 5)  # 11 tokens, then 6, 1 and -4
        assert (answer.throttle_time_ms, codes(answer)) == (4000, [0, 0, 0, REFUSED])
        assert (answer.topics[3].error_message, answer.topics[3].num_partitions) == (None, -1)
        clock.advance(3.0)
        assert (await create(broker, "h", 1)).throttle_time_ms == 1000
        assert codes(await create(broker, "e", 1)) == [EXISTS]
        clock.advance(1.0)
        answer = await create(broker, "h", 1)
        assert (answer.throttle_time_ms, codes(answer)) == (0, [0])

    run(body)


def test_old_clients_have_their_way_and_then_to_wait() -> None:
    async def body(broker: Broker, _wire: Wire, _clock: ManualClock) -> None:
        answer = await create(broker, "ijkl", 5, version=5)
        assert (answer.throttle_time_ms, codes(answer)) == (9000, [0] * 4)
        answer = await create(broker, "m", 1, version=5)
        assert (answer.throttle_time_ms, codes(answer)) == (10_000, [0])
        answer = await more(broker, "m", 3, version=2)
        assert (answer.throttle_time_ms, codes(answer)) == (12_000, [0])
        answer = await drop(broker, "ij", version=4)
        assert (answer.throttle_time_ms, codes(answer)) == (22_000, [0, 0])

    run(body)


def test_what_is_only_validated_counts_and_what_fails_does_not() -> None:
    async def body(broker: Broker, wire: Wire, _clock: ManualClock) -> None:
        assert codes(await create(broker, "a", 5)) == [0]
        assert codes(await create(broker, "aaab", 5)) == [ErrorCode.INVALID_REQUEST, 0]
        assert codes(await drop(broker, "z", 6)) == [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]
        assert codes(await more(broker, "a", 5, 3)) == [ErrorCode.INVALID_PARTITIONS]
        assert codes(await create(broker, "n", 5, dry=True)) == [0]
        assert codes(await create(broker, "n", 5, dry=True)) == [REFUSED]
        await alter(wire, {"client-id": "wire"}, controller_mutation_rate=None)
        assert (await create(broker, "n", 5)).throttle_time_ms == 0

    run(body)


def test_partitions_that_are_added_and_removed_count_too() -> None:
    async def body(broker: Broker, _wire: Wire, _clock: ManualClock) -> None:
        assert codes(await create(broker, "a", 5)) == [0]
        assert codes(await more(broker, "a", 12, 3)) == [0]
        answer = await more(broker, "a", 13, 3)
        assert (answer.throttle_time_ms, codes(answer)) == (1000, [REFUSED])
        answer = await drop(broker, "a", 6)
        assert (answer.throttle_time_ms, codes(answer)) == (1000, [REFUSED])
        assert broker.node.topics.get("a") is not None

    run(body)


def test_a_topic_is_not_made_on_the_way_by_who_has_made_too_many() -> None:
    async def body(broker: Broker, wire: Wire, _clock: ManualClock) -> None:
        assert codes(await create(broker, "a", 12)) == [0]
        answer = await wire.ask(messages.MetadataRequest(topics=[MetadataRequestTopic(name="b")]), 9)
        assert (answer.throttle_time_ms, codes(answer)) == (0, [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])
        assert broker.node.topics.get("b") is None

    run(body)


@pytest.mark.parametrize("name", ["10.1.2.3", None])
def test_an_address_makes_so_many_connections_a_second(name: str | None) -> None:
    throttling = Throttling(quotas(({"ip": name}, 5.0), key="connection_creation_rate"))
    assert [throttling.connection_delay("10.1.2.3", 0.0) for _ in range(50)] == [0.0] * 50
    assert [throttling.connection_delay("10.1.2.3", 0.0) for _ in range(9)] == pytest.approx([0.2] * 9)
    assert throttling.connection_delay("10.9.9.9", 0.0) == 0.0
    assert throttling.connection_delay("10.1.2.3", 12.0) == 0.0


def test_the_own_quota_of_an_address_counts_before_that_of_all() -> None:
    throttling = Throttling(quotas(({"ip": None}, 1.0), ({"ip": "localhost"}, 2.0), key="connection_creation_rate"))
    assert sum(not throttling.connection_delay("127.0.0.1", 0.0) for _ in range(100)) == 20
    assert sum(not throttling.connection_delay("10.9.9.9", 0.0) for _ in range(100)) == 10


class Held:
    """A connection that notes what becomes of it."""

    def __init__(self, done: list[str]) -> None:
        self.host, self.last_active, self.is_busy = "10.1.2.3", 0.0, False
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._done = done

    def begin(self) -> None:
        self._done.append("begin")

    def close(self) -> None:
        self._done.append("close")

    def abort(self) -> None:
        self._done.append("abort")
        self.closed.set_result(None)


def test_a_connection_too_many_is_left_alone_and_then_closed() -> None:
    async def main() -> None:
        done: list[str] = []
        connections: Connections[Held] = Connections(BrokerConfig, ManualClock())
        connections.add(Held(done))
        late = Held(done)
        connections.add(late, delay=0.01)
        assert done == ["begin"]
        await late.closed
        assert done == ["begin", "abort"]
        connections.remove(late)
        assert len(connections) == 1

    asyncio.run(main())


def test_the_broker_holds_addresses_to_their_rate() -> None:
    async def body(broker: Broker, wire: Wire, _clock: ManualClock) -> None:
        assert (await alter(wire, {"ip": "127.0.0.1"}, connection_creation_rate=1.0)).error_code == 0
        assert ({"ip": "127.0.0.1"}, {"connection_creation_rate": 1.0}) in await describe(wire)
        address, _, port = broker.bootstrap_servers.rpartition(":")
        ends = [await asyncio.open_connection(address, int(port)) for _ in range(11)]
        assert await ends[10][0].read() == b""  # the eleventh in no time at all
        for _, writer in ends:
            writer.close()

    run(body)
