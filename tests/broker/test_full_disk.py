"""A disk that is full: producers are told, the broker stays up, reads go on, and nothing acknowledged is lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.api.dispatch import HandlerTable
from kafkawire.broker.log.files import File, MemoryFile, RealFiles
from kafkawire.broker.loop.clock import SystemClock
from kafkawire.broker.node.node import Node
from kafkawire.error_code import ErrorCode
from kafkawire.messages import CreateTopicsRequest, InitProducerIdRequest, OffsetCommitRequest
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.records import read_batches
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, produce


class SmallDisk(MemoryFiles):
    """Has no room for anything new while `is_full`: no bytes, no files, no directories."""

    is_full = False

    def need(self, size: int) -> None:
        if self.is_full and size:
            raise OSError(28, "No space left on device")

    def open(self, path: str) -> File:
        self.need(path not in self._files)
        super().open(path)
        return SmallFile(self, self._files[path])

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        self.need(len(data))
        super().replace(path, data, sync=sync)

    def make_directory(self, path: str) -> None:
        self.need(path not in self._directories)
        super().make_directory(path)


class SmallFile(MemoryFile):
    def __init__(self, disk: SmallDisk, data: bytearray) -> None:
        super().__init__(data)
        self._disk = disk

    def append(self, parts: Sequence[Any]) -> None:
        self._disk.need(sum(map(len, parts)))
        super().append(parts)


async def create(wire: Wire, name: str) -> int:
    topic = CreatableTopic(name=name, num_partitions=2, replication_factor=1)
    code: int = (await wire.ask(CreateTopicsRequest(topics=[topic]), 7)).topics[0].error_code
    return code


async def commit(wire: Wire) -> int:
    parts = [OffsetCommitRequestPartition(partition_index=0, committed_offset=5)]
    request = OffsetCommitRequest(group_id="g", topics=[OffsetCommitRequestTopic(name="t", partitions=parts)])
    code: int = (await wire.ask(request, 5)).topics[0].partitions[0].error_code
    return code


async def producer_id(wire: Wire) -> int:
    request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000)
    code: int = (await wire.ask(request, 4)).error_code
    return code


def values(broker: Broker) -> list[bytes | None]:
    log = broker.node.reconciler.logs()["t", 0]
    return [
        r.value for _, stored in log.segments.batches_from(0) for batch in read_batches(stored.read()) for r in batch
    ]


def test_everything_that_needs_room_is_refused_until_there_is_some() -> None:
    disk = SmallDisk()

    async def body(broker: Broker, wire: Wire) -> None:
        assert (await produce(wire, "t", [b"a", b"b"])).error_code == 0
        disk.is_full = True
        for _ in range(2):
            refused = await produce(wire, "t", [b"lost"])
            assert (refused.error_code, refused.base_offset) == (ErrorCode.KAFKA_STORAGE_ERROR, -1)
        assert await create(wire, "u") == ErrorCode.KAFKA_STORAGE_ERROR
        assert await commit(wire) not in (ErrorCode.NONE, ErrorCode.UNKNOWN_SERVER_ERROR)
        assert await producer_id(wire) == ErrorCode.COORDINATOR_NOT_AVAILABLE
        fetched = (await wire.ask(fetch_request("t", 0), 12)).responses[0].partitions[0]
        assert (fetched.error_code, fetched.high_watermark) == (0, 2)
        disk.is_full = False
        assert (await produce(wire, "t", [b"c"])).base_offset == 2
        assert [await create(wire, "u"), await commit(wire), await producer_id(wire)] == [0, 0, 0]
        assert (await produce(wire, "u", [b"x"])).base_offset == 0
        assert values(broker) == [b"a", b"b", b"c"]

    run(body, files=disk)


def test_a_segment_that_cannot_be_begun_is_begun_later() -> None:
    disk = SmallDisk()

    async def body(broker: Broker, wire: Wire) -> None:
        sent = []
        for number in range(12):
            disk.is_full = number % 3 == 1
            value = b"%02d" % number + b"x" * 300_000
            code = (await produce(wire, "t", [value])).error_code
            assert code == (ErrorCode.KAFKA_STORAGE_ERROR if disk.is_full else 0)
            sent += [] if disk.is_full else [value]
        assert values(broker) == sent
        assert len(broker.node.reconciler.logs()["t", 0].segments) > 2

    run(body, files=disk, log_segment_bytes=1_048_576)


def test_a_stop_without_room_closes_all_logs_and_says_that_it_was_not_clean() -> None:
    disk = SmallDisk()
    node = Node(BrokerConfig(log_dirs="data"), disk, SystemClock(), HandlerTable([]))
    node.load()
    logs = [node.controller.create(name, 1, {}, NOW_MS).logs[0] for name in ("t", "u")]
    for log in logs:
        log.append(batch_of(b"v"), NOW_MS)
    disk.is_full = True
    with pytest.raises(OSError, match="No space"):
        node.close()
    assert all(log.is_closed for log in logs)
    assert not disk.exists("data/.kafka_cleanshutdown")
    again = Node(BrokerConfig(log_dirs="data"), disk, SystemClock(), HandlerTable([]))
    again.load()
    assert [again.reconciler.logs()[name, 0].end_offset for name in ("t", "u")] == [1, 1]


def test_a_small_file_that_cannot_be_replaced_leaves_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = RealFiles()
    files.replace(str(tmp_path / "file"), b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.replace(str(tmp_path / "file"), b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"old")]
