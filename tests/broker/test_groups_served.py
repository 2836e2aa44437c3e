"""The group APIs over the wire, and what time does to offsets."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.node.node import Node
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    ApiVersionsRequest,
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    ConsumerProtocolSubscription,
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    HeartbeatRequest,
    JoinGroupRequest,
    LeaveGroupRequest,
    ListGroupsRequest,
    OffsetCommitRequest,
    OffsetDeleteRequest,
    OffsetFetchRequest,
    SyncGroupRequest,
)
from kafkawire.messages.consumer_group_heartbeat_request import TopicPartitions
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.leave_group_request import MemberIdentity
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from tests.broker.test_classic_group import call
from tests.broker.test_groups import OPTIONS, committed
from tests.broker.test_recovery import node_on
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire

RETENTION_S = 7 * 24 * 60 * 60


def heartbeat(member_id: str = "a", epoch: int = 0, **said: Any) -> ConsumerGroupHeartbeatRequest:
    first: dict[str, Any] = {"rebalance_timeout_ms": 5000, "subscribed_topic_names": ["t"], "topic_partitions": []}
    return ConsumerGroupHeartbeatRequest(
        group_id="g", member_id=member_id, member_epoch=epoch, **{**(first if epoch == 0 else {}), **said}
    )


def commit(member_id: str, epoch: int, topic: str = "t") -> OffsetCommitRequest:
    topics = [
        OffsetCommitRequestTopic(
            name=topic, partitions=[OffsetCommitRequestPartition(partition_index=0, committed_offset=5)]
        )
    ]
    return OffsetCommitRequest(group_id="g", generation_id_or_member_epoch=epoch, member_id=member_id, topics=topics)


def join(group_id: str = "g") -> JoinGroupRequest:
    protocols = [JoinGroupRequestProtocol(name="range", metadata=subscription("t"))]
    return JoinGroupRequest(
        group_id=group_id,
        session_timeout_ms=10_000,
        rebalance_timeout_ms=10_000,
        protocol_type="consumer",
        protocols=protocols,
    )


def subscription(*topics: str) -> bytes:
    return b"\0\0" + ConsumerProtocolSubscription(topics=list(topics)).encode(0)


def widen(broker: Broker, topic: Topic, partitions: int) -> None:
    deque(broker.node.controller.add_partitions(topic, partitions, NOW_MS), maxlen=0)


def code(response: Any) -> ErrorCode:
    return ErrorCode.of(response.error_code)


def commit_code(response: Any) -> ErrorCode:
    return ErrorCode.of(response.topics[0].partitions[0].error_code)


def test_a_consumer_group_lives_and_survives_a_restart() -> None:
    files = MemoryFiles()

    async def live(broker: Broker, wire: Wire) -> None:
        first = await wire.ask(heartbeat(), 1)
        assert (first.error_code, first.member_id, first.member_epoch, first.heartbeat_interval_ms) == (0, "a", 2, 5000)
        assert [list(topic.partitions) for topic in first.assignment.topic_partitions] == [[0]]
        assert (await wire.ask(heartbeat(epoch=2), 1)).assignment is None
        assert commit_code(await wire.ask(commit("a", 2), 9)) is ErrorCode.NONE
        assert commit_code(await wire.ask(commit("a", 3), 9)) is ErrorCode.STALE_MEMBER_EPOCH
        assert commit_code(await wire.ask(commit("a", 2), 8)) is ErrorCode.UNSUPPORTED_VERSION
        assert commit_code(await wire.ask(commit("b", 1), 9)) is ErrorCode.UNKNOWN_MEMBER_ID

    async def again(broker: Broker, wire: Wire) -> None:
        described = (
            await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g"], include_authorized_operations=True), 1)
        ).groups[0]
        assert (described.group_state, described.group_epoch, described.assignor_name) == ("Stable", 2, "uniform")
        member = described.members[0]
        assert (member.member_id, member.subscribed_topic_names, member.member_type) == ("a", ["t"], 1)
        assert member.assignment == member.target_assignment
        assert (member.assignment.topic_partitions[0].topic_name, member.client_id) == ("t", "wire")
        assert code(await wire.ask(heartbeat(epoch=2), 1)) is ErrorCode.NONE
        fetched = await wire.ask(
            OffsetFetchRequest(
                groups=[OffsetFetchRequestGroup(group_id="g", member_id="a", member_epoch=2, topics=None)]
            ),
            9,
        )
        assert fetched.groups[0].topics[0].partitions[0].committed_offset == 5
        stale = await wire.ask(
            OffsetFetchRequest(
                groups=[OffsetFetchRequestGroup(group_id="g", member_id="a", member_epoch=0, topics=None)]
            ),
            9,
        )
        assert stale.groups[0].error_code == ErrorCode.STALE_MEMBER_EPOCH
        assert (await wire.ask(DeleteGroupsRequest(groups_names=["g"]), 2)).results[
            0
        ].error_code == ErrorCode.NON_EMPTY_GROUP
        left = await wire.ask(heartbeat(epoch=-1), 1)
        assert (left.error_code, left.member_epoch) == (0, -1)
        assert (await wire.ask(DeleteGroupsRequest(groups_names=["g"]), 2)).results[0].error_code == ErrorCode.NONE

    async def gone(broker: Broker, wire: Wire) -> None:
        assert code(await wire.ask(heartbeat(epoch=-1), 1)) is ErrorCode.GROUP_ID_NOT_FOUND
        assert (await wire.ask(ListGroupsRequest(), 5)).groups == []

    for body in (live, again, gone):
        run(body, files=files)


@pytest.mark.parametrize(
    ("said", "error", "reason"),
    [
        ({"member_id": ""}, ErrorCode.INVALID_REQUEST, "MemberId can't be empty."),
        ({"instance_id": ""}, ErrorCode.INVALID_REQUEST, "InstanceId can't be empty."),
        ({"rack_id": " "}, ErrorCode.INVALID_REQUEST, "RackId can't be empty."),
        (
            {"rebalance_timeout_ms": -1},
            ErrorCode.INVALID_REQUEST,
            "RebalanceTimeoutMs must be provided in first request.",
        ),
        ({"topic_partitions": None}, ErrorCode.INVALID_REQUEST, "TopicPartitions must be empty when (re-)joining."),
        (
            {"subscribed_topic_names": None},
            ErrorCode.INVALID_REQUEST,
            "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.",
        ),
        ({"epoch": -2}, ErrorCode.INVALID_REQUEST, "InstanceId can't be null."),
        ({"epoch": -3}, ErrorCode.INVALID_REQUEST, "MemberEpoch is invalid."),
        ({"epoch": 1}, ErrorCode.GROUP_ID_NOT_FOUND, "Consumer group g not found."),
        (
            {"server_assignor": "x"},
            ErrorCode.UNSUPPORTED_ASSIGNOR,
            "ServerAssignor x is not supported. Supported assignors: uniform, range.",
        ),
        (
            {"subscribed_topic_regex": "("},
            ErrorCode.INVALID_REGULAR_EXPRESSION,
            "SubscribedTopicRegex `(` is not a valid regular expression: missing closing ).",
        ),
    ],
)
def test_a_heartbeat_that_makes_no_sense_is_refused(said: dict[str, Any], error: ErrorCode, reason: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        response = await wire.ask(heartbeat(**said), 1)
        assert (code(response), response.error_message) == (error, reason)
        assert (await wire.ask(ListGroupsRequest(), 5)).groups == []

    run(body)


def test_a_member_without_an_id_is_given_one_in_version_0() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert len((await wire.ask(heartbeat(""), 0)).member_id) == 22  # Kafka's form of a random UUID

    run(body)


def test_the_two_kinds_of_groups_are_told_apart() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(heartbeat(), 1)
        other_kind = join("h")
        other_kind.protocol_type = "connect"
        await wire.ask(other_kind, 0)
        assert (
            code(await wire.ask(HeartbeatRequest(group_id="g", generation_id=1, member_id="a"), 4))
            is ErrorCode.UNKNOWN_MEMBER_ID
        )
        other = heartbeat()
        other.group_id = "h"
        assert code(await wire.ask(other, 1)) is ErrorCode.GROUP_ID_NOT_FOUND
        described = (await wire.ask(ConsumerGroupDescribeRequest(group_ids=["h"]), 0)).groups[0]
        assert (code(described), described.error_message) == (
            ErrorCode.GROUP_ID_NOT_FOUND,
            "Group h is not a consumer group.",
        )
        described = (await wire.ask(DescribeGroupsRequest(groups=["g"]), 6)).groups[0]
        assert described.error_message == "Group g is not a classic group."
        listed = (await wire.ask(ListGroupsRequest(), 5)).groups
        assert [(g.group_id, g.protocol_type, g.group_type) for g in listed] == [
            ("h", "connect", "classic"),
            ("g", "consumer", "consumer"),
        ]
        only = (await wire.ask(ListGroupsRequest(states_filter=["stable"], types_filter=["Consumer"]), 5)).groups
        assert [g.group_id for g in only] == ["g"]

    run(body)


def test_a_group_without_members_changes_its_kind_and_keeps_its_offsets() -> None:
    files = MemoryFiles()

    async def upgrade(broker: Broker, wire: Wire) -> None:
        await wire.ask(commit("", -1), 8)
        assert code(await wire.ask(heartbeat(), 1)) is ErrorCode.NONE
        await wire.ask(heartbeat(epoch=-1), 1)

    async def downgrade(broker: Broker, wire: Wire) -> None:
        assert list(broker.node.groups.consumer_groups) == ["g"]
        assert code(await wire.ask(join(), 0)) is ErrorCode.NONE

    async def check(broker: Broker, wire: Wire) -> None:
        assert broker.node.groups.consumer_groups == {}
        assert broker.node.groups.offsets.of("g")["t", 0].offset == 5

    for body in (upgrade, downgrade, check):
        run(body, files=files)


def test_consumer_groups_are_a_feature_that_clients_can_see() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        new, old = [
            await wire.ask(ApiVersionsRequest(client_software_name="c", client_software_version="1"), version)
            for version in (4, 3)
        ]
        assert [(f.name, f.max_version_level) for f in new.finalized_features if f.name == "group.version"] == [
            ("group.version", 1)
        ]
        assert "group.version" in [f.name for f in new.supported_features]
        assert "group.version" not in [f.name for f in old.supported_features]

    run(body)


def test_offsets_are_deleted_where_nobody_reads() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("u", 1, {}, NOW_MS)
        request = OffsetDeleteRequest(
            group_id="g",
            topics=[
                OffsetDeleteRequestTopic(name=name, partitions=[OffsetDeleteRequestPartition(partition_index=0)])
                for name in ("t", "u", "none")
            ],
        )
        assert code(await wire.ask(request, 0)) is ErrorCode.GROUP_ID_NOT_FOUND
        for topic in ("t", "u"):
            await wire.ask(commit("", -1, topic), 8)
        await wire.ask(heartbeat(), 1)
        results = (await wire.ask(request, 0)).topics
        assert [(topic.name, ErrorCode.of(topic.partitions[0].error_code)) for topic in results] == [
            ("none", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),  # Kafka tells of these first
            ("t", ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC),
            ("u", ErrorCode.NONE),
        ]
        assert list(broker.node.groups.offsets.of("g")) == [("t", 0)]

    run(body)


def test_offsets_of_a_group_that_speaks_an_unknown_protocol_are_deleted_only_when_it_is_empty() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        protocols = [JoinGroupRequestProtocol(name="p", metadata=b"?")]
        await wire.ask(
            JoinGroupRequest(
                group_id="g",
                session_timeout_ms=10_000,
                rebalance_timeout_ms=10_000,
                protocol_type="connect",
                protocols=protocols,
            ),
            0,
        )
        assert code(await wire.ask(OffsetDeleteRequest(group_id="g"), 0)) is ErrorCode.NON_EMPTY_GROUP

    run(body)


def test_an_assignment_that_is_too_large_to_be_kept_is_an_unknown_error_as_in_kafka() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        joined = await wire.ask(join(), 3)
        assert code(joined) is ErrorCode.NONE
        large = SyncGroupRequestAssignment(member_id=joined.member_id, assignment=bytes(2 << 20))
        answer = await wire.ask(
            SyncGroupRequest(group_id="g", generation_id=1, member_id=joined.member_id, assignments=[large]), 3
        )
        assert code(answer) is ErrorCode.UNKNOWN_SERVER_ERROR

    run(body, group_initial_rebalance_delay_ms=0)


def test_a_group_needs_a_name() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for request, version in (
            (HeartbeatRequest(group_id="", generation_id=1, member_id="a"), 4),
            (SyncGroupRequest(group_id="", generation_id=1, member_id="a"), 4),
            (LeaveGroupRequest(group_id="", member_id="a"), 2),
            (LeaveGroupRequest(group_id="", members=[MemberIdentity(member_id="a")]), 4),
            (OffsetDeleteRequest(group_id=""), 0),
        ):
            assert code(await wire.ask(request, version)) is ErrorCode.INVALID_GROUP_ID
        described = await wire.ask(ConsumerGroupDescribeRequest(group_ids=[""]), 1)
        assert code(described.groups[0]) is ErrorCode.INVALID_GROUP_ID

    run(body)


def test_a_generation_of_a_group_that_is_not_there_is_told_so() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert commit_code(await wire.ask(commit("a", 1), 8)) is ErrorCode.ILLEGAL_GENERATION
        assert commit_code(await wire.ask(commit("a", 1), 9)) is ErrorCode.GROUP_ID_NOT_FOUND

    run(body)


def test_what_does_not_exist_is_said_before_the_group_is_looked_at() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(heartbeat(), 1)
        assert commit_code(await wire.ask(commit("a", 99, "none"), 9)) is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        assert commit_code(await wire.ask(commit("a", 99), 9)) is ErrorCode.STALE_MEMBER_EPOCH
        assert commit_code(await wire.ask(commit("a", 2, "none"), 9)) is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    run(body)


def test_one_partition_that_came_later_refuses_the_whole_commit() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(heartbeat(), 1)
        topic = broker.node.topics.get("t")
        assert topic is not None
        widen(broker, topic, 2)
        assert (await wire.ask(heartbeat(epoch=2), 1)).member_epoch == 3
        request = commit("a", 2)
        assert commit_code(await wire.ask(request, 9)) is ErrorCode.NONE
        request.topics[0].partitions.append(OffsetCommitRequestPartition(partition_index=1, committed_offset=5))
        answer = (await wire.ask(request, 9)).topics[0].partitions
        assert [part.error_code for part in answer] == [ErrorCode.STALE_MEMBER_EPOCH] * 2

    run(body)


def test_offsets_are_not_told_to_who_gives_an_epoch_and_no_id() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(heartbeat(), 1)
        for member_id, epoch, error in (
            (None, -1, ErrorCode.NONE),
            (None, 2, ErrorCode.UNKNOWN_SERVER_ERROR),
            ("", -1, ErrorCode.UNKNOWN_MEMBER_ID),
            ("a", -1, ErrorCode.STALE_MEMBER_EPOCH),
        ):
            request = OffsetFetchRequest(
                groups=[OffsetFetchRequestGroup(group_id="g", member_id=member_id, member_epoch=epoch, topics=None)]
            )
            assert (await wire.ask(request, 9)).groups[0].error_code == error

    run(body)


def test_what_may_be_done_is_told_of_groups_that_exist_alone() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(heartbeat(), 1)
        modern = (
            await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g", "none"], include_authorized_operations=True), 1)
        ).groups
        assert [group.authorized_operations for group in modern] == [3400, -(2**31)]
        for version, told in ((5, 3400), (6, -(2**31))):
            classic = (
                await wire.ask(DescribeGroupsRequest(groups=["none"], include_authorized_operations=True), version)
            ).groups
            assert [group.authorized_operations for group in classic] == [told]

    run(body)


def test_what_a_member_has_yet_to_give_up_is_shown_as_its_own() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("t")
        assert topic is not None
        first = await wire.ask(heartbeat("a"), 1)
        assert len(first.assignment.topic_partitions[0].partitions) == 1
        widen(broker, topic, 4)
        await wire.ask(heartbeat("a", 2), 1)
        await wire.ask(heartbeat("b"), 1)
        owned = [TopicPartitions(topic_id=topic.topic_id, partitions=[0, 1, 2, 3])]
        asked = await wire.ask(heartbeat("a", 3, topic_partitions=owned), 1)
        assert len(asked.assignment.topic_partitions[0].partitions) == 2
        members = (await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1)).groups[0].members
        shown = next(member for member in members if member.member_id == "a")
        assert [len(t.partitions) for t in shown.assignment.topic_partitions] == [4]
        assert [len(t.partitions) for t in shown.target_assignment.topic_partitions] == [2]

    run(body)


def test_a_topic_that_is_not_read_any_more_is_given_up_before_there_is_a_new_target() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("u", 1, {}, NOW_MS)
        await wire.ask(heartbeat(subscribed_topic_names=["t", "u"]), 1)
        told = await wire.ask(heartbeat(epoch=2, subscribed_topic_names=["u"]), 1)
        assert told.member_epoch == 2
        topic = broker.node.topics.get("u")
        assert topic is not None
        assert [found.topic_id for found in told.assignment.topic_partitions] == [topic.topic_id]

    run(body, group_consumer_assignment_interval_ms=15_000)


def test_a_member_takes_an_instance_id_without_disturbing_anybody() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert (await wire.ask(heartbeat(), 1)).member_epoch == 2
        assert (await wire.ask(heartbeat(instance_id="now"), 1)).member_epoch == 2
        members = broker.node.groups.consumer_group("g").members
        assert [member.instance_id for member in members.values()] == ["now"]

    run(body)


def test_groups_without_members_and_offsets_go_in_time() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    group = node.groups.classic_group("g")
    group.join(call(new="a"), node.clock.now())
    node.groups.arm_for(group)
    advance(node, 300)
    assert [found.state.value for found in node.groups] == ["Empty"]
    advance(node, 600)
    assert list(node.groups) == []


# Offsets that nobody uses any more (KIP-211)


def advance(node: Node, seconds: float) -> None:
    clock = node.clock
    assert isinstance(clock, ManualClock)
    clock.advance(seconds)
    node.groups.expire()


def keep(node: Node, *topics: str) -> None:
    node.groups.offsets.commit("g", {(topic, 0): Committed(5, -1, "", node.clock.time_ms()) for topic in topics})


def test_offsets_without_a_group_age_from_their_commit() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    node.groups.get_or_make("g")
    keep(node, "t")
    advance(node, RETENTION_S - 1)
    keep(node, "u")
    advance(node, 600)
    assert committed(node, "g") == {("u", 0): 5}
    advance(node, RETENTION_S)
    assert node.groups.get("g") is None
    assert committed(node_on(files, **OPTIONS), "g") == {}


def test_offsets_of_an_empty_group_age_from_when_it_became_empty() -> None:
    files = MemoryFiles()
    node = node_on(files, **OPTIONS)
    group = node.groups.get_or_make("g")
    keep(node, "t")
    group.join(call(new="a"), node.clock.now())
    node.groups.arm_for(group)
    advance(node, 3 * RETENTION_S / 4)
    assert (group.is_in_use, committed(node, "g")) == (False, {("t", 0): 5})
    advance(node, 3 * RETENTION_S / 4)
    assert committed(node, "g") == {("t", 0): 5}
    advance(node, RETENTION_S / 2)
    assert committed(node, "g") == {}
    assert committed(node_on(files, **OPTIONS), "g") == {}


def test_offsets_of_topics_that_a_group_reads_do_not_age() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    group = node.groups.get_or_make("g")
    keep(node, "t", "u")
    forever = call(new="a", session_timeout=2e6, rebalance_timeout=2e6, protocols={"range": subscription("t")})
    group.join(forever, node.clock.now())
    advance(node, RETENTION_S)
    assert committed(node, "g") == {("t", 0): 5, ("u", 0): 5}  # it is not settled yet what it reads
    group.sync("a", None, 1, {}, node.clock.now())
    advance(node, 600)
    assert committed(node, "g") == {("t", 0): 5}


def test_a_protocol_that_cannot_be_read_keeps_all_offsets() -> None:
    node = node_on(MemoryFiles(), **OPTIONS)
    group = node.groups.get_or_make("g")
    keep(node, "t")
    group.join(call(new="a", session_timeout=2e6, protocols={"range": b"\0\0\xff"}), node.clock.now())
    group.sync("a", None, 1, {}, node.clock.now())
    advance(node, RETENTION_S)
    assert committed(node, "g") == {("t", 0): 5}
