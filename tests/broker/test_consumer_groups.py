from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from kafkawire.broker.config.groups import ConsumerOptions
from kafkawire.broker.groups.assignors import Subscriber, assign_range, assign_uniform
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_member import ConsumerMember, MemberState, Partitions
from kafkawire.broker.groups.consumer_records import SavedConsumerGroups, changes, tombstones
from kafkawire.broker.groups.consumer_state import GroupState, HeartbeatCall, Refusal
from kafkawire.error_code import ErrorCode
from tests.broker.wire import NOW_MS

SESSION_TIMEOUT = 45.0
T, U = uuid.UUID(int=1), uuid.UUID(int=2)


@dataclass
class Topic:
    name: str
    topic_id: uuid.UUID
    partitions: int


@dataclass
class Topics:
    """Stands for the broker's topics."""

    found: dict[str, Topic] = field(default_factory=dict)

    def get(self, name: str) -> Topic | None:
        return self.found.get(name)

    def by_id(self, topic_id: uuid.UUID) -> Topic | None:
        return next((topic for topic in self if topic.topic_id == topic_id), None)

    def __iter__(self) -> Iterator[Topic]:
        return iter(list(self.found.values()))


class Bench:
    """A group with its topics. Everything that is saved can be read again."""

    def __init__(self, **options: Any) -> None:
        self.topics = Topics({"t": Topic("t", T, 4), "u": Topic("u", U, 2)})
        self.saved = SavedConsumerGroups()
        self.error = ErrorCode.NONE
        self.writes = 0
        self.options = ConsumerOptions(session_timeout=SESSION_TIMEOUT, **options)
        self.group = ConsumerGroup("g", self.save, self.topics, lambda: self.options)

    def save(self, group: ConsumerGroup, after: GroupState) -> ErrorCode:
        entries = changes(group.group_id, group.state, after)
        if self.error is ErrorCode.NONE:
            self.writes += bool(entries)
            for key, value in entries:
                self.saved.take(key, value)
        return self.error

    def beat(
        self, member_id: str, epoch: int, owned: Partitions | None = None, now: float = 0.0, **said: Any
    ) -> ConsumerMember:
        return self.group.heartbeat(HeartbeatCall(member_id, epoch, owned=owned, **said), now, NOW_MS)

    def join(self, member_id: str, *topics: str, now: float = 0.0, **said: Any) -> ConsumerMember:
        said = {"rebalance_timeout_ms": 5000, "topic_names": topics or ("t",), **said}
        return self.beat(member_id, 0, frozenset(), now, **said)


def parts(topic: uuid.UUID, *numbers: int) -> Partitions:
    return frozenset((topic, number) for number in numbers)


def held(member: ConsumerMember) -> Partitions:
    return frozenset(member.assigned)


def refusal(function: Any, *args: Any, **options: Any) -> ErrorCode:
    with pytest.raises(Refusal) as caught:
        function(*args, **options)
    return ErrorCode.of(caught.value.code)


def test_a_first_member_gets_everything_at_once() -> None:
    bench = Bench()
    member = bench.join("a", "t", "u")
    assert (member.epoch, member.state) == (2, MemberState.STABLE)
    assert held(member) == parts(T, 0, 1, 2, 3) | parts(U, 0, 1)
    assert bench.group.state_name == "Stable"


def test_a_newcomer_gets_partitions_only_once_others_have_given_them_up() -> None:
    bench = Bench()
    everything = held(bench.join("a"))
    newcomer = bench.join("b")
    assert (newcomer.epoch, newcomer.state, held(newcomer)) == (3, MemberState.UNRELEASED_PARTITIONS, frozenset())

    asked = bench.beat("a", 2, everything)
    assert (asked.epoch, asked.state) == (2, MemberState.UNREVOKED_PARTITIONS)
    kept = held(asked)
    assert len(kept) == 2
    assert held(bench.beat("b", 3)) == frozenset()
    assert bench.group.state_name == "Reconciling"

    assert bench.beat("a", 2).state is MemberState.UNREVOKED_PARTITIONS  # it does not say what it owns
    done = bench.beat("a", 2, kept)
    assert (done.epoch, done.state, held(done)) == (3, MemberState.STABLE, kept)
    given = bench.beat("b", 3)
    assert (given.state, held(given)) == (MemberState.STABLE, everything - kept)
    assert bench.group.state_name == "Stable"


