"""What a consumer with isolation level read_committed is answered, also beside what Apache Kafka answered."""

from __future__ import annotations

import asyncio
import gzip
import json
import tarfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted import aborted_between
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.recovery import open_log
from kafkawire.error_code import ErrorCode
from kafkawire.logfiles.indexes import AbortedTransaction, format_aborted
from kafkawire.messages import ListOffsetsRequest
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.records import ControlRecordType, EndTxnMarker, write_batch, write_end_txn_marker
from tests.broker.test_full_disk import SmallDisk
from tests.broker.test_partition_log import new_log
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker

DATA = Path(__file__).parent.parent / "data" / "transactions"


def in_transaction(producer_id: int, *values: bytes, sequence: int = 0) -> bytes:
    records = [(n, NOW_MS + n, None, value, ()) for n, value in enumerate(values)]
    return write_batch(
        records, producer_id=producer_id, producer_epoch=0, base_sequence=sequence, is_transactional=True
    )


def marker(producer_id: int, kind: ControlRecordType = ControlRecordType.ABORT) -> bytes:
    return write_end_txn_marker(
        EndTxnMarker(kind, coordinator_epoch=0), producer_id=producer_id, producer_epoch=0, timestamp=NOW_MS
    )


def open_transactions(log: PartitionLog) -> None:
    """Offsets 0 committed already, 1 undecided, 2 of nobody's transaction, 3 undecided of another one."""
    for batch in (batch_of(b"plain"), in_transaction(7, b"open"), batch_of(b"late"), in_transaction(8, b"open too")):
        log.append(batch, NOW_MS, from_client=False)


def run(body: Callable[[Broker, Wire], Awaitable[None]], files: MemoryFiles | None = None) -> None:
    async def main() -> None:
        async with new_broker(files) as broker, asyncio.timeout(20):
            try:
                await body(broker, await Wire.to(broker))
            finally:
                await Wire.close_all()

    asyncio.run(main())


async def fetched(wire: Wire, topic: str, offset: int, isolation: int, size: int = 1 << 20, **options: Any) -> Any:
    request = fetch_request(topic, offset, isolation_level=isolation, partition_max_bytes=size, **options)
    response = await wire.ask(request, 11)
    return response.responses[0].partitions[0]


def kafkas_log() -> MemoryFiles:
    files = MemoryFiles()
    files.make_directory("data/even-txn-0")
    with tarfile.open(DATA / "logs.tar.xz") as tar:
        for member in tar:
            stored = tar.extractfile(member)
            if stored is not None:
                files.replace(f"data/{member.name}", stored.read())
    return files


