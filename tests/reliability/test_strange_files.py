"""What lies in a log directory and is not Kafka's: it is left as it is, and said once; nothing good is lost for it."""

from __future__ import annotations

import logging
import os
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from kafkawire.broker import MemoryFiles
from kafkawire.broker.log.files import FileSystem, RealFiles
from kafkawire.broker.node.node import Node
from kafkawire.errors import CorruptBatch, DecodeError
from kafkawire.logfiles import checkpoints
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, batch_of, loaded_node

FIRST = "00000000000000000000"
VALUES = [b"%d" % number for number in range(30)]


def start(path: Path | str, files: FileSystem | None = None) -> Node:
    options = {"log.dirs": str(path), "log.segment.bytes": "600", "num.partitions": "1"}
    return loaded_node(options, files or RealFiles())


def filled(path: Path | str, *, clean: bool = True, files: FileSystem | None = None) -> None:
    """A topic `t` of several segments."""
    node = start(path, files)
    log = node.controller.create("t", 1, {}, NOW_MS).logs[0]
    for value in VALUES:
        log.append(batch_of(value), NOW_MS)
    assert len(log.segments) > 2
    if clean:
        node.close()
    else:
        node.abandon()


def values(node: Node, topic: str = "t") -> list[bytes | None]:
    log = node.topics.log(topic, 0)
    assert log is not None
    stored = [batch.read() for _, batch in log.segments.batches_from(log.log_start_offset)]
    return [record.value for data in stored for batch in read_batches(data) for record in batch]


def warned(caplog: pytest.LogCaptureFixture, name: str) -> int:
    """In how many warnings that name is."""
    return sum(name in record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)


@pytest.mark.parametrize(
    "name", ["backup-20261121", "notes-1", "t-01", "t-1", "b\N{LATIN SMALL LETTER A WITH DIAERESIS}d-0", "-5", "x-٣"]
)
@pytest.mark.parametrize("clean", [True, False])
def test_a_directory_that_only_looks_like_a_partition(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, clean: bool
) -> None:
    filled(tmp_path, clean=clean)
    (tmp_path / name).mkdir()
    (tmp_path / name / f"{FIRST}.log").write_bytes(batch_of(b"mine"))
    (tmp_path / name / "letter.tmp").write_text("dear")
    node = start(tmp_path)
    assert [(topic.name, topic.partitions) for topic in node.topics] == [("t", 1)]
    assert values(node) == VALUES
    node.close()
    assert sorted(os.listdir(tmp_path / name)) == [f"{FIRST}.log", "letter.tmp"]
    assert warned(caplog, name) == 1


def test_a_copy_of_a_partition_is_nobodys(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(tmp_path)
    metadata = (tmp_path / "t-0" / "partition.metadata").read_bytes()
    (tmp_path / "copy-3").mkdir()
    (tmp_path / "copy-3" / "partition.metadata").write_bytes(metadata)
    node = start(tmp_path)
    assert [topic.name for topic in node.topics] == ["t"]
    assert warned(caplog, "copy-3 is left alone: its topic id is that of t") == 1
    node.controller.create("copy", 5, {}, NOW_MS)
    node.close()
    assert (tmp_path / "copy-3" / "partition.metadata").read_bytes() != metadata
    assert [name for name in os.listdir(tmp_path) if name.startswith("copy-3.") and name.endswith("-stray")]


def test_logs_of_an_older_kafka_are_known_by_its_checkpoints_and_newer_ones_by_their_id(tmp_path: Path) -> None:
    for name in ("old-0", "old-2", "unknown-0", "new-0"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{FIRST}.log").write_bytes(batch_of(name.encode()))
    topic_id = uuid.uuid4()
    (tmp_path / "new-0" / "partition.metadata").write_bytes(checkpoints.format_partition_metadata(topic_id))
    (tmp_path / "recovery-point-offset-checkpoint").write_text("0\n1\nold 0 1\n")
    (tmp_path / "replication-offset-checkpoint").write_text("0\n2\nold 0 1\nold 2 1\n")
    node = start(tmp_path)
    assert {topic.name: topic.partitions for topic in node.topics} == {"old": 3, "new": 1}
    assert node.topics.by_id(topic_id) is node.topics.get("new")
    assert values(node, "old") == [b"old-0"]


def test_a_directory_of_another_topic_stops_the_start(tmp_path: Path) -> None:
    filled(tmp_path)
    other = checkpoints.format_partition_metadata(uuid.uuid4())
    (tmp_path / "t-0" / "partition.metadata").write_bytes(other)
    with pytest.raises(DecodeError, match=r"t-0/partition\.metadata has the topic id"):
        start(tmp_path)


def test_only_what_was_deleted_is_removed(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / "do-not-delete").mkdir()
    (tmp_path / f"t-0.{uuid.uuid4().hex}-delete").mkdir()
    start(tmp_path).close()
    assert [name for name in os.listdir(tmp_path) if name.endswith("-delete")] == ["do-not-delete"]


@pytest.mark.parametrize("clean", [True, False])
def test_files_with_other_names_are_left_alone_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, clean: bool
) -> None:
    filled(tmp_path, clean=clean)
    names = [
        f"000{FIRST}.log",
        f"9{FIRST[1:]}.log",
        "7.log",
        "notes.index",
        "x.swap",
        "letter.tmp",
        "a.deleted",
        "b.cleaned",
    ]
    for name in names:
        (tmp_path / "t-0" / name).write_bytes(b"mine")
    node = start(tmp_path)
    assert values(node) == VALUES
    node.close()
    assert all((tmp_path / "t-0" / name).read_bytes() == b"mine" for name in names)
    assert warned(caplog, "t-0: left alone") == 1


@pytest.mark.parametrize("name", [f"{FIRST}.log", f"{FIRST}.index", f"{FIRST}.timeindex"])
@pytest.mark.parametrize("clean", [True, False])
def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path, name: str, clean: bool) -> None:
    filled(tmp_path / "data", clean=clean)
    path, elsewhere = tmp_path / "data" / "t-0" / name, tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with elsewhere.open("ab") as file:
        file.write(b"torn")
    before = elsewhere.read_bytes()
    with pytest.raises(OSError, match="symbolic link") as failed:
        start(tmp_path / "data")
    assert failed.value.filename == str(path)
    assert elsewhere.read_bytes() == before


