"""The helpers of the generated codecs, at their edges. How arrays are read is in `tests/property/test_messages.py`."""

from __future__ import annotations

from uuid import UUID

import pytest

from kafkawire import (
    EncodeError,
    FieldNotInVersion,
    InvalidLength,
    InvalidTag,
    InvalidVarint,
    LimitExceeded,
    Truncated,
    UnexpectedNull,
    ValueOutOfRange,
    wire,
)
from kafkawire.limits import Limits
from kafkawire.messages import MetadataRequest

VARINTS = [
    (0, "00"),
    (1, "01"),
    (127, "7f"),
    (128, "8001"),
    (300, "ac02"),
    (16_383, "ff7f"),
    (16_384, "808001"),
    (2_097_151, "ffff7f"),
    (2_097_152, "80808001"),
    (268_435_456, "8080808001"),
    (2**31 - 1, "ffffffff07"),
    (2**32 - 1, "ffffffff0f"),
]


@pytest.mark.parametrize(("value", "raw"), VARINTS)
def test_unsigned_varints_both_ways(value: int, raw: str) -> None:
    data = bytes.fromhex(raw)
    assert wire.uvarint(value) == data
    assert wire.read_uvarint(b"x" + data + b"y", 1) == (value, 1 + len(data))


@pytest.mark.parametrize(
    ("raw", "value"), [("8000", 0), ("ff00", 127), ("8180808000", 1), ("ffffffff7f", 2**32 - 1), ("8080808010", 0)]
)
def test_needlessly_long_varints_and_bits_beyond_32_are_taken_as_kafka_takes_them(raw: str, value: int) -> None:
    assert wire.read_uvarint(bytes.fromhex(raw), 0) == (value, len(raw) // 2)


def test_a_varint_of_six_bytes_is_refused() -> None:
    with pytest.raises(InvalidVarint):
        wire.read_uvarint(b"\x80\x80\x80\x80\x80\x01", 0)


@pytest.mark.parametrize("raw", ["", "80", "8080", "80808080"])
def test_a_varint_that_ends_runs_into_the_end(raw: str) -> None:
    with pytest.raises(IndexError):
        wire.read_uvarint(bytes.fromhex(raw), 0)


def test_a_uuid_made_past_the_constructor_is_like_any_other() -> None:
    raw = bytes(range(16))
    made = wire.make_uuid(raw)
    assert made == UUID(bytes=raw)
    assert (made.bytes, str(made), made.is_safe, hash(made)) == (
        raw,
        str(UUID(bytes=raw)),
        UUID(bytes=raw).is_safe,
        hash(UUID(bytes=raw)),
    )
    assert wire.make_uuid(bytes(16)) == wire.ZERO_UUID


def test_a_long_string_at_its_edges() -> None:
    for size in (127, 128, 16_382, 16_383, 32_767):
        data = wire.uvarint(size + 1) + b"x" * size
        assert wire.long_string(data, 1, data[0]) == ("x" * size, len(data))
        assert wire.long_string_or_null(data, 1, data[0]) == ("x" * size, len(data))
    with pytest.raises(InvalidLength, match="a string of 32768 bytes; 32767 is the most"):
        wire.long_string(wire.uvarint(32_769) + b"x" * 32_768, 1, 0x81)


def test_null_is_zero_however_long_it_is_written() -> None:
    assert wire.long_string_or_null(b"\0", 1, 0) == (None, 1)
    assert wire.long_string_or_null(b"\x80\x00", 1, 0x80) == (None, 2)
    for data in (b"\0", b"\x80\x00"):
        with pytest.raises(UnexpectedNull):
            wire.long_string(data, 1, data[0])


def test_a_short_string_in_a_long_length_is_read() -> None:
    data = b"\x83\x00ab"
    assert wire.long_string(data, 1, data[0]) == ("ab", 4)
    assert wire.long_string_or_null(data, 1, data[0]) == ("ab", 4)


def test_legacy_lengths_below_zero() -> None:
    with pytest.raises(UnexpectedNull):
        wire.refuse_length(-1)
    with pytest.raises(InvalidLength):
        wire.refuse_length(-2)
    assert wire.null_or_refuse(-1) is None
    with pytest.raises(InvalidLength):
        wire.null_or_refuse(-2)


def test_strings_and_blobs_one_after_the_other() -> None:
    assert wire.compact_strings(b"\x02a\x01\x03bc", 0, 3) == (["a", "", "bc"], 6)
    assert wire.legacy_strings(b"\0\1a\0\0\0\2bc", 0, 3) == (["a", "", "bc"], 9)
    assert wire.compact_blobs(b"\x02a\x01\x03bc", 0, 3) == ([b"a", b"", b"bc"], 6)
    assert wire.legacy_blobs(b"\0\0\0\1a\0\0\0\0", 0, 2) == ([b"a", b""], 9)
    long = b"x" * 200
    assert wire.compact_strings(b"\xc9\x01" + long, 0, 1) == (["x" * 200], 202)
    assert wire.compact_blobs(b"\xc9\x01" + long, 0, 1) == ([long], 202)


@pytest.mark.parametrize("data", [b"\0", b"\x80\0"])
def test_a_null_among_strings_or_blobs_is_refused(data: bytes) -> None:
    with pytest.raises(UnexpectedNull):
        wire.compact_strings(data, 0, 1)
    with pytest.raises(UnexpectedNull):
        wire.compact_blobs(data, 0, 1)


def test_a_legacy_null_among_strings_or_blobs_is_refused() -> None:
    with pytest.raises(UnexpectedNull):
        wire.legacy_strings(b"\xff\xff", 0, 1)
    with pytest.raises(UnexpectedNull):
        wire.legacy_blobs(b"\xff\xff\xff\xff", 0, 1)


def test_uuids_one_after_the_other() -> None:
    raw = bytes(range(32))
    assert wire.read_uuids(b"x" + raw, 1, 2) == ([UUID(bytes=raw[:16]), UUID(bytes=raw[16:])], 33)
    with pytest.raises(Truncated):
        wire.read_uuids(raw, 1, 2)
    parts: list[bytes] = []
    wire.put_uuids(parts.append, [UUID(bytes=raw[:16]), UUID(bytes=raw[16:])])
    assert b"".join(parts) == raw


def context(**limits: int) -> wire.Context:
    return wire.new_context(b"", Limits(**limits))


def test_unknown_tags_are_cut_out_as_they_are() -> None:
    data = b"\x02" + b"\x05\x01a" + b"\x80\x01\x02bc" + b"rest"
    assert wire.unknown_tags(data, 1, len(data), data[0], context()) == ({5: b"a", 128: b"bc"}, 9)
    assert wire.unknown_tags(data, 1, len(data), data[0], None) == ({5: b"a", 128: b"bc"}, 9)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"\x02\x05\x00\x05\x00", InvalidTag),
        (b"\x02\x05\x00\x04\x00", InvalidTag),
        (b"\x01\x05\x02a", InvalidLength),
        (b"\x02\x05\x00\x06", InvalidLength),
        (b"\x01\x09\x00", InvalidTag),
        (b"\x05" + bytes(20), LimitExceeded),
    ],
)
def test_bad_tags_are_refused(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        wire.unknown_tags(data, 1, len(data), data[0], context(max_tagged_fields=4), (9,))


def test_a_known_tag_takes_what_was_announced() -> None:
    wire.check_tag_size(3, 10, 10)
    with pytest.raises(InvalidTag, match="tag 3 takes more bytes than announced"):
        wire.check_tag_size(3, 11, 10)
    with pytest.raises(InvalidTag, match="tag 3 takes fewer bytes than announced"):
        wire.check_tag_size(3, 9, 10)


def test_a_tag_buffer_is_written_in_order() -> None:
    assert wire.write_tags({}) == b"\0"
    assert wire.write_tags({300: b"b", 5: b"a"}) == b"\x02\x05\x01a\xac\x02\x01b"
    assert wire.merge_tags({1: b"k"}, {0: b"u"}, (1,)) == b"\x02\x00\x01u\x01\x01k"
    assert wire.merge_tags({1: b"k"}, None, (1,)) == b"\x01\x01\x01k"


@pytest.mark.parametrize("tag", [-1, 2**31 - 1, 2**31])
def test_a_tag_that_cannot_be_is_not_written(tag: int) -> None:
    with pytest.raises(EncodeError):
        wire.write_tags({tag: b""})


def test_an_unknown_tag_with_the_number_of_a_field_is_not_written() -> None:
    with pytest.raises(EncodeError, match="unknown tag 1 has the number of a field"):
        wire.merge_tags({}, {1: b""}, (1,))


def test_compact_counts_of_any_size() -> None:
    for count in (0, 1, 126, 127, 128, 16_382, 16_383, 2_000_000):
        assert wire.COUNTS[count] == wire.uvarint(count + 1)
    assert 2_000_000 not in wire.COUNTS


def test_packers_by_length_stay_few() -> None:
    shapes = wire.Shapes("S%dsi")
    for size in range(3000):
        text = b"x" * size
        assert shapes[size](size + 1, text, 7) == wire.uvarint(size + 1) + text + b"\0\0\0\7"
    assert len(shapes) <= 1024


def test_a_packer_of_a_long_string_refuses_one_that_is_too_long() -> None:
    shapes = wire.Shapes("P%dsS%ds")
    blob = b"b" * 40_000
    assert shapes[40_000, 3](40_001, blob, 4, b"abc") == wire.uvarint(40_001) + blob + b"\4abc"
    with pytest.raises(ValueOutOfRange, match="a string of 32768 bytes; 32767 is the most"):
        shapes[2, 32_768](3, b"ab", 32_769, b"x" * 32_768)


def test_a_field_that_is_not_there_names_itself() -> None:
    with pytest.raises(FieldNotInVersion, match=r"^MetadataRequest\.topics$"):
        wire.absent(MetadataRequest(), "topics")


def test_strings_and_blobs_are_written_one_after_the_other() -> None:
    parts: list[bytes] = []
    wire.put_compact_strings(parts.append, ["a", "é" * 100])
    wire.put_legacy_strings(parts.append, ["a", ""])
    wire.put_compact_blobs(parts.append, [b"", b"xy"])
    wire.put_legacy_blobs(parts.append, [b"z"])
    assert b"".join(parts) == b"\x02a\xc9\x01" + "é".encode() * 100 + b"\0\1a\0\0" + b"\1\3xy" + b"\0\0\0\1z"
    with pytest.raises(ValueOutOfRange):
        wire.put_compact_strings(parts.append, ["x" * 32_768])
