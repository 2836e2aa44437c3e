"""Nobody waits for somebody else's large or many requests: turns, pauses, the lane, and bounds."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from time import perf_counter
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, Context, MemoryFiles, handles
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.loop.scheduler import Scheduler, Turn
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AlterClientQuotasRequest,
    ApiVersionsRequest,
    CreateAclsRequest,
    DescribeGroupsRequest,
    FindCoordinatorRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    IncrementalAlterConfigsRequest,
    ListOffsetsRequest,
    MetadataRequest,
)
from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.incremental_alter_configs_request import AlterableConfig, AlterConfigsResource
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.protocol.frames import encode_request
from tests.broker.wire import NOW_MS, QUICK, Wire, new_broker

Body = Callable[[Broker, Wire], Awaitable[None]]


def run(body: Body, broker: Broker | None = None) -> None:
    async def main() -> None:
        async with broker or new_broker() as running:
            running.node.controller.create("t", 3, {}, NOW_MS)
            try:
                async with asyncio.timeout(60):
                    await body(running, await Wire.to(running))
            finally:
                await Wire.close_all()

    asyncio.run(main())


# Turns


def test_who_has_had_least_is_served_first() -> None:
    async def main() -> None:
        scheduler, served = Scheduler(), list[str]()

        def working(name: str) -> Turn:
            def work(_: float) -> bool:
                served.append(name)
                return False

            return scheduler.turn(work)

        turns = {name: working(name) for name in "abc"}
        scheduler._used = 1.0  # the sockets have not been looked at for too long
        for name, spent in (("a", 3.0), ("b", 1.0), ("c", 2.0)):
            turns[name].spent = spent
            turns[name].want()
        assert served == []
        await asyncio.sleep(0)
        assert served == ["b", "c", "a"]

    asyncio.run(main())


def test_with_time_left_and_nobody_waiting_one_is_served_at_once() -> None:
    async def main() -> None:
        scheduler, deadlines = Scheduler(), list[float]()

        def work(deadline: float) -> bool:
            deadlines.append(deadline)
            return False

        scheduler.turn(work).want()
        assert len(deadlines) == 1

    asyncio.run(main())


def test_who_comes_back_has_not_saved_up_time() -> None:
    async def main() -> None:
        scheduler = Scheduler()
        busy, new = scheduler.turn(lambda _: False), scheduler.turn(lambda _: False)
        busy.spent = 5.0
        busy.want()
        new.want()
        assert new.spent >= 5.0

    asyncio.run(main())


def test_a_client_with_thousands_of_requests_does_not_keep_others_waiting() -> None:
    handled: list[str | None] = []

    @handles(ApiKey.HEARTBEAT, versions=range(5))
    def slow(ctx: Context, _request: HeartbeatRequest) -> HeartbeatResponse:
        handled.append(ctx.client_id)
        end = asyncio.get_running_loop().time() + 0.001
        while asyncio.get_running_loop().time() < end:
            pass
        return HeartbeatResponse()

    async def body(broker: Broker, honest: Wire) -> None:
        _, greedy = await asyncio.open_connection(broker.node.host, broker.node.port)
        frame = encode_request(
            HeartbeatRequest(group_id="g", generation_id=1, member_id="m"),
            version=4,
            correlation_id=1,
            client_id="greedy",
        )
        greedy.write(frame * 2000)
        await greedy.drain()
        while not handled:
            await asyncio.sleep(0)
        for _ in range(5):
            await honest.ask(HeartbeatRequest(group_id="g", generation_id=1, member_id="m"), 4)
        assert handled.count("wire") == 5
        assert handled.count("greedy") < 500
        greedy.close()

    config = BrokerConfig.from_options({"log.dirs": "data", **QUICK})
    run(body, Broker(config, files=MemoryFiles(), handlers=[slow]))


def test_requests_of_a_client_that_has_left_are_not_begun() -> None:
    async def body(broker: Broker, honest: Wire) -> None:
        _, writer = await asyncio.open_connection(broker.node.host, broker.node.port)
        writer.write(encode_request(MetadataRequest(topics=None), version=12, correlation_id=1) * 5000)
        writer.close()
        await writer.wait_closed()
        while len(broker._connections) > 1:
            await honest.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        assert broker.node.traffic.requests[ApiKey.METADATA, 12] < 2500

    run(body)


# Large requests


def test_large_requests_pause_and_others_are_answered_meanwhile() -> None:
    async def body(broker: Broker, honest: Wire) -> None:
        large = await Wire.to(broker)
        parts = [ListOffsetsPartition(partition_index=n, timestamp=-1) for n in range(100_000)]
        asked = asyncio.ensure_future(
            large.ask(
                ListOffsetsRequest(
                    replica_id=-1, isolation_level=0, topics=[ListOffsetsTopic(name="t", partitions=parts)]
                ),
                7,
            )
        )
        meanwhile = 0
        while not asked.done():
            await honest.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
            meanwhile += 1
        codes = [part.error_code for part in asked.result().topics[0].partitions]
        assert codes[:3] == [0, 0, 0]
        assert set(codes[3:]) == {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
        assert len(codes) == 100_000
        assert meanwhile > 5

    run(body)


def test_what_follows_a_large_request_on_its_connection_is_answered_after_it() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        keys = [f"group-{n}" for n in range(20_000)]
        wire.send(FindCoordinatorRequest(key_type=0, coordinator_keys=keys), 4)
        wire.send(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        wire.send(DescribeGroupsRequest(groups=keys), 5)
        first, second, third = [await wire.receive() for _ in range(3)]
        assert [first[0], second[0], third[0]] == [0, 1, 2]
        assert [one.key for one in first[1].coordinators] == keys
        assert [one.group_id for one in third[1].groups] == keys

    run(body)


def test_large_requests_go_one_at_a_time_and_who_waits_for_others_is_not_in_the_way() -> None:
    async def body(broker: Broker, waiting: Wire) -> None:
        from kafkawire.messages import JoinGroupRequest
        from kafkawire.messages.join_group_request import JoinGroupRequestProtocol

        join = JoinGroupRequest(
            group_id="g",
            session_timeout_ms=6000,
            rebalance_timeout_ms=60_000,
            member_id="",
            group_instance_id=None,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="p", metadata=bytes(50_000))],
        )
        assert (await waiting.ask(join, 3)).error_code == 0
        second = await Wire.to(broker)
        second.send(join, 3)  # it is large, and waits for the first to join again
        third = await Wire.to(broker)
        found = await third.ask(DescribeGroupsRequest(groups=[f"group-{n}" for n in range(20_000)]), 5)
        assert len(found.groups) == 20_000
        assert not broker.node.scheduler.lane._is_taken

    run(body)


def test_a_handler_may_return_whatever_can_be_awaited() -> None:
    class Twice:
        """An awaitable whose iterator has nothing but `__next__`."""

        def __init__(self) -> None:
            self._left = 2

        def __await__(self) -> Iterator[None]:
            return self

        def __iter__(self) -> Iterator[None]:
            return self

        def __next__(self) -> None:
            if not self._left:
                raise StopIteration(HeartbeatResponse(error_code=7))
            self._left -= 1

    @handles(ApiKey.HEARTBEAT, versions=range(5))
    def waiting(_ctx: Context, _request: HeartbeatRequest) -> Any:
        return Twice()

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(HeartbeatRequest(group_id="g", generation_id=1, member_id="m"), 4)).error_code == 7

    config = BrokerConfig.from_options({"log.dirs": "data", **QUICK})
    run(body, Broker(config, files=MemoryFiles(), handlers=[waiting]))


def test_a_request_that_pauses_for_the_third_time_is_a_large_one() -> None:
    async def main() -> None:
        scheduler = Scheduler()
        large, small = scheduler.turn(lambda _: False), scheduler.turn(lambda _: False)
        release, held = threading.Event(), asyncio.Event()

        def work() -> None:
            loop.call_soon_threadsafe(held.set)
            assert release.wait(60)

        loop = asyncio.get_running_loop()
        holder = asyncio.create_task(large.in_thread(work))
        await held.wait()
        for _ in range(2):
            await small.pause()
        assert not small.is_large, "it may have been the thread that kept it so long"
        third = asyncio.create_task(small.pause())
        await asyncio.sleep(0)
        assert small.is_large
        release.set()
        await holder
        large.end()
        await third
        small.end()
        await small.pause()
        assert not small.is_large, "the next request begins anew"
        scheduler.close()

    asyncio.run(main())


def test_python_looks_for_garbage_again_when_the_lane_is_free() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await wire.ask(DescribeGroupsRequest(groups=[f"group-{n}" for n in range(20_000)]), 5)
        while not gc.isenabled():
            await asyncio.sleep(0)

    run(body)


def test_the_lane_is_given_to_who_has_had_least_and_survives_who_gives_up() -> None:
    async def main() -> None:
        scheduler, order, goes_on = Scheduler(), list[str](), asyncio.Event()

        async def enter(name: str, spent: float) -> None:
            turn = scheduler.turn(lambda _: False)
            turn.spent = spent
            await scheduler.lane.acquire(turn)
            order.append(name)
            await goes_on.wait()
            scheduler.lane.release()

        first = asyncio.ensure_future(enter("first", 9.0))
        await asyncio.sleep(0)
        tasks = [asyncio.ensure_future(enter(name, spent)) for name, spent in (("c", 3.0), ("a", 1.0), ("b", 2.0))]
        await asyncio.sleep(0)
        tasks[1].cancel()
        goes_on.set()
        await asyncio.gather(first, *tasks, return_exceptions=True)
        assert order == ["first", "b", "c"]
        assert not scheduler.lane._is_taken

    asyncio.run(main())


def test_thousands_who_wait_for_one_thing_are_woken_in_portions() -> None:
    async def main() -> None:
        scheduler, woken = Scheduler(), list[int]()
        for number in range(1000):
            scheduler.wake(lambda number=number: woken.append(number))  # type: ignore[misc]
        at_once = len(woken)
        assert at_once < 100
        await asyncio.sleep(0)
        assert len(woken) < 200
        while len(woken) < 1000:
            await asyncio.sleep(0)
        assert woken == sorted(woken)

    asyncio.run(main())


# Bounds


def test_a_request_that_names_too_much_ends_its_connection(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, honest: Wire) -> None:
        large = await Wire.to(broker)
        parts = [ListOffsetsPartition(partition_index=n, timestamp=-1) for n in range(120_000)]
        large.send(
            ListOffsetsRequest(replica_id=-1, isolation_level=0, topics=[ListOffsetsTopic(name="t", partitions=parts)]),
            7,
        )
        assert await large.is_closed()
        await honest.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)

    with caplog.at_level(logging.WARNING):
        run(body)
    (line,) = caplog.messages
    assert "LIST_OFFSETS (2) v7 cannot be decoded" in line
    assert ".topics[0].partitions: count 120000" in line


CREATED = [
    AclCreation(
        resource_type=2,
        resource_name=f"t{n}",
        resource_pattern_type=3,
        principal="User:u",
        host="*",
        operation=3,
        permission_type=3,
    )
    for n in range(10_001)
]
QUOTAS = [
    EntryData(
        entity=[EntityData(entity_type="client-id", entity_name=f"c{n}")],
        ops=[OpData(key="producer_byte_rate", value=1.0, remove=False)],
    )
    for n in range(10_001)
]
CONFIGS = [
    AlterConfigsResource(
        resource_type=32,
        resource_name=f"g{n}",
        configs=[AlterableConfig(name="consumer.session.timeout.ms", config_operation=0, value="50000")],
    )
    for n in range(10_001)
]
LARGE_BATCH = "Unable to perform excessively large batch operation."


def test_one_request_makes_as_many_rules_and_quotas_as_with_apache_kafka() -> None:
    """What Apache Kafka 4.3.1 answered to 10,000 and to 10,001 of each."""

    async def body(_: Broker, wire: Wire) -> None:
        refused = await wire.ask(CreateAclsRequest(creations=CREATED), 3)
        assert {(one.error_code, one.error_message) for one in refused.results} == {(44, LARGE_BATCH)}
        made = await wire.ask(CreateAclsRequest(creations=CREATED[:10_000]), 3)
        assert {one.error_code for one in made.results} == {0}
        again = await wire.ask(CreateAclsRequest(creations=CREATED), 3)  # one is new
        assert {one.error_code for one in again.results} == {0}
        quotas = await wire.ask(AlterClientQuotasRequest(entries=QUOTAS, validate_only=False), 1)
        policy = "Request parameters do not satisfy the configured policy."
        assert {(one.error_code, one.error_message) for one in quotas.entries} == {(44, policy)}
        quotas = await wire.ask(AlterClientQuotasRequest(entries=QUOTAS[:10_000], validate_only=False), 1)
        assert {one.error_code for one in quotas.entries} == {0}
        configs = await wire.ask(IncrementalAlterConfigsRequest(resources=CONFIGS, validate_only=False), 1)
        assert {(one.error_code, one.error_message) for one in configs.responses} == {(44, LARGE_BATCH)}

    authorizer = "org.apache.kafka.metadata.authorizer.StandardAuthorizer"
    options = {"log.dirs": "data", "authorizer.class.name": authorizer, "super.users": "User:ANONYMOUS", **QUICK}
    run(body, Broker(BrokerConfig.from_options(options), files=MemoryFiles()))


def test_a_turn_is_charged_for_what_was_done_in_the_thread() -> None:
    async def main() -> None:
        scheduler = Scheduler()
        turn: Turn = scheduler.turn(lambda _: False)
        began = perf_counter()
        assert await turn.in_thread(lambda: sum(range(100_000))) == 4999950000
        assert 0 < turn.spent < perf_counter() - began
        assert turn.is_large
        turn.end()
        assert not turn.is_large
        assert not scheduler.lane._is_taken
        scheduler.close()

    asyncio.run(main())