def test_heartbeats_without_news_write_nothing() -> None:
    bench = Bench()
    bench.join("a")
    state, writes = bench.group.state, bench.writes
    bench.beat("a", 2, now=5.0)
    assert bench.group.state is state
    assert bench.writes == writes


def test_a_topic_that_comes_or_grows_is_assigned_and_one_that_goes_is_taken_away() -> None:
    bench = Bench()
    bench.join("a", "t", "new")
    bench.topics.found["new"] = Topic("new", uuid.UUID(int=3), 1)
    grown = bench.beat("a", 2)
    assert (grown.epoch, (uuid.UUID(int=3), 0) in grown.assigned) == (3, True)
    bench.topics.found["t"].partitions = 5
    assert (T, 4) in bench.beat("a", 3).assigned
    del bench.topics.found["t"]
    assert held(bench.beat("a", 4, frozenset(grown.assigned))) == parts(uuid.UUID(int=3), 0)


def test_a_member_that_leaves_frees_its_partitions() -> None:
    bench = Bench()
    bench.join("a")
    bench.join("b")
    bench.group.leave("a", None, -1)
    assert bench.group.state_name == "Assigning"
    assert len(bench.beat("b", 3).assigned) == 4
    bench.group.leave("b", None, -1)
    assert (bench.group.state_name, bench.group.state.metadata_hash) == ("Empty", 0)
    assert bench.group.next_deadline() is None


def test_a_silent_member_is_dropped_when_its_session_ends() -> None:
    bench = Bench()
    bench.join("a")
    bench.join("b", now=10.0)
    assert bench.group.next_deadline() == SESSION_TIMEOUT
    bench.group.expire(SESSION_TIMEOUT)
    assert list(bench.group.members) == ["b"]
    assert refusal(bench.beat, "a", 2) is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_member_that_holds_on_to_partitions_is_dropped_when_its_rebalance_timeout_ends() -> None:
    bench = Bench()
    everything = held(bench.join("a"))
    bench.join("b", now=1.0)
    bench.beat("a", 2, everything, now=2.0)
    assert bench.group.next_deadline() == 2.0 + 5.0
    bench.beat("a", 2, everything, now=6.0)  # a heartbeat buys no time
    bench.group.expire(7.0)
    assert list(bench.group.members) == ["b"]


def test_a_member_that_gave_up_its_partitions_in_time_stays() -> None:
    bench = Bench()
    everything = held(bench.join("a"))
    bench.join("b", now=1.0)
    kept = held(bench.beat("a", 2, everything, now=2.0))
    bench.beat("a", 2, kept, now=3.0)
    bench.group.expire(7.0)
    assert set(bench.group.members) == {"a", "b"}


def test_epochs_of_the_past_and_the_future_are_fenced() -> None:
    bench = Bench()
    bench.join("a")
    bench.topics.found["t"].partitions = 5
    everything = held(bench.beat("a", 2))
    assert refusal(bench.beat, "a", 4) is ErrorCode.FENCED_MEMBER_EPOCH
    assert refusal(bench.beat, "a", 2) is ErrorCode.FENCED_MEMBER_EPOCH
    # The answer may have been lost: who has nothing that it should not have is let in with the epoch before.
    assert bench.beat("a", 2, parts(T, 0)).epoch == 3
    assert bench.beat("a", 0, frozenset()).epoch == 3
    assert len(everything) == 5


