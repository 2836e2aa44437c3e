"""The transaction coordinator: what other brokers ask it, whom it fences, what it tells, and markers."""

from __future__ import annotations

from functools import partial

from kafkawire.messages import (
    AddPartitionsToTxnRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    ListTransactionsRequest,
    WriteTxnMarkersRequest,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic, AddPartitionsToTxnTransaction
from kafkawire.messages.write_txn_markers_request import WritableTxnMarker, WritableTxnMarkerTopic
from tests.interop.requests import produce
from tests.interop.scenarios.transactions import FOREVER, IMPLICIT, add, begin, end, init, records, settle, show
from tests.interop.session import Session

_FOR_BROKERS = 4
_TELLS_VERSION = 2
Pair = tuple[int, int]


def check(name: str, producer: Pair, topic: str, *partitions: int, only: bool = True) -> AddPartitionsToTxnTransaction:
    """What brokers ask each other, or (not `only`) tell each other."""
    return AddPartitionsToTxnTransaction(
        transactional_id=name,
        producer_id=producer[0],
        producer_epoch=producer[1],
        verify_only=only,
        topics=[AddPartitionsToTxnTopic(name=topic, partitions=list(partitions))],
    )


def transactions_between_brokers(s: Session) -> None:
    """What brokers ask a coordinator, several transactions at once."""
    topic = "tx-verified"
    s.create_topic(topic, 3)
    first, second = begin(s, "tx-v1"), begin(s, "tx-v2")
    s.ask("open", add("tx-v1", first, topic, 0), 3)
    for version in (v for v in s.versions(AddPartitionsToTxnRequest.API_KEY) if v >= _FOR_BROKERS):
        wanted = [
            check("tx-v1", first, topic, 0, 1),
            check("tx-v2", second, topic, 0),
            check("tx-nobody", second, topic, 0),
            check("", second, topic, 0),
        ]
        for transaction in wanted:
            s.ask(
                f"verify {transaction.transactional_id!r}",
                AddPartitionsToTxnRequest(transactions=[transaction]),
                version,
            )
        s.ask("verify all", AddPartitionsToTxnRequest(transactions=wanted), version)
        stale = check("tx-v1", (first[0], first[1] - 1), topic, 0)
        s.ask("stale", AddPartitionsToTxnRequest(transactions=[stale]), version)
        s.ask("add", AddPartitionsToTxnRequest(transactions=[check("tx-v2", second, topic, 2, only=False)]), version)
        s.ask(
            "add unknown",
            AddPartitionsToTxnRequest(transactions=[check("tx-v2", second, topic, 9, only=False)]),
            version,
        )
    s.ask("in the end", DescribeTransactionsRequest(transactional_ids=["tx-v1", "tx-v2"]))


def fenced_producers(s: Session) -> None:
    """A second producer of the name, and a transaction that takes too long."""
    topic = "tx-fenced", s.create_topic("tx-fenced", 1, segment_ms=FOREVER)
    name = "tx-f"
    old = begin(s, name)
    s.ask("written", produce(12, topic, records(old, b"a"), transactional_id=name), 12)
    s.ask("while it is open", init(name), 5)
    settle(s, name)
    s.ask("fenced", DescribeTransactionsRequest(transactional_ids=[name]))
    show(s, "fenced", topic, name)
    begin(s, name, step="the second one")
    for version in s.versions(EndTxnRequest.API_KEY):
        s.ask("old commit", end(name, old), version)
    for version in (11, 12):
        s.ask("old write", produce(version, topic, records(old, b"b", sequence=1), transactional_id=name), version)
    s.ask("old add", add(name, old, topic[0], 0), 3)
    s.ask("old add", add(name, old, topic[0], 0), 1)
    for version in (3, 5):
        s.ask("old init", init(name, old), version)
    for version in (9, 12):  # as of old, and of today
        slow = begin(s, f"tx-slow-{version}", timeout_ms=300)
        if version < IMPLICIT:
            s.ask("added", add(f"tx-slow-{version}", slow, topic[0], 0), 3)
        wanted = produce(version, topic, records(slow, b"late"), transactional_id=f"tx-slow-{version}")
        s.ask("slow", wanted, version)
        asking = DescribeTransactionsRequest(transactional_ids=[f"tx-slow-{version}"])
        s.until("too late", asking, lambda found: found.transaction_states[0].transaction_state == "CompleteAbort")
        show(s, f"too late {version}", topic, f"tx-slow-{version}")
        s.ask("commit too late", end(f"tx-slow-{version}", slow), 5)
        s.ask("abort too late", end(f"tx-slow-{version}", slow, commit=False), 5)
        s.ask("abort too late", end(f"tx-slow-{version}", slow, commit=False), 4)
        s.ask("write too late", wanted, version)
        s.ask("init too late", init(f"tx-slow-{version}", slow), 5)
        s.ask("next", init(f"tx-slow-{version}"), 5)


def told_transactions(s: Session) -> None:
    """Lists by state, producer, duration and pattern, and descriptions."""
    s.create_topic("tx-told", 2)
    for name in ("told-a", "told-b", "told-c"):
        me = begin(s, name)
        if name != "told-a":
            s.ask("open", add(name, me, "tx-told", 1, 0), 3)
        if name == "told-c":
            s.ask("committed", end(name, me), 4)
            settle(s, name)
    ask = ListTransactionsRequest
    mine = "told-.*"
    for step, request in {
        "by state": ask(state_filters=["Ongoing"]),
        "by two": ask(state_filters=["CompleteCommit", "Empty"], transactional_id_pattern=mine),
        "by no state": ask(state_filters=["Nothing", "ongoing"]),
        "by id": ask(state_filters=[], producer_id_filters=[me[0], 77_777]),
        "by both": ask(state_filters=["Ongoing"], producer_id_filters=[me[0]]),
        "long ones": ask(duration_filter=600_000, transactional_id_pattern=mine),
        "short ones": ask(state_filters=["Ongoing"], duration_filter=0, transactional_id_pattern=mine),
        "by pattern": ask(transactional_id_pattern="told-[ab]"),
        "by part": ask(transactional_id_pattern="told"),
        "by all": ask(transactional_id_pattern="", producer_id_filters=[me[0]]),
        "by nonsense": ask(transactional_id_pattern="(["),
    }.items():
        s.ask_all(step, request)
    s.ask_all(
        "described", DescribeTransactionsRequest(transactional_ids=["told-a", "told-b", "told-c", "told-nobody", ""])
    )
    s.ask_all("none", DescribeTransactionsRequest(transactional_ids=[]))


def _marker(
    version: int, topic: str, producer: Pair, *numbers: int, coordinator: int = 0, today: int = 0
) -> WriteTxnMarkersRequest:
    """Abort what a producer has in some partitions."""
    where = [WritableTxnMarkerTopic(name=topic, partition_indexes=list(numbers))]
    marker = WritableTxnMarker(
        producer_id=producer[0],
        producer_epoch=producer[1],
        transaction_result=False,
        topics=where,
        coordinator_epoch=coordinator,
    )
    if version >= _TELLS_VERSION:
        marker.transaction_version = today
    return WriteTxnMarkersRequest(markers=[marker])


def written_markers(s: Session) -> None:
    """Markers as a coordinator writes them to another broker."""
    for version in s.versions(WriteTxnMarkersRequest.API_KEY):
        name = f"tx-marked-{version}"
        topic = name, s.create_topic(name, 1, segment_ms=FOREVER)
        begin(s, name)
        me = begin(s, name)
        s.ask("added", add(name, me, topic[0], 0), 3)
        s.ask("written", produce(9, topic, records(me, b"a"), transactional_id=name), 9)

        mark = partial(_marker, version, name)
        s.ask("stale epoch", mark((me[0], me[1] - 1), 0), version)
        s.ask("unknown partition", mark(me, 0, 7), version)
        s.ask("again", mark(me, 0), version)
        s.ask("a higher coordinator", mark(me, 0, coordinator=5), version)
        s.ask("a lower coordinator", mark(me, 0, coordinator=4), version)
        if version >= _TELLS_VERSION:
            s.ask("same epoch of today, none open", mark(me, 0, coordinator=5, today=2), version)
            s.ask("written again", produce(9, topic, records(me, b"b", sequence=1), transactional_id=name), 9)
            s.ask("same epoch of today", mark(me, 0, coordinator=5, today=2), version)
            s.ask("next epoch of today", mark((me[0], me[1] + 1), 0, coordinator=5, today=2), version)
            s.ask("next epoch again", mark((me[0], me[1] + 1), 0, coordinator=5, today=2), version)
        s.ask("of nobody", mark((me[0] + 5000, 0), 0), version)
        s.ask("of no number", mark((-1, 0), 0), version)
        s.ask("of no epoch", mark((me[0], -1), 0), version)
        s.ask("none", WriteTxnMarkersRequest(markers=[]), version)
        show(s, "marked", topic, name)


SCENARIOS = (transactions_between_brokers, fenced_producers, told_transactions, written_markers)
OLD = (written_markers,)