@pytest.mark.parametrize("left", ["nothing", "garbage", "half", "as it was"])
def test_a_crash_makes_the_index_of_aborted_transactions_anew_as_apache_kafka_wrote_it(left: str) -> None:
    files = kafkas_log()
    names = [name for name in files.list("data/even-txn-0") if name.endswith((".txnindex", ".snapshot"))]
    kafkas = {name: files.read(f"data/even-txn-0/{name}") for name in names if name.endswith(".txnindex")}
    assert any(kafkas.values())
    for name in names:
        data = files.read(f"data/even-txn-0/{name}")
        if name not in kafkas or left == "nothing":
            files.remove(f"data/even-txn-0/{name}")
        elif left != "as it was":
            files.replace(f"data/even-txn-0/{name}", b"garbage" if left == "garbage" else data[: len(data) // 68 * 34])
    open_log(files, "data/even-txn-0", LogConfig(), clean=False)
    found = {name: files.read(f"data/even-txn-0/{name}") for name in kafkas if files.exists(f"data/even-txn-0/{name}")}
    assert {name: data for name, data in found.items() if data} == {name: data for name, data in kafkas.items() if data}


def test_a_log_of_apache_kafka_is_answered_as_apache_kafka_answers() -> None:
    files = kafkas_log()
    expected = json.loads(gzip.decompress((DATA / "fetched.json.gz").read_bytes()))

    async def body(_: Broker, wire: Wire) -> None:
        for isolation, size, offset, *rest in expected:
            part = await fetched(wire, "even-txn", offset, isolation, size)
            aborted = part.aborted_transactions
            assert [
                part.error_code,
                part.high_watermark,
                part.last_stable_offset,
                part.log_start_offset,
                len(part.records),
                None if aborted is None else [[one.producer_id, one.first_offset] for one in aborted],
            ] == rest, (isolation, size, offset)

    run(body, files)


def test_nothing_from_the_first_undecided_transaction_on_is_handed_out() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.controller.create("t", 1, {}, NOW_MS)
        log = topic.logs[0]
        open_transactions(log)
        first = log.read(0, 1)
        assert first is not None
        sizes = {}
        for isolation in (0, 1):
            part = await fetched(wire, "t", 0, isolation)
            assert (part.high_watermark, part.last_stable_offset, part.error_code) == (4, 1, 0)
            assert part.aborted_transactions == (None if isolation == 0 else [])
            sizes[isolation] = len(part.records)
        assert sizes == {0: log.size, 1: first.size}
        for offset in (1, 2, 4):
            part = await fetched(wire, "t", offset, 1)
            assert (part.records, part.error_code, part.aborted_transactions) == (b"", 0, [])
        assert (await fetched(wire, "t", 5, 1)).error_code == ErrorCode.OFFSET_OUT_OF_RANGE
        log.append(marker(7, ControlRecordType.COMMIT), NOW_MS, from_client=False)
        part = await fetched(wire, "t", 0, 1)
        assert part.last_stable_offset == 3

    run(body)


def test_a_fetch_that_waits_is_answered_when_the_transaction_ends() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        log = broker.node.controller.create("t", 1, {}, NOW_MS).logs[0]
        open_transactions(log)
        waiting = asyncio.create_task(fetched(wire, "t", 1, 1, max_wait_ms=60_000))
        while not broker.node.wakeups._watches:
            await asyncio.sleep(0)
        log.append(batch_of(b"more"), NOW_MS)
        broker.node.appended(log)
        other = await Wire.to(broker)
        assert (await fetched(other, "t", 0, 0)).high_watermark == 5
        assert not waiting.done()
        log.append(marker(7), NOW_MS, from_client=False)
        broker.node.appended(log)
        part = await waiting
        assert (part.last_stable_offset, bool(part.records)) == (3, True)

    run(body)


def test_the_latest_offset_is_the_last_stable_one() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        open_transactions(broker.node.controller.create("t", 1, {}, NOW_MS).logs[0])

        async def listed(timestamp: int, isolation: int, replica_id: int = -1) -> int:
            topics = [
                ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=timestamp)])
            ]
            request = ListOffsetsRequest(replica_id=replica_id, isolation_level=isolation, topics=topics)
            offset: int = (await wire.ask(request, 7)).topics[0].partitions[0].offset
            return offset

        assert [await listed(-1, 0), await listed(-1, 1), await listed(-1, 1, replica_id=-2)] == [4, 1, 4]
        assert [await listed(-2, 1), await listed(NOW_MS, 1), await listed(-3, 1)] == [0, 0, 0]

    run(body)


def test_a_time_that_only_undecided_records_have_is_not_found() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        log = broker.node.controller.create("t", 1, {}, NOW_MS).logs[0]
        log.append(batch_of(b"plain"), NOW_MS)
        log.append(in_transaction(7, b"a", b"later"), NOW_MS, from_client=False)
        for isolation, offset in ((0, 2), (1, -1)):
            for timestamp in (NOW_MS + 1, -3):
                topics = [
                    ListOffsetsTopic(
                        name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=timestamp)]
                    )
                ]
                response = await wire.ask(
                    ListOffsetsRequest(isolation_level=isolation, topics=topics, replica_id=-1), 7
                )
                assert response.topics[0].partitions[0].offset == offset

    run(body)


