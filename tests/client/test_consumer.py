from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.consumer import Consumer, ConsumerRecord
from kafkawire.client.errors import ClientClosed, InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import CorruptBatch, KafkaError, RemoteProtocolError
from kafkawire.records import write_batch, write_end_txn_marker
from kafkawire.records.control import ControlRecordType, EndTxnMarker
from tests.client.scripted import LOSE_REQUEST, SILENCE
from tests.client.scripted import Cluster as PlainCluster
from tests.client.scripted_fetch import FetchCluster as Cluster
from tests.client.virtual_time import run


def consumer(cluster: PlainCluster, **options: Any) -> Consumer:
    options.setdefault("auto_offset_reset", "earliest")
    return Consumer("b1:9092", runtime=AioRuntime(cluster.network.dial), **options)


def fill(
    cluster: PlainCluster,
    topic: str,
    partition: int,
    count: int,
    per_batch: int = 10,
    key: bytes | None = None,
    **options: Any,
) -> None:
    log = cluster.logs[topic, partition]
    end = log.end + count
    for start in range(log.end, end, per_batch):
        records = [(i, i, key or b"k%d" % i, b"v%d" % i, ()) for i in range(start, min(start + per_batch, end))]
        log.append(write_batch(records, **options))


async def read(c: Consumer, count: int) -> dict[TP, list[int]]:
    """Offsets by partition, until there are `count`."""
    got: dict[TP, list[int]] = {}
    while sum(map(len, got.values())) < count:
        for chunk in await c.fetch(timeout=10):
            got.setdefault(chunk.tp, []).extend(record.offset for record in chunk)
    return got


def test_all_records_of_all_partitions_come_once_and_in_order() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 3}, brokers=2)
        for index in range(3):
            fill(cluster, "t", index, 100)
        async with consumer(cluster, topics=["t"]) as c:
            got = await read(c, 300)
            assert got == {TP("t", index): list(range(100)) for index in range(3)}
            assert c.lag() == dict.fromkeys(got, 0)
            assert await c.fetch(timeout=2) == []

    run(main())


def test_async_for_hands_out_single_records() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 25)
        got: list[ConsumerRecord] = []
        async with consumer(cluster, topics=["t"]) as c:
            async for record in c:
                got.append(record)
                assert c.positions() == {TP("t", 0): len(got)}
                if len(got) == 25:
                    break
        assert [record.offset for record in got] == list(range(25))
        assert got[3] == ConsumerRecord("t", 0, 3, 3, b"k3", b"v3", (), leader_epoch=0)

    run(main())


def test_whoever_leaves_the_loop_and_comes_back_misses_nothing() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with consumer(cluster, topics=["t"]) as c:
            offsets = []
            async for record in c:
                offsets.append(record.offset)
                if len(offsets) == 3:
                    break
            offsets += [record.offset for chunk in await c.fetch(max_records=4) for record in chunk]
            async for record in c:
                offsets.append(record.offset)
                if len(offsets) == 30:
                    break
        assert offsets == list(range(30))

    run(main())


def test_a_loop_left_at_the_end_of_a_batch_does_not_keep_it() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, brokers=2)
        fill(cluster, "t", 0, 10)
        log = cluster.logs["t", 0]
        log.append(
            write_end_txn_marker(
                EndTxnMarker(ControlRecordType.COMMIT, 0), producer_id=-1, producer_epoch=0, timestamp=1
            )
        )
        async with consumer(cluster, topics=["t"]) as c:
            async for record in c:
                if record.offset == 9:
                    break
            await c._cluster.refresh()  # has all partitions looked at
            assert await c.fetch(timeout=1) == []
            assert c.positions() == {TP("t", 0): 11}
            assert c._fetcher.partitions.held_bytes == 0

    run(main())


def test_max_records_is_kept() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 50)
        async with consumer(cluster, topics=["t"]) as c:
            sizes: list[int] = []
            while sum(sizes) < 100:
                sizes.append(sum(map(len, await c.fetch(max_records=7))))
            assert max(sizes) == 7

    run(main())


@pytest.mark.parametrize(("reset", "expected"), [("earliest", 5), ("latest", 20)])
def test_auto_offset_reset_says_where_to_begin(reset: str, expected: int) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 20)
        cluster.logs["t", 0].start = 5
        async with consumer(cluster, topics=["t"], auto_offset_reset=reset) as c:
            task = asyncio.create_task(c.fetch(timeout=10))
            await asyncio.sleep(1)
            fill(cluster, "t", 0, 1)
            (chunk,) = await task
            assert chunk.records[0].offset == expected

    run(main())


def test_without_reset_a_missing_position_is_an_error_until_somebody_seeks() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 20)
        async with consumer(cluster, topics=["t"], auto_offset_reset="none") as c:
            for _ in range(2):
                with pytest.raises(NoOffset, match="t-0"):
                    await c.fetch()
            c.seek(("t", 0), 7)
            assert (await read(c, 13))[TP("t", 0)] == list(range(7, 20))

    run(main())


