"""Compaction in the background: what is cleaned when, and what a crash in the middle of it leaves."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerConfig, ManualClock, MemoryFiles
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.cleaner import Cleaner, Throttle
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.recovery import open_log
from kafkawire.error_code import ErrorCode
from kafkawire.logfiles.checkpoints import parse_offsets
from kafkawire.records import read_batches, write_batch
from tests.broker.test_server import run, values
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, produce

COMPACT: dict[str, Any] = {"cleanup_policy": "compact", "segment_bytes": 400, "min_cleanable_dirty_ratio": 0.0}
CHECKPOINT = "data/cleaner-offset-checkpoint"


class Bench:
    """A directory with logs and a cleaner, without a broker."""

    def __init__(self, files: MemoryFiles | None = None, **options: Any) -> None:
        self.files = files or MemoryFiles()
        self.directory = LogDirectory(self.files, "data", 1)
        self.logs: dict[tuple[str, int], PartitionLog] = {}
        self.clock = ManualClock()
        config = BrokerConfig(**options)
        self.cleaner = Cleaner(lambda: config, self.directory, lambda: self.logs, self.clock)

    def log(self, name: str, keys: int = 5, records: int = 60, **options: Any) -> PartitionLog:
        log = open_log(self.files, f"data/{name}-0", LogConfig(**{**COMPACT, **options}), clean=True)
        self.logs[name, 0] = log
        for number in range(records):
            log.append(batch_of(b"%d" % number, key=b"k%d" % (number % keys)), NOW_MS)
        return log

    def clean(self) -> bool:
        return asyncio.run(self.cleaner.clean_dirtiest())

    def checkpoint(self) -> Mapping[tuple[str, int], int]:
        return parse_offsets(self.files.read(CHECKPOINT))


def latest(log: PartitionLog) -> dict[bytes | None, tuple[int, bytes | None]]:
    found = {}
    for _, stored in log.segments.batches_from(log.log_start_offset):
        found.update({r.key: (r.offset, r.value) for b in read_batches(stored.read()) for r in b})
    return found


def test_old_values_go_the_latest_stay_where_they_were_and_the_checkpoint_says_so() -> None:
    bench = Bench()
    log = bench.log("t")
    before, size, active = latest(log), log.size, log.segments[-1]
    assert bench.clean()
    assert latest(log) == before
    assert log.size < size / 3
    assert log.segments[-1] is active
    assert bench.checkpoint() == {("t", 0): active.base_offset}
    assert not bench.clean()
    names = [name.partition(".")[2] for name in bench.files.list("data/t-0")]
    assert not {"log.cleaned", "log.swap"} & set(names)


def test_every_offset_can_still_be_read_from() -> None:
    bench = Bench()
    log = bench.log("t")
    bench.clean()
    for offset in range(60):
        found = log.read(offset, 1)
        assert found is not None
        assert next(iter(read_batches(found.read()))).last_offset >= offset


def test_the_dirtiest_log_comes_first_and_a_clean_enough_one_not_at_all() -> None:
    bench = Bench()
    some = bench.log("some", records=40)
    bench.clean()
    for number in range(10):
        some.append(batch_of(b"again", key=b"k%d" % number), NOW_MS)
    bench.log("more")
    bench.log("below", min_cleanable_dirty_ratio=1.0)
    bench.log("not", cleanup_policy="delete")
    some_before = bench.checkpoint()["some", 0]
    assert bench.clean()
    assert set(bench.checkpoint()) == {("some", 0), ("more", 0)}
    assert bench.checkpoint()["some", 0] == some_before
    assert bench.clean()
    assert bench.checkpoint()["some", 0] > some_before
    assert not bench.clean()


def test_what_is_overdue_is_cleaned_whatever_the_ratio() -> None:
    bench = Bench()
    bench.log("t", min_cleanable_dirty_ratio=1.0, max_compaction_lag_ms=60_000)
    assert not bench.clean()
    bench.clock.advance(61)
    assert bench.clean()


def test_a_log_is_cut_into_segments_so_that_compaction_is_not_late() -> None:
    bench = Bench()
    log = bench.log("t", records=0, max_compaction_lag_ms=1000)
    for number in range(5):
        log.append(batch_of(b"v", timestamp=NOW_MS + 600 * number), NOW_MS)
    assert [segment.base_offset for segment in log.segments] == [0, 2, 4]


class Crash(Exception):
    pass


class Crashing(MemoryFiles):
    """Stops the world before the change of that number."""

    left = 10**9

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Crash

    def rename(self, old: str, new: str) -> None:
        self._count()
        super().rename(old, new)

    def remove(self, path: str) -> None:
        self._count()
        super().remove(path)

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        self._count()
        super().replace(path, data, sync=sync)

    def open(self, path: str) -> Any:
        self._count()
        return super().open(path)


def test_a_crash_at_any_moment_leaves_the_latest_of_every_key() -> None:
    crashes = 0
    while True:
        bench = Bench(files := Crashing(), log_cleaner_dedupe_buffer_size=24 * 40)
        before = latest(bench.log("t", keys=9))
        files.left = crashes
        try:
            bench.clean()
            break
        except Crash:
            crashes += 1
        after = MemoryFiles()
        after._files, after._directories = copy.deepcopy((files._files, files._directories))
        for clean in (False, True):
            log = open_log(after, "data/t-0", LogConfig(**COMPACT), clean=clean)
            assert latest(log) == before
            assert log.end_offset == 60
            names = after.list("data/t-0")
            assert not [name for name in names if name.endswith((".cleaned", ".swap", ".deleted"))]
    assert crashes > 30


def test_damage_is_named_once_and_the_log_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    bench = Bench()
    log = bench.log("t")
    path = f"data/t-0/{log.segments[1].base_offset:020d}.log"
    bench.files._files[path][70] ^= 1
    files = copy.deepcopy(bench.files._files)
    with caplog.at_level(logging.ERROR):
        assert [bench.clean(), bench.clean()] == [False, False]
    (record,) = caplog.records
    assert "data/t-0 cannot be cleaned" in record.getMessage()
    assert bench.files._files == files


def test_retention_waits_for_the_round_and_then_takes_place() -> None:
    bench = Bench()
    log = bench.log("t", cleanup_policy="compact,delete", retention_ms=1)
    with log.holding_segments():
        held = log.segments[:]
        log.delete_before(log.retention_offset(NOW_MS + 1000))
        assert log.segments[:] == held
    assert log.segments[:] == held[-1:]


def test_a_sync_that_comes_late_does_not_touch_the_files_of_the_cleaned_segment() -> None:
    bench = Bench()
    log = bench.log("t")
    late = log.segments[0]
    assert bench.clean()
    files = copy.deepcopy(bench.files._files)
    late.sync()
    assert bench.files._files == files


def test_a_topic_made_anew_begins_dirty() -> None:
    bench = Bench()
    log = bench.log("t")
    assert bench.clean()
    del bench.logs["t", 0]
    bench.directory.doom_log("t", 0, log)
    bench.directory.forget_gone({})
    assert bench.checkpoint() == {}


def test_as_many_logs_are_cleaned_at_a_time_as_there_are_threads() -> None:
    bench = Bench(log_cleaner_threads=2, log_cleaner_io_max_bytes_per_second=2.0)
    logs = [bench.log("t", keys=50), bench.log("u"), bench.log("v")]

    async def both() -> set[str]:
        rounds = [asyncio.ensure_future(bench.cleaner.clean_dirtiest()) for _ in range(2)]
        while len(held := {log.directory for log in logs if log._is_held}) < 2:
            await asyncio.sleep(0)
        for one in rounds:
            one.cancel()
        await asyncio.gather(*rounds, return_exceptions=True)
        return held

    assert len(asyncio.run(both())) == 2


def test_a_rate_is_kept_to() -> None:
    throttle = Throttle(100.0, 0.0)
    assert [throttle.wait_after(50, 0.0), throttle.wait_after(50, 0.0), throttle.wait_after(0, 5.0)] == [0.5, 1.0, 0.0]
    assert throttle.wait_after(200, 10.0) == 2.0


def compacting(body: Callable[[Broker, Wire], Any], **options: Any) -> None:
    async def with_topic(broker: Broker, wire: Wire) -> None:
        topic = {key.replace("_", "."): str(value) for key, value in COMPACT.items()}
        broker.node.controller.create("c", 1, {**topic, "segment.bytes": "400"}, NOW_MS)
        for number in range(20):
            assert (await produce(wire, "c", batch_of(b"%d" % number))).error_code == 0
        await body(broker, wire)

    run(with_topic, **options)


def test_the_broker_cleans_by_itself_and_consumers_see_the_rest() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        active = broker.node.reconciler.logs()["c", 0].segments[-1].base_offset
        while broker.node.directory.cleaned_up_to(("c", 0)) < active:
            await asyncio.sleep(0)
        left: list[bytes | None] = []
        offset = 0
        while offset < 20:
            response = await wire.ask(fetch_request("c", offset), 12)
            left += values(response)
            offset = [b.next_offset for b in read_batches(response.responses[0].partitions[0].records)][-1]
        assert left[-1] == b"19"
        assert len(left) < 10

    compacting(body, log_cleaner_backoff_ms=0)


def test_reads_and_writes_go_on_during_a_slow_round_and_a_stop_does_not_wait_for_it() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        log = broker.node.reconciler.logs()["c", 0]
        while not log._is_held:
            await asyncio.sleep(0)
        assert (await produce(wire, "c", [b"more"])).error_code == 0
        assert values(await wire.ask(fetch_request("c", 20), 12)) == [b"more"]

    compacting(body, log_cleaner_backoff_ms=0, log_cleaner_io_max_bytes_per_second=1.0)


def test_a_topic_that_is_deleted_during_its_round_is_gone() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("c")
        assert topic is not None
        log = topic.logs[0]
        while not log._is_held:
            await asyncio.sleep(0)
        deque(broker.node.controller.delete([topic], NOW_MS), maxlen=0)
        assert not broker.node.directory.files.exists("data/c-0")
        assert (await produce(wire, "t", [b"v"])).error_code == 0

    compacting(body, log_cleaner_backoff_ms=0, log_cleaner_io_max_bytes_per_second=1.0)


def test_tombstones_of_a_real_batch_keep_their_place_until_the_horizon() -> None:
    bench = Bench()
    log = bench.log("t", records=0, delete_retention_ms=5000)
    log.append(write_batch([(0, NOW_MS, b"gone", None, ())]), NOW_MS)
    for number in range(20):
        log.append(batch_of(b"%d" % number), NOW_MS)
    assert bench.clean()
    assert latest(log)[b"gone"] == (0, None)
    bench.clock.advance(6)
    for number in range(20):
        log.append(batch_of(b"%d" % number), NOW_MS)
    assert bench.clean()
    assert b"gone" not in latest(log)


@pytest.mark.parametrize("version", [3, 7, 8, 9])
def test_records_without_a_key_are_refused_and_named_as_kafka_does(version: int) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("k", 1, {"cleanup.policy": "compact"}, NOW_MS)
        entries = [(number, NOW_MS, key, b"v", ()) for number, key in enumerate((b"k", None, b"", None))]
        part = await produce(wire, "k", write_batch(entries), version)
        assert (part.error_code, part.base_offset) == (ErrorCode.INVALID_RECORD, -1)
        assert [e.batch_index for e in part.record_errors] == ([1, 3] if version >= 8 else [])
        fault = "Compacted topic cannot accept message without key in topic partition k-0"
        assert {e.batch_index_error_message for e in part.record_errors} == ({fault} if version >= 8 else set())

    run(body)
