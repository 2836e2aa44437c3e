"""Decoding in every way there is gives what went in: quick runs, a straight loop, arrays, careful reading."""

from __future__ import annotations

import gc
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from kafkawire.errors import DecodeError, InvalidLength
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records import Record, decode, header_shapes, read_batches, write_batch
from kafkawire.records.careful import NAMES, read_record
from kafkawire.records.header_shapes import HeaderReader
from kafkawire.records.runs import read_run
from tests.fuzz.test_records_fuzz import batch_of
from tests.unit.records import reference
from tests.unit.records.shapes import batches, shapes

SHAPES = shapes()


def _read(data: bytes) -> list[Record]:
    (batch,) = read_batches(data)
    return batch.records()


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    records = SHAPES[name]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


@settings(deadline=None)  # the first one may import numpy, and machines differ
@given(batches)
def test_anything(records: list[Any]) -> None:
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


def test_keys_and_values_are_bytes_of_their_own() -> None:
    for record in _read(reference.batch(SHAPES["small/two"])):
        assert type(record.key) is bytes
        assert type(record.value) is bytes
        assert [type(value) for _, value in record.headers] == [bytes, bytes]


def test_overlong_varints_are_read_as_apache_kafka_does() -> None:
    rest = b"\0" + b"\x80\x80\x00" + b"\x80\x00" + b"\x82\x00k" + b"\x02v" + b"\x00"
    overlong = bytes((0x80 | 2 * len(rest), 0)) + rest
    for body in (overlong, reference.record(0, 0, b"k", b"v", [])):
        records = _read(batch_of(0, body * 30, 30))
        assert records == [Record(0, 0, b"k", b"v")] * 30


