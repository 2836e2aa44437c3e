"""The helpers of the generated decoders, at their edges. Arrays are read in `tests/property/test_messages.py`."""

from __future__ import annotations

from uuid import UUID

import pytest

from kafkawire import (
    InvalidLength,
    InvalidTag,
    InvalidVarint,
    LimitExceeded,
    Truncated,
    UnexpectedNull,
    packing,
    wire,
)
from kafkawire.limits import Limits

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
    assert packing.uvarint(value) == data
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
    with pytest.raises(Truncated):
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
        data = packing.uvarint(size + 1) + b"x" * size
        assert wire.long_string(data, 1, data[0]) == ("x" * size, len(data))
        assert wire.long_string_or_null(data, 1, data[0]) == ("x" * size, len(data))
    with pytest.raises(InvalidLength, match="a string of 32768 bytes; 32767 is the most"):
        wire.long_string(packing.uvarint(32_769) + b"x" * 32_768, 1, 0x81)


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
    packing.put_uuids(parts.append, [UUID(bytes=raw[:16]), UUID(bytes=raw[16:])])
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
