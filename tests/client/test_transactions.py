"""What `read_committed` hides: the batches are given, the answers to them are stated."""

from __future__ import annotations

import gc

import pytest

from kafkawire.client.consumer.batches import read_fetched
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch
from kafkawire.messages.fetch_response import AbortedTransaction, PartitionData
from kafkawire.records import write_batch, write_end_txn_marker
from kafkawire.records.control import ControlRecordType, EndTxnMarker

COMMIT, ABORT = EndTxnMarker(ControlRecordType.COMMIT, 0), EndTxnMarker(ControlRecordType.ABORT, 0)


def data(offset: int, producer: int, *, transactional: bool = True) -> bytes:
    return write_batch([(offset, 1, None, b"v", ())], producer_id=producer, is_transactional=transactional)


def marker(offset: int, producer: int, kind: EndTxnMarker) -> bytes:
    return write_end_txn_marker(kind, producer_id=producer, producer_epoch=0, timestamp=1, base_offset=offset)


LOG = [
    data(0, 1),  # committed at 4
    data(1, 2),  # aborted at 3
    data(2, -1, transactional=False),
    marker(3, 2, ABORT),
    marker(4, 1, COMMIT),
    data(5, 2),  # the same producer's next transaction, committed at 6
    marker(6, 2, COMMIT),
    data(7, 1),  # aborted at 9
    data(8, 1, transactional=False),
    marker(9, 1, ABORT),
]
ABORTED = [AbortedTransaction(producer_id=1, first_offset=7), AbortedTransaction(producer_id=2, first_offset=1)]


@pytest.mark.parametrize(
    ("committed", "expected"), [(True, [0, 2, 5, 8]), (False, [0, 1, 2, 5, 7, 8])], ids=["committed", "uncommitted"]
)
def test_records_of_aborted_transactions_are_hidden_and_markers_always(committed: bool, expected: list[int]) -> None:
    part = PartitionData(aborted_transactions=ABORTED if committed else [], records=b"".join(LOG))
    batches = read_fetched(TopicPartition("t", 0), part, 0, read_committed=committed)
    assert [record.offset for batch in batches for record in batch.records()] == expected
    assert [batch.last_offset for batch in batches] == list(range(10))


def test_batches_before_the_offset_asked_for_are_left_out() -> None:
    part = PartitionData(records=b"".join(LOG))
    batches = read_fetched(TopicPartition("t", 0), part, 8, read_committed=False)
    assert [batch.last_offset for batch in batches] == [8, 9]


def test_a_broken_batch_at_the_offset_asked_for_raises_whatever_is_left_out_before_it() -> None:
    part = PartitionData(records=b"".join(LOG[:8]) + bytes(16) + b"\x07" + bytes(60))
    assert len(read_fetched(TopicPartition("t", 0), part, 7, read_committed=False)) == 1
    with pytest.raises(CorruptBatch, match=r"^t-0 at offset 8: "):
        read_fetched(TopicPartition("t", 0), part, 8, read_committed=False)


@pytest.mark.parametrize("enabled", [True, False])
def test_taking_many_records_leaves_the_garbage_collector_as_it_was(enabled: bool) -> None:
    tp = TopicPartition("t", 0)
    part = PartitionData(records=b"".join(data(offset, -1, transactional=False) for offset in range(3)))
    state = PartitionState(tp, 1 << 20, {})
    state.seek(0)
    state.put(read_fetched(tp, part, 0, read_committed=False), len(part.records or b""))
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        assert [record.offset for record in state.take(10_000)] == [0, 1, 2]
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()
