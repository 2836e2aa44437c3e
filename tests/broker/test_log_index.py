"""The indexes beside a segment: what is kept in memory of them, and what is in their files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kafkawire.broker.log import index
from kafkawire.broker.log.files import File, MemoryFile, MemoryFiles
from kafkawire.broker.log.index import OffsetIndex, TimeIndex
from tests.broker.test_partition_log import new_log, read_all
from tests.broker.wire import NOW_MS, batch_of


class FullDisk(MemoryFiles):
    """Takes nothing that is appended to a file with the given ending, while `is_full`."""

    ending, is_full = ".index", False

    def open(self, path: str) -> File:
        super().open(path)
        return FullFile(self, self._files[path], path)


class FullFile(MemoryFile):
    def __init__(self, disk: FullDisk, data: bytearray, path: str) -> None:
        super().__init__(data)
        self._disk, self._path = disk, path

    def append(self, parts: Sequence[Any]) -> None:
        if self._disk.is_full and self._path.endswith(self._disk.ending):
            raise OSError(28, "No space left on device")
        super().append(parts)


def offsets(files: MemoryFiles) -> OffsetIndex:
    files.make_directory("d")
    return OffsetIndex(files, "d/i", 100)


def fill(found: OffsetIndex, count: int) -> None:
    for number in range(count):
        found.add(100 + 10 * number, 4096 * number)


def test_of_many_entries_only_the_newest_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_MOST_RECENT", 8)
    found = offsets(MemoryFiles())
    for count in range(1, 100):
        found.add(100 + 10 * (count - 1), 4096 * (count - 1))
        assert len(found._recent) <= 8 * 8
        assert found.entries == count
        assert [found.position(100 + 10 * n + 5) for n in range(count)] == [4096 * n for n in range(count)]
    assert found.last_position() == 4096 * 98


def test_what_is_complete_is_read_from_the_file() -> None:
    files = MemoryFiles()
    found = offsets(files)
    fill(found, 50)
    found.write()
    found.let_go()
    assert not found._recent
    again = offsets(files)
    for one in (found, again):
        assert one.is_sane(lambda *_: True)
        assert [one.position(offset) for offset in (99, 100, 109, 110, 10_000)] == [0, 0, 0, 4096, 4096 * 49]
    again.add(2000, 9)
    assert (again.entries, again.position(2000)) == (51, 9)
    again.write()
    assert files.open("d/i").size == 51 * 8


def test_entries_wait_for_room_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_MOST_RECENT", 8)
    disk = FullDisk()
    disk.ending, disk.is_full = "i", True
    found = offsets(disk)
    fill(found, 20)
    assert (found.entries, disk.open("d/i").size) == (20, 0)
    disk.is_full = False
    found.add(400, 7)
    assert (found.entries, disk.open("d/i").size, found.position(105), found.position(400)) == (21, 21 * 8, 0, 7)


def test_times_lead_to_offsets_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_MOST_RECENT", 4)
    files = MemoryFiles()
    files.make_directory("d")
    found = TimeIndex(files, "d/t", 0)
    for number in range(30):
        found.add(1000 * number, number)
        found.add(1000 * number, number + 5)
    assert (found.entries, found.largest()) == (30, (29_000, 29))
    assert [found.offset_before(1000 * number + 1) for number in range(30)] == list(range(30))


def test_a_torn_file_is_not_sane_and_is_made_anew() -> None:
    files = MemoryFiles()
    found = offsets(files)
    fill(found, 3)
    found.write()
    files.open("d/i").append([b"xx"])
    torn = offsets(files)
    assert not torn.is_sane(lambda *_: True)
    torn.clear()
    torn.add(100, 5)
    torn.write()
    assert (torn.entries, files.open("d/i").size, torn.position(100)) == (1, 8, 5)


def test_a_batch_is_in_the_log_even_if_its_index_entry_must_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_MOST_RECENT", 4)
    disk = FullDisk()
    log = new_log(disk, index_interval_bytes=0)
    disk.is_full = True
    for number in range(20):
        assert log.append(batch_of(b"%d" % number), NOW_MS).base_offset == number
    assert [value for _, value in read_all(log)] == [b"%d" % number for number in range(20)]
    disk.is_full = False
    log.close()
    assert [value for _, value in read_all(new_log(disk))] == [b"%d" % number for number in range(20)]


def test_recovery_goes_on_without_room_for_the_indexes() -> None:
    disk = FullDisk()
    log = new_log(disk, index_interval_bytes=0)
    for number in range(20):
        log.append(batch_of(b"%d" % number), NOW_MS)
    disk.is_full = True
    assert [offset for offset, _ in read_all(new_log(disk, clean=False))] == list(range(20))
