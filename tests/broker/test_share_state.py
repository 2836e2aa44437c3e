"""A share partition as a state machine: who is given what, what becomes of it, and what of that is kept."""

from __future__ import annotations

import random
from collections.abc import Sequence
from uuid import UUID

import pytest

from kafkawire.broker.share.assignor import assign
from kafkawire.broker.share.slots import ACKNOWLEDGED, ARCHIVED, AVAILABLE, Acknowledgement, Acquired, Change, StateRun
from kafkawire.broker.share.state import SharePartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

GAP, ACCEPT, RELEASE, REJECT, RENEW = range(5)
UNTIL = 30.0


def new(start: int = 0) -> SharePartition:
    return SharePartition(start)


def acquire(
    partition: SharePartition,
    *batches: tuple[int, int],
    member: str = "a",
    limit: int = 100,
    locks: int = 100,
    until: float = UNTIL,
    strict: bool = False,
) -> list[Acquired]:
    return partition.acquire(member, batches, limit, locks, until, strict=strict)


def say(
    partition: SharePartition,
    first: int,
    last: int,
    *types: int,
    member: str = "a",
    limit: int = 5,
    until: float = 60.0,
) -> Change:
    change = partition.acknowledge(member, [Acknowledgement(first, last, types)], limit, until)
    partition.confirm()
    return change


def code(partition: SharePartition, first: int, last: int, *types: int, member: str = "a") -> int:
    with pytest.raises(KafkaError) as raised:
        say(partition, first, last, *types, member=member)
    return raised.value.code


def test_each_record_is_given_to_one_member() -> None:
    partition = new()
    assert acquire(partition, (0, 4)) == [Acquired(0, 4, 1)]
    assert acquire(partition, (0, 4), (5, 9), member="b") == [Acquired(5, 9, 1)]
    assert acquire(partition, (0, 4), (5, 9)) == []


def test_the_start_moves_over_what_is_done_with_and_no_further() -> None:
    partition = new()
    acquire(partition, (0, 9))
    change = say(partition, 3, 5, ACCEPT)
    assert (change.start, change.complete, change.runs) == (0, 3, [StateRun(3, 5, ACKNOWLEDGED, 1)])
    assert partition.start == 0
    change = say(partition, 0, 2, ACCEPT, REJECT, GAP)
    assert change.runs == [StateRun(0, 0, ACKNOWLEDGED, 1), StateRun(1, 2, ARCHIVED, 1)]
    assert (change.start, change.complete) == (0, 6)
    assert partition.start == 6
    assert len(partition) == 4


def test_what_is_released_is_given_out_again_up_to_the_limit() -> None:
    partition = new()
    for count in (1, 2, 3):
        assert acquire(partition, (0, 1), member="b") == [Acquired(0, 1, count)]
        change = say(partition, 0, 1, RELEASE, member="b", limit=3)
        assert change.runs == [StateRun(0, 1, AVAILABLE if count < 3 else ARCHIVED, count)]
    assert acquire(partition, (0, 1)) == []
    assert partition.start == 2


def test_who_does_not_hold_a_record_cannot_acknowledge_it() -> None:
    partition = new()
    acquire(partition, (0, 4))
    assert code(partition, 0, 1, ACCEPT, member="b") == ErrorCode.INVALID_RECORD_STATE
    assert code(partition, 4, 5, ACCEPT) == ErrorCode.INVALID_REQUEST
    say(partition, 2, 2, ACCEPT)
    assert code(partition, 1, 2, ACCEPT) == ErrorCode.INVALID_RECORD_STATE
    say(partition, 0, 1, ACCEPT)  # nothing had happened to 1
    assert say(partition, 0, 2, ACCEPT).runs == []  # below the start: said and done


def test_a_call_counts_as_a_whole_or_not_at_all() -> None:
    partition = new()
    acquire(partition, (0, 4))
    acknowledgements = [Acknowledgement(0, 1, (ACCEPT,)), Acknowledgement(4, 6, (ACCEPT,))]
    with pytest.raises(KafkaError):
        partition.acknowledge("a", acknowledgements, 5, UNTIL)
    assert say(partition, 0, 4, ACCEPT).runs == [StateRun(0, 4, ACKNOWLEDGED, 1)]


