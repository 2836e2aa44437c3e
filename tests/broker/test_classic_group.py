from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.loop.reply import Reply
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse

REBALANCE_TIMEOUT, SESSION_TIMEOUT = 60.0, 10.0


class Saved:
    """Stands for `__consumer_offsets`; fails with `error`."""

    def __init__(self) -> None:
        self.error = ErrorCode.NONE
        self.states: list[State] = []

    def __call__(self, group: Group) -> ErrorCode:
        self.states.append(group.state)
        return self.error


def new_group(**options: Any) -> tuple[Group, Saved]:
    saved = Saved()
    return Group("g", saved, **options), saved


def call(member_id: str = "", **options: Any) -> JoinCall:
    values: dict[str, Any] = {
        "member_id": member_id,
        "new_member_id": options.pop("new", "new"),
        "session_timeout": SESSION_TIMEOUT,
        "rebalance_timeout": REBALANCE_TIMEOUT,
        "protocol_type": "consumer",
        "protocols": {"range": b"meta"},
        "must_know_id": False,
    }
    return JoinCall(**{**values, **options})


def join(group: Group, name: str, now: float = 0.0, **options: Any) -> Reply[JoinGroupResponse]:
    return group.join(call(new=name, **options), now)


def stable(*names: str, **options: Any) -> tuple[Group, Saved]:
    """A group in which everyone has an assignment; the first leads."""
    group, saved = new_group(initial_delay=0.5)
    for name in names:
        join(group, name, **options)
    group.expire(0.5)
    group.expire(1.0)
    for name in names[1:]:
        group.sync(name, None, 1, {}, 1.0)
    group.sync(names[0], None, 1, {name: name.encode() for name in names}, 1.0)
    assert group.state is State.STABLE
    return group, saved


def settle(group: Group) -> None:
    """Let the initial delay pass, which the second member has made longer."""
    group.expire(0.5)
    group.expire(1.0)


def leave(group: Group, member_id: str, instance_id: str | None, now: float) -> ErrorCode:
    (error,) = group.leave([(member_id, instance_id)], now)
    return error


def error_of(reply: Reply[Any]) -> ErrorCode:
    return ErrorCode.of(reply.value.error_code)


def test_a_first_member_becomes_the_leader_and_gets_what_it_assigns() -> None:
    group, saved = new_group()
    joined = join(group, "a").value
    assert (joined.generation_id, joined.leader, joined.member_id, joined.protocol_name) == (1, "a", "a", "range")
    assert [(m.member_id, m.metadata) for m in joined.members] == [("a", b"meta")]
    synced = group.sync("a", None, 1, {"a": b"mine"}, 0.0).value
    assert (synced.error_code, synced.assignment) == (0, b"mine")
    assert saved.states == [State.STABLE]


def test_an_id_is_given_out_first_and_has_to_be_used_in_time() -> None:
    group, _ = new_group()
    refused = group.join(call(new="a", must_know_id=True), 0.0).value
    assert (refused.error_code, refused.member_id) == (ErrorCode.MEMBER_ID_REQUIRED, "a")
    assert group.next_deadline() == SESSION_TIMEOUT
    group.expire(SESSION_TIMEOUT)
    assert error_of(group.join(call("a"), SESSION_TIMEOUT)) is ErrorCode.UNKNOWN_MEMBER_ID
    group.join(call(new="b", must_know_id=True), 0.0)
    assert group.join(call("b"), 1.0).value.member_id == "b"


def test_an_empty_group_waits_for_more_members_and_each_buys_some_time() -> None:
    group, _ = new_group(initial_delay=3.0)
    first = join(group, "a", 0.0)
    assert group.next_deadline() == 3.0
    second = join(group, "b", 2.0)
    group.expire(3.0)
    assert not first.is_settled
    assert group.next_deadline() == 6.0
    group.expire(6.0)
    assert first.value.generation_id == second.value.generation_id == 1
    assert [m.member_id for m in first.value.members] == ["a", "b"]
    assert second.value.members == []


