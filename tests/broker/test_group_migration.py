"""Groups with members that change from the classic protocol to that of KIP-848 and back.

What members are answered was noted from Apache Kafka 4.3.1, step by step.
"""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.groups.consumer_protocol import read_assignment, write_assignment
from kafkawire.broker.groups.consumer_state import HeartbeatCall, Refusal
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.node.node import Node
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ConsumerProtocolAssignment, ConsumerProtocolSubscription
from kafkawire.messages.consumer_protocol_subscription import TopicPartition
from tests.broker.test_recovery import node_on
from tests.broker.wire import NOW_MS

OPTIONS = {
    "offsets.topic.num.partitions": "1",
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.assignment.interval.ms": "0",
}
ALL = [("t", n) for n in range(4)]


def new_node(files: MemoryFiles | None = None, **options: str) -> Node:
    node = node_on(files or MemoryFiles(), **{**OPTIONS, **{k.replace("_", "."): v for k, v in options.items()}})
    if node.topics.get("t") is None:
        node.controller.create("t", 4, {}, NOW_MS)
    return node


class Classic:
    """A member that speaks the classic protocol. Answers are (error, generation) and the like."""

    def __init__(self, node: Node, member_id: str = "", instance_id: str | None = None) -> None:
        self.node, self.member_id, self.instance_id = node, member_id, instance_id
        self.generation = -1

    def join(self, *owned: tuple[str, int], **said: Any) -> tuple[ErrorCode, int]:
        call = self._call(owned, **said)
        moved = self.node.groups.classic_members("g")
        if moved is None:
            reply = self.node.groups.classic_group("g").join(call, self.node.clock.now())
            if not reply.is_set:
                return ErrorCode.NONE, -1
            answer = reply.value
        else:
            answer = moved.join(call, self.node.clock.now(), self.node.clock.time_ms())
        if not answer.error_code:
            self.member_id, self.generation = answer.member_id, answer.generation_id
        return ErrorCode.of(answer.error_code), answer.generation_id

    def _call(self, owned: Any, **said: Any) -> JoinCall:
        parts = [TopicPartition(topic="t", partitions=[n for _, n in owned])]
        metadata = b"\0\1" + ConsumerProtocolSubscription(topics=["t"], owned_partitions=parts).encode(1)
        values: dict[str, Any] = {
            "member_id": self.member_id,
            "new_member_id": "new",
            "session_timeout": 10.0,
            "rebalance_timeout": 20.0,
            "protocol_type": "consumer",
            "protocols": {"range": metadata},
            "instance_id": self.instance_id,
            "must_know_id": False,
        }
        return JoinCall(**{**values, **said})

    def sync(self, *places: tuple[str, int], protocol: str | None = None) -> tuple[ErrorCode, list[tuple[str, int]]]:
        who = self.member_id, self.instance_id, self.generation
        now, moved = self.node.clock.now(), self.node.groups.classic_members("g")
        if moved is not None:
            try:
                answer = moved.sync(*who, now, None, protocol)
            except Refusal as exc:
                return ErrorCode.of(exc.code), []
        else:
            group = self.node.groups.get("g")
            assert group is not None
            answer = group.sync(*who, {self.member_id: write_assignment(places, 1)}, now).value
        return ErrorCode.of(answer.error_code), read_assignment(answer.assignment)[0]

    def heartbeat(self) -> ErrorCode:
        who = self.member_id, self.instance_id, self.generation
        moved, group = self.node.groups.classic_members("g"), self.node.groups.get("g")
        try:
            if moved is not None:
                return moved.heartbeat(*who, self.node.clock.now())
        except Refusal as exc:
            return ErrorCode.of(exc.code)
        assert group is not None
        return group.heartbeat(*who, self.node.clock.now())

    def leave(self) -> ErrorCode:
        moved = self.node.groups.classic_members("g")
        assert moved is not None
        return moved.leave([(self.member_id, self.instance_id)], self.node.clock.now())[0][1]


