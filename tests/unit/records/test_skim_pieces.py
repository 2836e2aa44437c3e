"""Records that come in pieces are found to be what they are found to be at once, and held no longer than needed."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from kafkawire.errors import DecodeError, InvalidLength, LimitExceeded, Truncated
from kafkawire.limits import MIB
from kafkawire.records import write_batch
from kafkawire.records.careful import RecordShape
from kafkawire.records.skim import skim_records, walk
from kafkawire.records.skim_pieces import skim_pieces, walk_pieces
from kafkawire.varint import write_varint
from tests.unit.records.test_skim import HEAD, NOW, rows

LONG = 300_000


def cut(body: bytes, size: int) -> Iterator[bytes]:
    return (body[pos : pos + size] for pos in range(0, len(body), size))


def with_long(seed: int) -> list[Any]:
    """Records among which some are long in key, value or header."""
    random = Random(seed)
    found = rows(seed, 60)
    for at in random.sample(range(60), 4):
        number, time, _, _, _ = found[at]
        key, value, name = (random.choice([None, b"x", bytes(LONG)]) for _ in range(3))
        found[at] = (number, time, key, value or bytes(LONG), (("h", name), ("i" * random.choice([1, LONG]), None)))
    return found


def anywhere(shape: RecordShape) -> tuple[int, ...]:
    """A shape without its positions."""
    return shape.timestamp_delta, shape.offset_delta, shape.key_size, shape.value_size, shape.headers


@pytest.mark.parametrize("size", [31, 1000, 65536])
@pytest.mark.parametrize("seed", range(4))
def test_pieces_are_judged_as_the_whole(seed: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.records.skim_pieces._LEAST", 1)
    records = rows(seed, 100) if seed % 2 or size < 1000 else with_long(seed)
    body, count = write_batch(records)[HEAD:], len(records)
    assert skim_pieces(cut(body, size), count) == skim_records(body, 0, len(body), count)
    shapes = [anywhere(shape) for shape in walk_pieces(cut(body, size), count)]
    assert shapes == [anywhere(shape) for shape in walk(body, 0, len(body), count)]


@pytest.mark.parametrize("seed", range(4))
def test_damage_is_judged_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.records.skim_pieces._LEAST", 1)
    random = Random(seed)
    body = write_batch(rows(seed, 120))[HEAD:] if seed % 2 else write_batch(with_long(seed))[HEAD:]
    count = 120 if seed % 2 else 60
    for _ in range(40):
        data = bytearray(body)
        for _ in range(random.randint(1, 3)):
            data[random.randrange(len(data))] = random.randrange(256)
        bad = bytes(data[: random.choice([len(data), len(data), random.randrange(len(data))])])
        whole, pieces = verdicts(bad, count, random.choice([4096, 9999]))
        assert whole == pieces


def verdicts(data: bytes, count: int, size: int) -> tuple[Any, Any]:
    """What is found at once and in pieces. Where records end early one may be longer than what is left."""
    readers: list[Callable[[], Any]] = [
        lambda: skim_records(data, 0, len(data), count),
        lambda: skim_pieces(cut(data, size), count),
    ]
    found: list[Any] = []
    for reader in readers:
        try:
            found.append(reader())
        except DecodeError as exc:
            found.append(InvalidLength if isinstance(exc, Truncated) else type(exc))
    return found[0], found[1]


def test_what_is_left_over_is_noticed() -> None:
    body = write_batch([(0, NOW, b"k", b"v", ())])[HEAD:]
    for more in (b"x", bytes(LONG)):
        with pytest.raises(InvalidLength, match="left"):
            skim_pieces([body, more], 1)
    with pytest.raises(Truncated):
        skim_pieces([body], 2)


def test_a_long_record_is_not_held() -> None:
    size = 60 * MIB
    content = b"\0\0\0\1" + write_varint(size)
    head = write_varint(len(content) + size + 1) + content
    zeros = bytes(65536)
    tracemalloc.start()
    try:
        skim_pieces([head, *[zeros] * (size // len(zeros)), b"\0"], 1)
        assert tracemalloc.get_traced_memory()[1] < MIB
    finally:
        tracemalloc.stop()


def test_more_headers_than_readers_take_are_refused() -> None:
    content = b"\0\0\0\1\1" + write_varint(1_000_001) + b"\0\1" * 1_000_001
    body = write_varint(len(content)) + content
    with pytest.raises(LimitExceeded, match="1000001 headers"):
        skim_records(body, 0, len(body), 1)
    with pytest.raises(LimitExceeded, match="1000001 headers"):
        skim_pieces(cut(body, 65536), 1)


def test_one_may_ask_for_few_headers() -> None:
    records = [(n, NOW, b"k", b"v" * (n % 3), (("h", b"1"), ("i", b"2"))) for n in range(30)]
    body = write_batch(records)[HEAD:]
    assert skim_records(body, 0, len(body), 30, most_headers=60).is_in_order
    with pytest.raises(LimitExceeded):
        skim_records(body, 0, len(body), 30, most_headers=59)
