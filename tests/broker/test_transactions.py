"""The transaction coordinator over a log directory and a clock that stands still.

Codes and epochs are what Apache Kafka 4.3 answers to the same requests (`tests/interop/scenarios/transactions.py`).
"""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import pytest

from kafkawire.broker import ManualClock
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.metadata.internal_topic import partition_of
from kafkawire.broker.node.node import Node
from kafkawire.broker.transactions.records import entry, read_entry
from kafkawire.broker.transactions.state import TRANSACTION_V2, Producer, State, TopicPartition, Transaction
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError
from kafkawire.messages import TransactionLogValue
from kafkawire.records import write_batch
from tests.broker.test_recovery import node_on
from tests.broker.wire import NOW_MS

OPTIONS = {"transaction.state.log.num.partitions": "3", "offsets.topic.num.partitions": "2"}
PLACE = ("t", 0)
LAST = 32766
"""The last epoch that a producer gets."""


def new_node(files: MemoryFiles | None = None, **options: str) -> Node:
    node = node_on(files or MemoryFiles(), **{**OPTIONS, **options})
    if node.topics.get("t") is None:
        node.controller.create("t", 2, {}, NOW_MS)
    return node


def clock_of(node: Node) -> ManualClock:
    assert isinstance(node.clock, ManualClock)
    return node.clock


def refused(error: ErrorCode) -> AbstractContextManager[object]:
    return pytest.raises(KafkaError, match=rf"^{error.name} \(")


def write(node: Node, producer: Producer, value: bytes, sequence: int = 0, place: TopicPartition = PLACE) -> int:
    log = node.topics.log(*place)
    assert log is not None
    records = [(0, NOW_MS, None, value, ())]
    producer_id, epoch = producer
    batch = write_batch(
        records, producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence, is_transactional=True
    )
    return log.append(batch, NOW_MS).base_offset


def begin(node: Node, name: str = "tx", *, today: bool = True, value: bytes = b"v") -> Producer:
    """A producer with an open transaction that has written one record."""
    producer = node.transactions.init_producer(name, 60_000)
    node.transactions.add_partitions(name, producer, frozenset({PLACE}), TRANSACTION_V2 if today else 0)
    write(node, producer, value)
    return producer


def stands(node: Node, name: str = "tx") -> Transaction:
    found = node.transactions.get(name)
    assert found is not None
    return found


def stable(node: Node) -> tuple[int, int]:
    """Last stable offset and end of the partition."""
    log = node.topics.log(*PLACE)
    assert log is not None
    return log.last_stable_offset(), log.end_offset