class Modern:
    """A member that speaks the protocol of KIP-848. Answers are (epoch, its partitions)."""

    def __init__(self, node: Node, member_id: str, instance_id: str | None = None) -> None:
        self.node, self.member_id, self.instance_id = node, member_id, instance_id
        self.epoch = 0

    def beat(self, *owned: int, **said: Any) -> tuple[int, list[int]]:
        topic = self.node.topics.get("t")
        assert topic is not None
        if self.epoch == 0:
            said = {"rebalance_timeout_ms": 20_000, "topic_names": ("t",), **said}
        places = frozenset((topic.topic_id, n) for n in owned)
        call = HeartbeatCall(self.member_id, self.epoch, self.instance_id, owned=places, **said)
        group = self.node.groups.consumer_group("g", create=self.epoch == 0)
        member = group.heartbeat(call, self.node.clock.now(), self.node.clock.time_ms())
        self.node.groups.arm_for(group)
        self.epoch = member.epoch
        return member.epoch, sorted(n for _, n in member.assigned)

    def leave(self, epoch: int = -1) -> None:
        group = self.node.groups.consumer_group("g")
        group.leave(self.member_id, self.instance_id, epoch, self.node.clock.now())


def upgraded(node: Node, instance_id: str | None = None) -> tuple[Classic, Modern]:
    """A stable group of one classic member, to which one of the other protocol has come."""
    old, new = Classic(node, instance_id=instance_id), Modern(node, "b")
    assert old.join() == (ErrorCode.NONE, 1)
    assert old.sync(*ALL) == (ErrorCode.NONE, ALL)
    assert new.beat() == (2, [])
    return old, new


def mixed(node: Node) -> tuple[Classic, Modern]:
    """A group with a classic and a consumer member, when each has got its half of the partitions."""
    old, new = upgraded(node)
    old.join(*ALL)
    _, kept = old.sync()
    old.join(*kept)
    old.sync()
    new.beat()
    return old, new


def test_a_classic_group_is_taken_over_with_its_members_and_their_partitions() -> None:
    node = new_node()
    old, new = upgraded(node)
    group = node.groups.consumer_group("g")
    assert node.groups.get("g") is None
    assert (group.state_name, group.state.epoch, group.state.target_epoch) == ("Reconciling", 2, 2)
    assert len(group.members[old.member_id].assigned) == 4
    assert old.heartbeat() is ErrorCode.REBALANCE_IN_PROGRESS
    assert old.sync() == (ErrorCode.REBALANCE_IN_PROGRESS, [])
    assert old.join(*ALL) == (ErrorCode.NONE, 1)  # it has partitions to give up first
    assert old.heartbeat() is ErrorCode.REBALANCE_IN_PROGRESS
    error, kept = old.sync()
    assert (error, len(kept)) == (ErrorCode.NONE, 2)
    assert new.beat() == (2, [])
    assert old.join(*kept) == (ErrorCode.NONE, 2)
    assert old.sync() == (ErrorCode.NONE, kept)
    assert old.heartbeat() is ErrorCode.NONE
    assert new.beat() == (2, sorted({0, 1, 2, 3} - {n for _, n in kept}))
    assert group.state_name == "Stable"


def test_a_classic_member_that_waits_for_partitions_is_told_when_they_are_free() -> None:
    node = new_node()
    new, old = Modern(node, "a"), Classic(node)
    assert new.beat() == (2, [0, 1, 2, 3])
    assert old.join() == (ErrorCode.NONE, 3)
    assert old.sync() == (ErrorCode.NONE, [])
    assert old.heartbeat() is ErrorCode.NONE
    _, kept = new.beat(0, 1, 2, 3)
    assert old.heartbeat() is ErrorCode.NONE
    assert new.beat(*kept) == (3, kept)
    assert old.heartbeat() is ErrorCode.REBALANCE_IN_PROGRESS
    assert old.join() == (ErrorCode.NONE, 3)
    assert len(old.sync()[1]) == 2


def test_classic_members_are_told_what_is_wrong_as_in_a_classic_group() -> None:
    node = new_node()
    old, new = mixed(node)
    stranger, other = Classic(node, "x"), Classic(node, new.member_id)
    old.generation += 1
    assert old.heartbeat() is ErrorCode.ILLEGAL_GENERATION
    assert old.sync()[0] is ErrorCode.ILLEGAL_GENERATION
    old.generation -= 1
    assert old.sync(protocol="sticky")[0] is ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    assert stranger.heartbeat() is ErrorCode.UNKNOWN_MEMBER_ID
    assert other.heartbeat() is ErrorCode.UNKNOWN_MEMBER_ID  # that one does not speak the classic protocol
    assert stranger.leave() is ErrorCode.UNKNOWN_MEMBER_ID
    assert stranger.join(member_id="x")[0] is ErrorCode.NONE  # any id will do


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"protocol_type": "connect"}, ErrorCode.INCONSISTENT_GROUP_PROTOCOL),
        ({"protocols": {}}, ErrorCode.INCONSISTENT_GROUP_PROTOCOL),
        ({"protocols": {"other": b"\0\0"}}, ErrorCode.INCONSISTENT_GROUP_PROTOCOL),
        ({"protocols": {"range": b"zz"}}, ErrorCode.UNKNOWN_SERVER_ERROR),
        ({"instance_id": "i", "member_id": "x"}, ErrorCode.UNKNOWN_MEMBER_ID),
    ],
)
def test_who_cannot_join_a_consumer_group(said: dict[str, Any], error: ErrorCode) -> None:
    node = new_node()
    mixed(node)
    with pytest.raises(Refusal) as caught:
        Classic(node).join(**said)
    assert ErrorCode.of(caught.value.code) is error


