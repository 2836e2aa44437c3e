from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.errors import DecodeError, InvalidLength, InvalidVarint, Truncated
from kafkawire.records import write_batch
from kafkawire.records.skim import Skimmed, skim_records, walk

NOW = 1_700_000_000_000
HEAD = 61


def rows(seed: int, count: int) -> list[Any]:
    """Records of all kinds, with runs of equal ones among them."""
    random = Random(seed)
    found: list[Any] = []
    while len(found) < count:
        key = random.choice([None, b"", b"k", b"key", b"k" * 70])
        size = random.choice([0, 1, 5, 100, 200, 9000])
        headers = random.choice([(), (), (("h", b"1"),), (("name", None), ("", b"x" * 70)), (("n" * 70, b""),)])
        for _ in range(random.choice([1, 1, 2, 40])):
            value = None if size == 5 else random.randbytes(size)
            found.append((len(found), NOW + random.choice([0, 0, 1, -70, 9000, 10**7]), key, value, headers))
    return found[:count]


@pytest.mark.parametrize("seed", range(12))
def test_timestamps_and_order_are_those_of_the_records(seed: int) -> None:
    records = rows(seed, Random(seed).choice([1, 2, 60, 70, 500]))
    body = write_batch(records)[HEAD:]
    deltas = [record[1] - records[0][1] for record in records]
    lacks_key = any(record[2] is None for record in records)
    expected = Skimmed(0, min(deltas), max(deltas), is_in_order=True, lacks_key=lacks_key)
    assert skim_records(body, 0, len(body), len(records)) == expected
    shapes = list(walk(body, 0, len(body), len(records)))
    assert [shape.timestamp_delta for shape in shapes] == deltas
    assert [shape.key_size for shape in shapes] == [-1 if r[2] is None else len(r[2]) for r in records]
    assert [shape.value_size for shape in shapes] == [-1 if r[3] is None else len(r[3]) for r in records]
    assert shapes[-1].stop == len(body)


def test_offsets_of_any_width_are_read() -> None:
    for first in (60, 8190, 1_048_570):
        records = [(first + n, NOW, b"k", b"v" * (n % 3), ()) for n in range(20)]
        body = write_batch(records, base_offset=0)[HEAD:]
        assert skim_records(body, 0, len(body), 20, first).is_in_order
        assert not skim_records(body, 0, len(body), 20, first + 1).is_in_order


@pytest.mark.parametrize("number", [0, 1, 30, 63, 64, 99])
def test_a_record_out_of_order_is_noticed_in_a_run_too(number: int) -> None:
    records = [(n, NOW, b"k", b"value", ()) for n in range(100)]
    records[number] = (number + 1, NOW, b"k", b"value", ())
    body = write_batch(records, base_offset=0, last_offset=99)[HEAD:]
    assert not skim_records(body, 0, len(body), 100).is_in_order


@pytest.mark.parametrize("seed", range(4))
def test_damage_is_judged_as_by_the_careful_reader(seed: int) -> None:
    random = Random(seed)
    body = write_batch(rows(seed, 120))[HEAD:]
    for _ in range(100):
        data = bytearray(body)
        for _ in range(random.randint(1, 3)):
            data[random.randrange(len(data))] = random.randrange(256)
        cut = bytes(data[: random.choice([len(data), len(data), random.randrange(len(data))])])
        assert verdict(skim_records, cut) == verdict(lambda *args: careful(*args), cut)


def careful(buf: bytes, pos: int, end: int, count: int) -> Skimmed:
    shapes = list(walk(buf, pos, end, count))
    deltas = [shape.timestamp_delta for shape in shapes]
    in_order = [shape.offset_delta for shape in shapes] == list(range(count))
    return Skimmed(deltas[0], min(deltas), max(deltas), in_order, any(shape.key_size < 0 for shape in shapes))


def verdict(reader: Any, data: bytes) -> Any:
    try:
        return reader(data, 0, len(data), 120)
    except DecodeError as exc:
        return type(exc)


@pytest.mark.parametrize(
    ("body", "count", "error"),
    [
        (b"", 1, Truncated),
        (b"\xff" * 30, 1, InvalidVarint),
        (b"\x01", 1, InvalidLength),
        (b"\x0e\0\0\0\2k\1\0", 2, Truncated),
        (b"\x0e\0\0\0\2k\1\0\0", 1, InvalidLength),
        (b"\x0e\0\0\0\3k\1\0", 1, InvalidLength),
        (b"\x0e\0\0\0\2k\1\1", 1, InvalidLength),
        (b"\x10\0\0\0\2k\1\2\1", 1, InvalidLength),
    ],
)
def test_what_does_not_add_up_is_refused(body: bytes, count: int, error: type[DecodeError]) -> None:
    with pytest.raises(error):
        skim_records(body, 0, len(body), count)