def break_markers(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise OSError("no space left on device")

    monkeypatch.setattr(node.markers, "write", fail)


# Epochs


def test_each_begin_of_a_producer_has_the_next_epoch() -> None:
    init = new_node().transactions.init_producer
    first = init("tx", 60_000)
    assert [init("tx", 60_000) for _ in range(3)] == [(first[0], epoch) for epoch in (1, 2, 3)]
    assert init("other", 60_000)[0] != first[0]


def test_a_producer_that_goes_on_says_who_it_was() -> None:
    init = new_node().transactions.init_producer
    number, _ = init("tx", 60_000)
    init("tx", 60_000)
    assert init("tx", 60_000, (number, 1)) == (number, 2)
    assert init("tx", 60_000, (number, 1)) == (number, 2), "the answer was lost: the same again"
    for fenced in ((number, 0), (number, 7), (number + 1, 2), (number, LAST)):
        with refused(ErrorCode.PRODUCER_FENCED):
            init("tx", 60_000, fenced)
    assert init("new", 60_000, (number, 2))[1] == 0, "nobody was here before who could be fenced"


@pytest.mark.parametrize("timeout_ms", [0, -1, 900_001])
def test_a_timeout_must_be_one(timeout_ms: int) -> None:
    with refused(ErrorCode.INVALID_TRANSACTION_TIMEOUT):
        new_node().transactions.init_producer("tx", timeout_ms)


def test_an_empty_name_is_none() -> None:
    transactions = new_node().transactions
    with refused(ErrorCode.INVALID_REQUEST):
        transactions.init_producer("", 60_000)
    with refused(ErrorCode.INVALID_REQUEST):
        transactions.end("", (0, 0), is_commit=True)
    with refused(ErrorCode.INVALID_REQUEST):
        transactions.add_partitions("", (0, 0), frozenset({PLACE}))


def _at_epoch(node: Node, epoch: int) -> Producer:
    """A producer that has come that far."""
    number, _ = node.transactions.init_producer("tx", 60_000)
    node.transactions._save("tx", replace(stands(node), producer_epoch=epoch))
    return number, epoch


def test_after_the_last_epoch_comes_a_new_producer_id() -> None:
    node = new_node()
    number, _ = _at_epoch(node, LAST)
    fresh = node.transactions.init_producer("tx", 60_000)
    assert fresh[0] != number
    assert fresh[1] == 0


def test_the_end_with_the_last_epoch_brings_a_new_producer_id() -> None:
    node = new_node()
    old = _at_epoch(node, LAST)
    node.transactions.add_partitions("tx", old, frozenset({PLACE}), TRANSACTION_V2)
    write(node, old, b"v")
    fresh = node.transactions.end("tx", old, is_commit=True, client_version=TRANSACTION_V2)
    assert fresh[0] != old[0]
    assert fresh[1] == 0
    assert stable(node) == (2, 2)
    assert node.transactions.end("tx", old, is_commit=True, client_version=TRANSACTION_V2) == fresh, "asked twice"
    assert node.transactions.init_producer("tx", 60_000, old) == fresh, "and it may go on from either"
    with refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING):
        node.transactions.end("tx", (old[0], LAST - 1), is_commit=True, client_version=TRANSACTION_V2)


def test_fencing_the_last_epoch_leaves_the_producer_id_to_who_comes_next() -> None:
    node = new_node()
    old = _at_epoch(node, LAST)
    node.transactions.add_partitions("tx", old, frozenset({PLACE}), TRANSACTION_V2)
    write(node, old, b"v")
    with refused(ErrorCode.CONCURRENT_TRANSACTIONS):
        node.transactions.init_producer("tx", 60_000)
    assert stands(node).producer == (old[0], LAST + 1)
    assert node.transactions.init_producer("tx", 60_000)[0] != old[0]


def test_who_was_too_late_with_the_last_epoch_goes_on_with_a_new_producer_id() -> None:
    node = new_node()
    old = _at_epoch(node, LAST)
    node.transactions.add_partitions("tx", old, frozenset({PLACE}), TRANSACTION_V2)
    clock_of(node).advance(61)
    node.transactions.look_after()
    fresh = node.transactions.init_producer("tx", 60_000, old)
    assert (fresh[0] != old[0], fresh[1]) == (True, 0)


# The end


@pytest.mark.parametrize("is_commit", [True, False])
def test_the_end_brings_a_new_epoch_and_what_comes_late_is_refused(*, is_commit: bool) -> None:
    node = new_node()
    producer = number, epoch = begin(node)
    assert stable(node) == (0, 1)
    assert node.transactions.end("tx", producer, is_commit=is_commit, client_version=TRANSACTION_V2) == (
        number,
        epoch + 1,
    )
    assert stands(node).state is (State.COMPLETE_COMMIT if is_commit else State.COMPLETE_ABORT)
    assert stable(node) == (2, 2)
    with refused(ErrorCode.INVALID_PRODUCER_EPOCH):
        write(node, producer, b"late", 1)
    log = node.topics.log(*PLACE)
    assert log is not None
    found = log.read(0, 1 << 20)
    assert found is not None
    assert len(log.aborted(0, found)) == (not is_commit)


def test_who_ends_twice_is_told_the_same_and_never_the_other() -> None:
    node = new_node()
    producer = begin(node)
    end = node.transactions.end
    after = end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
    assert end("tx", producer, is_commit=True, client_version=TRANSACTION_V2) == after
    with refused(ErrorCode.INVALID_TXN_STATE):
        end("tx", producer, is_commit=False, client_version=TRANSACTION_V2)
    with refused(ErrorCode.INVALID_TXN_STATE):  # with the new epoch it is another transaction, which has not begun
        end("tx", after, is_commit=True, client_version=TRANSACTION_V2)
    assert end("tx", after, is_commit=False, client_version=TRANSACTION_V2) == (after[0], after[1] + 1)
    for wrong in ((after[0], after[1] - 1), (after[0], after[1] + 2)):
        with refused(ErrorCode.PRODUCER_FENCED):
            end("tx", wrong, is_commit=True, client_version=TRANSACTION_V2)