def test_where_migration_is_disabled_the_protocols_do_not_meet() -> None:
    node = new_node(group_consumer_migration_policy="DISABLED")
    Modern(node, "a").beat()
    with pytest.raises(Refusal) as caught:
        Classic(node).join()
    assert caught.value.code == ErrorCode.INCONSISTENT_GROUP_PROTOCOL


def test_an_id_is_given_out_first_in_a_consumer_group_too() -> None:
    node = new_node()
    mixed(node)
    assert Classic(node).join(must_know_id=True)[0] is ErrorCode.MEMBER_ID_REQUIRED
    assert len(node.groups.consumer_group("g").members) == 2


def test_a_group_comes_down_when_the_last_member_of_the_new_protocol_leaves() -> None:
    files = MemoryFiles()
    node = new_node(files)
    old, new = mixed(node)
    _, places = old.sync()
    new.leave()
    group = node.groups.get("g")
    assert group is not None
    assert node.groups.consumer_groups == {}
    assert (group.state.value, group.generation) == ("PreparingRebalance", 2)
    assert read_assignment(group.members[old.member_id].assignment)[0] == places
    assert old.heartbeat() is ErrorCode.REBALANCE_IN_PROGRESS
    assert old.join(*places) == (ErrorCode.NONE, 3)
    assert old.sync(*ALL) == (ErrorCode.NONE, ALL)
    again = new_node(files).groups.get("g")
    assert again is not None
    assert (again.state.value, list(again.members)) == ("Stable", [old.member_id])


def test_a_group_that_was_taken_over_is_there_after_a_restart() -> None:
    files = MemoryFiles()
    node = new_node(files)
    old, _ = mixed(node)
    again = new_node(files)
    group = again.groups.consumer_group("g")
    assert again.groups.get("g") is None
    assert group.state == node.groups.consumer_group("g").state
    side = group.members[old.member_id].classic
    assert side is not None
    assert (side.session_timeout_ms, [name for name, _ in side.protocols]) == (10_000, ["range"])
    old.node = again
    assert old.heartbeat() is ErrorCode.NONE


def test_a_static_member_changes_its_protocol_and_nobody_is_disturbed() -> None:
    node = new_node()
    first, other = Modern(node, "a", "one"), Classic(node)
    first.beat()
    other.join()
    other.sync()
    _, kept = first.beat(0, 1, 2, 3)
    assert first.beat(*kept) == (3, kept)
    other.join()
    _, theirs = other.sync()
    back = Classic(node, instance_id="one")
    assert back.join(new_member_id="a2") == (ErrorCode.NONE, 3)
    assert node.groups.consumer_groups == {}  # nobody speaks the new protocol any more
    assert back.sync() == (ErrorCode.NONE, [("t", n) for n in kept])
    assert other.heartbeat() is ErrorCode.NONE
    assert other.sync() == (ErrorCode.NONE, theirs)
    again = Modern(node, "a3", "one")  # no need to be released first by a classic member
    assert again.beat() == (3, kept)
    assert back.heartbeat() is ErrorCode.FENCED_INSTANCE_ID
    assert other.heartbeat() is ErrorCode.NONE


def test_a_classic_leave_lets_members_of_both_protocols_go() -> None:
    node = new_node()
    old, new = mixed(node)
    assert Classic(node, new.member_id).leave() is ErrorCode.NONE
    group = node.groups.get("g")
    assert group is not None
    assert list(group.members) == [old.member_id]


def test_classic_members_commit_in_their_generation() -> None:
    node = new_node()
    old, _ = mixed(node)
    group = node.groups.consumer_group("g")
    group.check_commit(old.member_id, 2, knows_epochs=False)
    with pytest.raises(Refusal) as caught:
        group.check_commit(old.member_id, 3)
    assert caught.value.code == ErrorCode.ILLEGAL_GENERATION
    assert group.check_fetch(old.member_id, 1) is ErrorCode.ILLEGAL_GENERATION


