"""A log that is another one than what was read (KIP-320), and topics that go and come back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.errors import LogTruncated, NoOffset
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.test_group import member
from tests.client.virtual_time import run

T0 = TP("t", 0)
WAYS = pytest.mark.parametrize("newest", [{}, {ApiKey.FETCH: 11}], ids=["in fetches", "asked for"])


@WAYS
def test_reading_goes_on_where_the_new_leaders_log_parts_from_what_was_read(newest: dict[int, int]) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2, newest=newest)
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, topics=["t"]) as c:
            await read(c, 30)
            cluster.elect("t", 0, leader=2, end=20)
            fill(cluster, "t", 0, 20)
            assert await read(c, 20) == {T0: list(range(20, 40))}

    run(main())


@WAYS
def test_without_reset_the_application_is_told_what_is_gone(newest: dict[int, int]) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2, newest=newest)
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, auto_offset_reset="none") as c:
            c.assign([T0])
            c.seek(T0, 0)
            await read(c, 30)
            cluster.elect("t", 0, leader=2, end=20)
            fill(cluster, "t", 0, 20)
            for _ in range(2):
                with pytest.raises(LogTruncated, match=r"t-0: .* at offset 20, before 30") as caught:
                    await read(c, 1)
            assert (caught.value.partition, caught.value.offset, caught.value.divergent_offset) == (T0, 30, 20)
            assert isinstance(caught.value, NoOffset)
            c.seek(T0, 20)
            assert await read(c, 20) == {T0: list(range(20, 40))}

    run(main())


def test_what_was_fetched_ahead_and_is_gone_is_not_handed_out() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2)
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, topics=["t"]) as c:
            assert len((await c.fetch(max_records=15))[0]) == 15
            cluster.elect("t", 0, leader=2, end=20)
            fill(cluster, "t", 0, 10, key=b"new")
            await asyncio.sleep(5)
            chunks = [chunk for _ in range(3) for chunk in await c.fetch()]
            records = [record for chunk in chunks for record in chunk]
            assert [record.offset for record in records] == list(range(15, 30))
            assert {record.key for record in records if record.offset >= 20} == {b"new"}

    run(main())


def test_a_new_leader_with_the_same_log_changes_nothing() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2)
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, auto_offset_reset="none") as c:
            c.assign([T0])
            c.seek(T0, 0)
            await read(c, 30)
            cluster.elect("t", 0, leader=2)
            fill(cluster, "t", 0, 10)
            assert await read(c, 10) == {T0: list(range(30, 40))}
        asked: Any = cluster.seen(ApiKey.OFFSET_FOR_LEADER_EPOCH)[-1]
        (part,) = asked[3].topics[0].partitions
        assert (asked[0], part.current_leader_epoch, part.leader_epoch) == (2, 1, 0)
        requests: list[Any] = [request for *_, request in cluster.seen(ApiKey.FETCH)]
        named = [request.topics[0].partitions[0] for request in requests if request.topics]
        assert (named[0].current_leader_epoch, named[-1].current_leader_epoch) == (0, 1)

    run(main())


def test_a_broker_that_cannot_say_is_believed() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2, newest={ApiKey.OFFSET_FOR_LEADER_EPOCH: 2, ApiKey.FETCH: 11})
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, topics=["t"]) as c:
            await read(c, 30)
            cluster.elect("t", 0, leader=2)
            fill(cluster, "t", 0, 10)
            assert await read(c, 10) == {T0: list(range(30, 40))}
        assert cluster.seen(ApiKey.OFFSET_FOR_LEADER_EPOCH) == []

    run(main())


def test_an_epoch_that_the_leader_does_not_know_resets_by_the_option() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, newest={ApiKey.FETCH: 11})
        cluster.logs["t", 0].leader_epoch = 3
        fill(cluster, "t", 0, 30)
        cluster.group.offsets["t", 0] = 25
        cluster.group.epochs["t", 0] = 9
        async with member(cluster) as c:
            assert (await read(c, 30))[T0] == list(range(30))

    run(main())


@pytest.mark.parametrize(("epoch", "then"), [(3, ApiKey.OFFSET_FOR_LEADER_EPOCH), (4, ApiKey.METADATA)])
def test_metadata_older_than_what_was_committed_is_renewed(epoch: int, then: ApiKey) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        cluster.logs["t", 0].leader_epoch = 3
        fill(cluster, "t", 0, 30)
        cluster.group.offsets["t", 0] = 25
        cluster.group.epochs["t", 0] = epoch
        async with member(cluster) as c:
            await c.fetch(timeout=1)
        asked = [api for _, api, _, _ in cluster.requests]
        assert asked[asked.index(ApiKey.OFFSET_FETCH) + 1] == then

    run(main())


def test_epochs_are_committed_and_looked_at_by_whoever_goes_on() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1}, brokers=2)
        fill(cluster, "t", 0, 20)
        cluster.elect("t", 0, leader=2)
        fill(cluster, "t", 0, 10)
        async with member(cluster, enable_auto_commit=False) as c:
            await read(c, 30)
            await c.commit({T0: 20})
            assert (cluster.group.offsets["t", 0], cluster.group.epochs["t", 0]) == (20, -1)  # no record of ours now
            await c.commit()
            assert (cluster.group.offsets["t", 0], cluster.group.epochs["t", 0]) == (30, 1)
        cluster.elect("t", 0, leader=1, end=25)
        fill(cluster, "t", 0, 20)
        async with member(cluster) as c:
            assert (await read(c, 20))[T0] == list(range(20, 40))

    run(main())


def test_a_topic_made_anew_is_read_from_where_the_option_says() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1, "u": 1})
        fill(cluster, "t", 0, 10)
        async with consumer(cluster, topics=["t", "u"]) as c:
            await read(c, 10)
            cluster.recreate("t", 1)
            fill(cluster, "t", 0, 30)
            assert await read(c, 30) == {T0: list(range(30))}

    run(main())


def test_a_topic_made_anew_is_an_error_without_reset() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 10)
        async with consumer(cluster, auto_offset_reset="none") as c:
            c.assign([T0])
            c.seek(T0, 0)
            await read(c, 10)
            cluster.recreate("t", 1)
            fill(cluster, "t", 0, 30)
            with pytest.raises(NoOffset, match="t-0"):
                await read(c, 1)

    run(main())


@pytest.mark.parametrize("newest", [{}, {ApiKey.FETCH: 12}], ids=["by id", "by name"])
def test_a_deleted_topic_does_not_hold_up_the_others(newest: dict[int, int]) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 2, "u": 1}, newest=newest)
        async with consumer(cluster, topics=["t", "u"], allow_auto_create_topics=False) as c:
            await c.fetch(timeout=2)
            cluster.delete("t")
            await c.fetch(timeout=5)
            now = asyncio.get_running_loop().time
            for _ in range(5):
                fill(cluster, "u", 0, 10)
                before = now()
                assert len((await read(c, 10))[TP("u", 0)]) == 10
                assert now() - before < 0.6
            before_requests = len(cluster.requests)
            await c.fetch(timeout=60)
            assert len(cluster.requests) - before_requests < 300  # a long poll each half second, metadata each second

    run(main())


def test_partitions_of_a_deleted_topic_leave_the_group() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 2, "u": 1})
        gone: list[TP] = []
        options: Any = {"topics": ["t", "u"], "on_revoked": gone.extend, "allow_auto_create_topics": False}
        async with member(cluster, **options) as c:
            await c.fetch(timeout=2)
            assert len(c.assignment) == 3
            cluster.delete("t")
            await c.fetch(timeout=20)
            assert c.assignment == [TP("u", 0)]
            fill(cluster, "u", 0, 10)
            assert await read(c, 10) == {TP("u", 0): list(range(10))}
            assert set(gone) >= {TP("t", 0), TP("t", 1)}
            cluster.create("t", 2)
            fill(cluster, "t", 1, 10)
            assert await read(c, 10) == {TP("t", 1): list(range(10))}

    run(main())


def test_topics_that_are_gone_match_no_pattern() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t1": 1, "t2": 1})
        async with member(cluster, topics=(), topic_pattern="t.*", metadata_max_age_ms=10_000) as c:
            await c.fetch(timeout=2)
            assert len(c.assignment) == 2
            cluster.delete("t2")
            cluster.create_on_demand = True
            await c.fetch(timeout=40)
            assert c.assignment == [TP("t1", 0)]
            assert "t2" not in cluster.ids, "nobody has made it again"

    run(main())