def test_producers_of_old_keep_their_epoch() -> None:
    node = new_node()
    producer = begin(node, today=False)
    end = node.transactions.end
    assert end("tx", producer, is_commit=True) == producer
    assert end("tx", producer, is_commit=True) == producer
    with refused(ErrorCode.INVALID_TXN_STATE):
        end("tx", producer, is_commit=False)
    node.transactions.add_partitions("tx", producer, frozenset({PLACE}))
    write(node, producer, b"next", 1)
    assert end("tx", producer, is_commit=False) == producer
    assert stable(node) == (4, 4)


def test_what_has_not_begun_cannot_be_ended() -> None:
    node = new_node()
    producer = node.transactions.init_producer("tx", 60_000)
    for is_commit in (True, False):
        with refused(ErrorCode.INVALID_TXN_STATE):
            node.transactions.end("tx", producer, is_commit=is_commit)
    with refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING):
        node.transactions.end("nobody", producer, is_commit=True)
    with refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING):
        node.transactions.end("tx", (producer[0] + 1, 0), is_commit=True)
    with refused(ErrorCode.PRODUCER_FENCED):
        node.transactions.end("tx", (producer[0], 1), is_commit=True)


def test_partitions_are_added_and_verified_for_the_producer_alone() -> None:
    transactions = new_node().transactions
    producer = transactions.init_producer("tx", 60_000)
    transactions.add_partitions("tx", producer, frozenset({PLACE}))
    assert transactions.verify("tx", producer, frozenset({PLACE, ("t", 1)})) == {PLACE}
    for step in (transactions.add_partitions, transactions.verify):
        with refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING):
            step("nobody", producer, frozenset({PLACE}))
        with refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING):
            step("tx", (producer[0] + 1, 0), frozenset({PLACE}))
        with refused(ErrorCode.PRODUCER_FENCED):
            step("tx", (producer[0], 1), frozenset({PLACE}))


# Time


def test_a_second_producer_aborts_what_the_first_left_open() -> None:
    node = new_node()
    first = begin(node)
    with refused(ErrorCode.CONCURRENT_TRANSACTIONS):
        node.transactions.init_producer("tx", 60_000)
    assert stands(node).state is State.COMPLETE_ABORT
    assert stable(node) == (2, 2)
    assert node.transactions.init_producer("tx", 60_000) == (first[0], first[1] + 2)
    with refused(ErrorCode.PRODUCER_FENCED):
        node.transactions.end("tx", first, is_commit=True, client_version=TRANSACTION_V2)


def test_a_transaction_that_takes_too_long_is_aborted_and_its_producer_may_go_on() -> None:
    node = new_node()
    producer = begin(node)
    clock_of(node).advance(60)
    node.transactions.look_after()
    assert stands(node).state is State.ONGOING, "a minute is allowed"
    clock_of(node).advance(0.001)
    node.transactions.look_after()
    assert stands(node).state is State.COMPLETE_ABORT
    assert stable(node) == (2, 2)
    with refused(ErrorCode.INVALID_TXN_STATE):
        node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
    after = (producer[0], producer[1] + 1)
    assert node.transactions.end("tx", producer, is_commit=False, client_version=TRANSACTION_V2) == after
    assert node.transactions.init_producer("tx", 60_000, producer) == after


def test_unused_names_are_forgotten_for_good() -> None:
    files = MemoryFiles()
    node = new_node(files, **{"transactional.id.expiration.ms": "1000"})
    begin(node, "open")
    node.transactions.init_producer("unused", 60_000)
    clock_of(node).advance(0.999)
    node.transactions.forget_unused()
    assert node.transactions.get("unused") is not None
    clock_of(node).advance(0.001)
    node.transactions.forget_unused()
    assert [name for name, _ in node.transactions] == ["open"]
    assert [name for name, _ in new_node(files).transactions] == ["open"]


