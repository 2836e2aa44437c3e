"""Offsets that are committed with a transaction: when they count, who may commit them, who is told of them."""

from __future__ import annotations

from typing import Any

from kafkawire.messages import (
    AddOffsetsToTxnRequest,
    DeleteGroupsRequest,
    DescribeTransactionsRequest,
    FindCoordinatorRequest,
    OffsetCommitRequest,
    OffsetDeleteRequest,
    OffsetFetchRequest,
    TxnOffsetCommitRequest,
)
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from kafkawire.messages.offset_fetch_request import (
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestPartition, TxnOffsetCommitRequestTopic
from tests.interop.scenarios.transactions import begin, end, settle
from tests.interop.session import Session

_MANY_GROUPS = 8
_JOINS = 5
_HAS_MEMBER = 3
TOPIC = "tx-source"
Pair = tuple[int, int]


def commit(
    name: str, group: str, producer: Pair, offset: int, *numbers: int, topic: str = TOPIC, **options: Any
) -> TxnOffsetCommitRequest:
    """One offset for some partitions."""
    text = options.pop("metadata", "note")
    parts = [
        TxnOffsetCommitRequestPartition(partition_index=number, committed_offset=offset, committed_metadata=text)
        for number in numbers
    ]
    topics = [TxnOffsetCommitRequestTopic(name=topic, partitions=parts)]
    return TxnOffsetCommitRequest(
        transactional_id=name,
        group_id=group,
        producer_id=producer[0],
        producer_epoch=producer[1],
        topics=topics,
        **options,
    )


def add_group(name: str, producer: Pair, group: str = "g") -> AddOffsetsToTxnRequest:
    """A group whose offsets are going to be committed."""
    number, epoch = producer
    return AddOffsetsToTxnRequest(transactional_id=name, producer_id=number, producer_epoch=epoch, group_id=group)


def plain_commit(group: str, offset: int, *numbers: int) -> OffsetCommitRequest:
    """Offsets of a group, committed outside of any transaction."""
    parts = [OffsetCommitRequestPartition(partition_index=number, committed_offset=offset) for number in numbers]
    return OffsetCommitRequest(group_id=group, topics=[OffsetCommitRequestTopic(name=TOPIC, partitions=parts)])


def _fetch(version: int, group: str, *, stable: bool, everything: bool = False) -> OffsetFetchRequest:
    if version < _MANY_GROUPS:
        flat = None if everything else [OffsetFetchRequestTopic(name=TOPIC, partition_indexes=[0, 1, 2])]
        return OffsetFetchRequest(group_id=group, topics=flat, require_stable=stable)
    topics = None if everything else [OffsetFetchRequestTopics(name=TOPIC, partition_indexes=[0, 1, 2])]
    return OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=topics)], require_stable=stable)


def _show(s: Session, step: str, group: str) -> None:
    for stable in (False, True):
        word = "stable" if stable else "any"
        for version in (7, 9):
            s.ask(f"{step}: {word}", _fetch(version, group, stable=stable), version)
        s.ask(f"{step}: all {word}", _fetch(9, group, stable=stable, everything=True), 9)


def _ready(s: Session) -> None:
    s.create_topic(TOPIC, 3)
    for group in ("a", "b"):  # in either partition of the topic
        s.until("", FindCoordinatorRequest(key=group), lambda found: not found.error_code, 2)
        s.until("", _fetch(7, group, stable=False), lambda found: not found.error_code, 7)


def transactional_offsets(s: Session) -> None:
    """A group's offsets in transactions of every version, committed and aborted."""
    _ready(s)
    name = "tx-offsets"
    for version in s.versions(TxnOffsetCommitRequest.API_KEY):
        group = f"tx-group-{version}"
        me = begin(s, name)
        s.ask("outside", plain_commit(group, 5, 0, 1), 8)
        s.ask("not added", commit(name, group, me, 6, 0), version) if version < _JOINS else None
        for is_commit in (False, True):
            word = "committed" if is_commit else "aborted"
            if version < _JOINS:
                added = min(version, s.versions(AddOffsetsToTxnRequest.API_KEY)[-1])
                s.ask(
                    "added",
                    add_group(name, me, group),
                    added,
                )
            s.ask("offsets", commit(name, group, me, 7, 0, 2), version)
            s.ask("what is open", DescribeTransactionsRequest(transactional_ids=[name]))
            _show(s, "open", group)
            s.ask("another one outside", plain_commit(group, 8, 2), 8) if is_commit else None
            after = s.ask(f"{word}: end", end(name, me, commit=is_commit), 5)
            settle(s, name)
            me = after.producer_id, after.producer_epoch
            s.until("", _fetch(9, group, stable=True), lambda found: "error_code=88" not in repr(found), 9)
            _show(s, word, group)
        s.ask("late", commit(name, group, (me[0], me[1] - 1), 9, 0), version)


