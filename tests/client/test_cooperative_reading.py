"""A cooperative member that joins goes on with what it keeps; partitions move inside its calls only."""

from __future__ import annotations

import asyncio
from typing import Any

from kafkawire import ApiKey
from kafkawire.client.consumer import Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.client.scripted import Member
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import fill, read
from tests.client.test_group import member
from tests.client.virtual_time import run

COOPERATIVE: dict[str, Any] = {"partition_assignment_strategy": ["cooperative-sticky"]}


class CooperativeCluster(FetchCluster):
    """Its group takes the member's own choice of an assignor."""

    async def _join_group(self, node: int, version: int, request: Any) -> Any:
        response: Any = await super()._join_group(node, version, request)
        response.protocol_name = request.protocols[0].name
        return response


def slow_member(cluster: FetchCluster) -> Member:
    """Somebody who is in the group and takes its time to join again: everybody waits."""
    cluster.group.members["slow"] = absent = Member(b"")
    cluster.group.rebalancing = True
    return absent


def absent_goes(cluster: FetchCluster) -> None:
    del cluster.group.members["slow"]
    cluster.group.complete_if_all_joined()


async def joining(c: Consumer, cluster: FetchCluster) -> None:
    """Read until the member has asked to join again."""
    count = len(cluster.seen(ApiKey.JOIN_GROUP))
    while len(cluster.seen(ApiKey.JOIN_GROUP)) == count:
        await c.fetch(timeout=1)


def test_records_of_kept_partitions_flow_while_the_others_are_waited_for() -> None:
    async def main() -> None:
        cluster = CooperativeCluster({"t": 2})
        async with member(cluster, **COOPERATIVE) as c:
            await c.fetch(timeout=2)
            slow_member(cluster)
            await joining(c, cluster)
            assert c.health().group_state == "joining"
            for _ in range(3):
                fill(cluster, "t", 0, 10)
                before = asyncio.get_running_loop().time()
                assert len((await read(c, 10))[TP("t", 0)]) == 10
                assert asyncio.get_running_loop().time() - before < 0.6
            fill(cluster, "t", 1, 3)
            offsets = []
            async for record in c:
                offsets.append(record.offset)
                if len(offsets) == 3:
                    break
            assert offsets == [0, 1, 2]
            absent_goes(cluster)
            await c.fetch(timeout=1)
            assert c.health().group_state == "stable"
            assert cluster.group.members.keys() == {"m1"}

    run(main())


def test_an_eager_member_hands_out_nothing_while_it_joins() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 2})
        async with member(cluster) as c:
            await c.fetch(timeout=2)
            slow_member(cluster)
            await joining(c, cluster)
            fill(cluster, "t", 0, 10)
            assert await c.fetch(timeout=5) == []
            absent_goes(cluster)
            assert len((await read(c, 10))[TP("t", 0)]) == 10

    run(main())


def test_partitions_go_in_a_call_and_not_while_their_records_are_worked_on() -> None:
    async def main() -> None:
        cluster = CooperativeCluster({"t": 4})
        working = False
        revoked: list[TP] = []

        def on_revoked(partitions: list[TP]) -> None:
            assert not working
            revoked.extend(partitions)

        async with member(cluster, on_revoked=on_revoked, **COOPERATIVE) as one:
            await one.fetch(timeout=2)
            other = asyncio.create_task(_read_for(member(cluster, **COOPERATIVE), 40))
            while not revoked:
                await one.fetch(timeout=1)
                working = True
                await asyncio.sleep(7)  # long enough for any join to be through
                assert cluster.group.members.keys() <= {"m1", "m2"}
                working = False
            assert len(revoked) == 2
            while len(one.assignment) > 2:
                await one.fetch(timeout=1)
            other.cancel()
            await asyncio.gather(other, return_exceptions=True)

    run(main())


def test_partitions_stay_though_the_join_ends_while_their_records_are_worked_on() -> None:
    async def main() -> None:
        cluster = CooperativeCluster({"t": 4})
        revoked: list[TP] = []
        async with member(cluster, on_revoked=revoked.extend, **COOPERATIVE) as one:
            await one.fetch(timeout=2)
            slow_member(cluster)
            other = asyncio.create_task(_read_for(member(cluster, **COOPERATIVE), 40))
            for _ in range(10):
                await one.fetch(timeout=1)
            assert cluster.group.members.keys() == {"m1", "m3", "slow"}
            generation = cluster.group.generation
            absent_goes(cluster)
            await asyncio.sleep(5)
            assert cluster.group.generation == generation + 1
            assert revoked == []
            await one.fetch(timeout=1)
            assert len(revoked) == 2
            other.cancel()
            await asyncio.gather(other, return_exceptions=True)

    run(main())


def test_a_commit_while_joining_is_written_when_the_member_is_taken_in() -> None:
    async def main() -> None:
        cluster = CooperativeCluster({"t": 2})
        async with member(cluster, enable_auto_commit=False, **COOPERATIVE) as c:
            await c.fetch(timeout=2)
            slow_member(cluster)
            await joining(c, cluster)
            fill(cluster, "t", 0, 10)
            await read(c, 10)
            commit = asyncio.create_task(c.commit())
            await asyncio.sleep(5)
            assert not commit.done()
            absent_goes(cluster)
            await asyncio.wait_for(commit, 5)  # though no call that reads has let the partitions move
            assert cluster.group.offsets["t", 0] == 10
            await c.fetch(timeout=1)

    run(main())


def test_a_member_that_was_forgotten_while_joining_has_lost_what_it_kept() -> None:
    async def main() -> None:
        cluster = CooperativeCluster({"t": 2})
        lost: list[TP] = []
        async with member(cluster, on_lost=lost.extend, **COOPERATIVE) as c:
            await c.fetch(timeout=2)
            fill(cluster, "t", 0, 10)
            await read(c, 10)
            cluster.faults[ApiKey.JOIN_GROUP] = [25]
            cluster.group.rebalancing = True
            await joining(c, cluster)
            await c.fetch(timeout=1)
            cluster.group.members.pop("m1")
            cluster.group.complete_if_all_joined()
            await c.fetch(timeout=20)
            assert sorted(lost) == [TP("t", 0), TP("t", 1)]
            assert len(c.assignment) == 2
            assert c.health().member_id != "m1"

    run(main())


async def _read_for(c: Consumer, seconds: float) -> None:
    async with c:
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            await c.fetch(timeout=1)