def test_a_link_in_the_place_of_a_partition_is_not_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(tmp_path / "data")
    (tmp_path / "data" / "t-0").rename(tmp_path / "elsewhere")
    (tmp_path / "data" / "other-0").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "data" / "t-0").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link") as failed:
        start(tmp_path / "data")
    assert failed.value.filename == str(tmp_path / "data" / "t-0")
    (tmp_path / "data" / "t-0").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "data" / "t-0")
    assert values(start(tmp_path / "data")) == VALUES
    assert warned(caplog, "other-0 is left alone: it is a symbolic link") == 1


@pytest.mark.parametrize("name", ["recovery-point-offset-checkpoint", "t-0/leader-epoch-checkpoint"])
@pytest.mark.parametrize("ending", ["", ".tmp"])
def test_a_link_in_the_place_of_a_small_file_is_not_written_through(tmp_path: Path, name: str, ending: str) -> None:
    filled(tmp_path / "data")
    files, path = RealFiles(), tmp_path / "data" / (name + ending)
    path.unlink(missing_ok=True)
    (tmp_path / "elsewhere").write_text("theirs")
    path.symlink_to(tmp_path / "elsewhere")
    files.replace(str(tmp_path / "data" / name), b"ours")
    assert (tmp_path / "elsewhere").read_text() == "theirs"
    assert (tmp_path / "data" / name).read_bytes() == b"ours"
    assert not (tmp_path / "data" / name).is_symlink()


def test_a_log_directory_that_is_a_link_is_the_operators_choice(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "disk")
    filled(tmp_path / "data")
    assert values(start(tmp_path / "data")) == VALUES


def empty(good: bytes) -> bytes:
    return b""


def garbage(good: bytes) -> bytes:
    return b"garbage" * 20