def added_groups(s: Session) -> None:
    """AddOffsetsToTxn, and what it refuses."""
    _ready(s)
    name = "tx-adding"
    me = begin(s, name)
    for version in s.versions(AddOffsetsToTxnRequest.API_KEY):
        s.ask("unknown name", add_group("tx-nobody", me), version)
        s.ask("no name", add_group("", me), version)
        s.ask("another id", add_group(name, (me[0] + 1000, me[1])), version)
        s.ask("another epoch", add_group(name, (me[0], me[1] + 1)), version)
        s.ask("no group", add_group(name, me, ""), version)
        s.ask("added", add_group(name, me), version)
        s.ask("added again", add_group(name, me), version)
    s.ask("in the end", end(name, me, commit=False), 4)
    settle(s, name)


def refused_offsets(s: Session) -> None:
    """What cannot be committed: by whom, for what, in which state."""
    _ready(s)
    name, group = "tx-refused", "tx-refused-group"
    me = begin(s, name)
    for version in s.versions(TxnOffsetCommitRequest.API_KEY):
        s.ask("unknown name", commit("tx-nobody", group, me, 1, 0), version)
        s.ask("no name", commit("", group, me, 1, 0), version)
        s.ask("another id", commit(name, group, (me[0] + 1000, me[1]), 1, 0), version)
        s.ask("another epoch", commit(name, group, (me[0], me[1] + 1), 1, 0), version)
        s.ask("unknown topic", commit(name, group, me, 1, 0, topic="tx-not-there"), version)
        s.ask("unknown partition", commit(name, group, me, 1, 0, 9), version)
        s.ask("nothing", commit(name, group, me, 1), version)
        s.ask(
            "added",
            add_group(name, me, group),
            3,
        )
        if version >= _HAS_MEMBER:
            someone: dict[str, Any] = {"member_id": "someone", "generation_id_or_member_epoch": 3}
            s.ask("a member", commit(name, group, me, 1, 0, **someone), version)
            s.ask("a member again", commit(name, group, me, 1, 0, **someone), version)
            s.ask("an instance", commit(name, group, me, 1, 0, group_instance_id="i"), version)
            s.ask("a member of no generation", commit(name, group, me, 1, 0, member_id="someone"), version)
        s.ask("too much text", commit(name, group, me, 1, 0, metadata="x" * 4097), version)
        s.ask("right", commit(name, group, me, 1, 0, 9), version)
        s.ask("no group", commit(name, "", me, 1, 0), version)
    s.ask("in the end", end(name, me, commit=False), 4)
    settle(s, name)


def groups_with_pending_offsets(s: Session) -> None:
    """Groups and offsets that are deleted while a transaction is open."""
    _ready(s)
    for name, group in (("tx-del-1", "tx-del-a"), ("tx-del-2", "tx-del-b")):
        me = begin(s, name)
        s.ask("before", plain_commit(group, 3, 1), 8)
        s.ask("pending", commit(name, group, me, 7, 0, 1), 5)
        if group == "tx-del-a":
            s.ask("deleted", DeleteGroupsRequest(groups_names=[group]), 2)
        else:
            parts = [OffsetDeleteRequestPartition(partition_index=number) for number in (0, 1, 2)]
            s.ask(
                "deleted",
                OffsetDeleteRequest(group_id=group, topics=[OffsetDeleteRequestTopic(name=TOPIC, partitions=parts)]),
                0,
            )
        _show(s, "deleted", group)
        s.ask("committed", end(name, me), 5)
        settle(s, name)
        _show(s, "committed", group)
    old, new = begin(s, "tx-over-1"), begin(s, "tx-over-2")
    group = "tx-over"
    s.ask("the first", commit("tx-over-1", group, old, 10, 0, 1), 5)
    s.ask("the second", commit("tx-over-2", group, new, 20, 0), 5)
    s.ask("the second ends", end("tx-over-2", new), 5)
    settle(s, "tx-over-2")
    _show(s, "one open", group)
    s.ask("the first ends", end("tx-over-1", old), 5)
    settle(s, "tx-over-1")
    _show(s, "both ended", group)


SCENARIOS = (transactional_offsets, added_groups, refused_offsets, groups_with_pending_offsets)
