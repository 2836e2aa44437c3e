"""Transactions: ids and epochs of producers, partitions, and the end."""

from __future__ import annotations

from typing import Any

from kafkawire.messages import (
    AddPartitionsToTxnRequest,
    DescribeProducersRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    FindCoordinatorRequest,
    InitProducerIdRequest,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic
from kafkawire.messages.describe_producers_request import TopicRequest
from kafkawire.messages.produce_request import PartitionProduceData
from tests.interop.requests import batch, fetch, list_offsets, part, produce
from tests.interop.session import Session

__all__ = ["FOREVER", "IMPLICIT", "add", "begin", "end", "init", "records", "settle", "show"]

_TRANSACTION = 1
_CONCURRENT = 51
_NOT_FOUND = 105
_EXPLICIT, IMPLICIT = 11, 12
_MANY = 4
FOREVER = 2**62  # markers have the time of day, and shall be in one segment with our records
Pair = tuple[int, int]


def init(name: str | None, producer: Pair = (-1, -1), timeout_ms: int = 60_000) -> InitProducerIdRequest:
    """A producer's first request, or (with its id and epoch) one for a new epoch."""
    return InitProducerIdRequest(
        transactional_id=name, transaction_timeout_ms=timeout_ms, producer_id=producer[0], producer_epoch=producer[1]
    )


def coordinated(s: Session, name: str) -> None:
    """Wait until there is a coordinator for transactions, which knows what is in every partition of its topic."""
    s.until(
        "",
        FindCoordinatorRequest(key="", key_type=_TRANSACTION, coordinator_keys=[name]),
        lambda found: not found.coordinators[0].error_code,
        4,
    )
    asking = DescribeTransactionsRequest(transactional_ids=list("abcd"))  # Java's hash of a letter is its number
    s.until("", asking, lambda found: all(one.error_code == _NOT_FOUND for one in found.transaction_states))
    s.until("", init(None), lambda found: not found.error_code)


def begin(s: Session, name: str, *, step: str = "", timeout_ms: int = 60_000) -> Pair:
    """A new producer of that name, with its id and epoch. An open transaction is aborted for it."""
    coordinated(s, name)
    answer = s.until(step, init(name, timeout_ms=timeout_ms), lambda found: found.error_code != _CONCURRENT, 5)
    return answer.producer_id, answer.producer_epoch


def settle(s: Session, name: str) -> Any:
    """Wait for the end of what goes on behind the answers."""
    asking = DescribeTransactionsRequest(transactional_ids=[name])
    answer = s.until("", asking, lambda found: not found.transaction_states[0].transaction_state.startswith("Prepare"))
    return answer.transaction_states[0]


def add(name: str, producer: Pair, topic: str, *partitions: int) -> AddPartitionsToTxnRequest:
    """Partitions that are going to be written to."""
    topics = [AddPartitionsToTxnTopic(name=topic, partitions=list(partitions))]
    return AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=name,
        v3_and_below_producer_id=producer[0],
        v3_and_below_producer_epoch=producer[1],
        v3_and_below_topics=topics,
    )


def end(name: str, producer: Pair, *, commit: bool = True) -> EndTxnRequest:
    """Commit or abort."""
    return EndTxnRequest(transactional_id=name, producer_id=producer[0], producer_epoch=producer[1], committed=commit)


def records(producer: Pair, *values: bytes, sequence: int = 0) -> bytes:
    """A batch of a transaction."""
    producer_id, epoch = producer
    options: Any = {"producer_id": producer_id, "producer_epoch": epoch, "base_sequence": sequence}
    return batch(*values, is_transactional=True, **options)


def show(s: Session, step: str, topic: tuple[str, Any], name: str) -> None:
    """What the log of the partition, and the coordinator, say."""
    for isolation in (0, 1):
        s.ask(f"{step}: fetch {isolation}", fetch(12, topic, part(), isolation_level=isolation), 12)
        s.ask(f"{step}: end {isolation}", list_offsets(topic[0], (0, -1), isolation_level=isolation), 7)
    s.ask(f"{step}: producers", DescribeProducersRequest(topics=[TopicRequest(name=topic[0], partition_indexes=[0])]))
    s.ask(f"{step}: transaction", DescribeTransactionsRequest(transactional_ids=[name]))