@pytest.mark.parametrize("version", [4, 12, 13, 18])
def test_an_isolation_level_that_nobody_knows(version: int) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.controller.create("t", 1, {}, NOW_MS)
        request = fetch_request("t", 0, isolation_level=7)
        if version >= 13:
            request.topics[0].topic, request.topics[0].topic_id = "", topic.topic_id
        response = await wire.ask(request, version)
        found = [part.error_code for each in response.responses for part in each.partitions]
        assert found == ([] if version >= 13 else [ErrorCode.UNKNOWN_SERVER_ERROR])
        assert version < 7 or response.error_code == ErrorCode.UNKNOWN_SERVER_ERROR

    run(body)


def test_the_offset_index_says_how_far_aborted_transactions_are_looked_for() -> None:
    files = MemoryFiles()
    files.make_directory("data/t-0")
    log = new_log(files, index_interval_bytes=100)
    for _ in range(20):
        log.append(batch_of(b"x" * 100), NOW_MS)
    aborted = [AbortedTransaction(n, n, n, n) for n in range(20)]
    files.replace("data/t-0/00000000000000000000.txnindex", format_aborted(aborted))
    found = log.read(3, log.size // 20 * 4)
    assert found is not None
    assert [one.producer_id for one in log.aborted(3, found)] == [3, 4, 5, 6]
    found = log.read(17, 1 << 20)
    assert found is not None
    assert [one.producer_id for one in log.aborted(17, found)] == [17, 18, 19]


def test_aborted_transactions_are_gathered_over_segments_until_the_bound() -> None:
    first = [AbortedTransaction(1, 0, 5, 2), AbortedTransaction(2, 2, 9, 3)]
    second = [AbortedTransaction(3, 3, 14, 8), AbortedTransaction(4, 12, 16, 17)]
    third = [AbortedTransaction(5, 18, 30, 31)]

    def ids(offset: int, bound: int) -> list[int]:
        return [one.producer_id for one in aborted_between([first, second, third], offset, bound)]

    assert ids(0, 100) == [1, 2, 3, 4, 5]
    assert ids(6, 12) == [2, 3]
    assert ids(6, 13) == [2, 3, 4]
    assert ids(15, 17) == [4]
    assert ids(31, 40) == []


def test_the_index_of_aborted_transactions_is_written_with_the_markers() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=400)
    for number in range(6):
        log.append(in_transaction(7, b"v%d" % number, sequence=number), NOW_MS, from_client=False)
        kind = ControlRecordType.ABORT if number % 2 else ControlRecordType.COMMIT
        log.append(marker(7, kind), NOW_MS, from_client=False)
    names = [name for name in files.list("data/t-0") if name.endswith(".txnindex")]
    live = {name: files.read(f"data/t-0/{name}") for name in names}
    assert len(live) == 3
    for name in names:
        files.remove(f"data/t-0/{name}")
    for name in files.list("data/t-0"):
        if name.endswith(".snapshot"):
            files.remove(f"data/t-0/{name}")
    again = new_log(files, clean=False, segment_bytes=400)
    assert {name: files.read(f"data/t-0/{name}") for name in names} == live
    assert [one for segment in again.segments for one in segment.aborted.read()] == [
        one for segment in log.segments for one in segment.aborted.read()
    ]


def test_an_abort_on_a_full_disk_is_in_the_index_once_there_is_room() -> None:
    disk = SmallDisk()
    log = new_log(disk)
    log.append(in_transaction(7, b"v"), NOW_MS, from_client=False)
    (segment,) = log.segments
    disk.is_full = True
    segment.aborted.add(AbortedTransaction(7, 0, 1, 2))
    assert segment.aborted.read() == [AbortedTransaction(7, 0, 1, 2)]
    disk.is_full = False
    log.close()
    assert disk.read("data/t-0/00000000000000000000.txnindex") == format_aborted([AbortedTransaction(7, 0, 1, 2)])


def test_what_was_deleted_holds_nobody_up() -> None:
    log = new_log()
    open_transactions(log)
    assert log.last_stable_offset() == 1
    log.delete_before(3)
    assert log.last_stable_offset() == 3
