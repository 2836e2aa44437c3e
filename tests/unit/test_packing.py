"""The helpers of the generated encoders, at their edges."""

from __future__ import annotations

import pytest

from kafkawire import EncodeError, FieldNotInVersion, ValueOutOfRange, packing
from kafkawire.messages import MetadataRequest


def test_a_tag_buffer_is_written_in_order() -> None:
    assert packing.write_tags({}) == b"\0"
    assert packing.write_tags({300: b"b", 5: b"a"}) == b"\x02\x05\x01a\xac\x02\x01b"
    assert packing.merge_tags({1: b"k"}, {0: b"u"}, (1,)) == b"\x02\x00\x01u\x01\x01k"
    assert packing.merge_tags({1: b"k"}, None, (1,)) == b"\x01\x01\x01k"


@pytest.mark.parametrize("tag", [-1, 2**31 - 1, 2**31])
def test_a_tag_that_cannot_be_is_not_written(tag: int) -> None:
    with pytest.raises(EncodeError):
        packing.write_tags({tag: b""})


def test_an_unknown_tag_with_the_number_of_a_field_is_not_written() -> None:
    with pytest.raises(EncodeError, match="unknown tag 1 has the number of a field"):
        packing.merge_tags({}, {1: b""}, (1,))


def test_compact_counts_of_any_size() -> None:
    for count in (0, 1, 126, 127, 128, 16_382, 16_383, 2_000_000):
        assert packing.COUNTS[count] == packing.uvarint(count + 1)
    assert 2_000_000 not in packing.COUNTS


def test_packers_by_length_stay_few() -> None:
    packers = packing.FieldPackers("S%dsi")
    for size in range(3000):
        text = b"x" * size
        assert packers[size](size + 1, text, 7) == packing.uvarint(size + 1) + text + b"\0\0\0\7"
    assert len(packers) <= 1024


def test_a_packer_of_a_long_string_refuses_one_that_is_too_long() -> None:
    packers = packing.FieldPackers("P%dsS%ds")
    blob = b"b" * 40_000
    assert packers[40_000, 3](40_001, blob, 4, b"abc") == packing.uvarint(40_001) + blob + b"\4abc"
    with pytest.raises(ValueOutOfRange, match="a string of 32768 bytes; 32767 is the most"):
        packers[2, 32_768](3, b"ab", 32_769, b"x" * 32_768)


def test_a_field_that_is_not_there_names_itself() -> None:
    with pytest.raises(FieldNotInVersion, match=r"^MetadataRequest\.topics$"):
        packing.absent(MetadataRequest(), "topics")


def test_strings_and_blobs_are_written_one_after_the_other() -> None:
    parts: list[bytes] = []
    packing.put_compact_strings(parts.append, ["a", "é" * 100])
    packing.put_legacy_strings(parts.append, ["a", ""])
    packing.put_compact_blobs(parts.append, [b"", b"xy"])
    packing.put_legacy_blobs(parts.append, [b"z"])
    assert b"".join(parts) == b"\x02a\xc9\x01" + "é".encode() * 100 + b"\0\1a\0\0" + b"\1\3xy" + b"\0\0\0\1z"
    with pytest.raises(ValueOutOfRange):
        packing.put_compact_strings(parts.append, ["x" * 32_768])


def test_prefixes_of_one_two_and_three_bytes_in_one_run() -> None:
    packers = packing.FieldPackers("hS%dsP%ds16sP%dix")
    text, raw, numbers = b"a" * 130, b"b" * 300, [7, -1]
    tail = bytes(16) + b"\x03" + b"\0\0\0\x07\xff\xff\xff\xff" + b"\0"
    packed = packers[130, 300, 2](5, 131, text, 301, raw, bytes(16), 3, *numbers)
    assert packed == b"\0\x05" + b"\x83\x01" + text + b"\xad\x02" + raw + tail
    packed = packers[126, 127, 2](5, 127, text[:126], 128, raw[:127], bytes(16), 3, *numbers)
    assert packed == b"\0\x05" + b"\x7f" + text[:126] + b"\x80\x01" + raw[:127] + tail
    raw = bytes(20_000)
    packed = packers[0, 20_000, 2](5, 0, b"", 20_001, raw, bytes(16), 3, *numbers)
    assert packed == b"\0\x05" + b"\0" + b"\xa1\x9c\x01" + raw + tail