def test_a_position_inside_a_batch_skips_the_records_before_it() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 20)
        async with consumer(cluster) as c:
            c.assign([("t", 0)])
            c.seek(("t", 0), 13)
            assert (await read(c, 7))[TP("t", 0)] == list(range(13, 20))

    run(main())


def test_seek_drops_what_was_fetched_for_another_position() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 40)
        async with consumer(cluster, topics=["t"]) as c:
            await c.fetch(max_records=1)
            await asyncio.sleep(1)
            c.seek(("t", 0), 35)
            assert (await read(c, 5))[TP("t", 0)] == [35, 36, 37, 38, 39]
            c.seek(("t", 0), 0)
            assert (await c.fetch(max_records=1))[0].records[0].offset == 0

    run(main())


def test_an_offset_out_of_range_is_reset_after_what_was_fetched_is_handed_out() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 20)
        async with consumer(cluster, topics=["t"]) as c:
            await read(c, 20)
            c.seek(("t", 0), 100)
            assert (await read(c, 20))[TP("t", 0)] == list(range(20))

    run(main())


def test_the_next_fetch_is_on_its_way_while_records_are_worked_on() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 200)
        async with consumer(cluster, topics=["t"], max_partition_fetch_bytes=300) as c:
            await c.fetch(max_records=1)
            before = len(cluster.seen(ApiKey.FETCH))
            await c.fetch(max_records=1_000)
            await asyncio.sleep(0.2)
            assert len(cluster.seen(ApiKey.FETCH)) > before
            (chunk,) = await c.fetch(timeout=0)
            assert len(chunk) > 0

    run(main())


def test_what_is_fetched_ahead_is_bounded() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 1_000)
        async with consumer(cluster, topics=["t"], max_partition_fetch_bytes=2_000) as c:
            await c.fetch(max_records=1)
            await asyncio.sleep(60)
            (state,) = c._fetcher.states.values()
            assert state.buffered_bytes < 5_000
            assert len(cluster.seen(ApiKey.FETCH)) < 4
            got = await read(c, 999)
            assert got[TP("t", 0)] == list(range(1, 1_000))

    run(main())


def test_a_batch_larger_than_the_limit_is_asked_for_until_it_fits() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.whole_batches = False
        fill(cluster, "t", 0, 100, per_batch=50)
        async with consumer(cluster, topics=["t"], max_partition_fetch_bytes=100) as c:
            assert (await read(c, 100))[TP("t", 0)] == list(range(100))
        sizes = [request.topics[0].partitions[0].partition_max_bytes for *_, request in cluster.seen(ApiKey.FETCH)]  # type: ignore[attr-defined]
        assert sizes[:4] == [100, 200, 400, 800]

    run(main())


def test_a_corrupt_batch_is_an_error_until_somebody_seeks_past_it() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 30)
        base, last, data = cluster.logs["t", 0].batches[1]
        cluster.logs["t", 0].batches[1] = (base, last, data[:-1] + bytes([data[-1] ^ 1]))
        async with consumer(cluster, topics=["t"]) as c:
            assert await read(c, 10) == {TP("t", 0): list(range(10))}
            for _ in range(2):
                with pytest.raises(CorruptBatch, match="base offset 10"):
                    await c.fetch()
            c.seek(("t", 0), 20)
            assert await read(c, 10) == {TP("t", 0): list(range(20, 30))}

    run(main())


def test_paused_partitions_hand_out_nothing_until_they_are_resumed() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 10)
        async with consumer(cluster, topics=["t"]) as c:
            c.pause([("t", 0)])
            assert await read(c, 10) == {TP("t", 1): list(range(10))}
            assert await c.fetch(timeout=3) == []
            c.resume([("t", 0)])
            assert await read(c, 10) == {TP("t", 0): list(range(10))}

    run(main())


@pytest.mark.parametrize("goes", ["paused", "unassigned"])
def test_a_loop_hands_out_nothing_more_of_a_partition_once_it_is_not_to(goes: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 10)
        got: list[tuple[int, int]] = []
        async with consumer(cluster, topics=["t"]) as c:
            async for record in c:
                got.append((record.partition, record.offset))
                if len(got) == 3 and goes == "paused":
                    c.pause([(record.topic, record.partition)])
                elif len(got) == 3:
                    c.assign([("t", 1 - record.partition)])
                if len(got) == 13:
                    break
            first = got[0][0]
            assert got == [(first, n) for n in range(3)] + [(1 - first, n) for n in range(10)]
            if goes == "paused":
                c.resume([("t", first)])
                assert await read(c, 2) == {TP("t", first): list(range(3, 10))}

    run(main())