def half(good: bytes) -> bytes:
    return good[: len(good) // 2 + 3]


def flipped(good: bytes) -> bytes:
    return good[:-1] + bytes([good[-1] ^ 1])


@pytest.mark.parametrize("spoil", [empty, garbage, half, flipped])
@pytest.mark.parametrize("kind", [".log", ".index", ".timeindex", ".txnindex"])
def test_a_swap_replaces_nothing_that_is_there(tmp_path: Path, spoil: Callable[[bytes], bytes], kind: str) -> None:
    filled(tmp_path, clean=False)
    good = (tmp_path / "t-0" / f"{FIRST}.log").read_bytes()
    (tmp_path / "t-0" / f"{FIRST}{kind}.swap").write_bytes(spoil(good))
    assert values(start(tmp_path)) == VALUES


@pytest.mark.parametrize("spoil", [garbage, half, flipped])
def test_a_swap_that_is_not_whole_is_left_alone(
    tmp_path: Path, spoil: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    filled(tmp_path, clean=False)
    path = tmp_path / "t-0" / f"{FIRST}.log"
    path.with_suffix(".log.swap").write_bytes(bad := spoil(path.read_bytes()))
    first = sum(1 for batch in read_batches(path.read_bytes()) for _ in batch)
    path.rename(path.with_suffix(".log.deleted"))
    assert values(start(tmp_path)) == VALUES[first:]
    assert path.with_suffix(".log.swap").read_bytes() == bad
    assert path.with_suffix(".log.deleted").exists()
    assert warned(caplog, f"{FIRST}.log.swap is left alone") == 1


def test_a_swap_of_what_was_removed_takes_its_place(tmp_path: Path) -> None:
    filled(tmp_path, clean=False)
    path = tmp_path / "t-0" / f"{FIRST}.log"
    path.rename(path.with_suffix(".log.swap"))
    assert values(start(tmp_path)) == VALUES
    assert not path.with_suffix(".log.swap").exists()


@pytest.mark.parametrize("offset", [7, 29, 500])
def test_a_swap_where_no_segment_can_be_is_left_alone(tmp_path: Path, offset: int) -> None:
    filled(tmp_path, clean=False)
    swap = tmp_path / "t-0" / f"{offset:020d}.log.swap"
    swap.write_bytes(offset.to_bytes(8, "big") + batch_of(b"mine")[8:])
    assert values(start(tmp_path)) == VALUES
    assert swap.exists()


@pytest.mark.parametrize("clean", [True, False])
def test_a_beginning_behind_the_end_is_an_error_that_names_the_partition(tmp_path: Path, clean: bool) -> None:
    filled(tmp_path, clean=clean)
    (tmp_path / "log-start-offset-checkpoint").write_text("0\n1\nt 0 31\n")
    with pytest.raises(DecodeError, match="t-0 ends at offset 30, but log-start-offset-checkpoint has 31"):
        start(tmp_path)
    (tmp_path / "log-start-offset-checkpoint").write_text("0\n1\nt 0 30\n")
    assert values(start(tmp_path)) == []


def test_nothing_is_cut_before_the_beginning(tmp_path: Path) -> None:
    filled(tmp_path, clean=False)
    (tmp_path / "log-start-offset-checkpoint").write_text("0\n1\nt 0 29\n")
    with (tmp_path / "t-0" / f"{FIRST}.log").open("r+b") as file:
        file.seek(100)
        file.write(b"damage")
    sizes = {path: path.stat().st_size for path in (tmp_path / "t-0").glob("*.log")}
    with pytest.raises(DecodeError, match="t-0 ends at offset 1, but"):
        start(tmp_path)
    assert {path: path.stat().st_size for path in (tmp_path / "t-0").glob("*.log")} == sizes


def test_a_beginning_is_written_down_once_what_is_before_it_is_on_disk() -> None:
    files = MemoryFiles()
    node = start("data", files)
    log = node.controller.create("t", 1, {}, NOW_MS).logs[0]
    for value in VALUES:
        log.append(batch_of(value), NOW_MS)
    log.delete_before(29)
    assert log.recovery_point < 29
    node.directory.checkpoint(node.reconciler.logs())
    assert checkpoints.parse_offsets(files.read("data/log-start-offset-checkpoint"))["t", 0] == 29
    assert checkpoints.parse_offsets(files.read("data/recovery-point-offset-checkpoint"))["t", 0] >= 29


def metadata(files: MemoryFiles) -> bytearray:
    return files._files[f"data/__cluster_metadata-0/{FIRST}.log"]


def changed(*, clean: bool) -> MemoryFiles:
    files = MemoryFiles()
    node = start("data", files)
    for number in range(5):
        node.controller.create(f"t{number}", 1, {}, NOW_MS)
    if clean:
        node.close()
    return files


@pytest.mark.parametrize("at", [8, 40, 150])
@pytest.mark.parametrize("clean", [True, False])
def test_damage_within_the_metadata_log_is_a_persons_to_judge(at: int, clean: bool) -> None:
    files = changed(clean=clean)
    log = metadata(files)
    batches = [0]
    while batches[-1] < len(log):
        batches.append(batches[-1] + 12 + int.from_bytes(log[batches[-1] + 8 : batches[-1] + 12], "big"))
    log[batches[2] + at] ^= 0x55
    before = bytes(log)
    with pytest.raises(CorruptBatch, match="is damaged at position") as failed:
        start("data", files)
    assert f"{FIRST}.log is damaged at position {batches[2]}, offset " in str(failed.value)
    assert f"truncate -s {batches[2]} data/__cluster_metadata-0/{FIRST}.log" in str(failed.value)
    assert metadata(files) == before
    del log[batches[2] :]  # the way that it offers
    assert [topic.name for topic in start("data", files).topics][:1] == ["t0"]


@pytest.mark.parametrize("tail", [1, 20, 100])
def test_a_torn_end_of_the_metadata_log_is_cut(tail: int) -> None:
    files = changed(clean=False)
    del metadata(files)[-tail:]
    again = start("data", files)
    assert {f"t{number}" for number in range(4)} <= {topic.name for topic in again.topics}


def test_damage_anywhere_before_the_last_batch_of_the_metadata_log_loses_nothing() -> None:
    original = bytes(metadata(changed(clean=False)))
    last = 0
    while (following := last + 12 + int.from_bytes(original[last + 8 : last + 12], "big")) < len(original):
        last = following
    for at in range(16, last, 7):  # what is before 16 no checksum covers
        files = changed(clean=False)
        metadata(files)[at] ^= 1 << at % 8
        before = bytes(metadata(files))
        try:
            topics = {topic.name for topic in start("data", files).topics}
        except (CorruptBatch, DecodeError):
            assert metadata(files) == before
        else:
            assert topics == {f"t{number}" for number in range(5)}, at
