"""Of the bytes of a share fetch and its ranges of locked offsets: what is handed out, and what is said of the rest."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.share.acknowledgements import Acknowledgements, AcknowledgeType
from kafkawire.client.share.reading import Acquired, read_acquired
from kafkawire.errors import CorruptBatch, DecodeError, UnsupportedCodec
from kafkawire.messages.share_fetch_response import AcquiredRecords
from kafkawire.records import write_batch

TP = TopicPartition("t", 0)
GAP, ACCEPT, RELEASE, REJECT = (AcknowledgeType(n) for n in range(4))


def batch(first: int, count: int, **options: Any) -> bytes:
    return write_batch([(n, 0, None, b"%d" % n, []) for n in range(first, first + count)], **options)


def read(data: bytes, *ranges: tuple[int, int, int], **options: Any) -> Acquired:
    locked = [AcquiredRecords(first_offset=first, last_offset=last, delivery_count=n) for first, last, n in ranges]
    return read_acquired(TP, data, locked, **options)


def found(acquired: Acquired) -> list[tuple[int, int]]:
    return [(record.offset, record.delivery_count) for record in acquired.records]


def test_only_locked_records_of_a_batch_are_handed_out() -> None:
    acquired = read(batch(0, 10), (2, 3, 1), (7, 7, 4))
    assert found(acquired) == [(2, 1), (3, 1), (7, 4)]
    assert acquired.others == []
    assert acquired.errors == []


def test_locked_offsets_without_a_record_are_gaps() -> None:
    acquired = read(batch(3, 2) + batch(8, 1), (0, 20, 1))
    assert found(acquired) == [(3, 1), (4, 1), (8, 1)]
    assert acquired.others == [(0, 2, GAP), (5, 7, GAP), (9, 20, GAP)]


def test_no_range_is_spelled_out() -> None:
    acquired = read(b"", (0, 2**62, 1))
    assert acquired.others == [(0, 2**62, GAP)]


def test_a_broken_batch_is_rejected_as_far_as_it_is_locked() -> None:
    broken = bytearray(batch(5, 5))
    broken[-1] ^= 1
    acquired = read(batch(3, 2) + bytes(broken) + batch(10, 1), (3, 3, 1), (6, 10, 2))
    assert found(acquired) == [(3, 1), (10, 2)]
    assert acquired.others == [(6, 9, REJECT)]
    assert [type(error) for error in acquired.errors] == [CorruptBatch]


def test_locked_offsets_before_a_broken_batch_are_gaps() -> None:
    broken = bytearray(batch(5, 5))
    broken[-1] ^= 1
    assert read(bytes(broken), (2, 9, 1)).others == [(2, 4, GAP), (5, 9, REJECT)]


def test_checksums_are_only_compared_if_told_so() -> None:
    broken = bytearray(batch(0, 1))
    broken[17] ^= 1  # the checksum itself
    assert found(read(bytes(broken), (0, 0, 1), check_crc=False)) == [(0, 1)]
    assert found(read(bytes(broken), (0, 0, 1))) == []


def test_a_batch_in_an_unknown_compression_is_released() -> None:
    strange = bytearray(batch(0, 2))
    strange[22] |= 7
    acquired = read(bytes(strange), (0, 1, 1), check_crc=False)
    assert acquired.others == [(0, 1, RELEASE)]
    assert [type(error) for error in acquired.errors] == [UnsupportedCodec]


def test_what_cannot_be_found_any_more_is_released() -> None:
    lost = batch(0, 1) + struct.pack(">qi", 1, 3) + bytes(30)
    acquired = read(lost, (0, 4, 1))
    assert found(acquired) == [(0, 1)]
    assert acquired.others == [(1, 4, RELEASE)]
    assert len(acquired.errors) == 1


def test_what_is_cut_off_is_released_without_a_word() -> None:
    acquired = read(batch(0, 1) + batch(1, 3)[:-1], (0, 3, 1))
    assert found(acquired) == [(0, 1)]
    assert acquired.others == [(1, 3, RELEASE)]
    assert acquired.errors == []


@pytest.mark.parametrize("ranges", [[(3, 2, 1)], [(0, 4, 1), (4, 5, 1)], [(5, 6, 1), (0, 1, 1)], [(-1, 0, 1)]])
def test_ranges_that_contradict_each_other_are_an_error(ranges: list[tuple[int, int, int]]) -> None:
    with pytest.raises(DecodeError):
        read(b"", *ranges)


@pytest.mark.parametrize("cut", range(0, 140, 7))
def test_any_piece_gives_records_or_says_something_of_every_lock(cut: int) -> None:
    data = (batch(0, 2) + batch(2, 2))[:cut]
    acquired = read(data, (0, 3, 1))
    told = {offset for first, last, _ in acquired.others for offset in range(first, last + 1)}
    assert told | {offset for offset, _ in found(acquired)} == {0, 1, 2, 3}
    assert not told & {offset for offset, _ in found(acquired)}


def test_neighbours_of_one_type_go_out_as_one_range() -> None:
    acknowledgements = Acknowledgements(0.0)
    acknowledgements.types.update({1: ACCEPT, 2: ACCEPT, 0: ACCEPT, 3: REJECT, 7: REJECT})
    more = Acknowledgements(0.0)
    more.without_record += [(4, 5, GAP), (6, 6, GAP)]
    acknowledgements.merge(more)
    assert acknowledgements.ranges() == [(0, 2, ACCEPT), (3, 3, REJECT), (4, 6, GAP), (7, 7, REJECT)]