def test_a_newcomer_makes_everyone_join_again() -> None:
    group, _ = stable("a", "b")
    newcomer = join(group, "c", 5.0)
    assert group.state is State.PREPARING_REBALANCE
    assert group.heartbeat("a", None, 1, 5.0) is ErrorCode.REBALANCE_IN_PROGRESS
    again = group.join(call("a"), 6.0)
    assert not again.is_settled
    group.join(call("b"), 6.0)
    assert (again.value.generation_id, newcomer.value.leader) == (2, "a")


def test_a_member_that_does_not_join_again_is_dropped_when_the_rebalance_times_out() -> None:
    group, _ = stable("a", "b")
    newcomer = join(group, "c", 5.0)
    for now in (10.0, 19.0, 28.0, 37.0, 46.0, 55.0, 64.0):
        group.heartbeat("a", None, 1, now)
        group.heartbeat("b", None, 1, now)
        group.expire(now)
    group.join(call("a"), 64.0)
    assert group.next_deadline() == 5.0 + REBALANCE_TIMEOUT
    group.expire(5.0 + REBALANCE_TIMEOUT)
    assert newcomer.value.generation_id == 2
    assert list(group.members) == ["a", "c"]


def test_a_silent_member_is_dropped_and_the_others_begin_again() -> None:
    group, _ = stable("a", "b")
    group.heartbeat("a", None, 1, 8.0)
    assert group.next_deadline() == pytest.approx(1.0 + SESSION_TIMEOUT)
    group.expire(1.0 + SESSION_TIMEOUT + 1e-6)
    assert list(group.members) == ["a"]
    assert group.heartbeat("a", None, 1, 12.0) is ErrorCode.REBALANCE_IN_PROGRESS
    assert group.heartbeat("b", None, 1, 12.0) is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_member_that_waits_for_us_is_not_silent() -> None:
    group, _ = stable("a", "b")
    waiting = group.join(call("a"), 2.0)
    group.heartbeat("b", None, 1, 9.0)
    group.expire(2.0 + SESSION_TIMEOUT + 1)
    assert not waiting.is_settled
    assert "a" in group.members


def test_the_last_member_leaves_an_empty_group() -> None:
    group, saved = stable("a")
    assert leave(group, "a", None, 2.0) is ErrorCode.NONE
    assert (group.state, group.generation, group.leader) == (State.EMPTY, 2, None)
    assert saved.states[-1] is State.EMPTY
    assert group.next_deadline() is None


def test_a_leader_that_leaves_is_followed_by_another() -> None:
    group, _ = stable("a", "b")
    leave(group, "a", None, 2.0)
    joined = group.join(call("b"), 2.0).value
    assert (joined.leader, joined.generation_id) == ("b", 2)


def test_followers_wait_for_the_leaders_assignment() -> None:
    group, _ = new_group(initial_delay=0.5)
    join(group, "a")
    join(group, "b")
    settle(group)
    waiting = group.sync("b", None, 1, {}, 1.0)
    assert not waiting.is_settled
    group.sync("a", None, 1, {"a": b"1", "b": b"2"}, 1.0)
    assert waiting.value.assignment == b"2"
    assert group.sync("b", None, 1, {}, 2.0).value.assignment == b"2"


def test_who_does_not_sync_in_time_is_dropped() -> None:
    group, _ = new_group(initial_delay=0.5)
    join(group, "a")
    join(group, "b")
    settle(group)
    waiting = group.sync("b", None, 1, {}, 1.0)
    for now in range(5, 61, 5):
        group.heartbeat("a", None, 1, now)
    assert group.next_deadline() == 1.0 + REBALANCE_TIMEOUT
    group.expire(1.0 + REBALANCE_TIMEOUT)
    assert error_of(waiting) is ErrorCode.REBALANCE_IN_PROGRESS
    assert list(group.members) == ["b"]


def test_an_assignment_that_cannot_be_kept_is_handed_to_nobody() -> None:
    group, saved = new_group()
    join(group, "a")
    saved.error = ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert error_of(group.sync("a", None, 1, {"a": b"1"}, 0.0)) is ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert group.state is State.PREPARING_REBALANCE
    assert group.members["a"].assignment == b""