def test_a_run_ends_where_a_record_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def spy(*args: Any) -> Any:
        result = read_run(*args)
        taken.append(len(result[0]))
        return result

    monkeypatch.setattr(decode, "read_run", spy)
    records: list[Any] = [(i, 1, b"key", b"v" * (20 + (i == 45)), []) for i in range(60)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert sum(taken) > 35
    taken.clear()
    records = [(i, 1, b"key", b"v" * (i % 50), []) for i in range(60)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert sum(taken) == 0


def test_the_memo_of_header_names_is_bounded() -> None:
    records = [(i, 1, None, None, [(f"name-{i}", b"")]) for i in range(3000)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    long = [(0, 1, None, None, [("n" * 65, b"")])]
    assert _read(reference.batch(long)) == [Record(*long[0])]
    assert len(NAMES) <= 1024
    assert all(len(name) <= 64 for name in NAMES)


@pytest.fixture(params=["loop", "arrays"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Whether numpy is at hand; arrays are then taken for few records, too. The names of the ways that were gone."""
    if request.param == "loop":
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
        return []
    pytest.importorskip("numpy")
    monkeypatch.setattr(decode, "_WORTH_VECTORS", 1)
    gone: list[bool] = []
    by_vectors = decode._by_vectors

    def spy(*args: Any) -> Any:
        made = by_vectors(*args)
        gone.append(made is not None)
        return made

    monkeypatch.setattr(decode, "_by_vectors", spy)
    return gone


def _uneven(seed: int, count: int = 150) -> list[Any]:
    """Records of all kinds, nearly never two of one size in a row."""
    random = Random(seed)
    steps, headers = (0, 1, -3, 70, 9000, 2_000_000, 300_000_000), (None, b"", b"v", b"v" * 16, b"v" * 70)
    rows: list[Any] = []
    for number in range(count):
        key = random.choice([None, b"", b"k", random.randbytes(70)])
        value = random.choice(
            [
                None,
                b"",
                random.randbytes(random.choice([3, 60, 130, 9000, 1_100_000 if seed == 3 and number == 5 else 1])),
            ]
        )
        names = random.choices(["trace", "\u00e9", "", "n" * 70], k=random.choice([0, 0, 1, 2, 3]))
        rows.append((number, 10**12 + random.choice(steps), key, value, [(n, random.choice(headers)) for n in names]))
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_uneven_records(seed: int, way: list[bool]) -> None:
    records = _uneven(seed)
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert all(way)


@pytest.mark.parametrize(("count", "is_many"), [(300, False), (500, True)])
def test_arrays_are_taken_for_many_records(count: int, *, is_many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    taken: list[int] = []
    monkeypatch.setattr(decode, "parse_all", lambda *args: taken.append(len(args[2])))
    records = _uneven(1, count)
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert bool(taken) is is_many


@pytest.mark.parametrize("seed", range(4))
def test_damage_is_judged_as_by_the_careful_reader(seed: int, way: list[bool]) -> None:
    random = Random(seed)
    body = write_batch(_uneven(seed))[61:]
    for _ in range(100):
        data = bytearray(body)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(data))
            data[at] = random.choice([random.randrange(256), data[at] ^ 1, 0x80 | data[at], 0])
        cut = bytes(data[: random.choice([len(data), len(data), random.randrange(len(data))])])
        assert _verdict(decode.decode_records, cut, 150, 5, 10**12, None) == _verdict(_careful, cut, 150, 5, 10**12)


def _careful(buf: bytes, pos: int, end: int, count: int, base_offset: int, base_timestamp: int, limits: Any) -> Any:
    found = []
    for _ in range(count):
        pos, time, offset, key, value, headers = read_record(buf, pos, end, limits)
        found.append(Record(base_offset + offset, base_timestamp + time, key, value, headers))
    if pos != end:
        raise DecodeError
    return found


def _verdict(reader: Any, data: bytes, *args: Any) -> Any:
    try:
        return reader(data, 0, len(data), *args, DEFAULT_LIMITS)
    except DecodeError:
        return "refused"


def test_headers_of_one_size_and_other_names_are_told_apart(way: list[bool]) -> None:
    kinds: list[Any] = [
        [("ab", b"123")],
        [("ba", b"123")],
        [("a", b"1234")],
        [("ab", b"1"), ("", b"")],
        [("a", b""), ("b", b"")],
        [("b", b""), ("a", b"")],
        [("a", b"x" * 20), ("b", b"y"), ("c", b"")],
        [("c", b"x" * 20), ("b", b"y"), ("a", b"")],
    ]
    records = [(n, 1, b"k" * (n % 5), b"v", kinds[n % len(kinds)]) for n in range(400)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


def test_many_headers_and_few_of_nearly_the_same_size(way: list[bool]) -> None:
    kinds: list[Any] = [[("", b"")] * 65, [("", b"v" * 129)], [("", b"")] * 63, [("a", b"v" * 128)]]
    records = [(n, 1, b"k" * (n % 3), b"v", kinds[n % 4]) for n in range(400)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]


def test_few_shapes_of_headers_are_learned_from_a_batch_and_few_are_kept() -> None:
    header_shapes._SHAPES.clear()
    records: list[Any] = [(n, 1, None, None, [("name", b"v" * (n % 300))]) for n in range(640)]
    assert _read(reference.batch(records)) == [Record(*record) for record in records]
    assert 0 < len(header_shapes._SHAPES) <= 2 + 640 // 128
    for size in range(1500):
        name, value = b"n" * (1 + size % 60), b"v" * (size // 60)
        raw = bytes((2 * len(name),)) + name + bytes((2 * len(value),)) + value
        assert HeaderReader(1).read(raw, 0, len(raw), 1) == [(name.decode(), value)]
    assert len(header_shapes._SHAPES) <= 1024


def test_reading_objects_does_not_import_numpy() -> None:
    code = (
        "import sys; from kafkawire.records import read_batches, write_batch\n"
        "rows = [(n, 1, b'k' * (n % 7), b'v' * (n % 9), []) for n in range(2000)]\n"
        "(batch,) = read_batches(write_batch(rows)); assert len(batch.records()) == 2000\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("is_on", [True, False])
def test_the_garbage_collector_is_left_as_it_was(*, is_on: bool) -> None:
    records = _uneven(1, 800)
    data = bytearray(write_batch(records))
    broken = bytes(data[61:-1])
    (gc.enable if is_on else gc.disable)()
    try:
        assert len(_read(bytes(data))) == 800
        assert gc.isenabled() is is_on
        with pytest.raises(DecodeError):
            decode.decode_records(broken, 0, len(broken), 800, 0, 0, None, DEFAULT_LIMITS)
        assert gc.isenabled() is is_on
    finally:
        gc.enable()


def test_a_count_is_held_against_the_bytes_that_are_there_and_not_those_before_them() -> None:
    with pytest.raises(InvalidLength, match="20 records in 100 bytes"):
        decode.decode_records(bytes(1000), 900, 1000, 20, 0, 0, None, DEFAULT_LIMITS)
