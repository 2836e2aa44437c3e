"""How requests about topics are refused. Codes and words are those of Apache Kafka 4.3."""

from __future__ import annotations

from uuid import UUID

import pytest

from kafkawire.broker import Broker
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteRecordsRequest,
    DeleteTopicsRequest,
    DescribeTopicPartitionsRequest,
    ElectLeadersRequest,
    InitProducerIdRequest,
    ListOffsetsRequest,
    MetadataRequest,
)
from kafkawire.messages.create_partitions_request import CreatePartitionsAssignment, CreatePartitionsTopic
from kafkawire.messages.create_topics_request import CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig
from kafkawire.messages.delete_records_request import DeleteRecordsPartition, DeleteRecordsTopic
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.describe_topic_partitions_request import Cursor, TopicRequest
from kafkawire.messages.elect_leaders_request import TopicPartitions
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire

NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")
INVALID = ErrorCode.INVALID_REQUEST
ASSIGNMENT = ErrorCode.INVALID_REPLICA_ASSIGNMENT
INCLUDES = "The manual partition assignment includes"


@pytest.mark.parametrize(
    ("counts", "assignment", "code", "said"),
    [
        ((0, 1), {}, ErrorCode.INVALID_PARTITIONS, "Number of partitions was set to an invalid non-positive value."),
        ((1, 0), {}, ErrorCode.INVALID_REPLICATION_FACTOR, "Replication factor must be larger than 0, or -1 to use"),
        ((1, 2), {}, ErrorCode.INVALID_REPLICATION_FACTOR, "Unable to replicate the partition 2 time(s): The target"),
        ((-1, -1), {0: [2]}, ASSIGNMENT, f"{INCLUDES} broker 2, but no such broker is registered."),
        ((-1, -1), {0: [1, 1]}, ASSIGNMENT, f"{INCLUDES} the broker 1 more than once."),
        ((-1, -1), {0: []}, ASSIGNMENT, f"{INCLUDES} an empty replica list."),
        ((-1, -1), {1: [1]}, ASSIGNMENT, "partitions should be a consecutive 0-based integer sequence"),
        ((2, 1), {0: [1]}, INVALID, "assignment was specified, but replication factor was not set to -1."),
        ((2, -1), {0: [1]}, INVALID, "assignment was specified, but numPartitions was not set to -1."),
    ],
)
def test_a_topic_that_cannot_be_made(
    counts: tuple[int, int], assignment: dict[int, list[int]], code: ErrorCode, said: str
) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        places = [
            CreatableReplicaAssignment(partition_index=number, broker_ids=nodes) for number, nodes in assignment.items()
        ]
        partitions, factor = counts
        topic = CreatableTopic(name="n", num_partitions=partitions, replication_factor=factor, assignments=places)
        (result,) = (await wire.ask(CreateTopicsRequest(topics=[topic]), 7)).topics
        assert (result.error_code, result.configs, said in result.error_message) == (code, [], True), result

    run(body)


def test_names_that_differ_in_dots_and_underscores_alone_collide() -> None:
    """Their metrics would have one name. Within a request Apache Kafka does not look, and what exists, exists."""

    async def make(wire: Wire, *names: str) -> list[str | None]:
        topics = [CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in names]
        return [result.error_message for result in (await wire.ask(CreateTopicsRequest(topics=topics), 7)).topics]

    async def body(broker: Broker, wire: Wire) -> None:
        assert await make(wire, "a.b", "c_d", "c.d", "ef") == [None, None, None, None]
        assert await make(wire, "a_b", "a.b", "e.f") == [
            "Topic 'a_b' collides with existing topic: a.b",
            "Topic 'a.b' already exists.",
            None,
        ]
        await wire.ask(
            DeleteTopicsRequest(topics=[DeleteTopicState(name="a.b"), DeleteTopicState(name="c_d")], timeout_ms=1000), 6
        )
        assert await make(wire, "a_b", "c_d") == [None, "Topic 'c_d' collides with existing topic: c.d"]

    run(body)