def test_locks_are_over_when_their_time_is_unless_they_are_renewed() -> None:
    partition = new()
    acquire(partition, (0, 2), until=30)
    acquire(partition, (3, 3), until=40)
    assert partition.next_deadline() == 30
    assert say(partition, 1, 1, RENEW, until=50).runs == []
    assert partition.expire(29.9, 5).runs == []
    assert partition.expire(30, 5).runs == [StateRun(0, 0, AVAILABLE, 1), StateRun(2, 2, AVAILABLE, 1)]
    assert partition.next_deadline() == 40
    assert partition.expire(45, 5).runs == [StateRun(3, 3, AVAILABLE, 1)]
    assert partition.next_deadline() == 50
    say(partition, 1, 1, ACCEPT)
    assert partition.next_deadline() is None


def test_renewals_do_not_pile_up() -> None:
    partition = new()
    acquire(partition, (0, 9))
    for turn in range(1_000):
        say(partition, 0, 9, RENEW, until=60.0 + turn)
    assert len(partition._locks) <= 60
    assert partition.expire(1_058, 5).runs == []
    assert partition.expire(1_059, 5).runs == [StateRun(0, 9, AVAILABLE, 1)]


def test_what_a_member_held_is_given_back() -> None:
    partition = new()
    acquire(partition, (0, 1))
    acquire(partition, (2, 3), member="b")
    assert partition.release("a", 5).runs == [StateRun(0, 1, AVAILABLE, 1)]
    assert acquire(partition, (0, 3), member="b") == [Acquired(0, 1, 2)]


def test_a_change_that_cannot_be_kept_has_not_happened() -> None:
    partition = new()
    acquire(partition, (0, 3))
    change = partition.acknowledge("a", [Acknowledgement(0, 3, (ACCEPT,))], 5, UNTIL)
    partition.undo(change)
    assert partition.start == 0
    assert partition.next_deadline() == UNTIL
    assert say(partition, 0, 3, RELEASE).runs == [StateRun(0, 3, AVAILABLE, 1)]


def test_batches_stay_whole_unless_the_limit_is_strict() -> None:
    assert acquire(new(), (0, 9), (10, 19), (20, 29), limit=12) == [Acquired(0, 19, 1)]
    partition = new()
    assert acquire(partition, (0, 9), (10, 19), limit=12, strict=True) == [Acquired(0, 11, 1)]
    assert acquire(partition, (10, 19), limit=3, strict=True) == [Acquired(12, 14, 1)]


def test_no_more_records_than_that_are_under_way() -> None:
    partition = new()
    assert acquire(partition, (0, 9), (10, 19), (20, 29), locks=15) == [Acquired(0, 19, 1)]
    assert not partition.has_room(15)
    say(partition, 5, 5, RELEASE)
    assert acquire(partition, (0, 9), (10, 19), (20, 29), locks=15) == [Acquired(5, 5, 2)]
    say(partition, 0, 9, ACCEPT)
    assert acquire(partition, (20, 29), locks=15) == [Acquired(20, 29, 1)]


def test_holes_in_the_log_are_stepped_over() -> None:
    partition = new()
    assert acquire(partition, (2, 3), (6, 7)) == [Acquired(2, 3, 1), Acquired(6, 7, 1)]
    assert partition.start == 2
    say(partition, 2, 3, ACCEPT)
    assert partition.start == 6
    assert acquire(partition, (10**12, 10**12 + 1)) == []  # when all is done
    say(partition, 6, 7, ACCEPT)
    assert acquire(partition, (10**12, 10**12 + 1)) == [Acquired(10**12, 10**12 + 1, 1)]


def test_records_that_the_log_has_lost_are_forgotten() -> None:
    partition = new()
    acquire(partition, (0, 9))
    partition.raise_start(4)
    assert (partition.start, len(partition)) == (4, 6)
    say(partition, 0, 5, ACCEPT)
    assert partition.start == 6
    partition.raise_start(50)
    assert (partition.start, partition.next, len(partition)) == (50, 50, 0)


def test_hidden_records_are_archived() -> None:
    partition = new()
    acquire(partition, (0, 4))
    partition.hide([(0, 1), (3, 3)])
    assert partition.start == 2
    assert code(partition, 2, 3, ACCEPT) == ErrorCode.INVALID_RECORD_STATE


