"""Damage on the disk is answered with an error, never with silence."""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import ListOffsetsRequest
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from tests.broker.test_partition_log import new_log, read_all
from tests.broker.test_server import run, values
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, produce

LOG = "data/t-0/00000000000000000000.log"
Damage = Callable[[bytearray, int], None]


def size_of(value: int) -> Damage:
    return lambda data, at: struct.pack_into(">i", data, at + 8, value)


def magic_of(value: int) -> Damage:
    return lambda data, at: data.__setitem__(at + 16, value)


DAMAGES = [size_of(0), size_of(-1), size_of(20), size_of(10**6), size_of(2**31 - 1), magic_of(3), magic_of(255)]
SIZE = len(batch_of(b"v"))


def damage(files: MemoryFiles, number: int, change: Damage, path: str = LOG) -> None:
    """Change the batch of that number in place, under a running broker's feet."""
    change(files._files[path], number * SIZE)


async def error_at(wire: Wire, offset: int) -> int:
    part = (await wire.ask(fetch_request("t", offset), 12)).responses[0].partitions[0]
    code: int = part.error_code
    assert code or part.records
    return code


@pytest.mark.parametrize("change", DAMAGES)
def test_fetch_says_so_while_the_broker_runs(change: Damage, caplog: pytest.LogCaptureFixture) -> None:
    files = MemoryFiles()

    async def body(_: Broker, wire: Wire) -> None:
        for _n in range(3):
            await produce(wire, "t", [b"v"])
        damage(files, 1, change)
        assert await error_at(wire, 0) == ErrorCode.NONE
        for _n in range(3):
            assert [await error_at(wire, offset) for offset in (1, 2)] == [ErrorCode.CORRUPT_MESSAGE] * 2

    with caplog.at_level(logging.ERROR):
        run(body, files=files)
    (record,) = caplog.records
    assert "t-0: offset 1 cannot be read" in record.getMessage()
    assert f"position {SIZE}" in record.getMessage()


@pytest.mark.parametrize("change", DAMAGES)
def test_fetch_says_so_after_a_clean_stop_and_nothing_is_cut(change: Damage) -> None:
    files = MemoryFiles()

    async def fill(_: Broker, wire: Wire) -> None:
        for _n in range(3):
            await produce(wire, "t", [b"v"])

    async def look(_: Broker, wire: Wire) -> None:
        assert [await error_at(wire, offset) for offset in range(3)] == [0, 2, 2]
        assert (await produce(wire, "t", [b"new"])).base_offset == 3
        assert values(await wire.ask(fetch_request("t", 3), 12)) == [b"new"]

    run(fill, files=files)
    damage(files, 1, change)
    run(look, files=files)
    assert len(files.read(LOG)) == 3 * SIZE
    run(look_again, files=files)


async def look_again(_: Broker, wire: Wire) -> None:
    assert [await error_at(wire, offset) for offset in range(4)] == [0, 2, 2, 0]


def test_a_damaged_segment_in_the_middle_is_not_skipped() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=3 * SIZE)
    for _ in range(9):
        log.append(batch_of(b"v"), NOW_MS)
    damage(files, 0, magic_of(9), "data/t-0/00000000000000000003.log")
    for offset, is_damaged in enumerate([False] * 3 + [True] * 3 + [False] * 3):
        if not is_damaged:
            assert log.read(offset, 1000) is not None
            continue
        with pytest.raises(KafkaError) as caught:
            log.read(offset, 1000)
        assert caught.value.code == ErrorCode.CORRUPT_MESSAGE
    assert [offset for offset, _ in read_all(log, 6)] == [6, 7, 8]


def test_a_batch_that_was_overwritten_by_an_earlier_one_is_damage() -> None:
    files = MemoryFiles()
    log = new_log(files)
    for _ in range(3):
        log.append(batch_of(b"v"), NOW_MS)
    data = files._files[LOG]
    data[SIZE : 2 * SIZE] = data[:SIZE]
    with pytest.raises(KafkaError, match="offset 0 comes again"):
        log.read(2, 1000)


def test_old_clients_are_told_too() -> None:
    files = MemoryFiles()

    async def body(_: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"v"])
        damage(files, 0, lambda data, at: data.__setitem__(at + SIZE - 1, 0x55))
        old = (await wire.ask(fetch_request("t", 0), 2)).responses[0].partitions[0]
        assert (old.error_code, old.records) == (ErrorCode.CORRUPT_MESSAGE, b"")

    run(body, files=files)


def test_a_search_by_time_is_told_too() -> None:
    files = MemoryFiles()

    async def body(_: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"v"])
        damage(files, 0, magic_of(9))
        wanted = [ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=NOW_MS)])]
        found = (await wire.ask(ListOffsetsRequest(topics=wanted), 5)).topics[0].partitions[0]
        assert found.error_code == ErrorCode.CORRUPT_MESSAGE

    run(body, files=files)
