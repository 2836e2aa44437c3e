"""What the group APIs, and those that find and name clients, answer to who may not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    ConsumerGroupHeartbeatResponse,
    DeleteGroupsRequest,
    DeleteGroupsResponse,
    DescribeGroupsRequest,
    FindCoordinatorRequest,
    FindCoordinatorResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    InitProducerIdRequest,
    InitProducerIdResponse,
    JoinGroupRequest,
    JoinGroupResponse,
    LeaveGroupRequest,
    LeaveGroupResponse,
    ListGroupsRequest,
    OffsetCommitRequest,
    OffsetCommitResponse,
    OffsetDeleteRequest,
    OffsetDeleteResponse,
    OffsetFetchRequest,
    OffsetFetchResponse,
    SyncGroupRequest,
    SyncGroupResponse,
)
from kafkawire.messages import offset_commit_request as commit_request
from kafkawire.messages import offset_commit_response as commit_response
from kafkawire.messages import offset_delete_request as delete_request
from kafkawire.messages import offset_delete_response as delete_response
from kafkawire.messages import offset_fetch_request as fetch_request
from kafkawire.messages import offset_fetch_response as fetch_response
from kafkawire.messages.consumer_group_describe_response import DescribedGroup
from kafkawire.messages.delete_groups_response import DeletableGroupResult
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.leave_group_request import MemberIdentity
from tests.broker.wire import NOW_MS, Wire, new_broker

CLUSTER_DENIED = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
GROUP_DENIED = ErrorCode.GROUP_AUTHORIZATION_FAILED
TOPIC_DENIED = ErrorCode.TOPIC_AUTHORIZATION_FAILED
TRANSACTION_DENIED = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
Denied = tuple[Operation, ResourceType, str]


class Denies:
    """Allows everything but what it is told."""

    def __init__(self) -> None:
        self.denied: set[Denied] = set()

    def allows(self, client: Client, action: Action) -> bool:
        assert (client.principal, client.host, client.client_id) == ("User:ANONYMOUS", "/127.0.0.1", "wire")
        return tuple(action) not in self.denied


def group(operation: Operation, name: str = "hidden") -> Denied:
    return operation, ResourceType.GROUP, name


def topic(operation: Operation, name: str = "secret") -> Denied:
    return operation, ResourceType.TOPIC, name


def commit(group_id: str, *topics: str) -> OffsetCommitRequest:
    parts = [commit_request.OffsetCommitRequestPartition(partition_index=0, committed_offset=7)]
    wanted = [commit_request.OffsetCommitRequestTopic(name=name, partitions=parts) for name in topics]
    return OffsetCommitRequest(group_id=group_id, generation_id_or_member_epoch=-1, member_id="", topics=wanted)


def committed(**errors: int) -> OffsetCommitResponse:
    partition, found = commit_response.OffsetCommitResponsePartition, commit_response.OffsetCommitResponseTopic
    return OffsetCommitResponse(
        topics=[
            found(name=name, partitions=[partition(partition_index=0, error_code=code)])
            for name, code in errors.items()
        ]
    )


def fetch_old(group_id: str, *topics: str) -> OffsetFetchRequest:
    return OffsetFetchRequest(
        group_id=group_id,
        topics=[fetch_request.OffsetFetchRequestTopic(name=name, partition_indexes=[0]) for name in topics] or None,
    )


def fetched_old(**found: tuple[int, int]) -> OffsetFetchResponse:
    part, topics = fetch_response.OffsetFetchResponsePartition, fetch_response.OffsetFetchResponseTopic
    return OffsetFetchResponse(
        topics=[
            topics(
                name=name,
                partitions=[
                    part(
                        partition_index=0,
                        committed_offset=at[0],
                        committed_leader_epoch=-1,
                        metadata="",
                        error_code=at[1],
                    )
                ],
            )
            for name, at in found.items()
        ]
    )


def fetch(*topics: str) -> OffsetFetchRequest:
    wanted = [fetch_request.OffsetFetchRequestTopics(name=name, partition_indexes=[0]) for name in topics] or None
    groups = [fetch_request.OffsetFetchRequestGroup(group_id=name, topics=wanted) for name in ("hidden", "g")]
    return OffsetFetchRequest(groups=groups)


def fetched(**found: tuple[int, int]) -> OffsetFetchResponse:
    part, topics = fetch_response.OffsetFetchResponsePartitions, fetch_response.OffsetFetchResponseTopics
    told = [
        topics(
            name=name,
            partitions=[
                part(
                    partition_index=0, committed_offset=at[0], committed_leader_epoch=-1, metadata="", error_code=at[1]
                )
            ],
        )
        for name, at in found.items()
    ]
    answer = fetch_response.OffsetFetchResponseGroup
    return OffsetFetchResponse(
        groups=[answer(group_id="hidden", error_code=GROUP_DENIED), answer(group_id="g", topics=told)]
    )


def forget(group_id: str, *topics: str) -> OffsetDeleteRequest:
    parts = [delete_request.OffsetDeleteRequestPartition(partition_index=0)]
    return OffsetDeleteRequest(
        group_id=group_id,
        topics=[delete_request.OffsetDeleteRequestTopic(name=name, partitions=parts) for name in topics],
    )


def forgotten(**errors: int) -> OffsetDeleteResponse:
    part, topics = delete_response.OffsetDeleteResponsePartition, delete_response.OffsetDeleteResponseTopic
    return OffsetDeleteResponse(
        topics=[
            topics(name=name, partitions=[part(partition_index=0, error_code=code)]) for name, code in errors.items()
        ]
    )


def join(group_id: str) -> JoinGroupRequest:
    protocols = [JoinGroupRequestProtocol(name="range", metadata=b"")]
    return JoinGroupRequest(
        group_id=group_id,
        session_timeout_ms=10_000,
        rebalance_timeout_ms=10_000,
        protocol_type="consumer",
        protocols=protocols,
    )


def heartbeat(group_id: str, *topics: str) -> ConsumerGroupHeartbeatRequest:
    return ConsumerGroupHeartbeatRequest(
        group_id=group_id,
        member_id="a",
        rebalance_timeout_ms=5000,
        subscribed_topic_names=list(topics),
        topic_partitions=[],
    )


KEPT = {"g": {"t": 5, "secret": 5}, "hidden": {"t": 5}}
"""Committed offsets before each request."""


def groups_of(broker: Broker) -> dict[str, dict[str, int]]:
    names = {found.group_id for found in broker.node.groups} | set(broker.node.groups.consumer_groups)
    return {
        name: {place[0]: kept.offset for place, kept in broker.node.groups.offsets.of(name).items()}
        for name in sorted(names)
    }


def run(body: Callable[[Broker, Wire, Denies], Awaitable[None]]) -> None:
    async def main() -> None:
        authorizer = Denies()
        async with Broker(new_broker().config, files=MemoryFiles(), authorizer=authorizer) as broker:
            for name in ("t", "secret"):
                broker.node.controller.create(name, 1, {}, NOW_MS)
            try:
                async with asyncio.timeout(10):
                    await fill(wire := await Wire.to(broker))
                    await body(broker, wire, authorizer)
            finally:
                await Wire.close_all()

    asyncio.run(main())


async def fill(wire: Wire) -> None:
    for group_id, offsets in KEPT.items():
        request = commit(group_id, *offsets)
        for wanted in request.topics:
            wanted.partitions = [commit_request.OffsetCommitRequestPartition(partition_index=0, committed_offset=5)]
        assert await wire.ask(request, 8) == committed(**dict.fromkeys(offsets, 0))


Case = tuple[Denied, Any, int, Any]


def refused() -> Iterator[Case]:
    """What leaves all groups as they were."""
    read, describe, delete = group(Operation.READ), group(Operation.DESCRIBE), group(Operation.DELETE)
    yield read, join("hidden"), 9, JoinGroupResponse(error_code=GROUP_DENIED, protocol_name=None)
    yield read, join("hidden"), 3, JoinGroupResponse(error_code=GROUP_DENIED)
    named = SyncGroupRequest(
        group_id="hidden", generation_id=1, member_id="a", protocol_type="consumer", protocol_name="range"
    )
    yield read, named, 5, SyncGroupResponse(error_code=GROUP_DENIED)
    unnamed = SyncGroupRequest(group_id="hidden", generation_id=1, member_id="a")
    yield read, unnamed, 4, SyncGroupResponse(error_code=GROUP_DENIED)
    yield (
        read,
        HeartbeatRequest(group_id="hidden", generation_id=1, member_id="a"),
        4,
        HeartbeatResponse(error_code=GROUP_DENIED),
    )
    yield read, LeaveGroupRequest(group_id="hidden", member_id="a"), 2, LeaveGroupResponse(error_code=GROUP_DENIED)
    several = LeaveGroupRequest(group_id="hidden", members=[MemberIdentity(member_id="a")])
    yield read, several, 5, LeaveGroupResponse(error_code=GROUP_DENIED)
    yield read, commit("hidden", "t", "none"), 8, committed(t=GROUP_DENIED, none=GROUP_DENIED)
    yield topic(Operation.READ), commit("new", "secret"), 9, committed(secret=TOPIC_DENIED)
    yield topic(Operation.READ, "none"), commit("new", "none"), 9, committed(none=TOPIC_DENIED)
    yield read, heartbeat("hidden", "t"), 1, ConsumerGroupHeartbeatResponse(error_code=GROUP_DENIED)
    unseen = ConsumerGroupHeartbeatResponse(error_code=TOPIC_DENIED)
    yield topic(Operation.DESCRIBE), heartbeat("new", "t", "secret"), 1, unseen
    yield (
        topic(Operation.DESCRIBE),
        ConsumerGroupHeartbeatRequest(group_id="", subscribed_topic_names=["secret"]),
        1,
        unseen,
    )
    yield describe, fetch_old("hidden", "t"), 1, fetched_old(t=(-1, GROUP_DENIED))
    yield describe, fetch_old("hidden", "t"), 2, OffsetFetchResponse(error_code=GROUP_DENIED)
    yield describe, fetch_old("hidden"), 7, OffsetFetchResponse(error_code=GROUP_DENIED)
    yield describe, fetch("t"), 9, fetched(t=(5, 0))
    yield topic(Operation.DESCRIBE), fetch_old("g", "t", "secret"), 7, fetched_old(t=(5, 0), secret=(-1, TOPIC_DENIED))
    yield topic(Operation.DESCRIBE), fetch_old("g"), 7, fetched_old(t=(5, 0))
    yield delete, forget("hidden", "t"), 0, OffsetDeleteResponse(error_code=GROUP_DENIED)
    key = FindCoordinatorRequest(key="hidden")
    nobody: dict[str, Any] = {"node_id": -1, "host": "", "port": -1}
    lost = FindCoordinatorResponse(error_code=GROUP_DENIED, error_message="Group authorization failed.", **nobody)
    yield describe, key, 2, lost
    key = FindCoordinatorRequest(key="x", key_type=1)
    message = "Transactional Id authorization failed."
    lost = FindCoordinatorResponse(error_code=TRANSACTION_DENIED, error_message=message, **nobody)
    yield (Operation.DESCRIBE, ResourceType.TRANSACTIONAL_ID, "x"), key, 2, lost
    no_id = InitProducerIdResponse(error_code=TRANSACTION_DENIED, producer_epoch=-1)
    yield (Operation.WRITE, ResourceType.TRANSACTIONAL_ID, "x"), InitProducerIdRequest(transactional_id="x"), 4, no_id


@pytest.mark.parametrize(("denied", "request_", "version", "expected"), list(refused()))
def test_what_is_refused_changes_nothing(denied: Denied, request_: Any, version: int, expected: Any) -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {denied}
        assert await wire.ask(request_, version) == expected
        assert groups_of(broker) == KEPT
        authorizer.denied = set()
        assert await wire.ask(request_, version) != expected

    run(body)


def test_a_protocol_must_be_named_whoever_asks() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {group(Operation.READ)}
        answer = await wire.ask(SyncGroupRequest(group_id="hidden", generation_id=1, member_id="a"), 5)
        assert answer.error_code == ErrorCode.INCONSISTENT_GROUP_PROTOCOL

    run(body)


@pytest.mark.parametrize(
    ("denied", "request_", "version", "expected", "kept"),
    [
        (
            topic(Operation.READ),
            commit("g", "secret", "t", "none"),
            8,
            committed(secret=TOPIC_DENIED, t=0, none=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            {**KEPT, "g": {"t": 7, "secret": 5}},
        ),
        (
            topic(Operation.READ),
            forget("g", "t", "none", "secret"),
            0,
            forgotten(none=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, secret=TOPIC_DENIED, t=0),
            {**KEPT, "g": {"secret": 5}},
        ),
        (
            group(Operation.DELETE),
            DeleteGroupsRequest(groups_names=["hidden", "g", "none"]),
            2,
            DeleteGroupsResponse(
                results=[
                    DeletableGroupResult(group_id="g"),
                    DeletableGroupResult(group_id="none", error_code=ErrorCode.GROUP_ID_NOT_FOUND),
                    DeletableGroupResult(group_id="hidden", error_code=GROUP_DENIED),
                ]
            ),
            {"hidden": KEPT["hidden"]},
        ),
    ],
)
def test_the_rest_of_a_request_is_done(
    denied: Denied, request_: Any, version: int, expected: Any, kept: dict[str, dict[str, int]]
) -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {denied}
        assert await wire.ask(request_, version) == expected
        assert groups_of(broker) == kept

    run(body)


def test_topics_are_judged_by_name_when_they_are_asked_for_by_id() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {topic(Operation.READ), topic(Operation.DESCRIBE)}
        ids = [found.topic_id for name in ("t", "secret") if (found := broker.node.topics.get(name)) is not None]
        request = commit("g", "", "")
        for wanted, topic_id in zip(request.topics, ids, strict=True):
            wanted.topic_id = topic_id
        assert [each.partitions[0].error_code for each in (await wire.ask(request, 10)).topics] == [0, TOPIC_DENIED]
        assert groups_of(broker)["g"] == {"t": 7, "secret": 5}
        wanted_topics = [
            fetch_request.OffsetFetchRequestTopics(name="", topic_id=topic_id, partition_indexes=[0])
            for topic_id in ids
        ]
        groups = [fetch_request.OffsetFetchRequestGroup(group_id="g", topics=wanted_topics)]
        found = (await wire.ask(OffsetFetchRequest(groups=groups), 10)).groups[0].topics
        assert [(each.topic_id, each.partitions[0].error_code) for each in found] == [
            (ids[0], 0),
            (ids[1], TOPIC_DENIED),
        ]

    run(body)


def test_offsets_of_several_groups_and_topics_are_told_where_allowed() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {group(Operation.DESCRIBE), topic(Operation.DESCRIBE)}
        assert await wire.ask(fetch("t", "secret"), 8) == fetched(t=(5, 0), secret=(-1, TOPIC_DENIED))
        assert await wire.ask(fetch(), 8) == fetched(t=(5, 0))

    run(body)


def test_groups_are_listed_to_who_may_describe_the_cluster_or_the_group() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        for denied, names in (
            ({group(Operation.DESCRIBE)}, ["g", "hidden"]),
            ({(Operation.DESCRIBE, ResourceType.CLUSTER, CLUSTER)}, ["g", "hidden"]),
            ({(Operation.DESCRIBE, ResourceType.CLUSTER, CLUSTER), group(Operation.DESCRIBE)}, ["g"]),
        ):
            authorizer.denied = denied
            listed = await wire.ask(ListGroupsRequest(), 5)
            assert (listed.error_code, sorted(found.group_id for found in listed.groups)) == (0, names)

    run(body)


def test_groups_are_described_with_what_may_be_done_to_them() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {group(Operation.DESCRIBE), group(Operation.DELETE, "g")}
        allowed = sum(1 << bit for bit in (3, 8, 10, 11))  # read, describe, describe and alter configs
        described = (
            await wire.ask(DescribeGroupsRequest(groups=["g", "hidden"], include_authorized_operations=True), 6)
        ).groups
        assert [
            (each.group_id, each.error_code, each.group_state, each.authorized_operations) for each in described
        ] == [
            ("hidden", GROUP_DENIED, "", -(2**31)),  # Kafka tells of these first
            ("g", 0, "Empty", allowed),
        ]
        await wire.ask(heartbeat("g", "t"), 1)
        described = (
            await wire.ask(
                ConsumerGroupDescribeRequest(group_ids=["g", "hidden"], include_authorized_operations=True), 1
            )
        ).groups
        assert described[0] == DescribedGroup(error_code=GROUP_DENIED, error_message=None, group_id="hidden")
        assert (described[1].error_code, described[1].authorized_operations) == (0, allowed)

    run(body)


def test_a_group_is_not_described_to_who_may_not_describe_what_it_reads() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        await wire.ask(heartbeat("g", "t", "secret"), 1)
        await wire.ask(heartbeat("h", "t", "none"), 1)
        authorizer.denied = {topic(Operation.DESCRIBE), topic(Operation.DESCRIBE, "none")}
        refused, told = (
            await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g", "h"], include_authorized_operations=True), 1)
        ).groups
        reason = "The group has described topic(s) that the client is not authorized to describe."
        assert refused == DescribedGroup(error_code=TOPIC_DENIED, error_message=reason, group_id="g")
        assert (told.error_code, told.members[0].subscribed_topic_names) == (
            0,
            ["none", "t"],
        )  # that is not kept secret

    run(body)


def test_each_of_several_coordinators_is_found_or_refused() -> None:
    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        authorizer.denied = {group(Operation.DESCRIBE)}
        found = (await wire.ask(FindCoordinatorRequest(coordinator_keys=["hidden", "g"]), 4)).coordinators
        assert [(each.key, each.error_code, each.error_message, each.node_id, each.port) for each in found] == [
            ("hidden", GROUP_DENIED, "", -1, -1),
            ("g", 0, "", broker.node.config.node_id, broker.node.port),
        ]

    run(body)


def test_a_producer_id_is_for_who_may_write_somewhere() -> None:
    everywhere = {topic(Operation.WRITE, name) for name in ("hardcode", "t", "secret", "__consumer_offsets")}
    cluster = (Operation.IDEMPOTENT_WRITE, ResourceType.CLUSTER, CLUSTER)

    async def body(broker: Broker, wire: Wire, authorizer: Denies) -> None:
        request = InitProducerIdRequest(transactional_id=None)
        for denied in (everywhere, {cluster}, {cluster, *everywhere} - {topic(Operation.WRITE)}):
            authorizer.denied = denied
            assert (await wire.ask(request, 4)).error_code == 0
        authorizer.denied = {cluster, *everywhere}
        refusal = InitProducerIdResponse(error_code=CLUSTER_DENIED, producer_epoch=-1)
        assert await wire.ask(request, 4) == refusal

    run(body)