def test_a_restart_knows_all_but_the_locks() -> None:
    partition = new()
    acquire(partition, (0, 9))
    say(partition, 0, 9, RELEASE, ACCEPT, REJECT, *[RELEASE] * 7)
    acquire(partition, (0, 9))
    say(partition, 9, 9, ACCEPT)
    again = SharePartition(partition.start, partition.runs())
    assert again.runs() == [
        StateRun(0, 0, AVAILABLE, 1),
        StateRun(1, 1, ACKNOWLEDGED, 1),
        StateRun(2, 2, ARCHIVED, 1),
        StateRun(3, 8, AVAILABLE, 1),
        StateRun(9, 9, ACKNOWLEDGED, 2),
    ]
    assert acquire(again, (0, 9)) == [Acquired(0, 0, 2), Acquired(3, 8, 2)]


def test_what_a_snapshot_leaves_out_was_given_to_nobody() -> None:
    partition = SharePartition(0, [StateRun(5, 6, ACKNOWLEDGED, 1)])
    assert acquire(partition, (0, 9)) == [Acquired(0, 4, 1), Acquired(7, 9, 1)]


@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_each_record_ends_once(seed: int) -> None:
    """Members that come, take, answer, vanish and are slow: no record is held twice, and all end in the end."""
    chance = random.Random(seed)
    partition, now = new(), 0.0
    batches = [(n, n + 4) for n in range(0, 50, 5)]
    held: dict[int, str] = {}
    done: dict[int, int] = {}

    def lose(gone: Sequence[int]) -> None:
        for offset in gone:
            held.pop(offset, None)

    for _ in range(2_000):
        now += chance.random()
        lose([offset for run in partition.expire(now, 100).runs for offset in range(run.first, run.last + 1)])
        partition.confirm()
        member = chance.choice("abc")
        for given in acquire(partition, *batches, member=member, limit=7, until=now + 10, strict=chance.random() < 0.5):
            for offset in range(given.first, given.last + 1):
                assert offset not in held
                assert offset not in done
                held[offset] = member
        mine = [offset for offset, who in held.items() if who == member]
        for offset in chance.sample(mine, (len(mine) + 1) // 2):
            kind = chance.choice([ACCEPT, ACCEPT, REJECT, RELEASE])
            say(partition, offset, offset, kind, member=member, limit=100)
            held.pop(offset)
            if kind != RELEASE:
                done[offset] = kind
        if chance.random() < 0.05:
            lose(mine)
            partition.release(member, 100)
            partition.confirm()
        if partition.start == 50:
            break
    assert done.keys() == set(range(50))


TOPICS = [UUID(int=n) for n in range(1, 4)]


@pytest.mark.parametrize(("members", "partitions"), [(1, 1), (1, 5), (2, 5), (3, 3), (5, 2), (7, 3)])
def test_every_partition_has_a_reader_and_every_member_something_to_read(members: int, partitions: int) -> None:
    names = [f"m{n}" for n in range(members)]
    found = assign(dict.fromkeys(names, frozenset(TOPICS[:1])), {TOPICS[0]: partitions})
    assert {place for places in found.values() for place in places} == {(TOPICS[0], n) for n in range(partitions)}
    sizes = [len(places) for places in found.values()]
    assert min(sizes) >= 1
    assert max(sizes) - min(sizes) <= 1
    readers = [sum((TOPICS[0], n) in places for places in found.values()) for n in range(partitions)]
    assert max(readers) - min(readers) <= 1


def test_members_are_given_what_they_subscribe_to() -> None:
    wishes = {"a": frozenset(TOPICS[:2]), "b": frozenset(TOPICS[1:2]), "c": frozenset[UUID]()}
    found = assign(wishes, {TOPICS[0]: 2, TOPICS[1]: 2, TOPICS[2]: 1})
    assert {topic for topic, _ in found["a"]} <= wishes["a"]
    assert {topic for topic, _ in found["b"]} == wishes["b"]
    assert found["c"] == frozenset()
    assert (TOPICS[0], 0) in found["a"]
    assert (TOPICS[0], 1) in found["a"]
