"""Deleted segments stay on the disk for `file.delete.delay.ms`, under another name."""

from __future__ import annotations

import asyncio

from kafkawire.broker import MemoryFiles
from kafkawire.broker.api.dispatch import HandlerTable
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.trash import Trash
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.node.node import Node
from tests.broker.wire import NOW_MS, batch_of


def node_with_segments(files: MemoryFiles, clock: ManualClock) -> tuple[Node, PartitionLog]:
    node = Node(BrokerConfig(log_dirs="data"), files, clock, HandlerTable([]))
    node.load()
    options = {"segment.bytes": "100", "file.delete.delay.ms": "5000"}
    log = node.controller.create("t", 1, options, NOW_MS).logs[0]
    for _ in range(4):
        log.append(batch_of(b"v" * 20), NOW_MS)
    return node, log


def logs_in(files: MemoryFiles) -> list[str]:
    return [name.lstrip("0") or "0" for name in files.list("data/t-0") if ".log" in name]


def test_segments_get_another_name_and_go_when_the_delay_is_over() -> None:
    files, clock = MemoryFiles(), ManualClock()
    node, log = node_with_segments(files, clock)
    log.delete_before(2)
    assert logs_in(files) == [".log.deleted", "1.log.deleted", "2.log", "3.log"]
    asyncio.run(node.empty_trash())
    clock.advance(4.9)
    asyncio.run(node.empty_trash())
    assert len(logs_in(files)) == 4
    clock.advance(0.1)
    asyncio.run(node.empty_trash())
    assert logs_in(files) == ["2.log", "3.log"]
    assert not [name for name in files.list("data/t-0") if name.endswith(".deleted")]


def test_what_was_left_by_a_stop_goes_at_the_next_start() -> None:
    files, clock = MemoryFiles(), ManualClock()
    node, log = node_with_segments(files, clock)
    log.delete_before(2)
    node.close()
    again = Node(BrokerConfig(log_dirs="data"), files, clock, HandlerTable([]))
    again.load()
    assert logs_in(files) == ["2.log", "3.log"]
    assert again.reconciler.logs()["t", 0].log_start_offset == 2


def test_each_thing_has_its_own_delay() -> None:
    files = MemoryFiles()
    files.make_directory("d")
    trash = Trash(files)
    for name, delay_ms in (("a", 0), ("b", 1000), ("c", 500)):
        files.replace(f"d/{name}", b"")
        trash.add(f"d/{name}", delay_ms)
    assert trash.due(100) == ["d/a"]
    assert trash.due(599) == []
    assert trash.due(1100) == ["d/b", "d/c"]
    assert trash.due(9999) == []
    trash.remove("d/b")
    trash.remove("d/b")
    assert files.list("d") == ["a", "c"]
