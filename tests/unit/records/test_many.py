"""Many batches at once give what each gives by itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kafkawire.records import RecordBatch, read_batches, write_batch

np = pytest.importorskip("numpy")

AT = 1_700_000_000_000
NAMES = ("offsets", "timestamps", "key_lengths", "value_lengths", "header_counts")


def _records(rnd: random.Random, first: int, count: int) -> list[tuple[Any, ...]]:
    def blob(most: int) -> bytes | None:
        return None if rnd.random() < 0.1 else rnd.randbytes(rnd.randrange(most))

    headers = [("a", b"1"), ("ä", None), ("long" * 30, b"x" * 200)]
    return [
        (
            first + i,
            AT + rnd.randrange(-9, 10**9),
            blob(100),
            blob(300),
            rnd.sample(headers, rnd.choice([0, 0, 0, 1, 3])),
        )
        for i in range(count)
    ]


def _batches(seed: int, most: int) -> list[RecordBatch]:
    rnd, data, first = random.Random(seed), b"", 0
    for _ in range(60):
        count = rnd.randrange(1, most)
        codec = rnd.choice(["none", "lz4", "zstd"]) if seed % 3 else "none"
        data += write_batch(_records(rnd, first, count), compression=codec, base_offset=first)
        first += count
    return [batch for batch in read_batches(data) if isinstance(batch, RecordBatch)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most", [2, 12, 90])
def test_the_records_are_those_of_the_batches(seed: int, most: int) -> None:
    from kafkawire.records.many import columns_of_bodies, header_columns, open_batch

    batches = _batches(seed, most)
    columns = columns_of_bodies([open_batch(batch) for batch in batches])
    assert columns is not None
    each = [batch.columns() for batch in batches]
    for name in NAMES:
        assert getattr(columns, name).tolist() == [n for one in each for n in np.asarray(getattr(one, name)).tolist()]
    records = [record for batch in batches for record in batch.records()]
    assert [columns.key(i) for i in range(len(columns))] == [record.key for record in records]
    assert [columns.value(i) for i in range(len(columns))] == [record.value for record in records]
    starts, lengths, value_starts, value_lengths = (column.tolist() for column in header_columns(columns))
    found = [
        (bytes(columns.data[a : a + n]).decode(), None if m < 0 else columns.data[b : b + m])
        for a, n, b, m in zip(starts, lengths, value_starts, value_lengths, strict=True)
    ]
    assert found == [header for record in records for header in record.headers]


@pytest.mark.parametrize("sizes", [[300] * 5, [300, 364, 236], [1, 1, 1], [9000] * 3, [300, 300, 9000]])
@pytest.mark.parametrize("counts", [1, 4])
def test_records_of_one_size_and_those_that_only_seem_to_be(sizes: list[int], counts: int) -> None:
    from kafkawire.records.many import columns_of_bodies, open_batch

    values = [b"x" * size for size in sizes]
    written = [(n, AT, b"k", value, ()) for n, value in enumerate(values)]
    data = (write_batch(written) + write_batch([(9, AT, None, b"other", ())]) * (counts - 1)) * 30
    batches = [batch for batch in read_batches(data) if isinstance(batch, RecordBatch)]
    columns = columns_of_bodies([open_batch(batch) for batch in batches])
    assert columns is not None
    assert [columns.value(n) for n in range(len(columns))] == (values + [b"other"] * (counts - 1)) * 30


@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_batches_of_a_view_are_read_where_they_are(codec: str) -> None:
    from kafkawire.records.many import columns_of_bodies, header_columns, open_batch

    rnd = random.Random(1)
    data = b"".join(write_batch(_records(rnd, n, 5), compression=codec, base_offset=n) for n in range(0, 200, 5))
    view = memoryview(b"..." + data)[3:]
    found, wanted = (
        columns_of_bodies([open_batch(batch) for batch in read_batches(source) if isinstance(batch, RecordBatch)])
        for source in (view, data)
    )
    assert found is not None
    assert wanted is not None
    assert (found.data == view) is (codec == "none")
    pairs = zip(header_columns(found), header_columns(wanted), strict=True)
    assert all((a == b).all() for a, b in pairs)
    for index in range(200):
        assert (found.key(index), found.value(index)) == (wanted.key(index), wanted.value(index))
        assert found.headers(index) == wanted.headers(index)


def test_the_time_of_the_append_is_that_of_all_records_of_its_batch() -> None:
    from kafkawire.records.many import columns_of_bodies, open_batch

    data = bytearray(write_batch([(0, AT, b"k", b"v", []), (1, AT + 5, b"k", b"v", [])]))
    by_broker = bytearray(data)
    by_broker[22] |= 8
    by_broker[17:21] = pytest.importorskip("crc32c").crc32c(bytes(by_broker[21:])).to_bytes(4, "big")
    batches = [batch for batch in read_batches(bytes(data + by_broker)) if isinstance(batch, RecordBatch)]
    columns = columns_of_bodies([open_batch(batch) for batch in batches])
    assert columns is not None
    assert columns.timestamps.tolist() == [AT, AT + 5, AT + 5, AT + 5]


def test_batches_that_compaction_has_emptied_have_no_records() -> None:
    from kafkawire.records.many import Body, columns_of_bodies, open_batch

    (batch,) = read_batches(write_batch([(7, AT, b"k", b"v", [])], base_offset=7))
    assert isinstance(batch, RecordBatch)
    empty = RecordBatch(batch.data)
    empty.record_count = 0
    columns = columns_of_bodies([Body(empty, b"", 0, 0), open_batch(batch), Body(empty, b"", 0, 0)])
    assert columns is not None
    assert columns.offsets.tolist() == [7]
    nothing = columns_of_bodies([Body(empty, b"", 0, 0)])
    assert nothing is not None
    assert len(nothing) == 0


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_left_to_the_reading_of_single_batches(seed: int) -> None:
    from kafkawire.errors import DecodeError
    from kafkawire.records.many import Body, columns_of_bodies, open_batch

    rnd = random.Random(seed)
    bodies = [open_batch(batch) for batch in _batches(seed, 20)]
    broken = rnd.randrange(len(bodies))
    batch, data, start, end = bodies[broken]
    damaged = bytearray(data)
    for _ in range(3):
        damaged[rnd.randrange(start, end)] = rnd.randrange(256)
    bodies[broken] = Body(batch, bytes(damaged), start, end)
    columns = columns_of_bodies(bodies)
    if columns is None:
        return
    assert len(columns) == sum(body.batch.record_count for body in bodies)  # the damage hit contents, not structure
    from kafkawire.limits import DEFAULT_LIMITS
    from kafkawire.records.columns import columns_of_batch

    try:
        alone = columns_of_batch(
            bytes(damaged), start, end, batch.record_count, batch.base_offset, 0, None, DEFAULT_LIMITS
        )
    except DecodeError:
        pytest.fail("what one batch by itself refuses must not go through with many")
    first = sum(body.batch.record_count for body in bodies[:broken])
    assert columns.offsets[first : first + len(alone)].tolist() == alone.offsets.tolist()