def test_the_protocol_with_most_votes_among_the_common_ones_is_chosen() -> None:
    group, _ = new_group(initial_delay=0.5)
    joins = [
        join(group, "a", protocols={"only-a": b"", "range": b"ra", "sticky": b"sa"}),
        join(group, "b", protocols={"sticky": b"sb", "range": b"rb"}),
        join(group, "c", protocols={"sticky": b"sc", "range": b"rc"}),
    ]
    settle(group)
    assert joins[0].value.protocol_name == "sticky"
    assert [m.metadata for m in joins[0].value.members] == [b"sa", b"sb", b"sc"]


@pytest.mark.parametrize(
    "options", [{"protocol_type": "connect"}, {"protocol_type": ""}, {"protocols": {}}, {"protocols": {"other": b""}}]
)
def test_who_speaks_another_protocol_stays_out(options: dict[str, Any]) -> None:
    group, _ = stable("a")
    assert error_of(join(group, "b", 2.0, **options)) is ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    assert group.state is State.STABLE


def test_a_full_group_takes_nobody() -> None:
    group, _ = new_group(max_size=1)
    join(group, "a")
    assert error_of(join(group, "b")) is ErrorCode.GROUP_MAX_SIZE_REACHED


def test_strangers_and_old_generations_are_told_so() -> None:
    group, _ = stable("a")
    assert group.heartbeat("x", None, 1, 2.0) is ErrorCode.UNKNOWN_MEMBER_ID
    assert group.heartbeat("a", None, 0, 2.0) is ErrorCode.ILLEGAL_GENERATION
    assert error_of(group.sync("a", None, 2, {}, 2.0)) is ErrorCode.ILLEGAL_GENERATION
    assert error_of(group.join(call("x"), 2.0)) is ErrorCode.UNKNOWN_MEMBER_ID
    assert leave(group, "x", None, 2.0) is ErrorCode.UNKNOWN_MEMBER_ID
    assert group.check_commit("a", None, 1) is ErrorCode.NONE
    assert group.check_commit("a", None, 3) is ErrorCode.ILLEGAL_GENERATION
    assert group.check_commit("", None, -1) is ErrorCode.UNKNOWN_MEMBER_ID
    assert new_group()[0].check_commit("", None, -1) is ErrorCode.NONE


def test_a_member_that_joins_again_unchanged_does_not_disturb_the_others() -> None:
    group, _ = stable("a", "b")
    assert group.join(call("b"), 2.0).value.generation_id == 1
    assert group.heartbeat("a", None, 1, 2.0) is ErrorCode.NONE
    group.join(call("b", protocols={"range": b"other"}), 2.0)
    assert group.state is State.PREPARING_REBALANCE


def test_a_static_member_comes_back_with_its_assignment_and_shuts_its_old_self_out() -> None:
    group, saved = stable("a", instance_id="one")
    back = join(group, "a2", 3.0, instance_id="one").value
    assert (back.generation_id, back.member_id, back.leader, back.skip_assignment) == (1, "a2", "a2", True)
    assert group.state is State.STABLE
    assert saved.states[-1] is State.STABLE
    assert group.heartbeat("a", "one", 1, 3.0) is ErrorCode.FENCED_INSTANCE_ID
    assert group.sync("a2", "one", 1, {}, 3.0).value.assignment == b"a"


def test_a_static_leader_whose_client_cannot_skip_assigning_is_told_that_it_does_not_lead() -> None:
    group, _ = stable("a", instance_id="one")
    back = join(group, "a2", 3.0, instance_id="one", can_skip_assignment=False).value
    assert (back.leader, back.member_id, back.members, back.skip_assignment) == ("a", "a2", [], False)


def test_a_static_member_may_be_sent_away_by_its_instance_id() -> None:
    group, _ = stable("a", instance_id="one")
    assert leave(group, "b", "one", 2.0) is ErrorCode.FENCED_INSTANCE_ID
    assert leave(group, "", "two", 2.0) is ErrorCode.UNKNOWN_MEMBER_ID
    assert leave(group, "", "one", 2.0) is ErrorCode.NONE
    assert group.state is State.EMPTY


def test_a_static_member_is_kept_through_a_rebalance_until_its_session_ends() -> None:
    group, _ = stable("a", instance_id="one", rebalance_timeout=5.0)
    newcomer = join(group, "b", 2.0, rebalance_timeout=5.0)
    group.expire(7.0)
    assert newcomer.value.leader == "b"
    assert [m.member_id for m in newcomer.value.members] == ["a", "b"]