@pytest.mark.parametrize("silent", ["session", "join", "sync"])
def test_a_classic_member_that_does_not_come_back_in_time_is_put_out(silent: str) -> None:
    node = new_node()
    new, old = Modern(node, "a"), Classic(node)
    new.beat()
    old.join(session_timeout=1000.0 if silent != "session" else 10.0)
    if silent != "sync":
        old.sync()
    if silent == "join":
        Modern(node, "c").beat()
        assert old.heartbeat() is ErrorCode.REBALANCE_IN_PROGRESS
    group = node.groups.consumer_group("g")
    group.expire(node.clock.now() + (9.9 if silent == "session" else 19.9))
    assert old.member_id in group.members
    group.expire(node.clock.now() + (10.1 if silent == "session" else 20.1))
    assert old.member_id not in group.members


@pytest.mark.parametrize(
    ("prepare", "options", "reason"),
    [
        ({}, {"group_consumer_migration_policy": "downgrade"}, "online upgrade is disabled"),
        ({"protocol_type": "connect"}, {}, "the group does not use the consumer embedded protocol"),
        ({"protocols": {"range": b"zz"}}, {}, "the embedded consumer protocol is malformed"),
        ({}, {"assignment": b"x"}, "the embedded consumer protocol is malformed"),
        (
            {},
            {"assignment": b"custom"},
            "an unsupported custom assignor is in use. Please refer to the documentation or",
        ),
    ],
)
def test_a_classic_group_that_cannot_be_taken_over_stays_as_it_is(
    prepare: dict[str, Any], options: dict[str, Any], reason: str
) -> None:
    assignment = options.pop("assignment", None)
    if assignment == b"custom":
        assignment = b"\0\1" + ConsumerProtocolAssignment(user_data=b"mine").encode(1)
    node = new_node(**options)
    old = Classic(node)
    old.join(**prepare)
    group = node.groups.get("g")
    assert group is not None
    group.sync(old.member_id, None, 1, {old.member_id: assignment or b""}, node.clock.now())
    with pytest.raises(Refusal) as caught:
        Modern(node, "b").beat()
    assert caught.value.code == ErrorCode.GROUP_ID_NOT_FOUND
    assert f"Cannot upgrade classic group g to consumer group because {reason}" in caught.value.reason
    assert node.groups.get("g") is group
    assert old.heartbeat() is ErrorCode.NONE


def test_members_that_wait_in_a_classic_group_are_sent_to_join_again() -> None:
    node = new_node()
    old, waiting = Classic(node), Classic(node)
    old.join()
    old.sync(*ALL)
    reply = node.groups.classic_group("g").join(waiting._call((), new_member_id="w"), node.clock.now())
    Modern(node, "b").beat()
    assert reply.value.error_code == ErrorCode.REBALANCE_IN_PROGRESS


def test_a_group_that_may_not_come_down_stays_with_its_classic_members() -> None:
    node = new_node(group_consumer_migration_policy="upgrade")
    old, new = mixed(node)
    new.leave()
    assert list(node.groups.consumer_group("g").members) == [old.member_id]


def test_a_takeover_that_cannot_be_written_down_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    node = new_node()
    old = Classic(node)
    old.join()
    old.sync(*ALL)
    with monkeypatch.context() as patch:
        patch.setattr(node.groups.store, "save", lambda *_: ErrorCode.COORDINATOR_NOT_AVAILABLE)
        with pytest.raises(Refusal):
            Modern(node, "b").beat()
    assert node.groups.consumer_groups == {}
    assert old.heartbeat() is ErrorCode.NONE
    mixed_up = Modern(node, "b")
    mixed_up.beat()
    with monkeypatch.context() as patch:
        patch.setattr(node.groups.store, "save", lambda *_: ErrorCode.COORDINATOR_NOT_AVAILABLE)
        with pytest.raises(Refusal):
            mixed_up.leave()
    assert len(node.groups.consumer_group("g").members) == 2


def test_what_a_member_has_yet_to_give_up_is_not_forgotten_on_the_way_down_and_up() -> None:
    node = new_node()
    old, new = upgraded(node)  # the classic member is to give up two partitions, and has not heard of it
    new.leave()
    group = node.groups.get("g")
    assert group is not None
    assert len(read_assignment(group.members[old.member_id].assignment)[0]) == 2
    again = Modern(node, "c")
    assert again.beat()[1] == []
    assert len(node.groups.consumer_group("g").members[old.member_id].held()) == 4
