"""Many files, few descriptors."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.broker.log.files import RealFiles
from kafkawire.broker.log.open_files import OpenFiles, RealFile, raise_limit


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_more_files_than_descriptors_are_written_and_read(tmp_path: Path) -> None:
    files = RealFiles(most_open=8)
    before = descriptors()
    opened = [files.open(str(tmp_path / str(number))) for number in range(100)]
    for round_ in range(3):
        for number, file in enumerate(opened):
            file.append([b"%d " % number])
        assert descriptors() <= before + 9
        assert all(file.read(0, 100) == b"%d " % number * (round_ + 1) for number, file in enumerate(opened))
    opened[0].truncate(2)
    opened[0].sync()
    assert (tmp_path / "0").read_bytes() == b"0 "
    for file in opened:
        file.close()
    assert descriptors() == before


def test_a_held_descriptor_outlives_eviction_closing_and_removal(tmp_path: Path) -> None:
    pool = OpenFiles(1)
    file = RealFile(str(tmp_path / "held"), pool)
    file.append([b"content"])
    held = file.hold()
    RealFile(str(tmp_path / "a"), pool), RealFile(str(tmp_path / "b"), pool)
    file.close()
    (tmp_path / "held").unlink()
    assert os.pread(held.fd, 100, 0) == b"content"
    number = held.fd
    del held
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)


def test_a_closed_file_is_not_opened_again(tmp_path: Path) -> None:
    file = RealFiles().open(str(tmp_path / "log"))
    file.append([b"x"])
    file.close()
    with pytest.raises(OSError, match="closed") as caught:
        file.read(0, 1)
    assert caught.value.errno == errno.EBADF


def test_a_file_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    files = RealFiles(most_open=1)
    file = files.open(str(tmp_path / "log"))
    files.open(str(tmp_path / "a")), files.open(str(tmp_path / "b"))
    (tmp_path / "log").unlink()
    with pytest.raises(FileNotFoundError):
        file.append([b"x"])
    assert not (tmp_path / "log").exists()


def test_what_is_used_stays_open(tmp_path: Path) -> None:
    pool = OpenFiles(4)
    often = RealFile(str(tmp_path / "often"), pool)
    kept = often.hold()
    for number in range(20):
        often.hold()
        RealFile(str(tmp_path / str(number)), pool)
    assert often.hold() is kept


@pytest.fixture
def few_descriptors() -> Iterator[int]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = descriptors() + 40
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    yield few
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_where_connections_took_the_descriptors_the_files_make_do_with_fewer(
    tmp_path: Path, few_descriptors: int
) -> None:
    files = RealFiles(most_open=few_descriptors)
    opened = [files.open(str(tmp_path / str(number))) for number in range(100)]
    for number, file in enumerate(opened):
        file.append([b"%d" % number])
    assert [file.read(0, 9) for file in opened] == [b"%d" % number for number in range(100)]
    assert (tmp_path / "99").read_bytes() == b"99"


@pytest.mark.usefixtures("few_descriptors")
def test_the_limit_is_raised_as_far_as_the_system_lets_us() -> None:
    raise_limit()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard
