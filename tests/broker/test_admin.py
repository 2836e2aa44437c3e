"""What admin tools ask: where logs are, who leads, what could be moved. The truth for one broker."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.log.files import RealFiles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AlterPartitionReassignmentsRequest,
    AlterReplicaLogDirsRequest,
    DeleteTopicsRequest,
    DescribeLogDirsRequest,
    DescribeProducersRequest,
    DescribeQuorumRequest,
    DescribeTopicPartitionsRequest,
    ElectLeadersRequest,
    ListPartitionReassignmentsRequest,
)
from kafkawire.messages import alter_partition_reassignments_request as reassign
from kafkawire.messages import alter_replica_log_dirs_request as move
from kafkawire.messages import describe_topic_partitions_request as pages
from kafkawire.messages.describe_log_dirs_request import DescribableLogDirTopic
from kafkawire.messages.describe_producers_request import TopicRequest
from kafkawire.messages.describe_quorum_request import PartitionData, TopicData
from kafkawire.messages.elect_leaders_request import TopicPartitions
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker, produce, serving

UNKNOWN = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def test_log_dirs_say_how_large_each_log_is() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("wide", 3, {}, NOW_MS)
        size = len(batch_of(b"x"))
        await produce(wire, "t", batch_of(b"x"))
        for version in range(6):
            (result,) = (await wire.ask(DescribeLogDirsRequest(topics=None), version)).results
            assert (result.log_dir, result.error_code, result.total_bytes) == ("data", 0, -1)
            found = {
                topic.name: [(p.partition_index, p.partition_size) for p in topic.partitions] for topic in result.topics
            }
            assert found == {"t": [(0, size)], "wide": [(0, 0), (1, 0), (2, 0)]}
            some = [
                DescribableLogDirTopic(topic="wide", partitions=[1, 9]),
                DescribableLogDirTopic(topic="nowhere", partitions=[0]),
            ]
            (result,) = (await wire.ask(DescribeLogDirsRequest(topics=some), version)).results
            assert [(t.name, [p.partition_index for p in t.partitions]) for t in result.topics] == [("wide", [1])]

    run(body)


def test_the_room_on_the_disk_is_told(tmp_path: Path) -> None:
    from tests.broker.test_recovery import node_on

    node = node_on(RealFiles(), str(tmp_path / "data"))
    total, free = node.disk_space()
    assert 0 < free <= total
    assert node.log_dir == str(tmp_path / "data")
    node.close()


def test_a_log_is_where_it_shall_be_or_cannot_get_there() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        dirs = [
            move.AlterReplicaLogDir(path="data", topics=[move.AlterReplicaLogDirTopic(name="t", partitions=[0, 1])]),
            move.AlterReplicaLogDir(path="/elsewhere", topics=[move.AlterReplicaLogDirTopic(name="t", partitions=[0])]),
        ]
        for version in range(3):
            (result,) = (await wire.ask(AlterReplicaLogDirsRequest(dirs=dirs), version)).results
            codes = [(p.partition_index, p.error_code) for p in result.partitions]
            assert codes == [(0, 0), (1, UNKNOWN), (0, ErrorCode.LOG_DIR_NOT_FOUND)]

    run(body)


@pytest.mark.parametrize(
    ("replicas", "code", "said"),
    [
        ([1], 0, None),
        (None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS, None),
        ([], ErrorCode.INVALID_REPLICA_ASSIGNMENT, "an empty replica list."),
        ([1, 2], ErrorCode.INVALID_REPLICA_ASSIGNMENT, "broker 2, but no such broker is registered."),
        ([1, 1], ErrorCode.INVALID_REPLICA_ASSIGNMENT, "the broker 1 more than once."),
        ([-3], ErrorCode.INVALID_REPLICA_ASSIGNMENT, "broker -3, but no such broker is registered."),
    ],
)
def test_replicas_can_only_be_what_they_are(replicas: list[int] | None, code: int, said: str | None) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topics = [
            reassign.ReassignableTopic(
                name="t", partitions=[reassign.ReassignablePartition(partition_index=0, replicas=replicas)]
            )
        ]
        for version in range(2):
            response = await wire.ask(AlterPartitionReassignmentsRequest(topics=topics), version)
            (result,) = response.responses[0].partitions
            assert (response.error_code, result.error_code) == (0, code)
            assert result.error_message is None if said is None else result.error_message.endswith(said)
        listed = await wire.ask(ListPartitionReassignmentsRequest(), 0)
        assert (listed.error_code, listed.topics) == (0, [])

    run(body)


def test_partitions_that_are_not_there_cannot_be_reassigned() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        one = [reassign.ReassignablePartition(partition_index=7, replicas=[1])]
        topics = [
            reassign.ReassignableTopic(name="t", partitions=one),
            reassign.ReassignableTopic(name="nowhere", partitions=one),
        ]
        response = await wire.ask(AlterPartitionReassignmentsRequest(topics=topics), 0)
        told = [(p.error_code, p.error_message) for topic in response.responses for p in topic.partitions]
        assert told == [
            (UNKNOWN, "Unable to find partition t:7."),
            (UNKNOWN, "Unable to find a topic named nowhere."),
        ]

    run(body)


def test_no_election_is_ever_needed() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        asked = [TopicPartitions(topic="t", partitions=[0, 5]), TopicPartitions(topic="nowhere", partitions=[0])]
        for version in range(3):
            response = await wire.ask(ElectLeadersRequest(topic_partitions=asked), version)
            codes = [[p.error_code for p in topic.partition_result] for topic in response.replica_election_results]
            assert codes == [[ErrorCode.ELECTION_NOT_NEEDED, UNKNOWN], [UNKNOWN]]
            response = await wire.ask(ElectLeadersRequest(topic_partitions=None), version)
            (all_of_it,) = response.replica_election_results
            assert (response.error_code, all_of_it.topic, all_of_it.partition_result) == (0, "t", [])
        strange = await wire.ask(ElectLeadersRequest(election_type=5, topic_partitions=asked), 2)
        assert strange.error_code == ErrorCode.INVALID_REQUEST

    run(body)


def test_the_producers_of_a_partition_are_told() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        batch = batch_of(b"a", b"b", producer_id=77, producer_epoch=3, base_sequence=0)
        assert (await produce(wire, "t", batch)).error_code == 0
        asked = [TopicRequest(name="t", partition_indexes=[0, 9])]
        (topic,) = (await wire.ask(DescribeProducersRequest(topics=asked), 0)).topics
        here, nowhere = topic.partitions
        assert (nowhere.error_code, nowhere.active_producers) == (UNKNOWN, [])
        (state,) = here.active_producers
        assert (state.producer_id, state.producer_epoch, state.last_sequence) == (77, 3, 1)
        assert (state.last_timestamp, state.current_txn_start_offset) == (NOW_MS + 1, -1)

    run(body)


def test_this_node_is_the_whole_quorum() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        asked = [TopicData(topic_name="__cluster_metadata", partitions=[PartitionData(partition_index=0)])]
        end = broker.node.reconciler.logs()["__cluster_metadata", 0].end_offset
        for version in range(3):
            response = await wire.ask(DescribeQuorumRequest(topics=asked), version)
            (partition,) = response.topics[0].partitions
            assert (partition.error_code, partition.leader_id, partition.high_watermark) == (0, 1, end)
            assert [(v.replica_id, v.log_end_offset) for v in partition.current_voters] == [(1, end)]
            assert partition.observers == []
        assert [(n.node_id, n.listeners[0].port) for n in response.nodes] == [(1, broker.node.port)]
        other = await wire.ask(
            DescribeQuorumRequest(topics=[TopicData(topic_name="t", partitions=[PartitionData(partition_index=0)])]), 0
        )
        assert other.topics[0].partitions[0].error_code == UNKNOWN

    run(body)


def test_topics_are_described_page_by_page() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        broker.node.controller.create("a", 5, {}, NOW_MS)
        found: list[tuple[Any, ...]] = []
        cursor = None
        while True:
            request = DescribeTopicPartitionsRequest(response_partition_limit=2, cursor=cursor)
            response = await wire.ask(request, 0)
            found.append(tuple((t.name, p.partition_index) for t in response.topics for p in t.partitions))
            if response.next_cursor is None:
                break
            cursor = pages.Cursor(
                topic_name=response.next_cursor.topic_name, partition_index=response.next_cursor.partition_index
            )
        assert found == [(("a", 0), ("a", 1)), (("a", 2), ("a", 3)), (("a", 4), ("t", 0))]

    run(body)


def test_a_topic_that_is_not_there_is_said_beside_those_that_are() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        asked = [pages.TopicRequest(name="t"), pages.TopicRequest(name="nowhere")]
        response = await wire.ask(DescribeTopicPartitionsRequest(topics=asked), 0)
        assert [(t.name, t.error_code) for t in response.topics] == [("nowhere", UNKNOWN), ("t", 0)]
        (partition,) = response.topics[1].partitions
        assert (partition.leader_id, list(partition.isr_nodes)) == (1, [1])
        assert list(partition.eligible_leader_replicas) == []
        least = await wire.ask(DescribeTopicPartitionsRequest(topics=asked, response_partition_limit=0), 0)
        assert [len(t.partitions) for t in least.topics] == [0, 1]
        before = await wire.ask(
            DescribeTopicPartitionsRequest(topics=asked, cursor=pages.Cursor(topic_name="t", partition_index=-2)), 0
        )
        assert {t.error_code for t in before.topics} == {ErrorCode.INVALID_REQUEST}
        wrong = await wire.ask(DescribeTopicPartitionsRequest(topics=[pages.TopicRequest(name="b@d")]), 0)
        assert wrong.topics[0].error_code == ErrorCode.INVALID_TOPIC_EXCEPTION

    run(body)


def test_a_log_in_memory_has_no_disk() -> None:
    async def body(broker: Broker, _: Wire) -> None:
        assert broker.node.disk_space() == (-1, -1)

    run(body, files=MemoryFiles())
    assert new_broker().config.log_dirs == "data"


def test_the_files_of_a_deleted_topic_are_given_up_before_the_response() -> None:
    files = MemoryFiles()
    broker = new_broker(files)

    async def body() -> None:
        async with serving(broker):
            broker.node.controller.create("gone", 2, {}, NOW_MS)
            wire = await Wire.to(broker)
            assert {"gone-0", "gone-1"} <= set(files.list("data"))
            answer = await wire.ask(DeleteTopicsRequest(topic_names=["gone"], timeout_ms=1000), 5)
            assert answer.responses[0].error_code == 0
            assert not {"gone-0", "gone-1"} & set(files.list("data"))

    asyncio.run(body())
