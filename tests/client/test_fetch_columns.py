"""Records as columns: the same records as objects are, with the same positions."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from kafkawire.client.consumer import ColumnBatch, Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import CorruptBatch
from kafkawire.records import write_batch, write_end_txn_marker
from kafkawire.records.control import ControlRecordType, EndTxnMarker
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.test_group import member
from tests.client.virtual_time import run

T0 = TP("t", 0)


async def read_columns(c: Consumer, count: int, **options: Any) -> list[ColumnBatch]:
    got: list[ColumnBatch] = []
    while sum(map(len, got)) < count:
        got += await c.fetch_columns(timeout=10, **options)
    return got


def offsets(chunks: list[ColumnBatch]) -> list[int]:
    return [int(offset) for chunk in chunks for offset in chunk.offsets]


@pytest.mark.parametrize("compression", ["none", "lz4", "gzip"])
@pytest.mark.parametrize("per_batch", [1, 7, 100])
def test_columns_hold_what_objects_do(compression: str, per_batch: int) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 300, per_batch=per_batch, compression=compression)
        async with consumer(cluster, topics=["t"]) as c:
            chunks = await read_columns(c, 300)
            assert c.positions() == {T0: 300}
            assert c.lag() == {T0: 0}
        assert offsets(chunks) == list(range(300))
        assert [int(time) for chunk in chunks for time in chunk.timestamps] == list(range(300))
        keys = [list(chunk.keys()) for chunk in chunks]
        assert [key for some in keys for key in some] == [b"k%d" % i for i in range(300)]
        assert [value for chunk in chunks for value in chunk.values()] == [b"v%d" % i for i in range(300)]
        assert (chunks[0].tp, chunks[0].high_watermark, chunks[0].headers(0)) == (T0, 300, [])

    run(main())


def test_the_rest_of_a_batch_that_a_loop_began_has_its_headers() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        cluster.logs["t", 0].append(write_batch([(n, 0, None, b"v", [("h", b"%d" % n)]) for n in range(3)]))
        async with consumer(cluster, topics=["t"]) as c:
            async for record in c:
                assert list(record.headers) == [("h", b"0")]
                break
            (chunk,) = await c.fetch_columns()
            assert [chunk.headers(index) for index in range(2)] == [[("h", b"1")], [("h", b"2")]]

    run(main())


@pytest.mark.parametrize("limit", [1, 9, 10, 11, 64])
def test_at_most_so_many_records_come_at_once_and_none_is_lost(limit: int) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 100, per_batch=32)
        async with consumer(cluster, topics=["t"], max_partition_fetch_bytes=1_000) as c:
            got: dict[TP, list[int]] = {T0: [], TP("t", 1): []}
            while sum(map(len, got.values())) < 200:
                chunks = await c.fetch_columns(max_records=limit, timeout=10)
                assert sum(map(len, chunks)) <= limit
                for chunk in chunks:
                    got[chunk.tp] += offsets([chunk])
                positions = c.positions()
                assert [positions[tp] for tp in got] == [len(read) for read in got.values()]
            assert list(got.values()) == [list(range(100))] * 2

    run(main())


def test_the_three_ways_to_read_may_be_mixed() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 200, per_batch=50)
        async with consumer(cluster, topics=["t"]) as c:
            got: list[int] = []
            while len(got) < 200:
                got += offsets(await c.fetch_columns(max_records=7))
                got += [record.offset for chunk in await c.fetch(max_records=11) for record in chunk]
                if len(got) < 190:
                    async for record in c:
                        got.append(record.offset)
                        if len(got) % 5 == 0:
                            break
            assert got == list(range(200))

    run(main())


def test_a_seek_between_two_pieces_of_a_batch_is_followed() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 100, per_batch=50)
        async with consumer(cluster, topics=["t"]) as c:
            assert offsets(await c.fetch_columns(max_records=10)) == list(range(10))
            c.seek(T0, 63)
            assert offsets(await read_columns(c, 37)) == list(range(63, 100))

    run(main())


def test_markers_and_aborted_records_are_left_out_and_stepped_over() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        log = cluster.logs["t", 0]
        for first in (0, 3):
            records = [(i, 1, b"k", b"v%d" % i, ()) for i in range(2)]
            log.append(write_batch(records, is_transactional=True))
            marker = EndTxnMarker(ControlRecordType.COMMIT, 0)
            log.append(write_end_txn_marker(marker, producer_id=-1, producer_epoch=0, timestamp=1))
            assert log.end == first + 3
        async with consumer(cluster, topics=["t"]) as c:
            assert offsets(await read_columns(c, 4)) == [0, 1, 3, 4]
            assert await c.fetch_columns(timeout=1) == []
            assert c.positions() == {T0: 6}

    run(main())


def test_a_broken_batch_is_raised_behind_all_that_comes_before_it() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 50)
        base, last, data = cluster.logs["t", 0].batches[3]
        cluster.logs["t", 0].batches[3] = (base, last, data[:-1] + bytes([data[-1] ^ 1]))
        async with consumer(cluster, topics=["t"]) as c:
            assert offsets(await read_columns(c, 30)) == list(range(30))
            for _ in range(2):
                with pytest.raises(CorruptBatch, match=r"^t-0 at offset 0: .*base offset 30"):
                    await c.fetch_columns()
            c.seek(T0, 40)
            assert offsets(await read_columns(c, 10)) == list(range(40, 50))

    run(main())


def test_without_numpy_the_columns_are_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kafkawire.records.many", None)
    monkeypatch.setattr("kafkawire.records.columns.import_numpy", lambda: None)

    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 100)
        async with consumer(cluster, topics=["t"]) as c:
            chunks = await read_columns(c, 100, max_records=15)
        assert offsets(chunks) == list(range(100))
        assert [value for chunk in chunks for value in chunk.values()] == [b"v%d" % i for i in range(100)]

    run(main())


def test_columns_count_as_read_when_the_application_comes_back() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with member(cluster, auto_commit_interval_ms=1_000) as c:
            await read_columns(c, 10, max_records=10)
            await asyncio.sleep(2)
            assert cluster.group.offsets == {}
            await c.fetch_columns(max_records=10)
            await asyncio.sleep(0.5)
            assert (cluster.group.offsets, cluster.group.epochs) == ({("t", 0): 10}, {("t", 0): 0})

    run(main())


def test_arrow_has_nulls_where_there_are_nulls() -> None:
    arrow = pytest.importorskip("pyarrow")

    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        log = cluster.logs["t", 0]
        log.append(write_batch([(0, 5, None, b"a", ()), (1, -1, b"", None, ()), (2, 7, b"key", b"", ())]))
        async with consumer(cluster, topics=["t"]) as c:
            (chunk,) = await c.fetch_columns()
        table = chunk.to_arrow()
        assert table.schema.field("timestamp").type == arrow.timestamp("ms", tz="UTC")
        assert table.column("offset").to_pylist() == [0, 1, 2]
        assert [time.value for time in table.column("timestamp")] == [5, None, 7]
        assert table.column("key").to_pylist() == [None, b"", b"key"]
        assert table.column("value").to_pylist() == [b"a", None, b""]

    run(main())


def test_what_was_read_as_columns_is_not_read_again_by_another_member() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        fill(cluster, "t", 0, 30)
        async with member(cluster) as c:
            await read_columns(c, 15, max_records=15)
        async with member(cluster) as c:
            assert await read(c, 15) == {T0: list(range(15, 30))}

    run(main())
