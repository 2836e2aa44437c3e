"""Share groups as they are served: heartbeats, sessions, fetches and acknowledgements, and who may ask for them."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any
from uuid import UUID

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.security.authorizer import CLUSTER, Operation, ResourceType
from kafkawire.broker.share.records import StateKey, coordinator_key
from kafkawire.error_code import ErrorCode
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
    ShareGroupDescribeRequest,
)
from kafkawire.messages import alter_share_group_offsets_request as altering
from kafkawire.messages.describe_share_group_offsets_request import DescribeShareGroupOffsetsRequestGroup
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.records import read_batches
from tests.broker.sharing import (
    ACCEPT,
    ME,
    OTHER,
    QUICK,
    REJECT,
    RELEASE,
    RENEW,
    acknowledge,
    acquired,
    beat,
    begin,
    fetch,
    said,
    topic_id,
)
from tests.broker.test_authorizer_groups import Denies
from tests.broker.test_corruption import damage, magic_of
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, new_broker, produce

CODE = ErrorCode
FENCED = (
    "The share group member has a greater member epoch (9) than the one known by the group coordinator (2). "
    "The member must abandon all its partitions and rejoin."
)


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
        (group,) = (await wire.ask(ShareGroupDescribeRequest(group_ids=["g"]), 1)).groups
        assert (group.group_state, group.group_epoch, group.assignor_name) == ("Stable", 3, "simple")
        assert {member.member_id: member.member_epoch for member in group.members} == {ME: 3, OTHER: 3}
        (listed,) = (await wire.ask(ListGroupsRequest(states_filter=[], types_filter=["share"]), 5)).groups
        assert (listed.group_id, listed.protocol_type, listed.group_type) == ("g", "share", "share")
        (old,) = (await wire.ask(DescribeGroupsRequest(groups=["g"]), 6)).groups
        assert (old.error_code, old.error_message) == (CODE.GROUP_ID_NOT_FOUND, "Group g is not a classic group.")
        assert (await wire.ask(beat(epoch=-1), 1)).member_epoch == -1
        assert (await wire.ask(beat(OTHER, -1), 1)).member_epoch == -1
        assert (await wire.ask(DeleteGroupsRequest(groups_names=["g"]), 2)).results[0].error_code == 0
        (gone,) = (await wire.ask(ShareGroupDescribeRequest(group_ids=["g"]), 1)).groups
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
        modern = ConsumerGroupHeartbeatRequest(
            group_id="g", member_id=ME, member_epoch=0, rebalance_timeout_ms=1, subscribed_topic_names=["t"]
        )
        modern.topic_partitions = []
        answer = await wire.ask(modern, 1)
        assert (answer.error_code, answer.error_message) == (
            CODE.GROUP_ID_NOT_FOUND,
            "Group g is not a consumer group.",
        )
        joined = await wire.ask(
            JoinGroupRequest(
                group_id="g", session_timeout_ms=10_000, rebalance_timeout_ms=10_000, protocol_type="consumer"
            ),
            5,
        )
        assert joined.error_code == CODE.INCONSISTENT_GROUP_PROTOCOL
        part = OffsetCommitRequestPartition(partition_index=0, committed_offset=1)
        commit = OffsetCommitRequest(
            group_id="g",
            generation_id_or_member_epoch=-1,
            member_id="",
            topics=[OffsetCommitRequestTopic(name="t", partitions=[part])],
        )
        committed = await wire.ask(commit, 7)
        assert committed.topics[0].partitions[0].error_code == CODE.GROUP_ID_NOT_FOUND
        modern.group_id = "c"
        assert (await wire.ask(modern, 1)).error_code == 0
        protocols = [JoinGroupRequestProtocol(name="range", metadata=b"")]
        old = await wire.ask(
            JoinGroupRequest(
                group_id="old",
                session_timeout_ms=10_000,
                rebalance_timeout_ms=10_000,
                member_id="",
                group_instance_id=None,
                protocol_type="consumer",
                protocols=protocols,
            ),
            5,
        )
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
            (fetch(broker, 2, (), share_acquire_mode=2), 2, CODE.UNKNOWN_SERVER_ERROR),
            (fetch(broker, 3, (), share_acquire_mode=1), 2, CODE.NONE),
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
        broker.node.dynamic.apply_group("g", {"share.renew.acknowledge.enable": "false"})
        refused = await wire.ask(acknowledge(broker, 2, (0, 0, [RENEW]), renew=True), 2)
        assert said(refused) == CODE.INVALID_REQUEST

    run(body)


def test_the_limit_of_records_is_strict_if_asked() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a", b"b", b"c")
        assert acquired(await wire.ask(fetch(broker, 0, max_records=2, share_acquire_mode=1), 2)) == [(0, 1, 1)]
        assert acquired(await wire.ask(fetch(broker, 1, (), max_records=1), 2)) == [(2, 2, 1)]

    run(body)


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


# --- who may do that --------------------------------------------------------------------------------------------


def test_groups_and_topics_are_for_those_who_may() -> None:
    rules = Denies()

    async def main() -> None:
        broker = Broker(new_broker().config, files=MemoryFiles(), authorizer=rules)
        async with broker, asyncio.timeout(10):
            broker.node.controller.create("t", 1, {}, NOW_MS)
            wire = await Wire.to(broker)
            try:
                await begin(broker, wire, b"a")
                await check(broker, wire)
            finally:
                await Wire.close_all()

    async def check(broker: Broker, wire: Wire) -> None:
        group, topic = ResourceType.GROUP, ResourceType.TOPIC
        rules.denied = {(Operation.READ, group, "g"), (Operation.DELETE, group, "g"), (Operation.DESCRIBE, group, "g")}
        place = altering.AlterShareGroupOffsetsRequestTopic(topic_name="t", partitions=[])
        offsets = DescribeShareGroupOffsetsRequest(
            groups=[DescribeShareGroupOffsetsRequestGroup(group_id="g", topics=None)]
        )
        for request, version in [
            (beat(), 1),
            (fetch(broker, 0), 2),
            (acknowledge(broker, 1), 2),
            (AlterShareGroupOffsetsRequest(group_id="g", topics=[place]), 0),
            (DeleteShareGroupOffsetsRequest(group_id="g", topics=[]), 0),
        ]:
            assert (await wire.ask(request, version)).error_code == CODE.GROUP_AUTHORIZATION_FAILED, request
        for request, version in [(ShareGroupDescribeRequest(group_ids=["g"]), 1), (offsets, 1)]:
            (told,) = (await wire.ask(request, version)).groups
            assert told.error_code == CODE.GROUP_AUTHORIZATION_FAILED
        rules.denied = {(Operation.READ, topic, "t")}
        (told,) = (await wire.ask(fetch(broker, 0), 2)).responses
        assert told.partitions[0].error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        assert said(await wire.ask(acknowledge(broker, 1, (0, 0, [ACCEPT])), 2)) == CODE.TOPIC_AUTHORIZATION_FAILED
        rules.denied = {(Operation.DESCRIBE, topic, "t")}
        assert (await wire.ask(beat(OTHER), 1)).error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        (told,) = (await wire.ask(ShareGroupDescribeRequest(group_ids=["g"]), 1)).groups
        assert told.error_code == CODE.TOPIC_AUTHORIZATION_FAILED
        (told,) = (await wire.ask(offsets, 1)).groups
        assert told.topics == []
        rules.denied = {(Operation.CLUSTER_ACTION, ResourceType.CLUSTER, CLUSTER)}
        key = coordinator_key(StateKey("g", topic_id(broker), 0))
        (told,) = (await wire.ask(FindCoordinatorRequest(key_type=2, coordinator_keys=[key]), 6)).coordinators
        assert told.error_code == CODE.CLUSTER_AUTHORIZATION_FAILED

    asyncio.run(main())