def test_a_static_member_that_stops_for_a_while_keeps_its_partitions() -> None:
    bench = Bench()
    before = bench.join("a", instance_id="one")
    assert refusal(bench.join, "b", instance_id="one") is ErrorCode.UNRELEASED_INSTANCE_ID
    bench.group.leave("a", "one", -2)
    assert bench.group.members["a"].epoch == -2
    assert bench.group.members["a"].assigned == dict.fromkeys(before.assigned, 0)
    back = bench.join("b", now=3.0, instance_id="one")
    assert (back.epoch, held(back)) == (before.epoch, held(before))
    assert list(bench.group.members) == ["b"]
    assert bench.group.state.epoch == 2
    assert refusal(bench.beat, "a", 2, instance_id="one") is ErrorCode.FENCED_INSTANCE_ID
    assert refusal(bench.group.leave, "a", "one", -1) is ErrorCode.FENCED_INSTANCE_ID
    assert refusal(bench.group.leave, "b", "two", -1) is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_static_member_that_does_not_come_back_is_dropped() -> None:
    bench = Bench()
    bench.join("a", instance_id="one")
    bench.group.leave("a", "one", -2)
    bench.group.expire(SESSION_TIMEOUT)
    assert bench.group.members == {}


def test_a_full_group_takes_nobody_but_those_that_are_in_it() -> None:
    bench = Bench(max_size=1)
    bench.join("a")
    assert refusal(bench.join, "b") is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert bench.join("a").epoch == 2


def test_a_pattern_is_followed_as_topics_come() -> None:
    bench = Bench()
    member = bench.join("a", topic_names=None, topic_regex="t|new.*")
    assert held(member) == parts(T, 0, 1, 2, 3)
    bench.topics.found["new-1"] = Topic("new-1", uuid.UUID(int=3), 1)
    assert (uuid.UUID(int=3), 0) in bench.beat("a", 2).assigned
    assert bench.group.subscribes_to("new-1")
    assert not bench.group.subscribes_to("u")
    bench.beat("a", 3, topic_regex="", topic_names=("u",))
    assert bench.group.state.regexes == {}


def test_the_assignor_that_most_members_ask_for_is_taken() -> None:
    bench = Bench()
    bench.join("a", assignor="range")
    assert bench.group.assignor == "range"
    bench.join("b")
    assert bench.group.assignor == "range"
    bench.group.leave("a", None, -1)
    assert bench.group.assignor == "uniform"


def test_offsets_are_committed_by_members_in_their_epoch() -> None:
    bench = Bench()
    bench.group.check_commit("", -1, {(T, 0)})
    bench.join("a")
    bench.group.check_commit("a", 2, {(T, 0)})
    assert refusal(bench.group.check_commit, "", -1) is ErrorCode.UNKNOWN_MEMBER_ID
    assert refusal(bench.group.check_commit, "a", 3) is ErrorCode.STALE_MEMBER_EPOCH
    assert refusal(bench.group.check_commit, "a", 2, knows_epochs=False) is ErrorCode.UNSUPPORTED_VERSION
    bench.topics.found["t"].partitions = 5
    bench.beat("a", 2)
    bench.group.check_commit("a", 2, {(T, 0)})  # it had this one in epoch 2 already (KIP-1251)
    for late in ({(T, 4)}, {(U, 0)}, {(T, 0), (T, 4)}):
        assert refusal(bench.group.check_commit, "a", 2, late) is ErrorCode.STALE_MEMBER_EPOCH


def test_offsets_are_told_to_members_in_their_epoch() -> None:
    bench = Bench()
    bench.join("a")
    assert bench.group.check_fetch(None, -1) is ErrorCode.NONE
    assert bench.group.check_fetch("a", 2) is ErrorCode.NONE
    assert bench.group.check_fetch("a", 0) is ErrorCode.STALE_MEMBER_EPOCH
    assert bench.group.check_fetch("b", 2) is ErrorCode.UNKNOWN_MEMBER_ID


