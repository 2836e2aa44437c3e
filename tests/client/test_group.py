from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.consumer import Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST, Cluster, Member
from tests.client.test_consumer import fill, read
from tests.client.virtual_time import run


def member(cluster: Cluster, **options: Any) -> Consumer:
    options = {"group_id": "g", "topics": ["t"], "auto_offset_reset": "earliest"} | options
    return Consumer("b1:9092", runtime=AioRuntime(cluster.network.dial), **options)


async def settle(*consumers: Consumer) -> None:
    """Let everybody join and read what there is."""
    for _ in range(3):
        await asyncio.gather(*(c.fetch(timeout=4) for c in consumers))


def test_a_single_member_reads_everything_and_leaves() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 3}, brokers=2)
        for index in range(3):
            fill(cluster, "t", index, 10)
        async with member(cluster) as c:
            assert sum(map(len, (await read(c, 30)).values())) == 30
        assert cluster.group.members == {}
        assert cluster.group.left == ["m1"]

    run(main())


def test_what_was_committed_is_not_read_again() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 10)
        async with member(cluster, enable_auto_commit=False) as c:
            await read(c, 20)
            await c.commit({TP("t", 0): 10, TP("t", 1): 4})
            assert await c.committed(c.assignment) == {TP("t", 0): 10, TP("t", 1): 4}
        async with member(cluster) as c:
            assert await read(c, 6) == {TP("t", 1): [4, 5, 6, 7, 8, 9]}

    run(main())


def test_two_members_share_and_the_one_that_stays_takes_over() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 4})
        async with member(cluster) as one:
            await settle(one)
            assert len(one.assignment) == 4
            async with member(cluster) as two:
                await settle(one, two)
                assert len(one.assignment) == len(two.assignment) == 2
                assert set(one.assignment) | set(two.assignment) == {TP("t", index) for index in range(4)}
            await settle(one)
            assert len(one.assignment) == 4

    run(main())


def test_nothing_is_lost_or_read_twice_over_rebalances_when_each_record_is_dealt_with() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 4})
        for index in range(4):
            fill(cluster, "t", index, 50)
        seen: list[tuple[TP, int]] = []

        async def work(c: Consumer, rounds: int) -> None:
            async with c:
                for _ in range(rounds):
                    for chunk in await c.fetch(max_records=9, timeout=5):
                        seen.extend((chunk.tp, record.offset) for record in chunk)

        async def late() -> None:
            await asyncio.sleep(2)
            await work(member(cluster), 6)

        await asyncio.gather(work(member(cluster), 60), late())
        assert sorted(seen) == sorted((TP("t", index), offset) for index in range(4) for offset in range(50))

    run(main())


def test_automatic_commits_cover_what_the_application_came_back_from() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with member(cluster, auto_commit_interval_ms=1_000) as c:
            await c.fetch(max_records=10)
            await asyncio.sleep(2)
            assert cluster.group.offsets == {}
            await c.fetch(max_records=10)
            await asyncio.sleep(0.5)
            assert cluster.group.offsets == {("t", 0): 10}
        assert cluster.group.offsets == {("t", 0): 20}

    run(main())


def test_a_record_whose_work_failed_is_not_committed() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 30)

        async def work() -> None:
            async with member(cluster) as c:
                async for record in c:
                    if record.offset == 12:
                        raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await work()
        assert cluster.group.offsets == {("t", 0): 12}

    run(main())


def test_without_automatic_commits_nothing_is_committed() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with member(cluster, enable_auto_commit=False, auto_commit_interval_ms=1) as c:
            await read(c, 30)
            await c.fetch(timeout=1)
        assert cluster.group.offsets == {}

    run(main())


@pytest.mark.parametrize("code", [25, 22, 27])
def test_a_heartbeat_that_says_so_makes_the_member_join_again(code: int) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster) as c:
            await settle(c)
            generation = cluster.group.generation
            if code == 25:
                cluster.group.members.clear()
            else:
                cluster.faults[ApiKey.HEARTBEAT] = [code]
            await settle(c)
            assert cluster.group.generation > generation
            assert c.assignment == [TP("t", 0)]

    run(main())


def test_a_heartbeat_error_that_stays_is_raised() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster) as c:
            await settle(c)
            cluster.faults[ApiKey.HEARTBEAT] = [30]
            with pytest.raises(KafkaError, match="GROUP_AUTHORIZATION_FAILED"):
                await c.fetch(timeout=10)

    run(main())


