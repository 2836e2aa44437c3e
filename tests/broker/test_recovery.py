from __future__ import annotations

import asyncio
import json
import tarfile
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker import ManualClock
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.files import MemoryFiles, RealFiles
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.node.node import Node
from kafkawire.logfiles.checkpoints import parse_offsets
from kafkawire.records.header import read_header
from tests import corpus
from tests.broker.test_partition_log import new_log, read_all
from tests.broker.wire import NOW_MS, batch_of, loaded_node

LOG = "data/t-0/00000000000000000000.log"


def node_on(files: MemoryFiles | RealFiles, path: str = "data", **options: str) -> Node:
    return loaded_node({"log.dirs": path, **options}, files)


def test_a_directory_that_was_closed_is_free_though_somebody_still_refers_to_it(tmp_path: Path) -> None:
    path = str(tmp_path / "data")
    held = LogDirectory(RealFiles(), path, 1)
    with pytest.raises(OSError, match="in use by another broker"):
        LogDirectory(RealFiles(), path, 1)
    held.close({})
    LogDirectory(RealFiles(), path, 1).close({})
    assert held.path == path


def test_a_torn_batch_is_cut_wherever_it_is_torn() -> None:
    whole = MemoryFiles()
    log = new_log(whole)
    log.append(batch_of(b"a", b"b"), NOW_MS)
    keep = log.size
    log.append(batch_of(b"c"), NOW_MS)
    data = whole.read(LOG)
    for size in range(keep, len(data)):
        files = MemoryFiles()
        files.make_directory("data/t-0")
        files.replace(LOG, data[:size])
        recovered = new_log(files, clean=False)
        assert (recovered.end_offset, recovered.size) == (2, keep)
        assert recovered.append(batch_of(b"d"), NOW_MS).base_offset == 2


def test_damage_ends_the_log_and_drops_later_segments() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=300)
    for number in range(20):
        log.append(batch_of(b"%d" % number), NOW_MS)
    names = [name for name in files.list("data/t-0") if name.endswith(".log")]
    path = f"data/t-0/{names[2]}"
    data = bytearray(files.read(path))
    data[-1] ^= 1
    files.replace(path, bytes(data))
    recovered = new_log(files, clean=False)
    assert recovered.end_offset == int(names[3][:-4]) - 1
    assert [name for name in files.list("data/t-0") if name.endswith(".log")] == names[:3]
    assert [offset for offset, _ in read_all(recovered)] == list(range(recovered.end_offset))


def test_indexes_and_producers_are_the_same_after_a_crash_and_after_a_clean_stop() -> None:
    config: dict[str, Any] = {"segment_bytes": 4000, "index_interval_bytes": 300}
    producer: dict[str, Any] = {"producer_id": 7, "producer_epoch": 0}
    clean, crashed = MemoryFiles(), MemoryFiles()
    for files in (clean, crashed):
        log = new_log(files, **config)
        for number in range(100):
            batch = batch_of(b"x" * 30, timestamp=NOW_MS + number, base_sequence=number, **producer)
            log.append(batch, NOW_MS)
        if files is clean:
            log.close()
    for name in crashed.list("data/t-0"):
        if name.endswith("index"):
            crashed.replace(f"data/t-0/{name}", b"\xff" * 99)
        elif name.endswith(".snapshot"):
            crashed.remove(f"data/t-0/{name}")
    log = new_log(crashed, clean=False, **config)
    assert log.append(batch_of(b"x" * 30, base_sequence=99, **producer), NOW_MS).is_duplicate
    log.close()
    for name in clean.list("data/t-0"):
        if name.endswith(("log", "index")):
            assert crashed.read(f"data/t-0/{name}") == clean.read(f"data/t-0/{name}"), name


def test_an_index_that_is_missing_after_a_clean_stop_is_made_again() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=1000, index_interval_bytes=100)
    for number in range(50):
        log.append(batch_of(b"%d" % number), NOW_MS + number)
    log.close()
    for name in files.list("data/t-0"):
        if name.endswith("index"):
            files.remove(f"data/t-0/{name}")
    opened = new_log(files)
    assert [offset for offset, _ in read_all(opened)] == list(range(50))
    header, _ = next(opened.segments.batches_since(NOW_MS))
    assert header.base_offset == 0


def test_what_was_flushed_before_the_crash_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=200)
    for number in range(10):
        log.append(batch_of(b"%d" % number), NOW_MS)
    checked: list[int] = []
    from kafkawire.broker.log.recovery import open_log
    from kafkawire.broker.log.segment import Segment

    check = Segment.check

    def watched(segment: Segment) -> int:
        checked.append(segment.base_offset)
        return check(segment)

    monkeypatch.setattr(Segment, "check", watched)
    opened = open_log(files, "data/t-0", log.config, clean=False, recovery_point=7)
    assert opened.end_offset == 10
    assert checked == [s.base_offset for s in opened.segments if s.base_offset >= 6]