# What was noted from Apache Kafka beyond the above


def test_a_member_that_comes_again_with_other_protocols_must_fit_itself_too() -> None:
    group, _ = stable("a")
    assert error_of(group.join(call("a", protocols={"other": b""}), 2.0)) is ErrorCode.INCONSISTENT_GROUP_PROTOCOL


def test_a_pending_id_does_not_hold_up_the_first_rebalance() -> None:
    group, _ = new_group()
    group.join(call(new="late", must_know_id=True), 0.0)
    assert join(group, "a").value.generation_id == 1


def test_a_pending_member_that_leaves_makes_the_others_join_again() -> None:
    group, _ = stable("a")
    group.join(call(new="b", must_know_id=True), 2.0)
    assert group.heartbeat("b", None, 1, 2.0) is ErrorCode.UNKNOWN_MEMBER_ID
    assert leave(group, "b", None, 2.0) is ErrorCode.NONE
    assert group.heartbeat("a", None, 1, 2.0) is ErrorCode.REBALANCE_IN_PROGRESS


def test_members_leave_together_and_each_is_told() -> None:
    group, _ = stable("a", "b")
    gone = group.leave([("a", None), ("a", None), ("", None), ("b", "one"), ("b", None)], 2.0)
    unknown = ErrorCode.UNKNOWN_MEMBER_ID
    assert gone == [ErrorCode.NONE, unknown, unknown, unknown, ErrorCode.NONE]
    assert (group.state, group.generation) == (State.EMPTY, 2)


def test_a_follower_that_never_syncs_is_dropped_from_a_stable_group_too() -> None:
    group, _ = new_group(initial_delay=0.5)
    join(group, "a")
    join(group, "b")
    settle(group)
    group.sync("a", None, 1, {}, 1.0)
    states = [group.state]
    for now in range(5, 61, 5):
        group.heartbeat("a", None, 1, now)
        group.heartbeat("b", None, 1, now)
    group.expire(1.0 + REBALANCE_TIMEOUT)
    assert list(group.members) == ["a"]
    assert [*states, group.state] == [State.STABLE, State.PREPARING_REBALANCE]


def test_a_newcomer_that_nobody_answers_for_five_minutes_is_given_up() -> None:
    group, _ = stable("a", rebalance_timeout=1000.0)
    newcomer = join(group, "b", 2.0, rebalance_timeout=1000.0)
    group.heartbeat("a", None, 1, 299.0)
    group.expire(301.9)
    assert not newcomer.is_settled
    group.heartbeat("a", None, 1, 301.9)
    group.expire(302.0)
    assert error_of(newcomer) is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_group_that_is_full_takes_back_those_that_come_first() -> None:
    group, _ = stable("a", "b")
    group._max_size = 1  # as after a restart with another option
    group.prepare_rebalance(2.0)
    first = group.join(call("b"), 2.0)
    assert error_of(group.join(call("a"), 2.0)) is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert not first.is_settled


def test_an_unfinished_generation_leaves_nobody_an_assignment() -> None:
    group, _ = stable("a", "b")
    group.join(call("a"), 2.0)
    group.join(call("b"), 2.0)
    assert group.state is State.COMPLETING_REBALANCE
    join(group, "c", 3.0)
    assert [member.assignment for member in group.members.values()] == [b"", b"", b""]
    assert group.members["a"].held == b"a"


def test_a_commit_without_a_generation_needs_an_empty_group_whoever_asks() -> None:
    assert new_group()[0].check_commit("anyone", None, -1) is ErrorCode.NONE
    group, _ = stable("a")
    assert group.check_commit("a", None, -1) is ErrorCode.ILLEGAL_GENERATION


def test_a_static_member_that_cannot_be_written_down_does_not_replace_its_old_self() -> None:
    group, saved = stable("a", instance_id="one")
    saved.error = ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert error_of(join(group, "a2", 3.0, instance_id="one")) is ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert group.heartbeat("a", "one", 1, 3.0) is ErrorCode.NONE
    assert group.leader == "a"
