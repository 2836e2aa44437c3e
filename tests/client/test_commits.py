"""Commits of one consumer: in order, and forward only unless the application says otherwise."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.consumer import Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError
from tests.client.scripted import Cluster, Log
from tests.client.test_consumer import fill
from tests.client.test_group import member
from tests.client.virtual_time import run

T0 = TP("t", 0)


def one_partition(records: int = 100) -> Cluster:
    cluster = Cluster({"t": 1})
    fill(cluster, "t", 0, records)
    return cluster


def written(cluster: Cluster) -> list[int]:
    """The offsets of t-0 that commits named, in the order they reached the broker."""
    requests: list[Any] = [request for *_, request in cluster.seen(ApiKey.OFFSET_COMMIT)]
    return [request.topics[0].partitions[0].committed_offset for request in requests]


async def hand_out(c: Consumer, count: int) -> None:
    (chunk,) = await c.fetch(max_records=count, timeout=5)
    assert len(chunk) == count


async def make_commit_due(c: Consumer) -> None:
    await asyncio.sleep(c.options.auto_commit_interval_ms / 1000)


def test_an_automatic_commit_does_not_undo_the_explicit_one_that_overtook_it() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster) as c:
            await hand_out(c, 10)
            await make_commit_due(c)
            await hand_out(c, 20)  # starts a commit of 10, whose task has not run yet
            await c.commit()
            await asyncio.sleep(1)
            assert written(cluster)[-1] == 30
            assert cluster.group.offsets["t", 0] == 30
        assert written(cluster) == sorted(written(cluster))

    run(main())


def test_what_an_automatic_commit_under_way_has_written_is_not_written_again_at_the_end() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster) as c:
            await hand_out(c, 100)
            await make_commit_due(c)
            await c.fetch(timeout=0)
            while not written(cluster):
                await asyncio.sleep(0)
        assert written(cluster) == [100]

    run(main())


def test_commits_reach_the_broker_in_the_order_of_the_calls() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 50)
            cluster.faults[ApiKey.OFFSET_COMMIT] = [15]  # the coordinator is away: the first has to be repeated
            await asyncio.gather(*(c.commit({T0: offset}) for offset in (10, 20, 30)))
            assert written(cluster) == [10, 10, 20, 30]

    run(main())


def test_positions_do_not_go_back_behind_a_commit_that_waits_its_turn() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 10)
            await asyncio.gather(c.commit({T0: 40}), c.commit())
            assert written(cluster) == [40]

    run(main())


async def read_commit_and_fail(cluster: Cluster) -> None:
    async with member(cluster) as c:
        await hand_out(c, 10)
        await c.commit()
        raise ZeroDivisionError


def test_after_a_failure_the_end_of_the_block_does_not_undo_an_explicit_commit() -> None:
    cluster = one_partition()
    with pytest.raises(ZeroDivisionError):
        run(read_commit_and_fail(cluster))
    assert written(cluster) == [10]


def test_a_lower_offset_that_the_application_names_is_committed() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 30)
            await c.commit()
            await c.commit({T0: 5})
            assert written(cluster) == [30, 5]

    run(main())


@pytest.mark.parametrize("automatic", [True, False])
def test_after_a_seek_back_commits_follow(automatic: bool) -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=automatic) as c:
            await hand_out(c, 30)
            await c.commit()
            c.seek(T0, 5)
            if automatic:
                await make_commit_due(c)
                await c.fetch(max_records=1, timeout=0)
                await asyncio.sleep(1)
            else:
                await c.commit()
            assert written(cluster) == [30, 5]

    run(main())


def test_commits_follow_the_position_into_a_log_that_was_made_anew() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 100)
            await c.commit()
            cluster.logs["t", 0] = Log(leader=1)
            fill(cluster, "t", 0, 5)
            await hand_out(c, 5)
            await c.commit()
            assert written(cluster) == [100, 5]

    run(main())


def test_a_commit_whose_membership_ended_before_its_turn_is_not_written() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 30)
            cluster.faults[ApiKey.OFFSET_COMMIT] = [25]  # the coordinator has forgotten the member
            results = await asyncio.gather(c.commit({T0: 10}), c.commit({T0: 20}), return_exceptions=True)
            assert [getattr(r, "name", r) for r in results] == ["UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION"]
            assert written(cluster) == [10]

    run(main())


def test_a_member_that_was_forgotten_does_not_commit_in_a_transaction_as_if_it_were_nobody() -> None:
    async def main() -> None:
        cluster = one_partition()
        async with member(cluster, enable_auto_commit=False) as c:
            await hand_out(c, 30)
            before = c.group_metadata()
            assert before.member_id
            assert before.generation_id >= 0
            cluster.faults[ApiKey.OFFSET_COMMIT] = [25]
            with pytest.raises(KafkaError, match="UNKNOWN_MEMBER_ID"):
                await c.commit({T0: 10})
            assert c.group_metadata() == before  # which the broker refuses: others may have read the same by now

    run(main())