def test_a_clean_stop_leaves_its_mark_and_the_checkpoints() -> None:
    files = MemoryFiles()
    node = node_on(files)
    topic = node.controller.create("t", 2, {"retention.ms": "-1"}, NOW_MS)
    topic.logs[0].append(batch_of(b"a", b"b"), NOW_MS)
    topic.logs[0].delete_before(1)
    node.close()
    assert json.loads(files.read("data/.kafka_cleanshutdown")) == {"version": 0, "brokerEpoch": -1}
    points = parse_offsets(files.read("data/recovery-point-offset-checkpoint"))
    assert (points["t", 0], points["t", 1]) == (2, 0)
    assert parse_offsets(files.read("data/log-start-offset-checkpoint")) == {("t", 0): 1}

    again = node_on(files)
    assert not files.exists("data/.kafka_cleanshutdown")
    found = again.topics.get("t")
    assert found is not None
    assert (found.topic_id, found.partitions, found.options) == (topic.topic_id, 2, {"retention.ms": "-1"})
    assert (found.logs[0].log_start_offset, found.logs[0].end_offset) == (1, 2)


def test_nothing_appended_is_lost_without_a_clean_stop() -> None:
    files = MemoryFiles()
    node = node_on(files)
    node.controller.create("t", 1, {}, NOW_MS).logs[0].append(batch_of(b"a"), NOW_MS)
    first = node.producer_ids.new(NOW_MS)
    again = node_on(files)
    log = again.topics.log("t", 0)
    assert log is not None
    assert read_all(log) == [(0, b"a")]
    assert again.producer_ids.new(NOW_MS) > first


def test_a_deleted_topic_does_not_come_back_if_the_broker_died_in_between() -> None:
    from kafkawire.messages import RemoveTopicRecord

    files = MemoryFiles()
    node = node_on(files)
    topic = node.controller.create("t", 1, {}, NOW_MS)
    node.metadata_log.append([RemoveTopicRecord(topic_id=topic.topic_id)], NOW_MS)
    again = node_on(files)
    assert again.topics.get("t") is None
    assert not files.exists("data/t-0")


def test_a_topic_whose_directories_were_not_made_gets_them() -> None:
    files = MemoryFiles()
    node = node_on(files)
    node.controller.create("t", 3, {}, NOW_MS)
    files.remove_directory("data/t-2")
    found = node_on(files).topics.get("t")
    assert found is not None
    assert sorted(found.logs) == [0, 1, 2]


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """A directory to unpack archives of real brokers into; skips where the full set is not there."""
    if not corpus.has_full_corpus():
        pytest.skip("needs the full archives of real log directories; our own copy has a part of them")
    return tmp_path


def unpack(name: str, target: Path) -> None:
    with tarfile.open(corpus.path("segments", *name.split("/"), "logs.tar.xz")) as archive:
        archive.extractall(target, filter="data")


def test_damaged_directories_are_cut_back_to_where_a_real_broker_cut_them(unpacked: Path) -> None:
    unpack("damaged", unpacked)
    (unpacked / "meta.properties").write_text("version=1\nnode.id=1\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\n")
    node_on(RealFiles(), str(unpacked)).close()
    listed = corpus.path("segments", "damaged", "recovered", "FILES.txt").read_text().splitlines()
    sizes = {path: int(size) for path, size in map(str.split, listed)}
    compared = {path for path in sizes if path.endswith((".log", "index", ".snapshot")) and "txn" not in path}
    assert len(compared) > 50
    assert {path: (unpacked / path).stat().st_size for path in compared} == {path: sizes[path] for path in compared}


@pytest.mark.parametrize(("name", "records"), [("clean", 6686), ("unclean", 15848), ("old", 5381)])
def test_directories_of_real_brokers_open(unpacked: Path, name: str, records: int) -> None:
    unpack(name, unpacked)
    for _ in range(2):  # as they are, and after our own clean stop
        node = node_on(RealFiles(), str(unpacked))
        logs = [log for topic in node.topics for log in topic.logs.values()]
        assert sum(log.end_offset - log.log_start_offset for log in logs) == records
        assert {g.group_id for g in node.groups} >= ({"g-1-0"} if name == "old" else {"even-group-classic"})
        node.close()


