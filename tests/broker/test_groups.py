from __future__ import annotations

import uuid
from typing import Any

import pytest

from kafkawire.broker.groups.classic import State
from kafkawire.broker.groups.records import Committed, offset_entry, read_entry
from kafkawire.broker.groups.store import partition_of
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.node.node import Node
from kafkawire.error_code import ErrorCode
from kafkawire.records import ControlRecordType, EndTxnMarker, write_batch, write_end_txn_marker
from tests.broker.test_classic_group import call
from tests.broker.test_recovery import node_on
from tests.broker.wire import NOW_MS

OPTIONS = {"offsets.topic.num.partitions": "3", "group.initial.rebalance.delay.ms": "0"}


def committed(node: Node, group_id: str) -> dict[tuple[str, int], int]:
    return {place: at.offset for place, at in node.groups.offsets.of(group_id).items()}


@pytest.mark.parametrize(
    ("group_id", "partition"),
    # Java: Utils.abs("...".hashCode()) % 50; "polygenelubricants" hashes to the smallest int, whose abs Kafka makes 0
    [("", 0), ("a", 47), ("g", 3), ("polygenelubricants", 0), ("é", 33)],
)
def test_a_group_lies_in_the_partition_that_javas_hash_says(group_id: str, partition: int) -> None:
    assert partition_of(group_id, 50) == partition


def test_offsets_and_members_survive_a_crash() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    group = node.groups.get_or_make("g")
    group.join(call(new="a"), 0.0)
    group.sync("a", None, 1, {"a": b"mine"}, 0.0)
    offsets = {("t", 0): Committed(5, 2, "note", NOW_MS), ("t", 1): Committed(7, -1, "", NOW_MS)}
    assert node.groups.offsets.commit("g", offsets) is ErrorCode.NONE
    node.groups.offsets.commit("g", {("t", 1): Committed(8, -1, "", NOW_MS)})

    again = node_on(files, **OPTIONS)
    found = again.groups.get("g")
    assert found is not None
    assert (found.state, found.generation, found.leader) == (State.STABLE, 1, "a")
    assert found.members["a"].assignment == b"mine"
    assert again.groups.offsets.of("g")["t", 0] == offsets["t", 0]
    assert committed(again, "g") == {("t", 0): 5, ("t", 1): 8}
    assert found.heartbeat("a", None, 1, again.clock.now()) is ErrorCode.NONE


def test_a_deleted_group_and_the_offsets_of_a_deleted_topic_stay_away() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    for group_id in ("g", "h"):
        node.groups.get_or_make(group_id)
        node.groups.offsets.commit(group_id, {(t, 0): Committed(5, -1, "", NOW_MS) for t in ("t", "u")})
    assert node.groups.delete("g") is ErrorCode.NONE
    assert node.groups.delete("g") is ErrorCode.GROUP_ID_NOT_FOUND
    node.groups.offsets.forget_topic("t")
    for seen in (node, node_on(files, **OPTIONS)):
        assert seen.groups.get("g") is None
        assert committed(seen, "h") == {("u", 0): 5}


def test_a_group_with_members_is_not_deleted() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    node.groups.get_or_make("g").join(call(new="a"), 0.0)
    assert node.groups.delete("g") is ErrorCode.NON_EMPTY_GROUP


def test_a_disk_that_is_full_is_said_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    node.groups.offsets.commit("g", {("t", 0): Committed(5, -1, "", NOW_MS)})
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr("kafkawire.broker.log.segment.Segment.append", full)
        error = node.groups.offsets.commit("g", {("t", 0): Committed(6, -1, "", NOW_MS)})
    assert error is ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert committed(node, "g") == {("t", 0): 5}


@pytest.mark.parametrize(("is_commit", "expected"), [(True, {("t", 0): 9}), (False, {("t", 0): 5})])
def test_offsets_of_a_transaction_count_once_it_is_committed(
    is_commit: bool, expected: dict[tuple[str, int], int]
) -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    node.groups.offsets.commit("g", {("t", 0): Committed(5, -1, "", NOW_MS)})
    log = node.topics.log("__consumer_offsets", partition_of("g", 3))
    assert log is not None
    key, value = offset_entry("g", "t", 0, Committed(9, -1, "", NOW_MS))
    producer: dict[str, Any] = {"producer_id": 4, "producer_epoch": 0}
    records = [(0, NOW_MS, key, value, ())]
    log.append(write_batch(records, is_transactional=True, base_sequence=0, **producer), NOW_MS, from_client=False)
    assert committed(node_on(files, **OPTIONS), "g") == {("t", 0): 5}
    marker = EndTxnMarker(ControlRecordType.COMMIT if is_commit else ControlRecordType.ABORT, 0)
    log.append(write_end_txn_marker(marker, base_offset=0, timestamp=NOW_MS, **producer), NOW_MS, from_client=False)
    assert committed(node_on(files, **OPTIONS), "g") == expected


def test_records_of_other_types_are_passed_over() -> None:
    seen: list[object] = []
    read_entry(b"\x00\x0bwhatever", b"\x00\x00", lambda *found: seen.append(found), lambda *found: seen.append(found))
    assert seen == []


def test_topics_have_ids_of_their_own() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    one, two = node.controller.create("a", 1, {}, NOW_MS), node.controller.create("b", 1, {}, NOW_MS)
    assert uuid.UUID(int=0) not in (one.topic_id, two.topic_id)
    assert node.topics.by_id(one.topic_id) is one
    assert node.topics.by_id(two.topic_id) is two
