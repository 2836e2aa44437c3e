from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.errors import InvalidVarint, Truncated, ValueOutOfRange
from kafkawire.varint import read_uvarint, read_varint, read_varlong, write_uvarint, write_varint, write_varlong

UVARINTS = {
    0: "00",
    1: "01",
    127: "7f",
    128: "8001",
    300: "ac02",
    16383: "ff7f",
    16384: "808001",
    0xFFFFFFFF: "ffffffff0f",
}
VARINTS = {
    0: "00",
    -1: "01",
    1: "02",
    -64: "7f",
    63: "7e",
    64: "8001",
    -65: "8101",
    8191: "fe7f",
    8192: "808001",
    0x7FFFFFFF: "feffffff0f",
    -0x80000000: "ffffffff0f",
}
VARLONGS = VARINTS | {
    0x80000000: "8080808010",
    0x7FFFFFFFFFFFFFFF: "feffffffffffffffff01",
    -0x8000000000000000: "ffffffffffffffffff01",
}
KINDS = [
    (read_uvarint, write_uvarint, UVARINTS),
    (read_varint, write_varint, VARINTS),
    (read_varlong, write_varlong, VARLONGS),
]
CASES = [(read, write, value, text) for read, write, table in KINDS for value, text in table.items()]


@pytest.mark.parametrize(("read", "write", "value", "text"), CASES)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_values_at_their_edges(read, write, value, text, kind) -> None:  # type: ignore[no-untyped-def]
    raw = bytes.fromhex(text)
    assert write(value) == raw
    assert read(kind(b"\xaa" + raw + b"\xbb"), 1) == (value, 1 + len(raw))


@pytest.mark.parametrize(("read", "most"), [(read_uvarint, 5), (read_varint, 5), (read_varlong, 10)])
def test_overlong_encodings_are_read_up_to_the_widest(read, most) -> None:  # type: ignore[no-untyped-def]
    for size in range(2, most + 1):
        assert read(b"\x80" * (size - 1) + b"\x00", 0) == (0, size)
    with pytest.raises(InvalidVarint, match=f"more than {most} bytes"):
        read(b"\x80" * most + b"\x00", 0)
    with pytest.raises(InvalidVarint):
        read(b"\xff" * 20, 3)


def test_bits_beyond_the_width_are_dropped() -> None:
    assert read_uvarint(bytes.fromhex("ffffffff7f"), 0) == (0xFFFFFFFF, 5)
    assert read_varint(bytes.fromhex("808080807e"), 0) == (0x70000000, 5)
    assert read_varlong(bytes.fromhex("8080808080808080807e"), 0) == (0, 10)


@pytest.mark.parametrize("read", [read_uvarint, read_varint, read_varlong])
def test_the_end_of_the_data_is_truncation(read) -> None:  # type: ignore[no-untyped-def]
    for data in (b"", b"\x80", b"\xff\xff\xff\xff"):
        with pytest.raises(Truncated, match=f"after {len(data)} of"):
            read(data, 0)
    with pytest.raises(Truncated):
        read(b"\x00", 1)
    with pytest.raises(Truncated):
        read(b"\x00", -1)
    with pytest.raises(Truncated):
        read(b"\x80\x00", -1)


@pytest.mark.parametrize(
    ("write", "value"),
    [
        (write_uvarint, -1),
        (write_uvarint, 1 << 32),
        (write_varint, 1 << 31),
        (write_varint, -(1 << 31) - 1),
        (write_varlong, 1 << 63),
        (write_varlong, -(1 << 63) - 1),
        (write_uvarint, "1"),
        (write_varint, None),
        (write_varlong, b""),
        (write_uvarint, 1.5),
        (write_varint, 1.5),
        (write_varlong, 1.5),
    ],
)
def test_what_does_not_fit_is_not_written(write, value) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueOutOfRange):
        write(value)


@given(st.integers(0, 0xFFFFFFFF))
def test_uvarint_round_trip(value: int) -> None:
    raw = write_uvarint(value)
    assert read_uvarint(raw, 0) == (value, len(raw))


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_varlong_round_trip(value: int) -> None:
    raw = write_varlong(value)
    assert read_varlong(raw, 0) == (value, len(raw))
    if -(1 << 31) <= value < 1 << 31:
        assert write_varint(value) == raw
        assert read_varint(raw, 0) == (value, len(raw))
