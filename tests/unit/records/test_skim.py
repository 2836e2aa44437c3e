from __future__ import annotations

import subprocess
import sys
from random import Random
from types import ModuleType
from typing import Any

import pytest

from kafkawire.errors import DecodeError, InvalidLength, InvalidVarint, LimitExceeded, Truncated
from kafkawire.records import skim, write_batch
from kafkawire.records.skim import Skimmed, skim_records, walk
from kafkawire.records.vectors import numpy_at_hand

NOW = 1_700_000_000_000
HEAD = 61


@pytest.fixture(params=["loop", "arrays"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether numpy is at hand; arrays are then taken for few records, too. Whether they did, each time."""
    if request.param == "loop":
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
        return []
    pytest.importorskip("numpy")
    monkeypatch.setattr(skim, "WORTH_VECTORS", 1)
    gone: list[bool] = []
    by_vectors = skim._skim_by_vectors

    def spy(*args: Any) -> Skimmed | None:
        found = by_vectors(*args)
        gone.append(found is not None)
        return found

    monkeypatch.setattr(skim, "_skim_by_vectors", spy)
    return gone


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
def test_timestamps_and_order_are_those_of_the_records(seed: int, way: list[bool]) -> None:
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
    assert all(way)


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
def test_damage_is_judged_as_by_the_careful_reader(seed: int, way: list[bool]) -> None:
    random = Random(seed)
    body = write_batch(rows(seed, 120))[HEAD:]
    way.clear()
    for _ in range(100):
        data = bytearray(body)
        for _ in range(random.randint(1, 3)):
            data[random.randrange(len(data))] = random.randrange(256)
        cut = bytes(data[: random.choice([len(data), len(data), random.randrange(len(data))])])
        assert verdict(skim_records, cut) == verdict(lambda *args: careful(*args), cut)
    assert len(set(way)) in (0, 2)  # arrays were taken for some, and gave others up


@pytest.mark.parametrize("number", [0, 5, 30, 99])
def test_a_record_out_of_order_is_noticed_among_uneven_ones(number: int, way: list[bool]) -> None:
    records = [(n, NOW, b"k" * (n % 5), b"value", ()) for n in range(100)]
    body = write_batch(records)[HEAD:]
    assert skim_records(body, 0, len(body), 100).is_in_order
    records[number] = (number + 1, *records[number][1:])
    body = write_batch(records, base_offset=0, last_offset=99)[HEAD:]
    assert not skim_records(body, 0, len(body), 100).is_in_order
    assert all(way)


def test_a_missing_key_and_many_headers_are_noticed_among_uneven_records(way: list[bool]) -> None:
    records: list[Any] = [(n, NOW, b"k" * (n % 5), b"value", [("h", b"x")]) for n in range(100)]
    body = write_batch(records)[HEAD:]
    assert not skim_records(body, 0, len(body), 100, most_headers=100).lacks_key
    with pytest.raises(LimitExceeded):
        skim_records(body, 0, len(body), 100, most_headers=99)
    records[70] = (70, NOW, None, b"value", ())
    body = write_batch(records)[HEAD:]
    assert skim_records(body, 0, len(body), 100).lacks_key
    assert all(way)


def test_numpy_is_used_if_it_is_there_and_never_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    assert numpy_at_hand() is numpy
    monkeypatch.setattr(numpy.__spec__, "_initializing", True, raising=False)
    assert numpy_at_hand() is None
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    assert numpy_at_hand() is numpy
    monkeypatch.delitem(sys.modules, "numpy")
    assert numpy_at_hand() is None


def test_looking_through_records_does_not_import_numpy() -> None:
    code = (
        "import sys; from kafkawire.records import write_batch; from kafkawire.records.skim import skim_records\n"
        "body = write_batch([(n, 1, b'k' * (n % 7), b'v' * (n % 9), []) for n in range(2000)])[61:]\n"
        "assert skim_records(body, 0, len(body), 2000).is_in_order\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


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