@pytest.mark.parametrize("api", [ApiKey.JOIN_GROUP, ApiKey.SYNC_GROUP, ApiKey.HEARTBEAT, ApiKey.OFFSET_COMMIT])
@pytest.mark.parametrize("fault", [LOSE_REQUEST, 15, 16, 14])
def test_the_group_goes_on_when_the_coordinator_is_away_or_moves(api: ApiKey, fault: object) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2}, brokers=2)
        for index in range(2):
            fill(cluster, "t", index, 10)
        cluster.faults[api] = [fault]
        async with member(cluster) as c:
            await read(c, 20)
            await settle(c)
            await c.commit()
        assert cluster.group.offsets == {("t", 0): 10, ("t", 1): 10}

    run(main())


def test_a_member_waits_for_brokers_that_are_all_away() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster) as c:
            await settle(c)
            cluster.stop(1)
            assert await c.fetch(timeout=20) == []
            cluster.start(1)
            fill(cluster, "t", 0, 5)
            assert await read(c, 5) == {TP("t", 0): list(range(5))}
            cluster.stop(1)
            await c.fetch(timeout=20)  # and may be closed while they are

    run(main())


def test_a_consumer_that_does_not_come_back_leaves_and_joins_again_when_it_does() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, max_poll_interval_ms=10_000) as c:
            await settle(c)
            await asyncio.sleep(20)
            assert cluster.group.members == {}
            fill(cluster, "t", 0, 5)
            assert await read(c, 5) == {TP("t", 0): list(range(5))}
            assert list(cluster.group.members) == ["m2"]

    run(main())


@pytest.mark.parametrize("fault", [LOSE_REQUEST, 16])  # NOT_COORDINATOR
def test_a_group_that_cannot_be_told_is_left_all_the_same(fault: object) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, max_poll_interval_ms=10_000) as c:
            await settle(c)
            cluster.faults[ApiKey.LEAVE_GROUP] = [fault]
            await asyncio.sleep(20)
            cluster.group.leave("m1")  # its session has timed out
            fill(cluster, "t", 0, 5)
            assert await read(c, 5) == {TP("t", 0): list(range(5))}

    run(main())


def test_a_static_member_that_does_not_come_back_only_falls_silent() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, max_poll_interval_ms=10_000, group_instance_id="rack-7") as c:
            await settle(c)
            await asyncio.sleep(20)
            assert not cluster.seen(ApiKey.LEAVE_GROUP)
            beats = len(cluster.seen(ApiKey.HEARTBEAT))
            await asyncio.sleep(20)
            assert len(cluster.seen(ApiKey.HEARTBEAT)) == beats

    run(main())


@pytest.mark.parametrize("joined_before", [False, True])
def test_a_member_that_is_closed_while_it_joins_leaves_at_once(joined_before: bool) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        joining = member(cluster)
        await joining.start()
        if joined_before:
            await settle(joining)
        cluster.group.members["absent"] = Member(b"")  # everybody waits for it
        cluster.group.rebalancing = True
        assert await joining.fetch(timeout=10) == []
        asked: Any = cluster.seen(ApiKey.JOIN_GROUP)[-1][-1]
        assert asked.member_id in cluster.group.members
        before = asyncio.get_running_loop().time()
        await joining.close()
        assert cluster.group.left == [asked.member_id]
        assert asyncio.get_running_loop().time() - before < 1

    run(main())


def test_new_partitions_make_the_leader_call_for_a_rebalance() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, metadata_max_age_ms=5_000) as c:
            await settle(c)
            cluster.grow("t", 3)
            await asyncio.sleep(10)
            await settle(c)
            assert len(c.assignment) == 3

    run(main())


def test_a_topic_that_comes_to_be_is_read() -> None:
    async def main() -> None:
        cluster = Cluster({})
        async with member(cluster) as c:
            await settle(c)
            assert c.assignment == []
            cluster.create("t", 2)
            fill(cluster, "t", 1, 5)
            assert await read(c, 5) == {TP("t", 1): list(range(5))}

    run(main())


def test_topics_of_kafka_itself_match_no_pattern() -> None:
    class WithInternal(Cluster):
        def _describe(self, name: str) -> Any:
            topic = super()._describe(name)
            topic.is_internal = name.startswith("__")
            return topic

    async def main() -> None:
        cluster = WithInternal({"t": 1, "__consumer_offsets": 1})
        async with member(cluster, topics=(), topic_pattern=".*") as c:
            await settle(c)
            assert c.assignment == [TP("t", 0)]

    run(main())


