"""Groups of the classic protocol, their offsets, and what admin tools ask about them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.messages import (
    ConsumerProtocolSubscription,
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    FindCoordinatorRequest,
    HeartbeatRequest,
    JoinGroupRequest,
    LeaveGroupRequest,
    ListGroupsRequest,
    OffsetCommitRequest,
    OffsetDeleteRequest,
    OffsetFetchRequest,
    SyncGroupRequest,
)
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.leave_group_request import MemberIdentity
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from kafkawire.messages.offset_fetch_request import (
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from tests.interop.session import Session

NOT_READY = (14, 15, 16)
"""Error codes that mean: the coordinator has not read its log yet."""
NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")
SUBSCRIPTION = b"\0\0" + ConsumerProtocolSubscription(topics=["grouped"]).encode(0)


def join(
    group: str, member: str = "", *names: str, kind: str = "consumer", timeout: int = 30_000, **options: Any
) -> JoinGroupRequest:
    """A member that offers some assignors, `range` if none is named."""
    protocols = [JoinGroupRequestProtocol(name=name, metadata=SUBSCRIPTION) for name in names or ("range",)]
    return JoinGroupRequest(
        group_id=group,
        session_timeout_ms=timeout,
        rebalance_timeout_ms=options.pop("rebalance", -1),
        member_id=member,
        group_instance_id=None,
        protocol_type=kind,
        protocols=protocols,
        **options,
    )


def find_coordinator(s: Session) -> None:
    """FindCoordinator: a cluster of one broker always names that one."""
    for version in s.versions(FindCoordinatorRequest.API_KEY):
        if version < 4:
            s.until("of a group", FindCoordinatorRequest(key="group"), lambda answer: not answer.error_code, version)
            s.ask("of nobody", FindCoordinatorRequest(key=""), version)
            kinds = (1, 2, 7) if version else ()
            for kind in kinds[1:]:
                s.ask(f"of kind {kind}", FindCoordinatorRequest(key="x", key_type=kind), version)
        else:
            ask = FindCoordinatorRequest
            s.until(
                "of two groups",
                ask(coordinator_keys=["a", "b"]),
                lambda answer: not answer.coordinators[0].error_code,
                version,
            )
            s.ask("of nobody", ask(coordinator_keys=[""]), version)
            s.ask("of none", ask(coordinator_keys=[]), version)
            s.ask("of a kind that is not there", ask(key_type=7, coordinator_keys=["x"]), version)


def one_member(s: Session) -> None:
    """Join, sync, beat, leave, in every version of each."""
    versions = {key: s.versions(key) for key in (ApiKey.SYNC_GROUP, ApiKey.HEARTBEAT, ApiKey.LEAVE_GROUP)}
    for version in s.versions(JoinGroupRequest.API_KEY):
        group = f"classic-{version}"
        sync, beat, leave = (versions[key][min(version, len(versions[key]) - 1)] for key in versions)
        options: dict[str, Any] = {"rebalance": 30_000} if version else {}
        joined = s.until("join", join(group, **options), lambda answer: answer.error_code not in NOT_READY, version)
        if joined.error_code == 79:
            s.carry(joined.member_id, f"member of {group}")
            joined = s.ask("join with the id", join(group, joined.member_id, **options), version)
        member = joined.member_id
        s.carry(member, f"member of {group}")
        s.ask("beat before the sync", HeartbeatRequest(group_id=group, generation_id=1, member_id=member), beat)
        named: dict[str, Any] = {"protocol_type": "consumer", "protocol_name": "range"} if sync >= 5 else {}
        s.ask(
            "sync",
            SyncGroupRequest(
                group_id=group,
                generation_id=1,
                member_id=member,
                assignments=[SyncGroupRequestAssignment(member_id=member, assignment=b"mine")],
                **named,
            ),
            sync,
        )
        s.ask("sync again", SyncGroupRequest(group_id=group, generation_id=1, member_id=member, **named), sync)
        s.ask(
            "sync of another generation",
            SyncGroupRequest(group_id=group, generation_id=5, member_id=member, **named),
            sync,
        )
        s.ask(
            "sync of a stranger", SyncGroupRequest(group_id=group, generation_id=1, member_id="stranger", **named), sync
        )
        for what, request in {
            "beat": HeartbeatRequest(group_id=group, generation_id=1, member_id=member),
            "beat of another generation": HeartbeatRequest(group_id=group, generation_id=7, member_id=member),
            "beat of a stranger": HeartbeatRequest(group_id=group, generation_id=1, member_id="stranger"),
            "beat of a group that is not there": HeartbeatRequest(
                group_id="not-there", generation_id=1, member_id=member
            ),
            "beat of a group without a name": HeartbeatRequest(group_id="", generation_id=1, member_id=member),
        }.items():
            s.ask(what, request, beat)
        s.ask("leave as a stranger", _leave(leave, group, "stranger"), leave)
        s.ask("leave", _leave(leave, group, member), leave)
        s.ask("leave again", _leave(leave, group, member), leave)
        s.ask("leave a group that is not there", _leave(leave, "not-there", member), leave)


def refused_members(s: Session) -> None:
    """What cannot join."""
    version = s.newest(JoinGroupRequest.API_KEY)
    member = _alone(s, "picky")
    for what, request in {
        "no group": join("", "", rebalance=1),
        "a session too short": join("picky", timeout=10),
        "a session too long": join("picky", timeout=2_000_000_000),
        "an unknown member": join("picky", "stranger"),
        "another kind of protocol": join("picky", kind="connect"),
        "no kind of protocol": join("picky", kind=""),
        "no protocol in common": join("picky", "", "sticky"),
    }.items():
        for old in (3, version):
            s.ask(what, request, old)
    s.ask(
        "no protocols",
        JoinGroupRequest(
            group_id="picky",
            session_timeout_ms=30_000,
            rebalance_timeout_ms=1,
            member_id="",
            group_instance_id=None,
            protocol_type="consumer",
            protocols=[],
        ),
        version,
    )
    s.ask(
        "sync of another protocol",
        SyncGroupRequest(
            group_id="picky",
            generation_id=1,
            member_id=member,
            group_instance_id=None,
            protocol_type="consumer",
            protocol_name="sticky",
        ),
    )
    s.ask(
        "sync of another kind",
        SyncGroupRequest(
            group_id="picky",
            generation_id=1,
            member_id=member,
            group_instance_id=None,
            protocol_type="connect",
            protocol_name="range",
        ),
    )
    s.ask("the group is well", HeartbeatRequest(group_id="picky", generation_id=1, member_id=member))


def two_members(s: Session) -> None:
    """A second one comes, the first has to join again; then it leaves."""
    first = _alone(s, "pair")
    version = s.newest(JoinGroupRequest.API_KEY)
    second = s.quietly(join("pair", "", "range", "sticky", rebalance=30_000), version, "second").member_id
    s.carry(second, "second member of pair")
    late = s.send(join("pair", second, "range", "sticky", rebalance=30_000), version, "second")
    s.until(
        "the first one hears of it",
        HeartbeatRequest(group_id="pair", generation_id=1, member_id=first),
        lambda answer: answer.error_code == 27,
    )
    s.ask("the first joins again", join("pair", first, rebalance=30_000), version)
    s.receive("the second has joined", late, "second")
    waits = s.send(
        SyncGroupRequest(
            group_id="pair",
            generation_id=2,
            member_id=second,
            group_instance_id=None,
            protocol_type="consumer",
            protocol_name="range",
        ),
        5,
        "second",
    )
    both = [
        SyncGroupRequestAssignment(member_id=first, assignment=b"1"),
        SyncGroupRequestAssignment(member_id=second, assignment=b"2"),
    ]
    s.ask(
        "the first syncs",
        SyncGroupRequest(
            group_id="pair",
            generation_id=2,
            member_id=first,
            group_instance_id=None,
            protocol_type="consumer",
            protocol_name="range",
            assignments=both,
        ),
    )
    s.receive("the second has synced", waits, "second")
    s.ask_all("described", DescribeGroupsRequest(groups=["pair"]))
    s.ask("a group that has members", DeleteGroupsRequest(groups_names=["pair"]))
    s.ask("a subscribed topic's offsets", _offset_delete("pair", "grouped"))
    s.ask("the second leaves", _leave(5, "pair", second))
    s.ask("the first hears of it", HeartbeatRequest(group_id="pair", generation_id=2, member_id=first))
    s.ask("offsets of another generation", _commit(8, "pair", ("grouped", NOBODY), generation=1, member=first))
    s.ask("while it rebalances", DescribeGroupsRequest(groups=["pair"]))


def static_member(s: Session) -> None:
    """A member with an instance id comes back under a new member id."""

    def joining(member: str = "") -> JoinGroupRequest:
        request = join("static", member, rebalance=30_000)
        request.group_instance_id = "instance"
        return request

    first = s.ask("join", joining()).member_id
    s.carry(first, "static member")
    s.ask(
        "sync",
        SyncGroupRequest(
            group_id="static",
            generation_id=1,
            member_id=first,
            group_instance_id="instance",
            protocol_type="consumer",
            protocol_name="range",
            assignments=[SyncGroupRequestAssignment(member_id=first, assignment=b"1")],
        ),
    )
    second = s.ask("join again", joining()).member_id
    s.carry(second, "static member, back again")
    s.ask(
        "the old id",
        HeartbeatRequest(group_id="static", generation_id=1, member_id=first, group_instance_id="instance"),
    )
    s.ask("the old id joins", joining(first))
    s.ask(
        "the new id",
        HeartbeatRequest(group_id="static", generation_id=1, member_id=second, group_instance_id="instance"),
    )
    s.ask(
        "an unknown instance",
        HeartbeatRequest(group_id="static", generation_id=1, member_id=second, group_instance_id="other"),
    )
    s.ask("described", DescribeGroupsRequest(groups=["static"]))
    members = [
        MemberIdentity(member_id="", group_instance_id="instance"),
        MemberIdentity(member_id="", group_instance_id="other"),
        MemberIdentity(member_id="stranger"),
    ]
    s.ask("leave by instance", LeaveGroupRequest(group_id="static", members=members))


def offsets(s: Session) -> None:
    """Commit and fetch in every version, from outside of the group."""
    topic = "grouped", s.create_topic("grouped", 2)
    s.until("", _commit(8, "committing", topic), _is_kept, 8)
    for version in s.versions(OffsetCommitRequest.API_KEY):
        s.ask("commit", _commit(version, "committing", topic), version)
        s.ask("commit to a topic that is not there", _commit(version, "committing", ("not-there", NOBODY)), version)
        s.ask("commit to a partition that is not there", _commit(version, "committing", topic, partition=9), version)
        s.ask("commit a long text", _commit(version, "committing", topic, text="x" * 5000), version)
        s.ask("commit without a group", _commit(version, "", topic), version)
        if version >= 1:
            s.ask(
                "commit as a stranger", _commit(version, "committing", topic, generation=1, member="stranger"), version
            )
            s.ask(
                "commit to a group that is not there",
                _commit(version, "nobodys", topic, generation=1, member="x"),
                version,
            )
    for version in s.versions(OffsetFetchRequest.API_KEY):
        for what, (group, numbers) in {
            "fetch": ("committing", [0, 1]),
            "fetch what is not there": ("committing", [7]),
            "fetch of a group that is not there": ("not-there", [0]),
            "fetch without a group": ("", [0]),
        }.items():
            s.ask(what, _offset_fetch(version, group, topic, numbers), version)
        s.ask(
            "fetch a topic that is not there", _offset_fetch(version, "committing", ("not-there", NOBODY), [0]), version
        )
        if version >= 2:
            s.ask("fetch all", _offset_fetch(version, "committing", None, []), version)
            s.ask("fetch all of a group that is not there", _offset_fetch(version, "not-there", None, []), version)
        if version >= 7:
            s.ask("fetch stable ones", _offset_fetch(version, "committing", topic, [0], require_stable=True), version)
        if version >= 9:
            s.ask(
                "fetch as a stranger",
                _offset_fetch(version, "committing", topic, [0], member="stranger", epoch=3),
                version,
            )


def _is_kept(answer: Any) -> bool:
    return answer.topics[0].partitions[0].error_code not in NOT_READY


def offset_delete(s: Session) -> None:
    """Of a group without members."""
    topic = "grouped", s.create_topic("grouped", 2)
    s.quietly(_commit(8, "forgetful", topic), 8)
    s.ask("one that was committed", _offset_delete("forgetful", "grouped"))
    s.ask("it is gone", _offset_fetch(8, "forgetful", topic, [0]), 8)
    s.ask("again", _offset_delete("forgetful", "grouped"))
    s.ask("of a topic that is not there", _offset_delete("forgetful", "not-there"))
    s.ask("of a group that is not there", _offset_delete("not-there", "grouped"))
    s.ask("of a group without a name", _offset_delete("", "grouped"))


def admin(s: Session) -> None:
    """Describe, list, delete."""
    topic = "grouped", s.create_topic("grouped", 2)
    s.quietly(_commit(8, "offsets-alone", topic), 8)
    _alone(s, "watched")
    s.ask_all("describe", DescribeGroupsRequest(groups=["watched", "offsets-alone", "not-there", ""]))
    s.ask_all(
        "operations", lambda version: DescribeGroupsRequest(groups=["watched"], include_authorized_operations=True)
    )
    s.ask("describe none", DescribeGroupsRequest(groups=[]))
    s.ask("describe one twice", DescribeGroupsRequest(groups=["offsets-alone", "offsets-alone"]))
    s.ask_all("list", ListGroupsRequest())
    for states in (["Stable"], ["empty"], ["Dead"], ["nonsense"], ["Stable", "Empty"]):
        s.ask_all(f"in the states {states}", lambda version, states=states: ListGroupsRequest(states_filter=states))  # type: ignore[misc]
    for types in (["classic"], ["consumer"], ["Classic"], ["share"], ["nonsense"]):
        s.ask(f"of the types {types}", ListGroupsRequest(types_filter=types))
    for version in s.versions(DeleteGroupsRequest.API_KEY):
        s.quietly(_commit(8, f"doomed-{version}", topic), 8)
        s.ask("delete", DeleteGroupsRequest(groups_names=[f"doomed-{version}", "watched", "not-there", ""]), version)
        s.ask("delete one twice", DeleteGroupsRequest(groups_names=["not-there", "not-there"]), version)
    s.ask("deleted", DescribeGroupsRequest(groups=["doomed-0"]))


def _alone(s: Session, group: str) -> str:
    """A stable group with one member; its id."""
    version = s.newest(JoinGroupRequest.API_KEY)
    asking = join(group, rebalance=30_000)
    member: str = s.until("", asking, lambda answer: answer.error_code not in NOT_READY, version).member_id
    s.carry(member, f"member of {group}")
    s.quietly(join(group, member, rebalance=30_000), version)
    s.quietly(
        SyncGroupRequest(
            group_id=group,
            generation_id=1,
            member_id=member,
            group_instance_id=None,
            protocol_type="consumer",
            protocol_name="range",
            assignments=[SyncGroupRequestAssignment(member_id=member, assignment=b"all")],
        )
    )
    return member


def _leave(version: int, group: str, member: str) -> LeaveGroupRequest:
    return (
        LeaveGroupRequest(group_id=group, member_id=member)
        if version < 3
        else LeaveGroupRequest(group_id=group, members=[MemberIdentity(member_id=member)])
    )


def _commit(
    version: int,
    group: str,
    topic: tuple[str, UUID],
    *,
    partition: int = 0,
    generation: int = -1,
    member: str = "",
    text: str = "note",
) -> OffsetCommitRequest:
    wanted = OffsetCommitRequestTopic(
        partitions=[
            OffsetCommitRequestPartition(
                partition_index=partition, committed_offset=100 + version, committed_metadata=text
            )
        ]
    )
    wanted.name, wanted.topic_id = (topic[0], wanted.topic_id) if version < 10 else ("", topic[1])
    return OffsetCommitRequest(
        group_id=group, generation_id_or_member_epoch=generation, member_id=member, topics=[wanted]
    )


def _offset_fetch(
    version: int,
    group: str,
    topic: tuple[str, UUID] | None,
    numbers: list[int],
    *,
    member: str | None = None,
    epoch: int = -1,
    require_stable: bool = False,
) -> OffsetFetchRequest:
    if version < 8:
        topics = None if topic is None else [OffsetFetchRequestTopic(name=topic[0], partition_indexes=numbers)]
        return OffsetFetchRequest(group_id=group, topics=topics, require_stable=require_stable)
    found = None
    if topic is not None:
        found = [OffsetFetchRequestTopics(name=topic[0], partition_indexes=numbers)]
        if version >= 10:
            found = [OffsetFetchRequestTopics(name="", topic_id=topic[1], partition_indexes=numbers)]
    return OffsetFetchRequest(
        groups=[OffsetFetchRequestGroup(group_id=group, member_id=member, member_epoch=epoch, topics=found)],
        require_stable=require_stable,
    )


def _offset_delete(group: str, topic: str) -> OffsetDeleteRequest:
    return OffsetDeleteRequest(
        group_id=group,
        topics=[
            OffsetDeleteRequestTopic(
                name=topic, partitions=[OffsetDeleteRequestPartition(partition_index=n) for n in (0, 7)]
            )
        ],
    )


SCENARIOS = (find_coordinator, one_member, refused_members, two_members, static_member, offsets, offset_delete, admin)
OLD = (find_coordinator, offsets)
