"""Directories with something wrong in each kind of file: the broker comes up with true records, or says which file.

What no checksum covers cannot be noticed by anyone: the base offset and leader epoch in the head of a batch.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kafkawire.broker import MemoryFiles
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.node.node import Node
from kafkawire.errors import CorruptBatch, KafkaWireError
from kafkawire.records import read_batches
from tests.broker.test_command import fails
from tests.broker.wire import NOW_MS, batch_of, loaded_node

OPTIONS = {
    "log.dirs": "data",
    "log.segment.bytes": "600",
    "log.index.interval.bytes": "100",
    "offsets.topic.num.partitions": "2",
    "offsets.topic.segment.bytes": "600",
    "log.cleaner.min.cleanable.ratio": "0.01",
}
KINDS = [
    "data/plain-0/*.log",
    "data/compacted-0/*.log",
    "data/plain-0/*.index",
    "data/plain-0/*.timeindex",
    "data/plain-0/*.snapshot",
    "data/plain-0/leader-epoch-checkpoint",
    "data/plain-0/partition.metadata",
    "data/meta.properties",
    "data/recovery-point-offset-checkpoint",
    "data/log-start-offset-checkpoint",
    "data/replication-offset-checkpoint",
    "data/cleaner-offset-checkpoint",
    "data/.kafka_cleanshutdown",
    "data/__cluster_metadata-0/*.log",
    "data/__consumer_offsets-*/*.log",
]
TOPICS: dict[str, dict[str, str]] = {"plain": {}, "compacted": {"cleanup.policy": "compact"}}
Damage = Callable[[bytearray, Random], None]
UNCOVERED = 16  # base offset, length and leader epoch: only the length can be noticed
Records = dict[int, bytes | None]


def start(files: MemoryFiles) -> Node:
    return loaded_node(OPTIONS, files)


@cache
def whole(*, clean: bool) -> tuple[MemoryFiles, dict[str, Records]]:
    """A directory with a bit of everything, and what is in it."""
    files = MemoryFiles()
    node = start(files)
    logs = {}
    for name, options in TOPICS.items():
        log = logs[name] = node.controller.create(name, 1, options, NOW_MS).logs[0]
        for n in range(40):
            batch = batch_of(
                b"%s %d" % (name.encode(), n),
                key=b"%d" % (n % 4),
                timestamp=NOW_MS + n,
                producer_id=5,
                producer_epoch=0,
                base_sequence=n,
            )
            log.append(batch, NOW_MS)
    logs["plain"].delete_before(7)
    asyncio.run(node.cleaner.clean_dirtiest())
    for n in range(30):
        node.groups.offsets.commit(f"g{n % 3}", {("plain", 0): Committed(n, -1, "", NOW_MS)})
    asyncio.run(node.checkpoint())
    if clean:
        node.close()
    return files, {name: read(node, name)[0] for name in ("plain", "compacted")}


def read(node: Node, topic: str) -> tuple[Records, bool]:
    """The records of a topic as far as they can be read, and whether that was to the end."""
    found: Records = {}
    log = node.topics.log(topic, 0)
    if log is None:
        return found, False
    try:
        for _, stored in log.segments.batches_from(log.log_start_offset):
            for batch in read_batches(stored.read()):
                found |= {r.offset: r.value for r in batch if r.offset >= log.log_start_offset}
    except CorruptBatch:
        return found, False
    return found, True


def paths(files: MemoryFiles, pattern: str) -> list[str]:
    return sorted(path for path in files._files if fnmatch(path, pattern) and files._files[path])


def flip(data: bytearray, random: Random) -> None:
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def cut(data: bytearray, random: Random) -> None:
    del data[random.randrange(len(data)) :]


def scramble(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data))
    data[at : at + 30] = random.randbytes(min(30, len(data) - at))


def grow(data: bytearray, random: Random) -> None:
    data += random.randbytes(random.randrange(1, 100))


def zeros(data: bytearray, _random: Random) -> None:
    data[:] = bytes(len(data))


def uncovered(before: bytes, after: bytes) -> bool:
    """Whether a head was changed where nothing covers it."""
    at = 0
    while at + UNCOVERED <= len(before):
        if before[at : at + UNCOVERED] != after[at : at + UNCOVERED]:
            return True
        at += 12 + int.from_bytes(before[at + 8 : at + 12], "big")
    return False


@pytest.mark.parametrize("change", [flip, cut, scramble, grow, zeros])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("clean", [True, False])
def test_true_records_or_a_clear_error(kind: str, change: Damage, clean: bool) -> None:
    random = Random(f"{kind} {change} {clean}".partition(" at 0x")[0])
    original, records = whole(clean=clean)
    for _ in range(5):
        files = copy.deepcopy(original)
        found = paths(files, kind)
        if not found:  # only one of the two directories has such a file
            assert kind.endswith(("shutdown", "snapshot", "index", "checkpoint"))
            return
        path = random.choice(found)
        before = bytes(files._files[path])
        change(files._files[path], random)
        if path.endswith(".log") and uncovered(before, bytes(files._files[path])):
            continue
        examine(files, path, records)


def examine(files: MemoryFiles, path: str, records: dict[str, Records]) -> None:
    try:
        node = start(files)
    except (KafkaWireError, OSError, InvalidOption) as exc:
        assert path.rpartition("/")[0] in str(exc), f"{path}: {exc!r} does not say which file"
        assert "\n" not in str(exc)
        return
    for topic, expected in records.items():
        found, _ = read(node, topic)
        untouched = topic not in path and "/__" not in path and "partition.metadata" not in path
        for offset, value in found.items():
            if offset in expected or topic != "plain" or offset >= 7:
                assert expected.get(offset, value) == value, f"{path}: {topic} {offset} is {value!r}"
        if untouched:
            assert expected.items() <= found.items(), (
                f"{path}: {topic} has lost {sorted(expected.keys() - found.keys())}"
            )
    node.close()


def test_the_same_everywhere_in_a_log_file() -> None:
    """Every single bit of one sealed segment, after an unclean stop: what is cut is cut, nothing else is told."""
    original, records = whole(clean=False)
    path = paths(original, "data/plain-0/*.log")[-1]
    size = len(original._files[path])
    for bit in range(0, size * 8, 37):
        files = copy.deepcopy(original)
        before = bytes(files._files[path])
        files._files[path][bit // 8] ^= 1 << bit % 8
        if not uncovered(before, bytes(files._files[path])):
            examine(files, path, records)


def no_directory(path: Path) -> str:
    (path / "file").touch()
    return f"{path / 'file'}"


def within_a_file(path: Path) -> str:
    return f"{no_directory(path)}/data"


def not_text(path: Path) -> str:
    (path / "meta.properties").write_bytes(b"\xff\xfe")
    return str(path)


def nobodys(path: Path) -> str:
    (path / "meta.properties").touch()
    return str(path)


def of_another_cluster(path: Path) -> str:
    (path / "meta.properties").write_text("version=1\nnode.id=1\ncluster.id=theirs\n")
    return str(path)


@pytest.mark.parametrize("make", [no_directory, within_a_file, not_text, nobodys, of_another_cluster])
def test_a_directory_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, make: Callable[[Path], str]) -> None:
    path = make(tmp_path)
    code, said = fails("--listen", "127.0.0.1:0", "--data-dir", path, "--set", "cluster.id=ours")
    assert code in (1, 2)
    assert path in said
    assert said.startswith("kafkawire: error: ")
