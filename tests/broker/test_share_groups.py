"""Share groups as they are served: heartbeats, sessions, fetches and acknowledgements, and what a restart leaves."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.authorizer import CLUSTER, Operation, ResourceType
from kafkawire.broker.clock import ManualClock
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.node import Node
from kafkawire.broker.share.group import ShareCall, ShareMember
from kafkawire.broker.share.records import StateKey, coordinator_key, read_state
from kafkawire.broker.share.slots import Acknowledgement
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    AlterShareGroupOffsetsRequest,
    ConsumerGroupHeartbeatRequest,
    DeleteGroupsRequest,
    DeleteShareGroupOffsetsRequest,
    DescribeGroupsRequest,
    DescribeShareGroupOffsetsRequest,
    FindCoordinatorRequest,
    JoinGroupRequest,
    ListGroupsRequest,
    OffsetCommitRequest,
    ShareAcknowledgeRequest,
    ShareFetchRequest,
    ShareGroupDescribeRequest,
    ShareGroupHeartbeatRequest,
)
from kafkawire.messages import alter_share_group_offsets_request as altering
from kafkawire.messages import share_acknowledge_request as acknowledging
from kafkawire.messages import share_fetch_request as fetching
from kafkawire.messages.delete_share_group_offsets_request import DeleteShareGroupOffsetsRequestTopic
from kafkawire.messages.describe_share_group_offsets_request import (
    DescribeShareGroupOffsetsRequestGroup,
    DescribeShareGroupOffsetsRequestTopic,
)
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.records import read_batches
from tests.broker.test_authorizer_groups import Denies
from tests.broker.test_corruption import damage, magic_of
from tests.broker.test_recovery import node_on
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker, produce

ME, OTHER = "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg"
EARLIEST = {"share.auto.offset.reset": "earliest"}
QUICK: dict[str, Any] = {"group_share_assignment_interval_ms": 0}
ACCEPT, RELEASE, REJECT, RENEW = 1, 2, 3, 4
CODE = ErrorCode
FENCED = (
    "The share group member has a greater member epoch (9) than the one known by the group coordinator (2). "
    "The member must abandon all its partitions and rejoin."
)


def topic_id(broker: Broker) -> UUID:
    topic = broker.node.topics.get("t")
    assert topic is not None
    return topic.topic_id


def beat(member: str = ME, epoch: int = 0, group: str = "g", topics: Sequence[str] | None = ("t",)) -> Any:
    names = list(topics) if topics is not None and epoch == 0 else None
    return ShareGroupHeartbeatRequest(group, member, epoch, None, names)


def fetch(broker: Broker, epoch: int, partitions: Sequence[int] = (0,), member: str = ME, **options: Any) -> Any:
    acks: dict[int, list[tuple[int, int, list[int]]]] = options.pop("acks", {})
    forgotten = options.pop("forget", ())
    parts = [
        fetching.FetchPartition(
            partition_index=n, acknowledgement_batches=[fetching.AcknowledgementBatch(*a) for a in acks.get(n, ())]
        )
        for n in sorted({*partitions, *acks})
    ]
    settings: dict[str, Any] = {"max_wait_ms": 0, "min_bytes": 1, "max_bytes": 1 << 20, "max_records": 100}
    return ShareFetchRequest(
        group_id=options.pop("group", "g"),
        member_id=member,
        share_session_epoch=epoch,
        topics=[fetching.FetchTopic(topic_id(broker), parts)] if parts else [],
        forgotten_topics_data=[fetching.ForgottenTopic(topic_id(broker), list(forgotten))] if forgotten else [],
        **{**settings, **options},
    )


def acknowledge(
    broker: Broker, epoch: int, *batches: tuple[int, int, list[int]], member: str = ME, renew: bool = False
) -> Any:
    told = [acknowledging.AcknowledgementBatch(*each) for each in batches]
    part = acknowledging.AcknowledgePartition(0, told)
    topics = [acknowledging.AcknowledgeTopic(topic_id(broker), [part])] if batches else []
    return ShareAcknowledgeRequest("g", member, epoch, renew, topics)


def acquired(response: Any) -> list[tuple[int, int, int]]:
    assert response.error_code == 0, response
    parts = [part for topic in response.responses for part in topic.partitions]
    assert not any(part.error_code for part in parts), response
    return [(a.first_offset, a.last_offset, a.delivery_count) for part in parts for a in part.acquired_records]


def said(response: Any) -> int:
    assert response.error_code == 0, response
    return response.responses[0].partitions[0].error_code  # type: ignore[no-any-return]


async def begin(broker: Broker, wire: Wire, *values: bytes, member: str = ME, **options: str) -> None:
    """A member of the group, and records for it."""
    broker.node.dynamic.set_group("g", {**EARLIEST, **{k.replace("_", "."): v for k, v in options.items()}})
    if values:
        await produce(wire, "t", list(values))
    answer = await wire.ask(beat(member), 1)
    assert answer.error_code == 0


# --- members ----------------------------------------------------------------------------------------------------


def test_members_are_told_what_to_read_and_groups_are_described() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        answer = await wire.ask(beat(), 1)
        assert (answer.member_epoch, answer.heartbeat_interval_ms) == (2, 5000)
        (topic,) = answer.assignment.topic_partitions
        assert (topic.topic_id, list(topic.partitions)) == (topic_id(broker), [0])
        again = await wire.ask(beat(epoch=2), 1)
        assert (again.member_epoch, again.assignment) == (2, None)
        await wire.ask(beat(OTHER), 1)
        assert (await wire.ask(beat(epoch=2), 1)).member_epoch == 3
        (group,) = (await wire.ask(ShareGroupDescribeRequest(["g"]), 1)).groups
        assert (group.group_state, group.group_epoch, group.assignor_name) == ("Stable", 3, "simple")
        assert {member.member_id: member.member_epoch for member in group.members} == {ME: 3, OTHER: 3}
        (listed,) = (await wire.ask(ListGroupsRequest([], ["share"]), 5)).groups
        assert (listed.group_id, listed.protocol_type, listed.group_type) == ("g", "share", "share")
        (old,) = (await wire.ask(DescribeGroupsRequest(["g"]), 6)).groups
        assert (old.error_code, old.error_message) == (CODE.GROUP_ID_NOT_FOUND, "Group g is not a classic group.")
        assert (await wire.ask(beat(epoch=-1), 1)).member_epoch == -1
        assert (await wire.ask(beat(OTHER, -1), 1)).member_epoch == -1
        assert (await wire.ask(DeleteGroupsRequest(["g"]), 2)).results[0].error_code == 0
        (gone,) = (await wire.ask(ShareGroupDescribeRequest(["g"]), 1)).groups
        assert (gone.error_code, gone.error_message) == (CODE.GROUP_ID_NOT_FOUND, "Group g not found.")

    run(body, **QUICK)


@pytest.mark.parametrize(
    ("request_", "error", "text"),
    [
        (beat(""), CODE.INVALID_REQUEST, None),
        (beat(group=""), CODE.INVALID_REQUEST, "GroupId can't be empty."),
        (beat(epoch=-2), CODE.INVALID_REQUEST, "MemberEpoch is invalid."),
        (beat(topics=None), CODE.INVALID_REQUEST, "SubscribedTopicNames must be set in first request."),
        (beat(topics=()), CODE.INVALID_REQUEST, "SubscribedTopicNames must be set in first request."),
        (beat(group="x", epoch=1), CODE.GROUP_ID_NOT_FOUND, "Share group x not found."),
        (beat(group="x", epoch=-1), CODE.GROUP_ID_NOT_FOUND, "Group x not found."),
        (beat(OTHER, 3), CODE.UNKNOWN_MEMBER_ID, f"Member {OTHER} is not a member of group g."),
        (
            beat(epoch=9),
            CODE.FENCED_MEMBER_EPOCH,
            FENCED,
        ),
    ],
)
def test_heartbeats_are_refused_in_kafkas_words(request_: Any, error: ErrorCode, text: str | None) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(beat(), 1)
        answer = await wire.ask(request_, 1)
        assert (answer.error_code, answer.error_message) == (error, text)

    run(body)


def test_a_group_is_of_one_kind() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        modern = ConsumerGroupHeartbeatRequest("g", ME, 0, rebalance_timeout_ms=1, subscribed_topic_names=["t"])
        modern.topic_partitions = []
        answer = await wire.ask(modern, 1)
        assert (answer.error_code, answer.error_message) == (
            CODE.GROUP_ID_NOT_FOUND,
            "Group g is not a consumer group.",
        )
        joined = await wire.ask(JoinGroupRequest("g", 10_000, 10_000, protocol_type="consumer"), 5)
        assert joined.error_code == CODE.INCONSISTENT_GROUP_PROTOCOL
        part = OffsetCommitRequestPartition(0, 1)
        commit = OffsetCommitRequest("g", -1, "", topics=[OffsetCommitRequestTopic("t", partitions=[part])])
        committed = await wire.ask(commit, 7)
        assert committed.topics[0].partitions[0].error_code == CODE.GROUP_ID_NOT_FOUND
        modern.group_id = "c"
        assert (await wire.ask(modern, 1)).error_code == 0
        protocols = [JoinGroupRequestProtocol("range", b"")]
        old = await wire.ask(JoinGroupRequest("old", 10_000, 10_000, "", None, "consumer", protocols), 5)
        assert old.error_code == CODE.MEMBER_ID_REQUIRED  # it has no members yet
        for group, epoch in itertools.product(("c", "old"), (0, 1, -1)):
            refused = await wire.ask(beat(group=group, epoch=epoch), 1)
            said = f"Group {group} is not a share group."
            assert (refused.error_code, refused.error_message) == (CODE.GROUP_ID_NOT_FOUND, said)

    run(body)


def test_a_group_that_is_full_takes_nobody_else() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(beat(), 1)
        answer = await wire.ask(beat(OTHER), 1)
        assert answer.error_code == CODE.GROUP_MAX_SIZE_REACHED
        assert answer.error_message == "The share group has reached its maximum capacity of 1 members."

    run(body, group_share_max_size=1)


# --- sessions ---------------------------------------------------------------------------------------------------


def test_records_are_locked_acknowledged_and_given_back() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a", b"b", b"c", b"d")
        first = await wire.ask(fetch(broker, 0), 2)
        assert acquired(first) == [(0, 3, 1)]
        assert first.acquisition_lock_timeout_ms == 30_000
        records = first.responses[0].partitions[0].records
        assert [r.value for batch in read_batches(records) for r in batch] == [b"a", b"b", b"c", b"d"]
        assert acquired(await wire.ask(fetch(broker, 1, ()), 2)) == []
        assert (
            said(await wire.ask(acknowledge(broker, 2, (0, 0, [ACCEPT]), (1, 3, [RELEASE, REJECT, RELEASE])), 2)) == 0
        )
        answer = await wire.ask(fetch(broker, 3, (), acks={0: [(0, 0, [ACCEPT])]}), 2)
        assert answer.responses[0].partitions[0].acknowledge_error_code == 0  # said before, and done
        assert acquired(answer) == [(1, 1, 2), (3, 3, 2)]
        closed = await wire.ask(acknowledge(broker, -1, (1, 1, [ACCEPT])), 2)
        assert said(closed) == 0
        assert acquired(await wire.ask(fetch(broker, 0, member=OTHER), 2)) == [(3, 3, 3)]

    run(body)


def test_sessions_are_counted() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        for request, version, error in [
            (fetch(broker, 5), 2, CODE.SHARE_SESSION_NOT_FOUND),
            (fetch(broker, -1), 2, CODE.SHARE_SESSION_NOT_FOUND),
            (acknowledge(broker, 1), 2, CODE.SHARE_SESSION_NOT_FOUND),
            (acknowledge(broker, 0), 2, CODE.INVALID_SHARE_SESSION_EPOCH),
            (fetch(broker, 0, member=""), 2, CODE.INVALID_REQUEST),
            (fetch(broker, 0, group=None), 2, CODE.INVALID_REQUEST),
            (fetch(broker, 0, acks={0: [(0, 0, [1])]}), 2, CODE.INVALID_REQUEST),
            (fetch(broker, 0), 1, CODE.NONE),
            (fetch(broker, 2, ()), 1, CODE.INVALID_SHARE_SESSION_EPOCH),
            (acknowledge(broker, 3), 2, CODE.INVALID_SHARE_SESSION_EPOCH),
            (fetch(broker, 1, (), is_renew_ack=True), 2, CODE.INVALID_REQUEST),
            (fetch(broker, 1, ()), 2, CODE.NONE),
            (fetch(broker, 2, (), share_acquire_mode=7), 2, CODE.UNKNOWN_SERVER_ERROR),
            (fetch(broker, 3, ()), 2, CODE.NONE),
            (fetch(broker, 0, member=OTHER), 2, CODE.SHARE_SESSION_LIMIT_REACHED),
        ]:
            answer = await wire.ask(request, version)
            assert (answer.error_code, request) == (error, request)

    run(body, group_share_max_share_sessions=1)


def test_the_end_of_a_connection_gives_back_what_was_locked() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        short = await Wire.to(broker)
        assert acquired(await short.ask(fetch(broker, 0), 2)) == [(0, 0, 1)]
        waiting = asyncio.create_task(wire.ask(fetch(broker, 0, member=OTHER, max_wait_ms=60_000), 2))
        await asyncio.sleep(0)
        await short.close()
        assert acquired(await waiting) == [(0, 0, 2)]

    run(body)


def test_a_fetch_waits_for_records_and_forgets_partitions() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        waiting = asyncio.create_task(wire.ask(fetch(broker, 0, max_wait_ms=60_000), 2))
        await produce(await Wire.to(broker), "t", [b"a"])
        assert acquired(await waiting) == [(0, 0, 1)]
        await produce(await Wire.to(broker), "t", [b"b"])
        assert (await wire.ask(fetch(broker, 1, (), forget=[0], max_wait_ms=60_000), 2)).responses == []
        assert acquired(await wire.ask(fetch(broker, 2, [0]), 2)) == [(1, 1, 1)]

    run(body)


def test_acknowledgements_that_make_no_sense_are_refused() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, *[b"%d" % n for n in range(10)])
        await wire.ask(fetch(broker, 0), 2)
        nobody = await Wire.to(broker)
        await nobody.ask(fetch(broker, 0, member=OTHER), 2)
        stranger = await nobody.ask(acknowledge(broker, 1, (0, 0, [ACCEPT]), member=OTHER), 2)
        assert said(stranger) == CODE.INVALID_RECORD_STATE
        assert stranger.responses[0].partitions[0].error_message == "Member is not the owner of batch record"
        wrong: list[Any] = [
            [(2, 2, [9])],
            [(2, 2, [-1])],
            [(2, 4, [1, 1])],
            [(2, 4, [1]), (3, 5, [1])],
            [(4, 2, [1])],
            [(2, 2, [RENEW])],
            [(100, 101, [1])],
            [(8, 2**40, [1])],
            [(2, 2, [])],
        ]
        for epoch, batches in enumerate(wrong, 1):
            assert said(await wire.ask(acknowledge(broker, epoch, *batches), 2)) == CODE.INVALID_REQUEST
        epoch = len(wrong) + 1
        assert said(await wire.ask(acknowledge(broker, epoch, (0, 9, [ACCEPT])), 2)) == 0

    run(body)


def test_partitions_that_cannot_be_shared_say_why() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        unknown = fetch(broker, 0)
        unknown.topics[0].topic_id = UUID(int=9)
        (topic,) = (await wire.ask(unknown, 2)).responses
        assert topic.partitions[0].error_code == CODE.UNKNOWN_TOPIC_ID
        (topic,) = (await wire.ask(fetch(broker, 0, [7]), 2)).responses
        assert topic.partitions[0].error_code == CODE.UNKNOWN_TOPIC_OR_PARTITION
        (topic,) = (await wire.ask(fetch(broker, 0, group="x"), 2)).responses
        assert topic.partitions[0].error_code == CODE.UNKNOWN_TOPIC_OR_PARTITION
        told = await wire.ask(acknowledge(broker, -1, (0, 0, [ACCEPT])), 2)
        assert said(told) == CODE.UNKNOWN_TOPIC_OR_PARTITION  # nobody was given anything

    run(body)


def test_a_renewed_lock_is_one_that_the_group_allows() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        await wire.ask(fetch(broker, 0), 2)
        answer = await wire.ask(acknowledge(broker, 1, (0, 0, [RENEW]), renew=True), 2)
        assert (said(answer), answer.acquisition_lock_timeout_ms) == (0, 30_000)
        broker.node.dynamic.set_group("g", {"share.renew.acknowledge.enable": "false"})
        refused = await wire.ask(acknowledge(broker, 2, (0, 0, [RENEW]), renew=True), 2)
        assert said(refused) == CODE.INVALID_REQUEST

    run(body)


def test_the_limit_of_records_is_strict_if_asked() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a", b"b", b"c")
        assert acquired(await wire.ask(fetch(broker, 0, max_records=2, share_acquire_mode=1), 2)) == [(0, 1, 1)]
        assert acquired(await wire.ask(fetch(broker, 1, (), max_records=1), 2)) == [(2, 2, 1)]

    run(body)


# --- where groups stand -----------------------------------------------------------------------------------------


async def offsets(wire: Wire) -> tuple[int, int]:
    request = DescribeShareGroupOffsetsRequest([DescribeShareGroupOffsetsRequestGroup("g", None)])
    (group,) = (await wire.ask(request, 1)).groups
    part = group.topics[0].partitions[0]
    return part.start_offset, part.lag


def test_whoever_asks_for_many_bytes_gets_them_piece_by_piece() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"x")
        for _ in range(30):
            await produce(wire, "t", [b"x" * 100_000])
        answer = await wire.ask(fetch(broker, 0, max_bytes=50 << 20, max_records=1000), 1)
        assert acquired(answer) == [(0, 10, 1)]
        assert len(answer.responses[0].partitions[0].records) <= 1 << 20
        assert acquired(await wire.ask(fetch(broker, 1, max_bytes=50 << 20, max_records=1000), 1)) == [(11, 20, 1)]

    run(body, **QUICK)


def test_what_is_before_damage_is_given_out_and_nothing_behind_it_is_locked() -> None:
    files = MemoryFiles()

    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"0")
        for value in (b"1", b"2"):
            await produce(wire, "t", [value])
        damage(files, 1, magic_of(9))
        assert acquired(await wire.ask(fetch(broker, 0), 1)) == [(0, 0, 1)]
        for epoch in (1, 2):
            (part,) = (await wire.ask(fetch(broker, epoch), 1)).responses[0].partitions
            assert (part.error_code, part.acquired_records) == (CODE.CORRUPT_MESSAGE, [])

    run(body, files=files, **QUICK)


def test_offsets_of_named_partitions_are_told_of_any_group() -> None:
    """Apache Kafka looks up their states, and not the group."""

    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        asked = DescribeShareGroupOffsetsRequestTopic("t", [0])
        groups = [DescribeShareGroupOffsetsRequestGroup("nobody", topics) for topics in ([asked], None)]
        named, all_ = (await wire.ask(DescribeShareGroupOffsetsRequest(groups), 1)).groups
        assert [part.start_offset for part in named.topics[0].partitions] == [-1]
        assert (all_.error_code, all_.topics) == (0, [])

    run(body)


def test_offsets_are_told_set_and_forgotten() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a", b"b", b"c")
        assert await offsets(wire) == (-1, -1)
        await wire.ask(fetch(broker, 0), 2)
        await wire.ask(acknowledge(broker, 1, (1, 1, [ACCEPT])), 2)
        assert await offsets(wire) == (0, 2)
        place = altering.AlterShareGroupOffsetsRequestPartition(0, 2)
        alter = AlterShareGroupOffsetsRequest("g", [altering.AlterShareGroupOffsetsRequestTopic("t", [place])])
        refused = await wire.ask(alter, 0)
        assert (refused.error_code, refused.error_message) == (CODE.NON_EMPTY_GROUP, "The group is not empty.")
        await wire.ask(acknowledge(broker, -1), 2)
        await wire.ask(beat(epoch=-1), 1)
        assert (await wire.ask(alter, 0)).responses[0].partitions[0].error_code == 0
        assert await offsets(wire) == (2, 1)
        await wire.ask(beat(), 1)
        assert acquired(await wire.ask(fetch(broker, 0), 2)) == [(2, 2, 1)]
        await wire.ask(acknowledge(broker, -1), 2)
        await wire.ask(beat(epoch=-1), 1)
        delete = DeleteShareGroupOffsetsRequest("g", [DeleteShareGroupOffsetsRequestTopic("t")])
        assert (await wire.ask(delete, 0)).responses[0].error_code == 0
        (again,) = (await wire.ask(delete, 0)).responses
        assert (again.error_code, again.error_message) == (3, "There is no offset information to delete.")

    run(body, **QUICK)


def test_a_group_without_a_name_has_no_offsets() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        named = DeleteShareGroupOffsetsRequestTopic("t")
        place = altering.AlterShareGroupOffsetsRequestTopic(
            "t", [altering.AlterShareGroupOffsetsRequestPartition(0, 5)]
        )
        for request in (AlterShareGroupOffsetsRequest("", [place]), DeleteShareGroupOffsetsRequest("", [named])):
            answer = await wire.ask(request, 0)
            said = answer.error_code, answer.error_message
            assert said == (CODE.INVALID_GROUP_ID, "The configured groupId is invalid.")
        assert (await wire.ask(ListGroupsRequest(), 5)).groups == []

    run(body, **QUICK)


def test_the_coordinator_of_a_share_partition_is_found_by_its_key() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        key = coordinator_key(StateKey("g", topic_id(broker), 0))
        request = FindCoordinatorRequest(key_type=2, coordinator_keys=[key, "bad"])
        good, bad = (await wire.ask(request, 6)).coordinators
        assert (good.error_code, good.node_id) == (0, 1)
        assert (bad.error_code, bad.node_id) == (CODE.INVALID_REQUEST, -1)
        (old,) = (await wire.ask(FindCoordinatorRequest(key_type=2, coordinator_keys=[key]), 5)).coordinators
        assert old.error_code == CODE.INVALID_REQUEST

    run(body)


# --- time, restarts, disks --------------------------------------------------------------------------------------


class Group:
    """A node with the topic "t" and ten records in it, and a member of the group "g"; no sockets."""

    def __init__(self, files: MemoryFiles, **options: str) -> None:
        self.node: Node = node_on(files, **options)
        assert isinstance(self.node.clock, ManualClock)
        self.clock = self.node.clock
        if self.node.topics.get("t") is None:
            topic = self.node.topics.create("t", 1, {}, NOW_MS)
            topic.logs[0].append(batch_of(*[b"%d" % n for n in range(10)]), NOW_MS)
            self.node.topics.alter_group("g", EARLIEST, NOW_MS)
        found = self.node.topics.get("t")
        assert found is not None
        self.log = found.logs[0]
        self.key = StateKey("g", found.topic_id, 0)

    def beat(self, epoch: int = 0, member: str = ME) -> ShareMember:
        topics = ("t",) if epoch == 0 else None
        return self.node.share.heartbeat("g", ShareCall(member, epoch, None, topics))[0]

    def acquire(self, limit: int = 100, member: str = ME) -> list[tuple[int, ...]]:
        self.node.share.partitions.open(self.key, self.log)
        return [tuple(a) for a in self.node.share.partitions.acquire(self.key, member, [(0, 9)], limit, strict=True)]

    def say(self, first: int, last: int, *types: int) -> None:
        self.node.share.partitions.acknowledge(self.key, ME, [Acknowledgement(first, last, types)])


def test_nothing_that_was_acknowledged_is_delivered_after_a_restart_of_any_kind() -> None:
    files = MemoryFiles()
    group = Group(files)
    epoch = group.beat().epoch
    assert group.acquire() == [(0, 9, 1)]
    group.say(0, 4, ACCEPT, REJECT, RELEASE, ACCEPT, RELEASE)
    again = Group(files)  # without a word to the old one: as after kill -9
    assert again.node.share.get("g").state == group.node.share.get("g").state
    assert again.beat(epoch).epoch == epoch
    assert again.acquire() == [(2, 2, 2), (4, 4, 2), (5, 9, 1)]
    again.say(2, 2, ACCEPT)
    again.node.close()
    last = Group(files)
    assert last.acquire(limit=2) == [(4, 4, 2), (5, 5, 1)]


def test_a_snapshot_now_and_then_says_all_that_counts() -> None:
    files = MemoryFiles()
    options = {"share.coordinator.snapshot.update.records.per.snapshot": "3"}
    group = Group(files, **options)
    group.beat()
    group.acquire()
    for offset in (9, 7, 5, 3, 1, 0, 8):
        group.say(offset, offset, RELEASE if offset == 7 else ACCEPT)
    again = Group(files, **options)
    assert again.node.share.store.saved[again.key].snapshot_epoch == 2
    assert again.acquire() == [(2, 2, 1), (4, 4, 1), (6, 6, 1), (7, 7, 2)]


def test_old_segments_of_the_states_are_deleted_and_nothing_is_forgotten() -> None:
    files = MemoryFiles()
    options = {
        "share.coordinator.state.topic.segment.bytes": "1048576",
        "share.coordinator.state.topic.num.partitions": "1",
    }
    group = Group(files, **options)
    group.beat()
    group.acquire()
    group.say(0, 0, ACCEPT)
    topic = group.node.topics.get("__share_group_state")
    assert topic is not None
    log = topic.logs[0]
    log._roll()
    assert len(log.segments) == 2
    group.node.share.partitions.prune()
    assert len(log.segments) == 1
    assert Group(files, **options).acquire() == [(1, 9, 1)]


def test_silent_members_and_old_locks_are_let_go() -> None:
    group = Group(MemoryFiles())
    told: list[float] = []
    share = group.node.share
    share.on_deadline = share.partitions.on_deadline = told.append
    group.beat()
    group.acquire()
    assert min(told) == group.clock.now() + 30
    group.clock.advance(29)
    share.expire()
    assert group.acquire(member=OTHER) == []
    group.clock.advance(1)
    share.expire()
    assert group.acquire(member=OTHER) == [(0, 9, 2)]
    assert share.get("g").state.members
    group.clock.advance(16)
    share.expire()
    assert share.get("g").state.members == {}
    with pytest.raises(Refusal, match="not a member"):
        group.beat(2)


def test_a_topic_that_is_deleted_takes_its_states_along() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        old = topic_id(broker)
        topic = broker.node.topics.get("t")
        assert topic is not None
        broker.node.topics.delete(topic, NOW_MS)
        broker.node.share.forget_topic("t")
        assert not list(broker.node.share.partitions.of_group("g"))
        broker.node.topics.create("t", 1, {}, NOW_MS)
        assert topic_id(broker) != old
        answer = await wire.ask(beat(epoch=2), 1)
        (assigned,) = answer.assignment.topic_partitions
        assert assigned.topic_id == topic_id(broker)

    run(body, **QUICK)


def test_a_state_that_cannot_be_written_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryFiles()
    group = Group(files)
    group.beat()
    group.acquire()

    def full(*_: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(group.node.share.store, "update", full)
        with pytest.raises(KafkaError) as raised:
            group.say(0, 9, ACCEPT)
        assert raised.value.code == CODE.COORDINATOR_NOT_AVAILABLE
    group.say(0, 8, ACCEPT)
    assert Group(files).acquire() == [(9, 9, 1)]


def test_locks_that_cannot_be_ended_are_tried_again_a_second_later(monkeypatch: pytest.MonkeyPatch) -> None:
    group, told = Group(MemoryFiles()), list[float]()
    group.beat()
    group.acquire()

    def full(*_: object) -> None:
        raise OSError("no room")

    group.clock.advance(30)
    group.node.share.partitions.on_deadline = told.append
    with monkeypatch.context() as patch:
        patch.setattr(group.node.share.store, "update", full)
        group.node.share.partitions.expire()
    assert told == [group.clock.now() + 1]
    group.node.share.partitions.expire()
    assert group.acquire(member=OTHER) == [(0, 9, 2)]


def test_locks_in_a_topic_that_is_gone_are_nothing_to_wake_up_for() -> None:
    group, told = Group(MemoryFiles()), list[float]()
    group.beat()
    group.acquire()
    topic = group.node.topics.get("t")
    assert topic is not None
    group.node.topics.delete(topic, NOW_MS)
    group.clock.advance(30)
    group.node.share.partitions.on_deadline = told.append
    group.node.share.partitions.expire()
    assert told == []


def test_new_partitions_are_shared_too() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        topic = broker.node.topics.get("t")
        assert topic is not None
        broker.node.topics.add_partitions(topic, 3, NOW_MS)
        deque(broker.node.topics.opening(topic), maxlen=0)
        answer = await wire.ask(beat(epoch=2), 1)
        assert list(answer.assignment.topic_partitions[0].partitions) == [0, 1, 2]
        assert len(list(broker.node.share.partitions.of_group("g"))) == 3

    run(body, **QUICK)


@pytest.mark.parametrize(
    ("reset", "first"), [("earliest", 0), ("latest", 10), ("by_duration:PT1H", 10), ("by_duration:P1D", 0)]
)
def test_a_group_begins_where_its_option_says(reset: str, first: int) -> None:
    group = Group(MemoryFiles())
    group.node.topics.alter_group("g", {"share.auto.offset.reset": reset}, NOW_MS)
    group.clock.advance(7200)
    group.beat()
    assert group.node.share.partitions.open(group.key, group.log).start == first


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("share.auto.offset.reset", "sometimes", "must be either 'earliest', 'latest' or of the format"),
        ("share.auto.offset.reset", "by_duration:-P1D", "must be either"),
        ("share.auto.offset.reset", f"by_duration:P{'9' * 400}D", "must be either"),
        ("share.isolation.level", "serializable", "String must be one of: read_committed, read_uncommitted"),
        (
            "share.record.lock.duration.ms",
            "1",
            "must be greater than or equal to group.share.min.record",
        ),
        ("share.delivery.count.limit", "99", "must be less than or equal to group.share.max.delivery.count.limit"),
        ("share.delivery.count.limit", "x", "Not a number of type INT"),
        ("share.nonsense", "1", "Unknown group config name: share.nonsense"),
    ],
)
def test_options_of_share_groups_are_checked(name: str, value: str, text: str) -> None:
    group = Group(MemoryFiles())
    with pytest.raises(KafkaError, match=text) as raised:
        group.node.topics.alter_group("g", {name: value}, NOW_MS)
    assert raised.value.code == CODE.INVALID_CONFIG


# --- records as Apache Kafka 4.4.0 has written them -------------------------------------------------------------

KEY = StateKey("share-kafkawire-6d251cf43d37", UUID("09c2bde1-106e-4d9b-9701-8932791ed842"), 0)


def test_states_lie_where_a_real_broker_puts_them() -> None:
    from kafkawire.broker.internal_topic import partition_of

    assert partition_of(coordinator_key(KEY), 50) == 1
    other = StateKey("share-kafkawire-22b810505de5", UUID("10c97789-e163-4070-9149-dcbb6e5f04cf"), 0)
    assert partition_of(coordinator_key(other), 50) == 13


@pytest.mark.parametrize("key", [b"", b"\0", b"\0\0\0", b"\0\1\xff"])
def test_records_that_make_no_sense_are_named(key: bytes) -> None:
    from kafkawire.errors import KafkaWireError

    with pytest.raises(KafkaWireError):
        read_state({}, key, b"\0\0x")


# --- who may do that --------------------------------------------------------------------------------------------


def test_groups_and_topics_are_for_those_who_may() -> None:
    rules = Denies()

    async def main() -> None:
        broker = Broker(new_broker().config, files=MemoryFiles(), authorizer=rules)
        async with broker, asyncio.timeout(10):
            broker.node.topics.create("t", 1, {}, NOW_MS)
            wire = await Wire.to(broker)
            try:
                await begin(broker, wire, b"a")
                await check(broker, wire)
            finally:
                await Wire.close_all()

    async def check(broker: Broker, wire: Wire) -> None:
        group, topic = ResourceType.GROUP, ResourceType.TOPIC
        rules.denied = {(Operation.READ, group, "g"), (Operation.DELETE, group, "g"), (Operation.DESCRIBE, group, "g")}
        place = altering.AlterShareGroupOffsetsRequestTopic("t", [])
        offsets = DescribeShareGroupOffsetsRequest([DescribeShareGroupOffsetsRequestGroup("g", None)])
        for request, version in [
            (beat(), 1),
            (fetch(broker, 0), 2),
            (acknowledge(broker, 1), 2),
            (AlterShareGroupOffsetsRequest("g", [place]), 0),
            (DeleteShareGroupOffsetsRequest("g", []), 0),
        ]:
            assert (await wire.ask(request, version)).error_code == CODE.GROUP_AUTHORIZATION_FAILED, request
        for request, version in [(ShareGroupDescribeRequest(["g"]), 1), (offsets, 1)]:
            (told,) = (await wire.ask(request, version)).groups
            assert told.error_code == CODE.GROUP_AUTHORIZATION_FAILED
        rules.denied = {(Operation.READ, topic, "t")}
        (told,) = (await wire.ask(fetch(broker, 0), 2)).responses
        assert told.partitions[0].error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        assert said(await wire.ask(acknowledge(broker, 1, (0, 0, [ACCEPT])), 2)) == CODE.TOPIC_AUTHORIZATION_FAILED
        rules.denied = {(Operation.DESCRIBE, topic, "t")}
        assert (await wire.ask(beat(OTHER), 1)).error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        (told,) = (await wire.ask(ShareGroupDescribeRequest(["g"]), 1)).groups
        assert told.error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        (told,) = (await wire.ask(offsets, 1)).groups
        assert told.topics == []
        rules.denied = {(Operation.CLUSTER_ACTION, ResourceType.CLUSTER, CLUSTER)}
        key = coordinator_key(StateKey("g", topic_id(broker), 0))
        (told,) = (await wire.ask(FindCoordinatorRequest(key_type=2, coordinator_keys=[key]), 6)).coordinators
        assert told.error_code == CODE.CLUSTER_AUTHORIZATION_FAILED

    asyncio.run(main())