def transaction_coordinators(s: Session) -> None:
    """Who coordinates a transactional id."""
    coordinated(s, "tx")
    for name in ("tx", ""):
        for version in s.versions(FindCoordinatorRequest.API_KEY):
            if version >= _MANY:
                s.ask(
                    f"of {name!r}",
                    FindCoordinatorRequest(key="", key_type=_TRANSACTION, coordinator_keys=[name, "other"]),
                    version,
                )
            elif version:
                s.ask(f"of {name!r}", FindCoordinatorRequest(key=name, key_type=_TRANSACTION), version)


def transactional_producers(s: Session) -> None:
    """Ids and epochs of a transactional id in every version."""
    coordinated(s, "tx")
    for version in s.versions(InitProducerIdRequest.API_KEY):
        name = f"tx-init-{version}"
        for timeout in (0, -1, 900_001):
            s.ask(f"timeout {timeout}", init(name, timeout_ms=timeout), version)
        first = s.ask("new", init(name), version)
        s.ask("again", init(name, timeout_ms=900_000), version)
        if version < 3:
            continue
        number = first.producer_id
        for step, producer in (
            ("current", (number, 1)),
            ("the one before", (number, 1)),
            ("older", (number, 0)),
            ("to come", (number, 7)),
            ("another id", (number + 1000, 2)),
            ("no epoch", (number, -1)),
            ("no id", (-1, 1)),
            ("exhausted", (number, 32766)),
        ):
            s.ask(step, init(name, producer), version)
        s.ask("unknown name with an id", init(f"tx-unknown-{version}", (number, 3)), version)
        s.ask("after all that", DescribeTransactionsRequest(transactional_ids=[name]))


def transactions_of_today(s: Session) -> None:
    """Transactions of KIP-890: partitions join with the first write, every end gives a new epoch."""
    topic = "tx-today", s.create_topic("tx-today", 2, segment_ms=FOREVER)
    name, versions = "tx-2", [v for v in s.versions(0) if v >= IMPLICIT]
    me = begin(s, name)
    for version in versions:
        for commit in (True, False):
            word = f"v{version} {'commit' if commit else 'abort'}"
            s.ask(f"{word}: nothing to commit", end(name, me))
            s.ask(f"{word}: write", produce(version, topic, records(me, b"a", b"b"), transactional_id=name), version)
            s.ask(f"{word}: twice", produce(version, topic, records(me, b"a", b"b"), transactional_id=name), version)
            more = produce(version, topic, records(me, b"c"), partition=1, transactional_id=name)
            s.ask(f"{word}: another partition", more, version)
            show(s, f"{word}: open", topic, name)
            plain = batch(b"x", producer_id=me[0], producer_epoch=me[1], base_sequence=2)
            s.ask(f"{word}: outside", produce(version, topic, plain), version)
            s.ask(
                f"{word}: a gap", produce(version, topic, records(me, b"z", sequence=9), transactional_id=name), version
            )
            s.ask(f"{word}: old epoch", end(name, (me[0], me[1] - 1), commit=commit))
            s.ask(f"{word}: epoch to come", end(name, (me[0], me[1] + 1), commit=commit))
            after = s.ask(f"{word}: end", end(name, me, commit=commit))
            settle(s, name)
            show(s, f"{word}: ended", topic, name)
            s.ask(f"{word}: end again", end(name, me, commit=commit))
            s.ask(f"{word}: the other end again", end(name, me, commit=not commit))
            s.ask(f"{word}: late write", produce(version, topic, records(me, b"l"), transactional_id=name), version)
            me = after.producer_id, after.producer_epoch
    empty = s.ask("an empty one", end(name, me, commit=False))
    settle(s, name)
    s.ask("after an empty one", DescribeTransactionsRequest(transactional_ids=[name]))
    me = empty.producer_id, empty.producer_epoch
    s.ask("nobody's", produce(IMPLICIT, topic, records((me[0], me[1]), b"x"), transactional_id="tx-nobody"), IMPLICIT)
    other = begin(s, "tx-other")
    s.ask("of another", produce(IMPLICIT, topic, records(other, b"x"), transactional_id=name), IMPLICIT)
    s.ask("without a name", produce(IMPLICIT, topic, records(me, b"x")), IMPLICIT)
    s.ask("an empty name", produce(IMPLICIT, topic, records(me, b"x"), transactional_id=""), IMPLICIT)
    s.ask("not from 0", produce(IMPLICIT, topic, records(me, b"x", sequence=4), transactional_id=name), IMPLICIT)
    new = produce(IMPLICIT, topic, records(other, b"x", sequence=4), transactional_id="tx-other")
    s.ask("not from 0, the first of all", new, IMPLICIT)
    mixed = produce(IMPLICIT, topic, records(other, b"x"), transactional_id="tx-other")
    mixed.topic_data[0].partition_data.append(PartitionProduceData(index=1, records=records(me, b"x")))
    s.ask("of two producers", mixed, IMPLICIT)
    ahead = records((me[0], me[1] + 3), b"x")
    s.ask("an epoch to come", produce(IMPLICIT, topic, ahead, transactional_id=name), IMPLICIT)
    s.ask(
        "no such partition", produce(IMPLICIT, topic, records(me, b"x"), partition=9, transactional_id=name), IMPLICIT
    )
    s.ask("what is open", DescribeTransactionsRequest(transactional_ids=[name, "tx-nobody", "tx-other"]))