def test_sealed_segments_are_synced_off_the_event_loop_and_need_no_check_after_that(tmp_path: Path) -> None:
    node = node_on(RealFiles(), str(tmp_path), **{"log.segment.bytes": "300"})
    log = node.controller.create("t", 1, {}, NOW_MS).logs[0]
    for number in range(10):
        log.append(batch_of(b"%d" % number), NOW_MS)
    assert log.recovery_point == 0
    asyncio.run(node.checkpoint())
    assert log.recovery_point == log.segments[-1].base_offset
    points = parse_offsets((tmp_path / "recovery-point-offset-checkpoint").read_bytes())
    assert points["t", 0] == log.recovery_point > 0
    log.flush()
    assert log.recovery_point == log.end_offset == 10
    node.abandon()


def test_old_segments_go_when_retention_is_enforced() -> None:
    node = node_on(MemoryFiles(), **{"log.segment.bytes": "300", "log.retention.ms": "1000"})
    log = node.controller.create("t", 1, {}, NOW_MS).logs[0]
    for number in range(10):
        log.append(batch_of(b"%d" % number, producer_id=1, producer_epoch=0, base_sequence=number), NOW_MS)
    asyncio.run(node.enforce_retention())
    assert (log.log_start_offset, len(log.producers)) == (0, 1)
    assert isinstance(node.clock, ManualClock)
    node.clock.advance(7 * 24 * 3600)
    asyncio.run(node.enforce_retention())
    assert log.log_start_offset == log.segments[-1].base_offset > 0
    assert len(log.producers) == 0


def test_a_topic_made_anew_does_not_begin_where_the_deleted_one_did() -> None:
    files = MemoryFiles()
    node = node_on(files)
    first = node.controller.create("t", 1, {}, NOW_MS)
    first.logs[0].append(batch_of(b"a", b"b", b"c"), NOW_MS)
    first.logs[0].delete_before(3)
    asyncio.run(node.checkpoint())
    deque(node.controller.delete([first], NOW_MS), maxlen=0)
    node.controller.create("t", 1, {}, NOW_MS).logs[0].append(batch_of(b"new"), NOW_MS)
    log = node_on(files).topics.log("t", 0)  # without a clean stop, and so with the checkpoints as they were
    assert log is not None
    assert read_all(log) == [(0, b"new")]


def test_a_log_flushed_to_its_end_has_whole_indexes_after_a_clean_stop() -> None:
    files = MemoryFiles()
    log = new_log(files, index_interval_bytes=100)
    for number in range(20):
        log.append(batch_of(b"%d" % number, timestamp=NOW_MS + number), NOW_MS)
    log.flush()
    log.close()
    assert len(files.read("data/t-0/00000000000000000000.index")) > 8
    last = files.read("data/t-0/00000000000000000000.timeindex")[-12:]
    assert last == (NOW_MS + 19).to_bytes(8, "big") + (19).to_bytes(4, "big")


def test_indexes_and_unfinished_files_without_a_log_are_removed() -> None:
    files = MemoryFiles()
    new_log(files).close()
    for name in ("00000000000000000007.index", "00000000000000000007.timeindex", "00000000000000000007.snapshot.tmp"):
        files.replace(f"data/t-0/{name}", b"left by a crash")
    new_log(files, clean=False)
    assert not [name for name in files.list("data/t-0") if "7" in name]


def test_a_log_cut_where_a_snapshot_went_with_its_segment_opens() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_bytes=100)
    for number in range(4):
        batch = batch_of(b"%d" % number, producer_id=1, producer_epoch=0, base_sequence=number)
        log.append(batch, NOW_MS)
    files._files["data/t-0/00000000000000000001.log"] += b"torn"
    recovered = new_log(files, clean=False)
    assert (recovered.end_offset, len(recovered.producers)) == (2, 1)


def test_a_directory_that_belongs_to_no_topic_is_left_alone_until_it_is_in_the_way() -> None:
    files = MemoryFiles()
    node = node_on(files)
    node.controller.create("t", 1, {}, NOW_MS)
    files.make_directory("data/old-0")
    files.replace("data/old-0/partition.metadata", b"")
    again = node_on(files)
    assert [topic.name for topic in again.topics] == ["t"]
    assert files.list("data/old-0") == ["partition.metadata"]
    again.controller.create("old", 1, {}, NOW_MS)
    assert [name for name in files.list("data") if name.startswith("old-0.") and name.endswith("-stray")]
    assert files.read("data/old-0/partition.metadata")


def test_a_producer_whose_only_batch_is_the_first_record_is_known_after_its_snapshot_was_read() -> None:
    header = read_header(batch_of(b"a", producer_id=7, producer_epoch=0, base_sequence=0))
    states = ProducerStates()
    states.update(header)
    again = ProducerStates()
    again.load(states.encode())
    assert again.check(header) == states.check(header) is not None