def test_what_cannot_be_kept_has_not_happened() -> None:
    bench = Bench()
    bench.join("a")
    state = bench.group.state
    bench.error = ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert refusal(bench.join, "b") is ErrorCode.COORDINATOR_NOT_AVAILABLE
    bench.group.expire(SESSION_TIMEOUT)
    assert bench.group.state is state
    bench.error = ErrorCode.NONE
    deadline = bench.group.next_deadline()
    assert deadline is not None
    assert deadline > SESSION_TIMEOUT
    bench.group.expire(deadline)
    assert bench.group.members == {}


def test_the_records_hold_all_of_a_group() -> None:
    bench = Bench()
    everything = held(bench.join("a", rack_id="r", client_id="c", client_host="/h"))
    bench.join("b", topic_names=None, topic_regex="u", instance_id="one", assignor="range")
    bench.join("c")
    bench.beat("a", 2, everything)
    assert bench.saved.states() == {"g": bench.group.state}

    again = Bench()
    again.group.restore(bench.group.state, 100.0)
    assert again.group.next_deadline() == 105.0  # the rebalance timeout of who has partitions to give up
    bench.group.leave("c", None, -1)
    bench.group.leave("b", "one", -1)
    assert bench.saved.states() == {"g": bench.group.state}
    for key, value in tombstones("g", bench.group.state):
        bench.saved.take(key, value)
    assert bench.saved.states() == {}


def test_records_of_older_brokers_have_no_epochs_of_partitions() -> None:
    from kafkawire.messages import (
        ConsumerGroupCurrentMemberAssignmentKey,
        ConsumerGroupCurrentMemberAssignmentValue,
        ConsumerGroupMemberMetadataKey,
        ConsumerGroupMemberMetadataValue,
        ConsumerGroupMetadataKey,
        ConsumerGroupMetadataValue,
    )
    from kafkawire.messages.consumer_group_current_member_assignment_value import TopicPartitions

    saved = SavedConsumerGroups()
    current = ConsumerGroupCurrentMemberAssignmentValue(
        member_epoch=7,
        previous_member_epoch=6,
        state=0,
        assigned_partitions=[TopicPartitions(topic_id=T, partitions=[0, 1])],
    )
    for key, value in (
        (ConsumerGroupMetadataKey(group_id="g"), ConsumerGroupMetadataValue(epoch=7)),
        (
            ConsumerGroupMemberMetadataKey(group_id="g", member_id="a"),
            ConsumerGroupMemberMetadataValue(subscribed_topic_names=["t"]),
        ),
        (ConsumerGroupCurrentMemberAssignmentKey(group_id="g", member_id="a"), current),
    ):
        saved.take(key.API_KEY.to_bytes(2, "big") + key.encode(0), b"\0\0" + value.encode(0))
    member = saved.states()["g"].members["a"]
    assert (member.epoch, member.previous_epoch, member.assigned) == (7, 6, {(T, 0): 7, (T, 1): 7})


def test_a_group_in_its_first_epoch_has_no_record_of_its_own() -> None:
    saved = SavedConsumerGroups()
    member = ConsumerMember("a")
    for key, value in changes("g", GroupState(), GroupState(members={"a": member})):
        saved.take(key, value)
    assert saved.states() == {"g": GroupState(epoch=1, members={"a": member})}


def test_the_records_of_a_first_member_are_those_that_kafka_writes_in_its_order() -> None:
    bench = Bench()
    bench.join("a")
    kinds = [int.from_bytes(key[:2], "big") for key, _ in changes("g", GroupState(), bench.group.state)]
    assert kinds == [5, 3, 7, 6, 8]


# Assignors


def subscribers(*topics: tuple[uuid.UUID, ...], instances: tuple[str | None, ...] = ()) -> dict[str, Subscriber]:
    names = instances or (None,) * len(topics)
    return {"abcdef"[n]: Subscriber(names[n], frozenset(wanted)) for n, wanted in enumerate(topics)}