def transactions_of_old(s: Session) -> None:
    """Transactions with partitions that are named first, in every version of each API."""
    topic = "tx-old", s.create_topic("tx-old", 2, segment_ms=FOREVER)
    name = "tx-1"
    me = begin(s, name)
    for version in (v for v in s.versions(AddPartitionsToTxnRequest.API_KEY) if v < _MANY):
        s.ask("unknown name", add("tx-nobody", me, topic[0], 0), version)
        s.ask("empty name", add("", me, topic[0], 0), version)
        s.ask("unknown partition", add(name, me, topic[0], 0, 7), version)
        s.ask("unknown topic", add(name, me, "tx-not-there", 0), version)
        s.ask("another id", add(name, (me[0] + 1000, me[1]), topic[0], 0), version)
        s.ask("epoch to come", add(name, (me[0], me[1] + 1), topic[0], 0), version)
        s.ask("one", add(name, me, topic[0], 0), version)
        s.ask("both", add(name, me, topic[0], 0, 1), version)
        s.ask("both again", add(name, me, topic[0], 1, 0), version)
    s.ask("open", DescribeTransactionsRequest(transactional_ids=[name]))
    s.ask("aborted", end(name, me, commit=False), 4)
    settle(s, name)
    for version in (v for v in s.versions(0) if v <= _EXPLICIT and v >= 3):
        s.ask("not added", produce(version, topic, records(me, b"x"), transactional_id=name), version)
    ends = [v for v in s.versions(EndTxnRequest.API_KEY) if v < 5]
    sequence = 0
    for version in ends:
        for commit in (True, False):
            word = "commit" if commit else "abort"
            s.ask("added", add(name, me, topic[0], 0), 3)
            data = records(me, b"a", sequence=sequence)
            s.ask("written", produce(9, topic, data, transactional_id=name), 9)
            sequence += 1
            s.ask(f"{word}: another id", end(name, (me[0] + 1000, me[1]), commit=commit), version)
            s.ask(f"{word}: epoch to come", end(name, (me[0], me[1] + 1), commit=commit), version)
            s.ask(f"{word}: unknown", end("tx-nobody", me, commit=commit), version)
            s.ask(f"{word}: nameless", end("", me, commit=commit), version)
            s.ask(word, end(name, me, commit=commit), version)
            settle(s, name)
            s.ask(f"{word} again", end(name, me, commit=commit), version)
            s.ask(f"{word}, then the other", end(name, me, commit=not commit), version)
    show(s, "in the end", topic, name)
    fresh = begin(s, "tx-1-fresh")
    s.ask("commit without begin", end("tx-1-fresh", fresh), 4)
    s.ask("abort without begin", end("tx-1-fresh", fresh, commit=False), 4)
    s.ask("another's partition", produce(11, topic, records(fresh, b"x"), transactional_id="tx-1-fresh"), 11)


SCENARIOS = (
    transaction_coordinators,
    transactional_producers,
    transactions_of_today,
    transactions_of_old,
)
