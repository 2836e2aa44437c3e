"""`flush.messages` and `flush.ms`: what is answered is on disk, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.log.files import File, MemoryFile
from kafkawire.error_code import ErrorCode
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, fetch_request, produce


class SlowDisk(MemoryFiles):
    """Syncs when it is told to, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.may_sync = threading.Event()
        self.synced: list[threading.Thread] = []
        self.is_broken = False

    def open(self, path: str) -> File:
        super().open(path)
        return SlowFile(self, self._files[path], path)


class SlowFile(MemoryFile):
    def __init__(self, disk: SlowDisk, data: bytearray, path: str) -> None:
        super().__init__(data)
        self._disk, self._path = disk, path

    def sync(self) -> None:
        if not self._path.startswith("data/f-0") or threading.current_thread() is threading.main_thread():
            return
        assert self._disk.may_sync.wait(10)
        if self._disk.is_broken:
            raise OSError(5, "Input/output error")
        self._disk.synced.append(threading.current_thread())


def test_an_answer_comes_after_the_sync_and_others_do_not_wait_for_it() -> None:
    disk = SlowDisk()

    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("f", 1, {"flush.messages": "1"}, NOW_MS)
        other = await Wire.to(broker)
        answer = asyncio.ensure_future(produce(wire, "f", [b"v"], acks=-1))
        assert (await produce(other, "t", [b"v"])).error_code == 0
        assert (await other.ask(fetch_request("t", 0), 12)).responses[0].partitions[0].records
        assert not answer.done()
        disk.may_sync.set()
        assert (await answer).error_code == 0
        log = broker.node.reconciler.logs()["f", 0]
        assert (len(disk.synced), log.recovery_point, log.needs_flush) == (1, 1, False)

    run(body, files=disk)


def test_a_disk_that_fails_is_said_to_the_producer_and_the_next_answer_flushes_again() -> None:
    disk = SlowDisk()
    disk.may_sync.set()

    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("f", 1, {"flush.messages": "1"}, NOW_MS)
        disk.is_broken = True
        assert (await produce(wire, "f", [b"v"])).error_code == ErrorCode.KAFKA_STORAGE_ERROR
        assert broker.node.reconciler.logs()["f", 0].recovery_point == 0
        disk.is_broken = False
        assert (await produce(wire, "f", [b"v"])).error_code == 0
        assert broker.node.reconciler.logs()["f", 0].recovery_point == 2

    run(body, files=disk)


def test_flush_ms_brings_records_to_disk_without_being_asked() -> None:
    disk = SlowDisk()
    disk.may_sync.set()

    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("f", 1, {"flush.ms": "1"}, NOW_MS)
        assert (await produce(wire, "f", [b"v"])).error_code == 0
        log = broker.node.reconciler.logs()["f", 0]
        while log.recovery_point == 0:
            await asyncio.sleep(0)
        assert len(disk.synced) == 1

    run(body, files=disk)


@pytest.mark.parametrize("flush_messages", [1, 3])
def test_every_so_many_records_there_is_one_sync(flush_messages: int) -> None:
    disk = SlowDisk()
    disk.may_sync.set()

    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("f", 1, {"flush.messages": str(flush_messages)}, NOW_MS)
        for _ in range(6):
            await produce(wire, "f", [b"v"])
        assert len(disk.synced) == 6 // flush_messages

    run(body, files=disk)