def test_range_gives_the_same_member_the_same_partition_of_every_topic() -> None:
    found = assign_range(subscribers((T, U), (T, U)), {T: 3, U: 3})
    assert found == {"a": parts(T, 0, 1) | parts(U, 0, 1), "b": parts(T, 2) | parts(U, 2)}


def test_range_puts_static_members_first_and_gives_only_what_is_subscribed_to() -> None:
    found = assign_range(subscribers((T,), (T, U), instances=(None, "one")), {T: 3, U: 1})
    assert found == {"a": parts(T, 2), "b": parts(T, 0, 1) | parts(U, 0)}


@pytest.mark.parametrize(("members", "partitions"), [(1, 5), (2, 5), (3, 7), (5, 3), (6, 6)])
def test_uniform_is_even_and_complete_and_stays_so_with_few_moves(members: int, partitions: int) -> None:
    wanted = subscribers(*[(T, U)] * members)
    found = assign_uniform(wanted, {T: partitions, U: 2})
    check_even(found, partitions + 2)
    had = {name: replace_had(wanted[name], places) for name, places in found.items()}
    assert assign_uniform(had, {T: partitions, U: 2}) == found
    newcomer = assign_uniform({**had, "new": Subscriber(None, frozenset((T, U)))}, {T: partitions, U: 2})
    check_even(newcomer, partitions + 2)
    assert all(newcomer[name] <= found[name] for name in found)


def check_even(found: dict[str, Partitions], total: int) -> None:
    sizes = [len(places) for places in found.values()]
    assert max(sizes) - min(sizes) <= 1
    assert sum(sizes) == len(frozenset().union(*found.values())) == total


def replace_had(member: Subscriber, places: Partitions) -> Subscriber:
    return member._replace(had=places)


def test_uniform_levels_members_that_read_different_topics() -> None:
    found = assign_uniform(subscribers((T,), (T, U), (U,)), {T: 4, U: 2})
    assert [len(places) for places in found.values()] == [2, 2, 2]
    had = {name: Subscriber(None, frozenset({T}), places) for name, places in found.items() if name != "c"}
    again = assign_uniform({**had, "c": Subscriber(None, frozenset({U, T}))}, {T: 4, U: 2})
    assert sum(map(len, again.values())) == 6
    assert again["c"] >= parts(U, 0, 1)


def test_uniform_forgets_what_is_gone_and_what_two_members_have() -> None:
    had = {
        "a": Subscriber(None, frozenset({T}), parts(T, 0, 9) | parts(U, 0)),
        "b": Subscriber(None, frozenset({T}), parts(T, 0)),
    }
    assert assign_uniform(had, {T: 2}) == {"a": parts(T, 0), "b": parts(T, 1)}
    assert assign_uniform({}, {T: 2}) == {}


def test_members_are_values() -> None:
    member = ConsumerMember("a", assigned={(T, 0): 1})
    assert replace(member) == member
    assert member.held() == {(T, 0)}


def test_a_member_takes_back_at_once_what_it_has_just_given_up() -> None:
    bench = Bench()
    everything = held(bench.join("a"))
    bench.join("b")
    kept = held(bench.beat("a", 2, everything))
    bench.group.leave("b", None, -1)
    back = bench.beat("a", 2, kept)
    assert (back.epoch, back.state, held(back)) == (4, MemberState.STABLE, everything)


def test_a_second_member_with_the_same_pattern_gets_its_share() -> None:
    bench = Bench()
    everything = held(bench.join("a", topic_names=None, topic_regex="t"))
    bench.join("b", topic_names=None, topic_regex="t")
    kept = held(bench.beat("a", 2, everything))
    bench.beat("a", 2, kept)
    assert held(bench.beat("b", 3)) == everything - kept
