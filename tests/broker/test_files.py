from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.broker.log.files import FileSystem, MemoryFiles, RealFiles
from kafkawire.errors import DecodeError
from kafkawire.logfiles import checkpoints


@pytest.fixture(params=["memory", "real"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[FileSystem, str]:
    files: FileSystem = MemoryFiles() if request.param == "memory" else RealFiles()
    root = "root" if request.param == "memory" else str(tmp_path)
    files.make_directory(f"{root}/a/b")
    return files, root


def test_files_grow_at_the_end_and_are_read_anywhere(place: tuple[FileSystem, str]) -> None:
    files, root = place
    file = files.open(f"{root}/a/log")
    file.append([b"abc", memoryview(b"def"), bytearray(b"")])
    file.append([b"ghi"])
    assert file.size == 9
    assert [file.read(0, 2), file.read(4, 3), file.read(8, 5), file.read(9, 1), file.read(20, 1)] == [
        b"ab",
        b"efg",
        b"i",
        b"",
        b"",
    ]
    file.truncate(4)
    file.append([b"X"])
    file.sync()
    assert files.read(f"{root}/a/log") == b"abcdX"
    file.close()
    file.close()
    assert files.open(f"{root}/a/log").size == 5


def test_directories_list_rename_and_remove(place: tuple[FileSystem, str]) -> None:
    files, root = place
    files.replace(f"{root}/a/b/one", b"1")
    files.replace(f"{root}/a/b/one", b"2", sync=False)
    assert files.list(f"{root}/a") == ["b"]
    files.rename(f"{root}/a/b", f"{root}/a/c")
    assert files.read(f"{root}/a/c/one") == b"2"
    assert not files.exists(f"{root}/a/b")
    files.remove(f"{root}/a/c/one")
    files.remove(f"{root}/a/c/one")
    assert files.list(f"{root}/a/c") == []
    files.remove_directory(f"{root}/a")
    with pytest.raises(FileNotFoundError):
        files.list(f"{root}/a")
    with pytest.raises(FileNotFoundError):
        files.read(f"{root}/a/c/one")
    with pytest.raises(FileNotFoundError):
        files.open(f"{root}/a/log")
    with pytest.raises(FileNotFoundError):
        files.rename(f"{root}/none", f"{root}/a")


def test_a_write_that_fails_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RealFiles().open(str(tmp_path / "log"))
    file.append([b"before"])
    write = os.pwritev

    def half(fd: int, parts: list[bytes], position: int) -> int:
        return write(fd, [b"".join(parts)[:3]], position)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwritev", half)
        patch.setattr(os, "pwrite", full)
        with pytest.raises(OSError, match="No space"):
            file.append([b"abc", b"def"])
    assert file.size == 6
    assert (tmp_path / "log").read_bytes() == b"before"
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwritev", half)
        file.append([b"abc", b"def"])
    assert (tmp_path / "log").read_bytes() == b"beforeabcdef"


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    files = RealFiles()
    held = files.lock(str(tmp_path / ".lock"))
    with pytest.raises(BlockingIOError):
        files.lock(str(tmp_path / ".lock"))
    held.close()
    files.lock(str(tmp_path / ".lock")).close()


TAKE = "import fcntl, sys; file = open(sys.argv[1], 'r+b'); fcntl.{}(file, fcntl.LOCK_EX | fcntl.LOCK_NB)"
HOLD = f"{TAKE}; print(flush=True); sys.stdin.read()"


def can_lock(path: Path, kind: str) -> bool:
    """Whether another process gets a lock of that kind."""
    child = subprocess.run([sys.executable, "-c", TAKE.format(kind), path], capture_output=True, text=True, check=False)
    assert child.returncode == 0 or "BlockingIOError" in child.stderr
    return child.returncode == 0


@pytest.mark.parametrize("kind", ["flock", "lockf"])
def test_a_lock_keeps_other_processes_out_whichever_kind_they_know(tmp_path: Path, kind: str) -> None:
    files = RealFiles()
    held = files.lock(str(tmp_path / ".lock"))
    assert not can_lock(tmp_path / ".lock", kind)
    with pytest.raises(BlockingIOError):
        files.lock(str(tmp_path / ".lock"))
    assert not can_lock(tmp_path / ".lock", kind)  # the attempt has not given up what the first one holds
    held.close()
    assert can_lock(tmp_path / ".lock", kind)


def test_a_lock_that_nobody_refers_to_any_more_is_free(tmp_path: Path) -> None:
    held = RealFiles().lock(str(tmp_path / ".lock"))
    del held
    gc.collect()
    RealFiles().lock(str(tmp_path / ".lock")).close()


@pytest.mark.parametrize("kind", ["flock", "lockf"])
def test_a_lock_is_kept_out_by_either_kind(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ".lock"
    path.touch()
    command = [sys.executable, "-c", HOLD.format(kind), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"\n"
        with pytest.raises(BlockingIOError):
            RealFiles().lock(str(path))
        child.communicate()
    RealFiles().lock(str(path)).close()


def test_checkpoints_have_kafkas_text() -> None:
    offsets = {("b", 0): 5, ("a", 10): 7}
    assert checkpoints.format_offsets(offsets) == b"0\n2\na 10 7\nb 0 5\n"
    assert checkpoints.parse_offsets(b"0\n2\na 10 7\nb 0 5\n") == offsets
    assert checkpoints.format_epochs([(0, 0), (3, 36)]) == b"0\n2\n0 0\n3 36\n"
    assert checkpoints.parse_epochs(b"0\n2\n0 0\n3 36") == [(0, 0), (3, 36)]


def test_topic_ids_have_kafkas_text() -> None:
    data = b"version: 0\ntopic_id: xzH-OPjuRLW3xM6s4mOiOA"
    topic_id = checkpoints.parse_partition_metadata(data)
    assert topic_id.hex == "c731fe38f8ee44b5b7c4ceace263a238"
    assert checkpoints.format_partition_metadata(topic_id) == data


def test_properties_are_read_with_comments() -> None:
    text = b"#\n#Sat Nov 21\nnode.id=1\n\n! other\nversion = 1\ncluster.id=a=b\n"
    assert checkpoints.parse_properties(text) == {"node.id": "1", "version": "1", "cluster.id": "a=b"}


@pytest.mark.parametrize("data", [b"", b"0", b"1\n0\n", b"0\nx\n", b"0\n2\na 0 1\n", b"0\n1\na b c\n", b"\xff\xfe"])
def test_a_damaged_checkpoint_is_a_decode_error(data: bytes) -> None:
    with pytest.raises(DecodeError):
        checkpoints.parse_offsets(data)
    with pytest.raises(DecodeError):
        checkpoints.parse_epochs(data)


def test_an_empty_file_is_called_so() -> None:
    for parse in (checkpoints.parse_offsets, checkpoints.parse_epochs):
        with pytest.raises(DecodeError, match="a checkpoint of 0 bytes, which lacks its count of entries"):
            parse(b"")
    with pytest.raises(DecodeError, match=r"not a partition\.metadata file: ''"):
        checkpoints.parse_partition_metadata(b"")


@pytest.mark.parametrize("data", [b"", b"version: 1\ntopic_id: AA", b"version: 0\ntopic_id: A", b"\xff"])
def test_damaged_partition_metadata_is_a_decode_error(data: bytes) -> None:
    with pytest.raises(DecodeError):
        checkpoints.parse_partition_metadata(data)