# Crashes


def test_everything_but_the_last_epoch_is_known_after_a_crash() -> None:
    files = MemoryFiles()
    node = new_node(files)
    for name in ("open", "done", "new"):
        producer = begin(node, name) if name != "new" else node.transactions.init_producer(name, 60_000)
        if name == "done":
            node.transactions.end(name, producer, is_commit=True, client_version=TRANSACTION_V2)
    before = {name: replace(found, last_producer_epoch=-1) for name, found in node.transactions}
    assert dict(new_node(files).transactions) == before
    assert len(before) == 3


@pytest.mark.parametrize("is_commit", [True, False])
def test_what_was_decided_before_a_crash_is_done_after_it(monkeypatch: pytest.MonkeyPatch, *, is_commit: bool) -> None:
    files = MemoryFiles()
    node = new_node(files)
    producer = begin(node)
    node.groups.offsets.commit_in_transaction("g", producer, {("t", 1): Committed(7, -1, "", NOW_MS)})
    node.transactions.add_partitions(
        "tx", producer, frozenset({("__consumer_offsets", node.groups.topic.partition_of("g"))})
    )
    break_markers(node, monkeypatch)
    node.transactions.end("tx", producer, is_commit=is_commit, client_version=TRANSACTION_V2)
    assert stands(node).state.is_prepared
    assert stable(node) == (0, 1)

    again = new_node(files)
    assert stands(again).state is (State.COMPLETE_COMMIT if is_commit else State.COMPLETE_ABORT)
    assert stable(again) == (2, 2)
    assert {place: at.offset for place, at in again.groups.offsets.of("g").items()} == (
        {("t", 1): 7} if is_commit else {}
    )
    assert stable(new_node(files)) == (2, 2), "and not once more at the next start"


def test_while_markers_cannot_be_written_the_decision_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    node = new_node()
    producer = begin(node)
    with monkeypatch.context() as broken:
        break_markers(node, broken)
        after = node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
        with refused(ErrorCode.CONCURRENT_TRANSACTIONS):
            node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
        with refused(ErrorCode.INVALID_TXN_STATE):
            node.transactions.end("tx", producer, is_commit=False, client_version=TRANSACTION_V2)
        for step in (
            lambda: node.transactions.init_producer("tx", 60_000),
            lambda: node.transactions.add_partitions("tx", after, frozenset({PLACE}), TRANSACTION_V2),
            lambda: node.transactions.verify("tx", after, frozenset({PLACE})),
        ):
            with refused(ErrorCode.CONCURRENT_TRANSACTIONS):
                step()
        node.transactions.look_after()
        assert stable(node) == (0, 1)
    node.transactions.look_after()
    assert stands(node).state is State.COMPLETE_COMMIT
    assert stable(node) == (2, 2)


def test_a_marker_is_written_once_however_often_another_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    node = new_node()
    other = ("t", 1)
    producer = begin(node)
    node.transactions.add_partitions("tx", producer, frozenset({other}), TRANSACTION_V2)
    right = node.markers.write

    def fail(place: TopicPartition, *args: Any, **options: Any) -> bool:
        if place == other:
            raise OSError("no space left on device")
        return right(place, *args, **options)

    with monkeypatch.context() as broken:
        broken.setattr(node.markers, "write", fail)
        node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
        for _ in range(3):
            node.transactions.look_after()
        assert stands(node).state is State.PREPARE_COMMIT
        assert stable(node) == (2, 2)
    node.transactions.look_after()
    assert stands(node).state is State.COMPLETE_COMMIT
    assert [node.reconciler.logs()[place].end_offset for place in (PLACE, other)] == [2, 1]


def test_a_full_disk_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    node = new_node()
    producer = begin(node)
    before = stands(node)

    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(node.transactions._store, "write", fail)
    with refused(ErrorCode.COORDINATOR_NOT_AVAILABLE):
        node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
    with refused(ErrorCode.COORDINATOR_NOT_AVAILABLE):
        node.transactions.init_producer("tx", 60_000)
    clock_of(node).advance(61)
    node.transactions.look_after()
    assert stands(node) == before


