from __future__ import annotations

import itertools
import struct
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.errors import RemoteProtocolError
from kafkawire.protocol.framing import FrameReader

payloads = st.lists(st.binary(max_size=40), max_size=8)
cuts = st.lists(st.integers(0, 400), max_size=12)


def stream_of(frames: list[bytes]) -> bytes:
    return b"".join(struct.pack(">i", len(frame)) + frame for frame in frames)


def pieces(stream: bytes, at: list[int]) -> list[bytes]:
    edges = [0, *sorted(min(cut, len(stream)) for cut in at), len(stream)]
    return [stream[a:b] for a, b in itertools.pairwise(edges)]


def read_all(reader: FrameReader, parts: list[bytes]) -> tuple[list[bytes], bool]:
    """All frames that come out, and whether the stream ended in an error."""
    frames: list[bytes] = []
    try:
        for part in parts:
            frames += reader.receive_data(part)
        reader.check()
    except RemoteProtocolError:
        return frames, True
    return frames, False


@given(payloads, cuts)
def test_any_split_of_the_stream_gives_the_same_frames(frames: list[bytes], at: list[int]) -> None:
    reader = FrameReader(40)
    assert read_all(reader, pieces(stream_of(frames), at)) == (frames, False)
    assert reader.buffered == 0


@given(payloads, cuts, st.integers(1, 3))
def test_so_many_frames_at_a_time_are_the_same_frames(frames: list[bytes], at: list[int], most: int) -> None:
    reader, found = FrameReader(40), list[bytes]()
    for piece in pieces(stream_of(frames), at):
        taken = reader.receive_data(piece, most)
        while taken:
            assert len(taken) <= most
            found += taken
            taken = reader.receive_data(b"", most) if reader.has_more else []
    assert (found, reader.buffered) == (frames, 0)


@given(payloads, cuts)
def test_new_bytes_bring_all_frames_that_were_left(frames: list[bytes], at: list[int]) -> None:
    reader, found = FrameReader(40), list[bytes]()
    for piece in pieces(stream_of(frames), at):
        found += reader.receive_data(piece, 1)
    while reader.has_more:
        found += reader.receive_data(b"", 1)
    assert (found, reader.buffered) == (frames, 0)


@given(payloads)
def test_who_reads_what_is_missing_gets_payloads_without_a_copy(frames: list[bytes]) -> None:
    reader = FrameReader()
    for frame in frames:
        assert reader.missing == 4
        found = reader.receive_data(struct.pack(">i", len(frame)))
        if frame:
            assert (found, reader.missing, reader.buffered) == ([], len(frame), 4)
            found = reader.receive_data(frame)
            assert found[0] is frame
        assert found == [frame]


@given(payloads, st.sampled_from([-1, -(2**31), 41, 2**31 - 1]), st.binary(max_size=20), cuts)
def test_frames_before_a_bad_size_come_out_whatever_the_split(
    frames: list[bytes], size: int, rest: bytes, at: list[int]
) -> None:
    stream = stream_of(frames) + struct.pack(">i", size) + rest
    assert read_all(FrameReader(40), pieces(stream, at)) == (frames, True)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_takes_any_kind_of_bytes_and_gives_bytes_of_its_own(kind: type[bytes]) -> None:
    reader = FrameReader(10)
    data = bytearray(stream_of([b"abc", b"de"]))
    frames = reader.receive_data(kind(data[:9])) + reader.receive_data(kind(data[9:]))
    data[:] = bytes(len(data))
    assert frames == [b"abc", b"de"]
    assert {type(frame) for frame in frames} == {bytes}


def test_a_frame_of_exactly_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert FrameReader(5).receive_data(stream_of([b"12345"])) == [b"12345"]
    with pytest.raises(RemoteProtocolError, match="announces 6 bytes"):
        FrameReader(5).receive_data(struct.pack(">i", 6))


def test_an_error_is_raised_again_by_every_later_call() -> None:
    reader = FrameReader(5)
    with pytest.raises(RemoteProtocolError):
        reader.receive_data(b"\xff\xff\xff\xff")
    with pytest.raises(RemoteProtocolError):
        reader.receive_data(b"")
    with pytest.raises(RemoteProtocolError):
        reader.check()


def test_the_error_shows_what_came_instead_of_a_size() -> None:
    with pytest.raises(RemoteProtocolError, match="b'HTTP'"):
        FrameReader().receive_data(b"HTTP/1.1 400 Bad Request")


def test_an_unfinished_frame_is_counted() -> None:
    reader = FrameReader()
    reader.receive_data(struct.pack(">i", 10) + b"abc")
    assert reader.buffered == 7


def test_no_bytes_change_nothing() -> None:
    payload = bytes(range(256)) * 400
    frame = struct.pack(">i", len(payload)) + payload
    reader = FrameReader(1_000_000)
    pieces = [b"", frame[:3], b"", frame[3:90_000], b"", frame[90_000:], b"", frame[:90_000], frame[90_000:]]
    assert [reader.receive_data(piece) for piece in pieces] == [[]] * 5 + [[payload], [], [], [payload]]


def test_an_announced_size_costs_no_memory() -> None:
    reader = FrameReader(2**31 - 1)
    reader.receive_data(struct.pack(">i", 2**31 - 1))
    assert sum(map(len, reader._parts)) == 4


def test_a_large_frame_in_small_pieces_is_not_looked_at_again_and_again() -> None:
    # 8 MB in pieces of 256 bytes: quadratic copying would move 130 GB.
    stream = stream_of([bytes(8_000_000)])
    reader = FrameReader()
    started = time.process_time()
    frames = [frame for at in range(0, len(stream), 256) for frame in reader.receive_data(stream[at : at + 256])]
    assert [len(frame) for frame in frames] == [8_000_000]
    assert time.process_time() - started < 2
