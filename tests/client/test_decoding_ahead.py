"""Small batches that are decoded together, where numpy is loaded, are handed out as if each were decoded by itself."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.client.consumer import batches as under_test
from kafkawire.client.consumer.batches import FetchedBatch, read_fetched
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaWireError
from kafkawire.messages.fetch_response import PartitionData
from kafkawire.records import ControlRecordType, EndTxnMarker, RecordBatch, write_batch, write_end_txn_marker

pytest.importorskip("numpy")

AT = 1_700_000_000_000
TP = TopicPartition("t", 0)
HEADERS: list[list[tuple[str, bytes | None]]] = [
    [],
    [],
    [("trace-id", b"0123456789abcdef")],
    [("ключ", None)],
    [("a", b""), ("b", b"x" * 300), ("b", None)],
    [(f"n{n}", b"x") for n in range(300)],
    [("long" * 500, b"v")],
]
KINDS = ("plain", "plain", "plain", "lz4", "zstd", "by broker", "marker", "old", "wide", "emptied", "before")


def _rows(rnd: random.Random, first: int, count: int, *, wide: bool) -> list[tuple[Any, ...]]:
    def blob() -> bytes | None:
        return None if rnd.random() < 0.2 else rnd.randbytes(rnd.choice((0, 5, 70, 9000 if wide else 100)))

    return [
        (first + i, AT + rnd.randrange(-9, 10**9), blob(), blob(), rnd.choice(HEADERS[: 7 if wide else 5]))
        for i in range(count)
    ]


def _sealed(batch: bytearray) -> bytes:
    batch[17:21] = pytest.importorskip("crc32c").crc32c(bytes(batch[21:])).to_bytes(4, "big")
    return bytes(batch)


def _batch(rnd: random.Random, kind: str, first: int, count: int) -> bytes:
    rows = _rows(rnd, first, count, wide=kind == "wide")
    if kind == "marker":
        marker = EndTxnMarker(ControlRecordType.COMMIT, 0)
        return write_end_txn_marker(marker, producer_id=1, producer_epoch=0, timestamp=AT, base_offset=first)
    if kind == "old":
        return write_batch([(*row[:4], ()) for row in rows], magic=1)
    codec = kind if kind in ("lz4", "zstd") else "none"
    batch = bytearray(write_batch(rows, compression=codec, base_offset=first, partition_leader_epoch=first % 3))
    if kind == "by broker":
        batch[22] |= 8
    if kind == "emptied":
        del batch[61:]
        batch[8:12], batch[57:61] = (61 - 12).to_bytes(4, "big"), bytes(4)
    if kind == "before":  # its records lie at other offsets than those it says it has
        batch[:8] = max(first - 50, 0).to_bytes(8, "big")
    return _sealed(batch)


def _handed_out(data: bytes, sizes: list[int], start: int, **how: Any) -> list[Any]:
    """All that an application sees of a partition, call by call, and where the partition stands after each."""
    state = PartitionState(TP, 1 << 20, {})
    state.seek(start)
    half = len(data) // 2 if how.pop("in_two", False) else len(data)
    for part in (PartitionData(records=memoryview(data)), PartitionData(records=data[half:])):
        try:
            fetched = read_fetched(TP, part, start, read_committed=False, **how)
        except KafkaWireError:
            fetched = []
        if fetched:
            state.put(fetched, len(part.records or b""))
    seen: list[Any] = []
    for size in (*sizes, *([10_000] * 3)):
        try:
            records: Any = [(type(record.headers), record) for record in state.take(size)]
        except KafkaWireError as error:
            records = (type(error), str(error))
        place = (state.position, state.buffered_bytes, state.held_bytes, state.open_epoch)
        seen.append((records, *place, state.epoch_at(state.position)))
    return seen


def _one_by_one(monkeypatch: pytest.MonkeyPatch, *args: Any, **how: Any) -> list[Any]:
    with monkeypatch.context() as patch:
        patch.setattr(under_test, "numpy_at_hand", lambda: None)
        patch.setitem(sys.modules, "numpy", None)
        return _handed_out(*args, **how)


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many records were decoded ahead, batch by batch."""
    kept: list[int] = []
    keep = FetchedBatch.keep

    def counted(batch: FetchedBatch, records: list[Any]) -> None:
        kept.append(len(records))
        keep(batch, records)

    monkeypatch.setattr(FetchedBatch, "keep", counted)
    return kept


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=6),
    damage=st.integers(0, 4),
    sizes=st.lists(st.sampled_from([1, 7, 199, 450, 900]), max_size=4),
    start=st.sampled_from([0, 0, 1, 30]),
    check_crc=st.booleans(),
    in_two=st.booleans(),
)
def test_the_application_sees_what_it_sees_without_numpy(
    seed: int, kinds: list[str], damage: int, sizes: list[int], start: int, check_crc: bool, in_two: bool
) -> None:
    rnd = random.Random(seed)
    data, offset = bytearray(), 0
    for _ in range(70):
        count = rnd.randrange(1, 25)
        data += _batch(rnd, rnd.choice(["plain", "plain", *kinds]), offset, count)
        offset += count
    for _ in range(damage):
        data[rnd.randrange(len(data))] = rnd.randrange(256)
    args = bytes(data), sizes, start
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_test, "_MANY_RECORDS", 200)
        wanted = _one_by_one(patch, *args, check_crc=check_crc, in_two=in_two)
        assert _handed_out(*args, check_crc=check_crc, in_two=in_two) == wanted


