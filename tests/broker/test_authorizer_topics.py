"""What is answered where an authorizer says no. Operations and codes are those of Apache Kafka."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from uuid import UUID

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request
from kafkawire.messages import (
    alter_configs_request,
    alter_partition_reassignments_request,
    alter_replica_log_dirs_request,
    create_partitions_request,
    create_topics_request,
    delete_records_request,
    delete_topics_request,
    describe_configs_request,
    describe_producers_request,
    describe_quorum_request,
    describe_topic_partitions_request,
    elect_leaders_request,
    fetch_request,
    incremental_alter_configs_request,
    list_offsets_request,
    list_partition_reassignments_request,
    metadata_request,
    offset_for_leader_epoch_request,
    produce_request,
)
from kafkawire.wire import ZERO_UUID
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker, serving

TOPIC, BROKER, LOGGER, METRICS, OF_GROUP = 2, 4, 8, 16, 32
NONE, TOPIC_DENIED, GROUP_DENIED, CLUSTER_DENIED = (ErrorCode(n) for n in (0, 29, 30, 31))
HIDDEN = ["shut", "gone"]  # one is there, the other is not, and nobody may tell which
Row = tuple[Operation, int, Callable[[Iterable[str]], Request]]


class Rules:
    """Says no to some actions, and keeps whom it was asked about."""

    def __init__(self) -> None:
        self.denied: set[tuple[Operation, ResourceType, str]] = set()
        self.clients: set[Client] = set()

    def allows(self, client: Client, action: Action) -> bool:
        self.clients.add(client)
        return tuple(action) not in self.denied

    def deny(self, operation: Operation, kind: ResourceType = ResourceType.TOPIC, *names: str) -> None:
        self.denied |= {(operation, kind, name) for name in names or ([CLUSTER] if kind == 4 else HIDDEN)}


def run(body: Callable[[Broker, Wire, Rules], Awaitable[None]], files: MemoryFiles | None = None) -> None:
    async def main() -> None:
        rules = Rules()
        broker = Broker(new_broker().config, files=files or MemoryFiles(), authorizer=rules)
        async with serving(broker):
            for name in ("open", "shut"):
                broker.node.controller.create(name, 1, {}, NOW_MS)
            await body(broker, await Wire.to(broker), rules)

    asyncio.run(main())


def verdicts(response: Any) -> dict[str, set[int]]:
    """Name -> error codes, in any response that has a list of things with names, and maybe partitions."""
    fields = ("topics", "responses", "results", "replica_election_results")
    found = next(getattr(response, field) for field in fields if hasattr(response, field))
    return {_name(one): {part.error_code for part in _parts(one)} or {one.error_code} for one in found}


def _name(one: Any) -> str:
    fields = ("name", "topic", "topic_name", "resource_name")
    return str(next(getattr(one, field) for field in fields if hasattr(one, field)))


def _parts(one: Any) -> list[Any]:
    if getattr(one, "error_code", 0):
        return []
    fields = ("partitions", "partition_responses", "partition_result")
    return next((getattr(one, f) for f in fields if hasattr(one, f)), [])


def _produce(names: Iterable[str]) -> Request:
    part = produce_request.PartitionProduceData(index=0, records=batch_of(b"x"))
    topics = [produce_request.TopicProduceData(name=name, partition_data=[part]) for name in names]
    return messages.ProduceRequest(acks=1, timeout_ms=1000, topic_data=topics)


def _fetch(names: Iterable[str]) -> Request:
    part = fetch_request.FetchPartition(partition=0, partition_max_bytes=1000)
    return messages.FetchRequest(topics=[fetch_request.FetchTopic(topic=name, partitions=[part]) for name in names])


def _list_offsets(names: Iterable[str]) -> Request:
    m = list_offsets_request
    topics = [
        m.ListOffsetsTopic(name=name, partitions=[m.ListOffsetsPartition(partition_index=0, timestamp=-1)])
        for name in names
    ]
    return messages.ListOffsetsRequest(replica_id=-1, topics=topics)


def _epochs(names: Iterable[str]) -> Request:
    m = offset_for_leader_epoch_request
    topics = [
        m.OffsetForLeaderTopic(topic=name, partitions=[m.OffsetForLeaderPartition(partition=0, leader_epoch=0)])
        for name in names
    ]
    return messages.OffsetForLeaderEpochRequest(topics=topics)


def _metadata(names: Iterable[str]) -> Request:
    return messages.MetadataRequest(topics=[metadata_request.MetadataRequestTopic(name=name) for name in names])


def _describe_topics(names: Iterable[str]) -> Request:
    m = describe_topic_partitions_request
    return messages.DescribeTopicPartitionsRequest(topics=[m.TopicRequest(name=name) for name in names])


def _delete_topics(names: Iterable[str]) -> Request:
    return messages.DeleteTopicsRequest(topics=[delete_topics_request.DeleteTopicState(name=name) for name in names])


def _delete_records(names: Iterable[str]) -> Request:
    m = delete_records_request
    return messages.DeleteRecordsRequest(
        topics=[
            m.DeleteRecordsTopic(name=n, partitions=[m.DeleteRecordsPartition(partition_index=0, offset=-1)])
            for n in names
        ]
    )


def _create_partitions(names: Iterable[str]) -> Request:
    m = create_partitions_request
    return messages.CreatePartitionsRequest(
        topics=[m.CreatePartitionsTopic(name=name, count=3, assignments=None) for name in names]
    )


def _describe_configs(names: Iterable[str]) -> Request:
    m = describe_configs_request
    return messages.DescribeConfigsRequest(
        resources=[
            m.DescribeConfigsResource(resource_type=TOPIC, resource_name=name, configuration_keys=None)
            for name in names
        ]
    )


def _alter_configs(names: Iterable[str]) -> Request:
    m = alter_configs_request
    change = m.AlterableConfig(name="retention.ms", value="1000")
    return messages.AlterConfigsRequest(
        resources=[m.AlterConfigsResource(resource_type=TOPIC, resource_name=name, configs=[change]) for name in names]
    )


def _incremental(names: Iterable[str], kind: int = TOPIC) -> Request:
    m = incremental_alter_configs_request
    change = m.AlterableConfig(name="retention.ms", value="1000")
    resources = [m.AlterConfigsResource(resource_type=kind, resource_name=name, configs=[change]) for name in names]
    return messages.IncrementalAlterConfigsRequest(resources=resources)


def _producers(names: Iterable[str]) -> Request:
    return messages.DescribeProducersRequest(
        topics=[describe_producers_request.TopicRequest(name=name, partition_indexes=[0]) for name in names]
    )


ROWS: list[Row] = [
    (Operation.WRITE, 9, _produce),
    (Operation.READ, 11, _fetch),
    (Operation.DESCRIBE, 0, _list_offsets),
    (Operation.DESCRIBE, 7, _list_offsets),
    (Operation.DESCRIBE, 12, _metadata),
    (Operation.DESCRIBE, 0, _describe_topics),
    (Operation.DELETE, 2, _delete_records),
    (Operation.ALTER, 3, _create_partitions),
    (Operation.DESCRIBE_CONFIGS, 4, _describe_configs),
    (Operation.ALTER_CONFIGS, 2, _alter_configs),
    (Operation.ALTER_CONFIGS, 1, _incremental),
    (Operation.READ, 0, _producers),
]


@pytest.mark.parametrize(("operation", "version", "request_for"), ROWS)
def test_a_topic_that_is_denied(operation: Operation, version: int, request_for: Callable[..., Request]) -> None:
    files = MemoryFiles()

    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(operation)
        before = on_disk(files, "shut")
        answer = verdicts(await wire.ask(request_for(["open", *HIDDEN]), version))
        assert answer == {"open": {NONE}, "shut": {TOPIC_DENIED}, "gone": {TOPIC_DENIED}}
        assert on_disk(files, "shut") == before
        assert not on_disk(files, "gone")
        rules.denied.clear()
        assert verdicts(await wire.ask(request_for(["shut"]), version)) == {"shut": {NONE}}

    run(body, files)


def on_disk(files: MemoryFiles, topic: str) -> dict[str, bytes]:
    places = [f"data/{place}" for place in files.list("data") if place.startswith(f"{topic}-")]
    return {f"{place}/{name}": files.read(f"{place}/{name}") for place in places for name in files.list(place)}


def test_transactional_records_need_the_right_to_their_transactional_id() -> None:
    batch = batch_of(b"x", producer_id=0, producer_epoch=0, base_sequence=0, is_transactional=True)
    data = produce_request.TopicProduceData(
        name="open", partition_data=[produce_request.PartitionProduceData(index=0, records=batch)]
    )
    request = messages.ProduceRequest(transactional_id="mine", acks=-1, timeout_ms=1000, topic_data=[data])

    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        assert verdicts(await wire.ask(request, 9)) == {"open": {ErrorCode.INVALID_PRODUCER_ID_MAPPING}}
        rules.deny(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, "mine")
        assert verdicts(await wire.ask(request, 9)) == {"open": {ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED}}

    run(body)


def test_ends_of_epochs_are_for_brokers_and_for_those_who_may_describe_the_topic() -> None:
    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(Operation.DESCRIBE)
        assert verdicts(await wire.ask(_epochs(["shut"]), 3)) == {"shut": {NONE}}
        rules.deny(Operation.CLUSTER_ACTION, ResourceType.CLUSTER)
        answer = verdicts(await wire.ask(_epochs(["open", *HIDDEN]), 3))
        assert answer == {"open": {NONE}, "shut": {TOPIC_DENIED}, "gone": {TOPIC_DENIED}}

    run(body)


def test_topics_are_made_by_who_may_do_so_in_the_cluster_or_with_that_name() -> None:
    async def body(broker: Broker, wire: Wire, rules: Rules) -> None:
        wanted = [
            create_topics_request.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
            for name in ("new", "shut", "gone")
        ]
        create = messages.CreateTopicsRequest(topics=wanted)
        rules.deny(Operation.CREATE, ResourceType.CLUSTER)
        rules.deny(Operation.CREATE)
        rules.deny(Operation.DESCRIBE_CONFIGS, ResourceType.TOPIC, "new")
        new, *others = (await wire.ask(create, 7)).topics
        assert [(one.error_code, one.error_message) for one in others] == [(TOPIC_DENIED, "Authorization failed.")] * 2
        assert (new.error_code, new.topic_config_error_code, new.num_partitions) == (NONE, TOPIC_DENIED, -1)
        assert list(new.configs) == []
        assert [topic.name for topic in broker.node.topics] == ["open", "shut", "new"]
        rules.denied.discard((Operation.CREATE, ResourceType.CLUSTER, CLUSTER))
        assert verdicts(await wire.ask(create, 7))["gone"] == {NONE}

    run(body)


def test_topics_that_are_made_on_the_way_need_the_same_right() -> None:
    async def body(broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(Operation.CREATE, ResourceType.CLUSTER)
        rules.deny(Operation.CREATE)
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        for new in (unknown, NONE):
            answer = verdicts(await wire.ask(_metadata(["shut", "gone", "new"]), 12))
            assert answer == {"shut": {NONE}, "gone": {TOPIC_DENIED}, "new": {new}}
        assert broker.node.topics.get("gone") is None

    run(body)


def test_topics_that_may_not_be_described_are_left_out_of_lists() -> None:
    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(Operation.DESCRIBE)
        everything = messages.MetadataRequest(topics=None, include_topic_authorized_operations=True)
        assert verdicts(await wire.ask(everything, 12)) == {"open": {NONE}}
        assert verdicts(await wire.ask(_describe_topics([]), 0)) == {"open": {NONE}}

    run(body)


def test_what_is_deleted_by_name_or_by_id() -> None:
    async def body(broker: Broker, wire: Wire, rules: Rules) -> None:
        shut = broker.node.topics.get("shut")
        assert shut is not None
        by_id = messages.DeleteTopicsRequest(topics=[delete_topics_request.DeleteTopicState(topic_id=shut.topic_id)])

        async def ask(request: Request) -> list[tuple[str | None, UUID, int]]:
            return [(one.name, one.topic_id, one.error_code) for one in (await wire.ask(request, 6)).responses]

        rules.deny(Operation.DELETE, ResourceType.CLUSTER)
        rules.deny(Operation.DELETE)
        assert await ask(by_id) == [("shut", shut.topic_id, TOPIC_DENIED)]
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        expected = [("shut", ZERO_UUID, TOPIC_DENIED), ("gone", ZERO_UUID, unknown)]
        assert await ask(_delete_topics(HIDDEN)) == expected
        rules.deny(Operation.DESCRIBE)
        assert await ask(by_id) == [(None, shut.topic_id, TOPIC_DENIED)]
        assert await ask(_delete_topics(HIDDEN)) == [(name, ZERO_UUID, TOPIC_DENIED) for name in HIDDEN]
        assert broker.node.topics.get("shut") is shut
        rules.denied.discard((Operation.DELETE, ResourceType.CLUSTER, CLUSTER))
        assert await ask(by_id) == [("shut", shut.topic_id, NONE)]

    run(body)


def test_topics_by_id() -> None:
    async def body(broker: Broker, wire: Wire, rules: Rules) -> None:
        shut = broker.node.topics.get("shut")
        assert shut is not None
        nobody = UUID(int=7)
        for operation in (Operation.WRITE, Operation.READ, Operation.DESCRIBE):
            rules.deny(operation)
        produce, fetch, ask = _produce(["", ""]), _fetch(["", ""]), _metadata(["", ""])
        assert isinstance(produce, messages.ProduceRequest)
        assert isinstance(fetch, messages.FetchRequest)
        assert isinstance(ask, messages.MetadataRequest)
        for topics in (produce.topic_data, fetch.topics, ask.topics or []):
            topics[0].topic_id, topics[1].topic_id = shut.topic_id, nobody
        for wanted in ask.topics or ():
            wanted.name = None
        for request, version in ((produce, 13), (fetch, 17), (ask, 12)):
            answer = await wire.ask(request, version)
            found = getattr(answer, "responses", None) or answer.topics
            codes = {one.topic_id: [part.error_code for part in _parts(one)] or [one.error_code] for one in found}
            assert codes == {shut.topic_id: [TOPIC_DENIED], nobody: [ErrorCode.UNKNOWN_TOPIC_ID]}
            assert {getattr(one, "name", None) or None for one in found} == {None}

    run(body)


def test_replicas_fetch_with_a_right_of_their_own() -> None:
    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(Operation.CLUSTER_ACTION, ResourceType.CLUSTER)
        fetch = _fetch(["open", "gone"])
        assert isinstance(fetch, messages.FetchRequest)
        fetch.replica_id = 5
        assert verdicts(await wire.ask(fetch, 11)) == {"open": {TOPIC_DENIED}, "gone": {TOPIC_DENIED}}

    run(body)


@pytest.mark.parametrize(
    ("kind", "name", "guarded", "code"),
    [
        (OF_GROUP, "g", (ResourceType.GROUP, "g"), GROUP_DENIED),
        (BROKER, "1", (ResourceType.CLUSTER, CLUSTER), CLUSTER_DENIED),
        (LOGGER, "1", (ResourceType.CLUSTER, CLUSTER), CLUSTER_DENIED),
        (METRICS, "m", (ResourceType.CLUSTER, CLUSTER), CLUSTER_DENIED),
    ],
)
def test_options_of_other_things(kind: int, name: str, guarded: tuple[ResourceType, str], code: ErrorCode) -> None:
    describe = messages.DescribeConfigsRequest(
        resources=[
            describe_configs_request.DescribeConfigsResource(
                resource_type=kind, resource_name=name, configuration_keys=None
            )
        ]
    )

    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        assert verdicts(await wire.ask(describe, 4)) == {name: {NONE}}
        rules.deny(Operation.DESCRIBE_CONFIGS, guarded[0], guarded[1])
        rules.deny(Operation.ALTER_CONFIGS, guarded[0], guarded[1])
        assert verdicts(await wire.ask(describe, 4)) == {name: {code}}
        assert verdicts(await wire.ask(_incremental([name], kind), 1)) == {name: {code}}

    run(body)


def _dirs() -> Request:
    m = alter_replica_log_dirs_request
    return messages.AlterReplicaLogDirsRequest(
        dirs=[m.AlterReplicaLogDir(path="data", topics=[m.AlterReplicaLogDirTopic(name="open", partitions=[0])])]
    )


def _reassign() -> Request:
    m = alter_partition_reassignments_request
    topics = [m.ReassignableTopic(name="open", partitions=[m.ReassignablePartition(partition_index=0, replicas=[1])])]
    return messages.AlterPartitionReassignmentsRequest(topics=topics)


def _reassignments() -> Request:
    m = list_partition_reassignments_request
    return messages.ListPartitionReassignmentsRequest(
        topics=[m.ListPartitionReassignmentsTopics(name="open", partition_indexes=[0])]
    )


def _quorum() -> Request:
    m = describe_quorum_request
    return messages.DescribeQuorumRequest(
        topics=[m.TopicData(topic_name="__cluster_metadata", partitions=[m.PartitionData(partition_index=0)])]
    )


def _elect() -> Request:
    return messages.ElectLeadersRequest(
        topic_partitions=[elect_leaders_request.TopicPartitions(topic="open", partitions=[0])]
    )


@pytest.mark.parametrize(
    ("operation", "version", "request_for", "place"),
    [
        (Operation.DESCRIBE, 4, lambda: messages.DescribeLogDirsRequest(topics=None), ""),
        (Operation.ALTER, 2, _dirs, "results"),
        (Operation.ALTER, 0, _elect, "replica_election_results"),
        (Operation.ALTER, 2, _elect, "replica_election_results"),
        (Operation.ALTER, 0, _reassign, "responses"),
        (Operation.DESCRIBE, 0, _reassignments, ""),
        (Operation.DESCRIBE, 1, _quorum, ""),
        (Operation.DESCRIBE, 2, _quorum, ""),
        (Operation.ALTER, 1, messages.UpdateFeaturesRequest, ""),
        (Operation.DESCRIBE_CONFIGS, 1, messages.ListConfigResourcesRequest, ""),
    ],
)
def test_matters_of_the_cluster(
    operation: Operation, version: int, request_for: Callable[[], Request], place: str
) -> None:
    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        allowed = await wire.ask(request_for(), version)
        assert getattr(allowed, "error_code", NONE) == NONE
        rules.deny(operation, ResourceType.CLUSTER)
        answer = await wire.ask(request_for(), version)
        if not place or (version and hasattr(answer, "error_code")):
            assert answer.error_code == CLUSTER_DENIED
        if place:
            assert verdicts(allowed) != verdicts(answer) == {"open": {CLUSTER_DENIED}}

    run(body)


def test_the_operations_that_are_told_are_those_that_are_allowed() -> None:
    async def body(_broker: Broker, wire: Wire, rules: Rules) -> None:
        rules.deny(Operation.WRITE)
        rules.deny(Operation.ALTER, ResourceType.CLUSTER)
        metadata = _metadata(["shut"])
        assert isinstance(metadata, messages.MetadataRequest)
        metadata.include_topic_authorized_operations = metadata.include_cluster_authorized_operations = True
        cluster = messages.DescribeClusterRequest(include_cluster_authorized_operations=True)
        rest = sum(1 << n for n in (3, 5, 6, 7, 8, 10, 11))
        rest_of_cluster = sum(1 << n for n in (5, 8, 9, 10, 11, 12))
        answer = await wire.ask(metadata, 9)
        assert answer.topics[0].topic_authorized_operations == rest
        assert answer.cluster_authorized_operations == rest_of_cluster
        assert (await wire.ask(_describe_topics(["shut"]), 0)).topics[0].topic_authorized_operations == rest
        assert (await wire.ask(cluster, 1)).cluster_authorized_operations == rest_of_cluster
        rules.deny(Operation.DESCRIBE, ResourceType.CLUSTER)
        assert (await wire.ask(cluster, 1)).cluster_authorized_operations == 0
        rules.deny(Operation.DESCRIBE)
        assert (await wire.ask(metadata, 9)).topics[0].topic_authorized_operations == -(2**31)
        assert {(client.principal, client.client_id) for client in rules.clients} == {("User:ANONYMOUS", "wire")}

    run(body)
