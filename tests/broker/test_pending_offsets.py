"""Offsets of open transactions: live and after a crash they count by the same rule, that of the place in the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire.broker.groups.records import Committed
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.node.node import Node
from kafkawire.error_code import ErrorCode
from tests.broker.test_recovery import node_on
from tests.broker.test_transactions import clock_of
from tests.broker.wire import NOW_MS

OPTIONS = {"offsets.topic.num.partitions": "3", "offsets.retention.minutes": "1"}
FIRST, SECOND = (7, 0), (8, 0)
Place = tuple[str, int]
T0: Place = ("t", 0)


def at(offset: int) -> Committed:
    return Committed(offset, -1, "", NOW_MS)


def pend(node: Node, producer: tuple[int, int], offset: int, *places: Place, group: str = "g") -> None:
    offsets = {place: at(offset) for place in places or (T0,)}
    node.groups.get_or_make(group)
    assert node.groups.commit_in_transaction(group, producer, offsets) is ErrorCode.NONE


def plain(node: Node, offset: int, place: Place = T0, group: str = "g") -> None:
    node.groups.get_or_make(group)
    assert node.groups.commit(group, {place: at(offset)}) is ErrorCode.NONE


def end(node: Node, producer: tuple[int, int], *, is_commit: bool = True, group: str = "g") -> None:
    place = "__consumer_offsets", node.groups.partition_of(group)
    assert node.markers.write(place, producer, 0, is_commit=is_commit)


def offsets(node: Node, group: str = "g") -> dict[Place, int]:
    return {place: found.offset for place, found in node.groups.offsets(group).items()}


def expect(files: MemoryFiles, node: Node, counts: dict[Place, int], *unstable: Place) -> None:
    """Live, and as a broker sees it that starts after a crash."""
    for one in (node, node_on(files, **OPTIONS)):
        assert offsets(one) == counts
        assert [place for place in (T0, ("t", 1)) if one.groups.is_unstable("g", place)] == [*unstable]


@pytest.mark.parametrize(("is_commit", "counts"), [(True, {T0: 5}), (False, {})])
def test_they_count_from_the_commit_on(is_commit: bool, counts: dict[Place, int]) -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    pend(node, FIRST, 5)
    expect(files, node, {}, T0)
    end(node, FIRST, is_commit=is_commit)
    expect(files, node, counts)


def test_what_was_open_at_a_crash_can_be_ended_after_it() -> None:
    files = MemoryFiles()
    pend(node_on(files, **OPTIONS), FIRST, 5, T0, ("t", 1))
    node = node_on(files, **OPTIONS)
    assert node.groups.get("g") is not None
    expect(files, node, {}, T0, ("t", 1))
    end(node, FIRST)
    expect(files, node, {T0: 5, ("t", 1): 5})


def test_what_stands_later_in_the_log_counts() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    pend(node, FIRST, 5)
    plain(node, 9)
    expect(files, node, {T0: 9}, T0)
    end(node, FIRST)
    expect(files, node, {T0: 9})


def test_of_two_transactions_the_later_record_counts_whichever_ends_first() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    pend(node, FIRST, 10, T0, ("t", 1))
    pend(node, SECOND, 20)
    end(node, SECOND)
    expect(files, node, {T0: 20}, T0, ("t", 1))
    end(node, FIRST)
    expect(files, node, {T0: 20, ("t", 1): 10})


def test_an_abort_outdates_nothing() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    pend(node, FIRST, 10)
    pend(node, SECOND, 20)
    end(node, SECOND, is_commit=False)
    end(node, FIRST)
    expect(files, node, {T0: 10})


@pytest.mark.parametrize(
    "delete",
    [
        lambda node: node.groups.delete_offsets("g", [T0]),
        lambda node: node.groups.delete("g"),
        lambda node: node.groups.forget_topic("t"),
    ],
    ids=["offset", "group", "topic"],
)
def test_what_is_deleted_does_not_come_back_with_the_commit(delete: Callable[[Node], object]) -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    pend(node, FIRST, 5)
    delete(node)
    expect(files, node, {})
    end(node, FIRST)
    expect(files, node, {})


def test_neither_offsets_nor_groups_in_a_transaction_get_too_old() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    plain(node, 3)
    plain(node, 4, ("t", 1))
    pend(node, FIRST, 5)
    pend(node, FIRST, 5, group="only")
    clock_of(node).advance(61)
    node.groups.expire_offsets()
    assert offsets(node) == {T0: 3}
    assert node.groups.get("only") is not None
    end(node, FIRST, is_commit=False)
    end(node, FIRST, is_commit=False, group="only")
    node.groups.expire_offsets()
    assert offsets(node) == {}
    assert node.groups.get("only") is None


def test_a_producer_that_was_fenced_commits_nothing() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    pend(node, (7, 1), 5)
    node.groups.get_or_make("g")
    assert node.groups.commit_in_transaction("g", FIRST, {T0: at(6)}) is ErrorCode.INVALID_PRODUCER_EPOCH
    end(node, (7, 1))
    assert offsets(node) == {T0: 5}
