from __future__ import annotations

import mmap
from pathlib import Path

import pytest

from kafkawire.errors import CorruptBatch
from kafkawire.records import LegacyBatch, Record, RecordBatch, read_batches, split_batches, write_batch

OLD = [write_batch([Record(n, 5, b"k", b"v")], magic=magic) for n, magic in ((0, 0), (1, 1))]
NEW = write_batch([Record(2, 5, b"k", b"v"), Record(3, 6, b"k", b"v")])
ALL = b"".join(OLD) + NEW


def test_formats_may_be_mixed() -> None:
    batches = list(read_batches(ALL))
    assert [type(batch) for batch in batches] == [LegacyBatch, LegacyBatch, RecordBatch]
    assert [record.offset for batch in batches for record in batch] == [0, 1, 2, 3]


def test_nothing_holds_no_batches() -> None:
    reader = read_batches(b"")
    assert list(reader) == []
    assert (reader.position, reader.partial_bytes) == (0, 0)


def test_a_partial_batch_at_the_end_is_counted_and_no_error() -> None:
    for cut in range(1, len(NEW)):
        reader = read_batches(ALL + NEW[:cut])
        assert len(list(reader)) == 3
        assert (reader.position, reader.partial_bytes) == (len(ALL), cut)


def test_the_position_of_what_cannot_be_a_batch() -> None:
    reader = read_batches(ALL + bytes(40))
    assert [next(reader).position for _ in range(3)] == [0, len(OLD[0]), len(OLD[0] + OLD[1])]
    for _ in range(2):
        with pytest.raises(CorruptBatch, match=f"position {len(ALL)}, base offset 0: its size field says 0"):
            next(reader)
        assert reader.position == len(ALL)


def test_headers_are_enough_to_iterate() -> None:
    data = bytearray(NEW + NEW)
    data[70] ^= 0xFF
    first, second = read_batches(bytes(data))
    assert (first.is_valid, second.is_valid) == (False, True)
    assert len(second.records()) == 2


def test_without_the_check_a_wrong_checksum_does_not_matter() -> None:
    for data in (*OLD, NEW):
        damaged = bytearray(data)
        damaged[-1 if data[16] < 2 else 20] ^= 1
        (batch,) = read_batches(damaged, check_crc=False)
        assert not batch.is_valid
        assert batch.records()
        (batch,) = read_batches(damaged)
        with pytest.raises(CorruptBatch):
            batch.records()


def test_split_gives_positions_and_sizes() -> None:
    sizes = [len(OLD[0]), len(OLD[1]), len(NEW)]
    assert split_batches(ALL + NEW[:30]) == [(0, sizes[0]), (sizes[0], sizes[1]), (sizes[0] + sizes[1], sizes[2])]
    assert split_batches(b"") == []
    with pytest.raises(CorruptBatch):
        split_batches(ALL + bytes(20))


def test_a_mapped_file_is_read_in_place(tmp_path: Path) -> None:
    file = tmp_path / "00000000000000000000.log"
    file.write_bytes(ALL)
    with file.open("rb") as handle, mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        view = memoryview(mapped)
        records = [record for batch in read_batches(view) for record in batch]
        assert [record.offset for record in records] == [0, 1, 2, 3]
        view.release()