@pytest.mark.parametrize(("options", "is_flushed"), [({"flush.messages": "1"}, True), ({}, False)])
def test_where_records_outlive_a_loss_of_power_their_transaction_does(
    options: dict[str, str], *, is_flushed: bool
) -> None:
    node = new_node()
    topic = node.topics.get("t")
    assert topic is not None
    node.controller.alter(topic, options, NOW_MS)
    producer = begin(node)
    log = node.reconciler.logs()["__transaction_state", partition_of("tx", 3)]
    assert (log.recovery_point == log.end_offset) == is_flushed
    node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
    assert (log.recovery_point == log.end_offset - 1) == is_flushed, "that all is done need not be on disk"


def test_partitions_of_a_deleted_topic_are_passed_over() -> None:
    node = new_node()
    producer = begin(node)
    topic = node.topics.get("t")
    assert topic is not None
    deque(node.controller.delete([topic], NOW_MS), maxlen=0)
    node.transactions.end("tx", producer, is_commit=True, client_version=TRANSACTION_V2)
    assert stands(node).state is State.COMPLETE_COMMIT


# Records


# What Apache Kafka 4.3.1 wrote for a transaction of today, from InitProducerId to its end: time (ms) and value.
KAFKAS = [
    (1795275810526, "00000000000000010000 0000ea60 00 00 000001a1fec6e6de ffffffffffffffff 01 00080000000000000001"),
    (
        1795275810588,
        (
            "00000000000000010000 0000ea60 01 02 0274 02 00000000 00 000001a1fec6e71c 000001a1fec6e71c 02"
            "00080000000000000001 02020002"
        ),
    ),
    (
        1795275810603,
        (
            "00000000000000010000 0000ea60 01 02 0274 03 00000000 00000001 00 000001a1fec6e72b 000001a1fec6e71c 02"
            "00080000000000000001 02020002"
        ),
    ),
    (
        1795275810765,
        (
            "00000000000000010001 0000ea60 02 02 0274 03 00000000 00000001 00 000001a1fec6e7cd 000001a1fec6e71c 02"
            "00080000000000000001 02020002"
        ),
    ),
    (
        1795275810777,
        "00000000000000010001 0000ea60 04 01 000001a1fec6e7d9 000001a1fec6e71c 02 00080000000000000001 02020002",
    ),
]


def test_the_records_of_a_transaction_are_apache_kafkas() -> None:
    times = [time for time, _ in KAFKAS]
    new = Transaction(1).with_next_epoch(60_000, None, times[0])
    one = new.with_partitions(frozenset({PLACE}), TRANSACTION_V2, times[1])
    two = one.with_partitions(frozenset({("t", 1)}), TRANSACTION_V2, times[2])
    prepared = two.prepared(State.PREPARE_COMMIT, TRANSACTION_V2, times[3])
    steps = [new, one, two, prepared, prepared.completed(times[4])]
    assert [entry("tx", step) for step in steps] == [
        (b"\x00\x00\x00\x02tx", b"\x00\x01" + bytes.fromhex(value)) for _, value in KAFKAS
    ]
    for step, (_, value) in zip(steps, KAFKAS, strict=True):
        key = entry("tx", step)[0]
        assert read_entry(key, b"\x00\x01" + bytes.fromhex(value)) == ("tx", replace(step, last_producer_epoch=-1))


def test_records_are_read_as_they_were_written() -> None:
    places = frozenset({("t", 0), ("t", 1), ("u", 5)})
    for state in State:
        parts = frozenset() if state is State.EMPTY else places
        written = Transaction(5, 3, 1000, state, parts, 10, 20, 4, 6, -1, 2)
        assert read_entry(*entry("é", written)) == ("é", written)
    assert read_entry(*entry("gone", None)) == ("gone", None)
    assert read_entry(b"\x00\x07what", b"") is None
    value = TransactionLogValue(transaction_status=99).encode(1)
    with pytest.raises(CorruptBatch, match="99"):
        read_entry(entry("x", None)[0], b"\x00\x01" + value)