def _fetched(count: int, size: int, limit: int = 10_000) -> PartitionState:
    data = b"".join(
        write_batch([(size * n + i, AT, b"k%d" % i, b"v" * (i % 90), ()) for i in range(size)], base_offset=size * n)
        for n in range(count)
    )
    state = PartitionState(TP, 1 << 20, {})
    state.seek(0)
    state.put(read_fetched(TP, PartitionData(records=memoryview(data)), 0, read_committed=False), len(data))
    assert len(state.take(limit)) == min(limit, count * size)
    return state


def test_no_more_is_decoded_ahead_than_the_call_hands_out(together: list[int]) -> None:
    state = _fetched(250, 20, limit=2010)
    assert together == [20] * 100
    del together[:]
    assert len(state.take(10_000)) == 2990
    assert together == [20] * 149  # the rest of the batch that the first call began was decoded by then


@pytest.mark.parametrize(("count", "size", "limit"), [(23, 90, 10_000), (30, 66, 10_000), (150, 20, 1999)])
def test_few_are_decoded_batch_by_batch(count: int, size: int, limit: int, together: list[int]) -> None:
    _fetched(count, size, limit)
    assert together == []


def test_numpy_is_not_loaded_for_it(monkeypatch: pytest.MonkeyPatch, together: list[int]) -> None:
    monkeypatch.delitem(sys.modules, "numpy")
    _fetched(150, 20)
    assert together == []
    assert "numpy" not in sys.modules


def test_a_broken_batch_is_raised_behind_all_before_it(together: list[int]) -> None:
    data = bytearray()
    for n in range(150):
        data += write_batch([(20 * n + i, AT, b"k", b"v", ()) for i in range(20)], base_offset=20 * n)
    batch = RecordBatch(bytes(data), len(data) // 150 * 120)
    data[batch.position + batch.size_in_bytes - 1] ^= 1
    state = PartitionState(TP, 1 << 20, {})
    state.seek(0)
    state.put(read_fetched(TP, PartitionData(records=bytes(data)), 0, read_committed=False), len(data))
    assert len(state.take(10_000)) == 2400
    assert together == [20] * 120
    for _ in range(2):
        with pytest.raises(KafkaWireError, match=r"^t-0 at offset 0: "):
            state.take(10_000)