def test_a_member_leaves_whatever_its_listener_raises() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})

        def fail(_: list[TP]) -> None:
            raise ValueError("no more disk")

        c = member(cluster, on_revoked=fail)
        await c.start()
        await settle(c)
        with pytest.raises(ValueError, match="no more disk"):
            await c.close()
        assert cluster.group.left == ["m1"]

    run(main())


def test_a_static_member_does_not_leave() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, group_instance_id="rack-7") as c:
            await settle(c)
        assert cluster.group.left == []
        assert not cluster.seen(ApiKey.LEAVE_GROUP)

    run(main())


def test_a_short_timeout_does_not_stop_the_joining() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 5)
        async with member(cluster) as c:
            got: list[int] = []
            for _ in range(200):
                got += [record.offset for chunk in await c.fetch(timeout=0) for record in chunk]
                await asyncio.sleep(0.001)
            assert got == list(range(5))
            assert len(cluster.seen(ApiKey.JOIN_GROUP)) == 2  # the second with the member id that the first brought

    run(main())


@pytest.mark.parametrize("newest", [{}, {ApiKey.OFFSET_FETCH: 7, ApiKey.FIND_COORDINATOR: 3, ApiKey.LEAVE_GROUP: 2}])
def test_requests_that_changed_their_shape_work_in_both(newest: dict[int, int]) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, newest=newest)
        fill(cluster, "t", 0, 10)
        async with member(cluster) as c:
            await read(c, 4)
        async with member(cluster) as c:
            assert await c.fetch(timeout=1) == []
        assert cluster.group.left == ["m1", "m2"]

    run(main())


def test_heartbeats_do_not_wait_behind_fetches() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, fetch_max_wait_ms=20_000, heartbeat_interval_ms=1_000) as c:
            await c.fetch(timeout=10)
            assert len(cluster.seen(ApiKey.HEARTBEAT)) >= 8

    run(main())


def test_waiting_for_records_is_no_idleness() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with member(cluster, max_poll_interval_ms=10_000) as c:
            assert await c.fetch(timeout=60) == []
            assert list(cluster.group.members) == ["m1"]
            assert cluster.group.generation == 1

    run(main())


def test_automatic_commits_happen_while_a_call_waits_for_more() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 10)
        async with member(cluster, auto_commit_interval_ms=5_000) as c:
            await read(c, 10)
            await c.fetch(timeout=20)
            assert cluster.group.offsets == {("t", 0): 10}
            assert len(cluster.seen(ApiKey.OFFSET_COMMIT)) == 1

    run(main())


def test_automatic_commits_happen_while_a_loop_waits_for_more() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 10)

        async def loop(c: Consumer) -> None:
            async for _ in c:
                pass

        async with member(cluster, auto_commit_interval_ms=5_000) as c:
            task = asyncio.create_task(loop(c))
            await asyncio.sleep(20)
            assert cluster.group.offsets == {("t", 0): 10}
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    run(main())


@pytest.mark.parametrize("seed", range(15))
def test_no_record_is_lost_while_members_come_and_go_and_requests_fail(seed: int) -> None:
    chance = random.Random(seed)

    async def main() -> None:
        cluster = Cluster({"t": 4}, brokers=2)
        for index in range(4):
            fill(cluster, "t", index, 60, per_batch=7)
        seen: set[tuple[TP, int]] = set()
        apis = [ApiKey.JOIN_GROUP, ApiKey.SYNC_GROUP, ApiKey.HEARTBEAT, ApiKey.OFFSET_COMMIT, ApiKey.FETCH]

        async def work(rounds: int) -> None:
            options = {"auto_commit_interval_ms": 500, "request_timeout_ms": 5_000, "heartbeat_interval_ms": 500}
            async with member(cluster, **options) as c:
                for _ in range(rounds):
                    for chunk in await c.fetch(max_records=chance.randrange(1, 20), timeout=2):
                        seen.update((chunk.tp, record.offset) for record in chunk)
                    await asyncio.sleep(chance.random())

        async def trouble() -> None:
            for _ in range(20):
                await asyncio.sleep(chance.random() * 2)
                cluster.faults[chance.choice(apis)].append(chance.choice([LOSE_REQUEST, LOSE_ANSWER, 14, 15, 16]))
                cluster.logs["t", chance.randrange(4)].leader = chance.randrange(1, 3)

        async def visitor() -> None:
            await asyncio.sleep(chance.random() * 10)
            await work(chance.randrange(1, 10))

        await asyncio.gather(work(60), visitor(), visitor(), trouble())
        cluster.faults.clear()
        await work(40)
        assert seen == {(TP("t", index), offset) for index in range(4) for offset in range(60)}
        assert cluster.group.offsets == {("t", index): 60 for index in range(4)}

    run(main())