def test_an_end_that_cannot_be_is_an_error_and_no_endless_question() -> None:
    class Liar(Cluster):
        def _list_offsets(self, node: int, version: int, request: Any) -> Any:
            response: Any = super()._list_offsets(node, version, request)
            response.topics[0].partitions[0].offset = -1
            return response

    async def main() -> None:
        cluster = Liar({"t": 1})
        async with consumer(cluster, topics=["t"]) as c:
            with pytest.raises(RemoteProtocolError, match="ends at offset -1"):
                await c.fetch(timeout=5)

    run(main())


def test_markers_are_not_handed_out_and_the_position_moves_past_them() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        log = cluster.logs["t", 0]
        log.append(write_batch([(0, 1, b"k", b"v", ())], is_transactional=True))
        log.append(
            write_end_txn_marker(
                EndTxnMarker(ControlRecordType.COMMIT, 0), producer_id=-1, producer_epoch=0, timestamp=1
            )
        )
        async with consumer(cluster, topics=["t"]) as c:
            assert await read(c, 1) == {TP("t", 0): [0]}
            await c.fetch(timeout=1)
            assert c.positions() == {TP("t", 0): 2}
            assert c.lag() == {TP("t", 0): 0}

    run(main())


@pytest.mark.parametrize("fault", [LOSE_REQUEST, SILENCE, 6])
def test_reading_goes_on_after_a_fault(fault: object) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 50)
        cluster.faults[ApiKey.FETCH] = [fault]
        async with consumer(cluster, topics=["t"], request_timeout_ms=2_000) as c:
            assert await read(c, 50) == {TP("t", 0): list(range(50))}

    run(main())


def test_a_moved_leader_is_followed() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, brokers=2)
        fill(cluster, "t", 0, 10)
        async with consumer(cluster, topics=["t"]) as c:
            await read(c, 10)
            cluster.logs["t", 0].leader = 2
            fill(cluster, "t", 0, 10)
            assert await read(c, 10) == {TP("t", 0): list(range(10, 20))}
        assert cluster.seen(ApiKey.FETCH)[-1][0] == 2

    run(main())


def test_an_error_that_stays_is_raised() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 10)
        cluster.faults[ApiKey.FETCH] = [29]
        async with consumer(cluster, topics=["t"]) as c:
            with pytest.raises(KafkaError, match="TOPIC_AUTHORIZATION_FAILED"):
                await c.fetch(timeout=5)

    run(main())


@pytest.mark.parametrize(("newest", "named"), [(12, True), (18, False)])
def test_fetch_names_topics_up_to_version_12_and_has_ids_after_that(newest: int, named: bool) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, newest={ApiKey.FETCH: newest})
        fill(cluster, "t", 0, 10)
        async with consumer(cluster, topics=["t"]) as c:
            await read(c, 10)
        _, _, version, request = cluster.seen(ApiKey.FETCH)[0]
        assert version == newest
        topic = request.topics[0]  # type: ignore[attr-defined]
        assert (topic.topic == "t", topic.topic_id == cluster.ids["t"]) == (named, not named)

    run(main())


def test_what_makes_no_sense_is_said_at_once() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        with pytest.raises(InvalidOption, match="topics must be a list or the like, each of type str, not 't'"):
            consumer(cluster, topics="t")
        with pytest.raises(InvalidOption, match="did you mean 'auto_offset_reset'"):
            consumer(cluster, auto_offset="earliest")
        with pytest.raises(ClientClosed):
            await consumer(cluster, topics=["t"]).fetch()
        async with consumer(cluster, topics=["t"]) as c:
            with pytest.raises(InvalidOption, match="nowhere to commit"):
                await c.commit()
            with pytest.raises(InvalidOption, match="t-9 is not assigned"):
                c.seek(("t", 9), 0)
            with pytest.raises(InvalidOption, match="max_records must be 1 or more, not 0"):
                await c.fetch(max_records=0)

    run(main())


def test_close_leaves_no_task_behind_even_while_a_fetch_waits() -> None:
    async def main() -> None:
        async with consumer(Cluster({"t": 1}), topics=["t"]) as c:
            await c.fetch(timeout=0.1)
        await asyncio.sleep(0.01)
        names = {task.get_name() for task in asyncio.all_tasks()}
        assert not {name for name in names if name.startswith(("fetch", "heartbeats", "settling"))}

    run(main())


def test_a_fetch_that_is_cancelled_loses_nothing() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        fill(cluster, "t", 0, 20)
        async with consumer(cluster, topics=["t"]) as c:
            for delay in (0.0, 0.0, 0.001, 0.01):
                task = asyncio.create_task(c.fetch())
                await asyncio.sleep(delay)
                if not task.done():
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)
                else:
                    c.seek(("t", 0), 0)
            assert await read(c, 20) == {TP("t", 0): list(range(20))}

    run(main())