def test_a_topic_that_is_named_twice_has_one_answer() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        twice = [
            CreatableTopic(name="n", num_partitions=1, replication_factor=1),
            CreatableTopic(name="n", num_partitions=1, replication_factor=1),
        ]
        (made,) = (await wire.ask(CreateTopicsRequest(topics=twice), 7)).topics
        wider = [
            CreatePartitionsTopic(name="t", count=2, assignments=None),
            CreatePartitionsTopic(name="t", count=3, assignments=None),
        ]
        (widened,) = (await wire.ask(CreatePartitionsRequest(topics=wider), 3)).results
        doomed = [DeleteTopicState(name="t"), DeleteTopicState(name="t")]
        (deleted,) = (await wire.ask(DeleteTopicsRequest(topics=doomed), 6)).responses
        for result in (made, widened, deleted):
            assert (result.error_code, result.error_message) == (INVALID, "Duplicate topic name.")
        topics = [MetadataRequestTopic(name="t"), MetadataRequestTopic(name="t")]
        assert len((await wire.ask(MetadataRequest(topics=topics), 12)).topics) == 1

    run(body)


def test_a_null_option_of_a_new_topic_is_refused() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = CreatableTopic(
            name="n",
            num_partitions=1,
            replication_factor=1,
            configs=[CreatableTopicConfig(name="retention.ms", value=None)],
        )
        (result,) = (await wire.ask(CreateTopicsRequest(topics=[topic]), 7)).topics
        assert result.error_code == ErrorCode.INVALID_CONFIG
        assert result.error_message == "Null value not supported for topic configs: retention.ms"

    run(body)


@pytest.mark.parametrize(
    ("count", "places", "code", "said"),
    [
        (1, None, ErrorCode.INVALID_PARTITIONS, "Topic already has 1 partition(s)."),
        (
            0,
            None,
            ErrorCode.INVALID_PARTITIONS,
            "The topic t currently has 1 partition(s); 0 would not be an increase.",
        ),
        (2, [[2]], ASSIGNMENT, f"{INCLUDES} broker 2, but no such broker is registered."),
        (3, [[1]], ASSIGNMENT, "Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified."),
        (2, [[1]], ErrorCode.NONE, None),
    ],
)
def test_partitions_that_cannot_be_added(
    count: int, places: list[list[int]] | None, code: ErrorCode, said: str | None
) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assignments = None if places is None else [CreatePartitionsAssignment(broker_ids=nodes) for nodes in places]
        request = CreatePartitionsRequest(
            topics=[CreatePartitionsTopic(name="t", count=count, assignments=assignments)]
        )
        (result,) = (await wire.ask(request, 3)).results
        assert (result.error_code, result.error_message) == (code, said)

    run(body)


def test_topics_that_cannot_be_deleted() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("t")
        assert topic is not None
        states = [
            (
                DeleteTopicState(name="t", topic_id=topic.topic_id),
                INVALID,
                "You may not specify both topic name and topic id.",
            ),
            (DeleteTopicState(name=None), INVALID, "Neither topic name nor id were specified."),
            (
                DeleteTopicState(name="no"),
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                "This server does not host this topic-partition.",
            ),
            (
                DeleteTopicState(name=None, topic_id=NOBODY),
                ErrorCode.UNKNOWN_TOPIC_ID,
                "This server does not host this topic ID.",
            ),
        ]
        for state, code, said in states:
            (result,) = (await wire.ask(DeleteTopicsRequest(topics=[state]), 6)).responses
            assert (result.error_code, result.error_message) == (code, said)

    run(body)


@pytest.mark.parametrize(
    ("name", "partitions", "policy"),
    [
        ("__consumer_offsets", 2, "compact"),
        ("__transaction_state", 50, "compact"),
        ("__share_group_state", 50, "delete"),
    ],
)
def test_a_topic_of_the_brokers_own_is_made_as_it_needs_it(name: str, partitions: int, policy: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        request = MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=True)
        assert (await wire.ask(request, 9)).topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        (found,) = (await wire.ask(request, 9)).topics
        assert (found.error_code, len(found.partitions)) == (ErrorCode.NONE, partitions)
        topic = broker.node.topics.get(name)
        assert topic is not None
        assert topic.options["cleanup.policy"] == policy

    run(body)


def test_metadata_of_what_has_no_sensible_name() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("t")
        assert topic is not None
        asked = [MetadataRequestTopic(name="a b"), MetadataRequestTopic(name="__share_group_state")]
        bad, internal = (await wire.ask(MetadataRequest(topics=asked, allow_auto_topic_creation=False), 12)).topics
        assert (bad.error_code, internal.error_code) == (ErrorCode.INVALID_TOPIC_EXCEPTION, 3)
        assert (bad.is_internal, internal.is_internal) == (False, True)
        wanted = MetadataRequestTopic(topic_id=topic.topic_id, name="t")
        by_id = MetadataRequest(topics=[wanted])
        early = await wire.ask(by_id, 10)  # the field is there, but has no use yet
        assert (early.topics[0].error_code, early.brokers, early.controller_id) == (INVALID, [], -1)
        assert (await wire.ask(by_id, 12)).topics[0].error_code == 0
        both = MetadataRequest(topics=[wanted, MetadataRequestTopic(name="u")])
        assert [found.name for found in (await wire.ask(both, 12)).topics] == ["t"]
        neither = await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name=None)]), 13)
        assert (neither.error_code, neither.topics[0].error_code) == (-1, -1)

    run(body)


@pytest.mark.parametrize(("timestamp", "first"), [(-1, 1), (-2, 1), (-3, 7), (-4, 8), (-5, 9), (-6, 11), (-7, 99)])
def test_a_timestamp_with_a_meaning_needs_the_version_that_brought_it(timestamp: int, first: int) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in range(1, 12):
            request = ListOffsetsRequest(
                replica_id=-1,
                isolation_level=0,
                topics=[
                    ListOffsetsTopic(
                        name="t",
                        partitions=[
                            ListOffsetsPartition(partition_index=0, current_leader_epoch=-1, timestamp=timestamp)
                        ],
                    )
                ],
            )
            answer = (await wire.ask(request, version)).topics[0].partitions[0]
            assert answer.error_code == (ErrorCode.NONE if version >= first else ErrorCode.UNSUPPORTED_VERSION)
        twice = [
            ListOffsetsPartition(partition_index=0, current_leader_epoch=-1, timestamp=-1),
            ListOffsetsPartition(partition_index=0, current_leader_epoch=-1, timestamp=-2),
        ]
        (answer,) = (
            (
                await wire.ask(
                    ListOffsetsRequest(
                        replica_id=-1, isolation_level=0, topics=[ListOffsetsTopic(name="t", partitions=twice)]
                    ),
                    5,
                )
            )
            .topics[0]
            .partitions
        )
        assert answer.error_code == INVALID

    run(body)


def test_records_of_a_compacted_topic_are_not_cut_off() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for policy, code in (("compact", ErrorCode.POLICY_VIOLATION), ("compact,delete", ErrorCode.NONE)):
            broker.node.controller.create(policy.replace(",", "-"), 1, {"cleanup.policy": policy}, NOW_MS)
            topics = [
                DeleteRecordsTopic(
                    name=policy.replace(",", "-"), partitions=[DeleteRecordsPartition(partition_index=0, offset=0)]
                )
            ]
            answer = await wire.ask(DeleteRecordsRequest(topics=topics), 2)
            assert answer.topics[0].partitions[0].error_code == code

    run(body)


@pytest.mark.parametrize("name", ["__consumer_offsets", "__transaction_state", "__share_group_state"])
def test_records_of_the_brokers_own_are_not_cut_off(name: str) -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=True), 9)
        answer = await wire.ask(
            DeleteRecordsRequest(
                topics=[
                    DeleteRecordsTopic(name=name, partitions=[DeleteRecordsPartition(partition_index=0, offset=-1)])
                ]
            ),
            2,
        )
        (part,) = answer.topics[0].partitions
        assert (part.error_code, part.low_watermark) == (ErrorCode.INVALID_TOPIC_EXCEPTION, -1)

    run(body)


def test_a_page_that_begins_at_another_topic_is_refused() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for cursor in (Cursor(topic_name="other", partition_index=0), Cursor(topic_name="t", partition_index=-1)):
            answer = await wire.ask(
                DescribeTopicPartitionsRequest(
                    topics=[TopicRequest(name="t")], response_partition_limit=10, cursor=cursor
                ),
                0,
            )
            assert [(topic.name, topic.error_code) for topic in answer.topics] == [("t", INVALID)]

    run(body)


def test_an_election_of_an_unknown_kind_is_refused_for_each_partition() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        answer = await wire.ask(
            ElectLeadersRequest(election_type=7, topic_partitions=[TopicPartitions(topic="t", partitions=[0])]), 2
        )
        (part,) = answer.replica_election_results[0].partition_result
        assert (answer.error_code, part.error_code, part.error_message) == (INVALID, INVALID, "Unknown election type 7")

    run(body)


def test_a_producer_names_both_its_id_and_its_epoch_or_neither() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for known, code in (((5, -1), INVALID), ((-1, 5), INVALID), ((-1, -1), 0), ((5, 0), 0)):
            request = InitProducerIdRequest(
                transactional_id=None, transaction_timeout_ms=60_000, producer_id=known[0], producer_epoch=known[1]
            )
            assert (await wire.ask(request, 4)).error_code == code

    run(body)
