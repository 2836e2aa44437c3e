"""One large legal request: a list that is as long as a frame or a decoder allows."""

from __future__ import annotations

from uuid import UUID, uuid4

from kafkawire.messages import (
    DeleteRecordsRequest,
    DescribeConfigsRequest,
    DescribeGroupsRequest,
    DescribeProducersRequest,
    FetchRequest,
    FindCoordinatorRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    OffsetForLeaderEpochRequest,
)
from kafkawire.messages.delete_records_request import DeleteRecordsPartition, DeleteRecordsTopic
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.describe_producers_request import TopicRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic, ForgottenTopic
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup, OffsetFetchRequestTopics
from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition, OffsetForLeaderTopic
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, frame

ALL = Collection()
_TOPIC = 2


@ALL.attack()
def fetch_900k_by_name(stage: Stage) -> Attacking:
    """Fetch v12 of 900,000 partitions of one topic."""
    partitions = [FetchPartition(partition=n, partition_max_bytes=1) for n in range(900_000)]
    request = FetchRequest(topics=[FetchTopic(topic=HONEST, partitions=partitions)])
    return Exchange(stage.plain, [frame(request, 12)])


@ALL.attack()
def fetch_450k_ids(stage: Stage) -> Attacking:
    """Fetch v16 of 450,000 topic ids that nobody has, a partition each."""
    topics = [FetchTopic(topic_id=UUID(int=n), partitions=[FetchPartition(partition=0)]) for n in range(1000, 451_000)]
    return Exchange(stage.plain, [frame(FetchRequest(topics=topics), 16)])


@ALL.attack()
def fetch_session_400k(stage: Stage) -> Attacking:
    """A fetch session of 400,000 partitions on each of two connections, then one that forgets as many."""
    numbers = range(400_000)
    opening = FetchTopic(topic=HONEST, partitions=[FetchPartition(partition=n, partition_max_bytes=1) for n in numbers])
    first = FetchRequest(session_epoch=0, topics=[opening])
    second = FetchRequest(
        session_id=1, session_epoch=1, forgotten_topics_data=[ForgottenTopic(topic=HONEST, partitions=numbers)]
    )
    return Exchange(stage.plain, [frame(first, 12) + frame(second, 12)] * 2, answers=2)


@ALL.attack()
def metadata_1e6_names(stage: Stage) -> Attacking:
    """Metadata v12 of 990,000 names that no topic has, without auto-creation."""
    topics = [MetadataRequestTopic(name=f"{n:06}") for n in range(990_000)]
    return Exchange(stage.plain, [frame(MetadataRequest(topics=topics, allow_auto_topic_creation=False), 12)])


@ALL.attack(litters=True)
def metadata_creates_2000(stage: Stage) -> Attacking:
    """Metadata v12 of 2,000 names that no topic has, with auto-creation."""
    run = uuid4()
    topics = [MetadataRequestTopic(name=f"made-{run}-{n}") for n in range(2000)]
    return Exchange(stage.plain, [frame(MetadataRequest(topics=topics), 12)])


@ALL.attack()
def list_offsets_900k(stage: Stage) -> Attacking:
    """ListOffsets v7 of 900,000 partitions of one topic."""
    partitions = [ListOffsetsPartition(partition_index=n, timestamp=-1) for n in range(900_000)]
    request = ListOffsetsRequest(replica_id=-1, topics=[ListOffsetsTopic(name=HONEST, partitions=partitions)])
    return Exchange(stage.plain, [frame(request, 7)])


@ALL.attack(more=True)
def epochs_900k(stage: Stage) -> Attacking:
    """OffsetForLeaderEpoch v4 of 900,000 partitions of one topic."""
    partitions = [
        OffsetForLeaderPartition(partition=n, current_leader_epoch=-1, leader_epoch=0) for n in range(900_000)
    ]
    request = OffsetForLeaderEpochRequest(
        replica_id=-1, topics=[OffsetForLeaderTopic(topic=HONEST, partitions=partitions)]
    )
    return Exchange(stage.plain, [frame(request, 4)])


@ALL.attack()
def offset_fetch_500k(stage: Stage) -> Attacking:
    """OffsetFetch v8 of 500,000 partitions of one group."""
    stage.await_coordinator("any")
    topic = OffsetFetchRequestTopics(name=HONEST, partition_indexes=range(500_000))
    request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="any", topics=[topic])])
    return Exchange(stage.plain, [frame(request, 8)])


@ALL.attack(more=True)
def offset_fetch_100k_groups(stage: Stage) -> Attacking:
    """OffsetFetch v8 of all offsets of 100,000 groups."""
    stage.await_coordinator("any")
    groups = [OffsetFetchRequestGroup(group_id=f"none-{n}", topics=None) for n in range(100_000)]
    return Exchange(stage.plain, [frame(OffsetFetchRequest(groups=groups), 8)])


@ALL.attack()
def offset_commit_500k(stage: Stage) -> Attacking:
    """OffsetCommit v8 of one partition, named 500,000 times."""
    stage.await_coordinator("any")
    partitions = [OffsetCommitRequestPartition(partition_index=0, committed_offset=n) for n in range(500_000)]
    request = OffsetCommitRequest(group_id="any", topics=[OffsetCommitRequestTopic(name=HONEST, partitions=partitions)])
    return Exchange(stage.plain, [frame(request, 8)])


@ALL.attack()
def delete_records_500k(stage: Stage) -> Attacking:
    """DeleteRecords v2 of 500,000 partitions, of which one is there."""
    partitions = [DeleteRecordsPartition(partition_index=n, offset=0) for n in range(500_000)]
    request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=HONEST, partitions=partitions)], timeout_ms=5000)
    return Exchange(stage.plain, [frame(request, 2)])


@ALL.attack()
def describe_configs_10k(stage: Stage) -> Attacking:
    """DescribeConfigs v4 of one topic, named 10,000 times, with documentation."""
    resources = [DescribeConfigsResource(resource_type=_TOPIC, resource_name=HONEST, configuration_keys=None)] * 10_000
    request = DescribeConfigsRequest(resources=resources, include_synonyms=True, include_documentation=True)
    return Exchange(stage.plain, [frame(request, 4)])


@ALL.attack(more=True)
def describe_groups_500k(stage: Stage) -> Attacking:
    """DescribeGroups v5 of 500,000 groups that are not there."""
    stage.await_coordinator("any")
    return Exchange(stage.plain, [frame(DescribeGroupsRequest(groups=[f"{n:06}" for n in range(500_000)]), 5)])


@ALL.attack()
def find_coordinator_500k(stage: Stage) -> Attacking:
    """FindCoordinator v4 of 500,000 groups."""
    stage.await_coordinator("any")
    keys = [f"{n:06}" for n in range(500_000)]
    return Exchange(stage.plain, [frame(FindCoordinatorRequest(coordinator_keys=keys), 4)])


@ALL.attack(more=True)
def describe_producers_500k(stage: Stage) -> Attacking:
    """DescribeProducers of 500,000 partitions of one topic."""
    return Exchange(
        stage.plain,
        [frame(DescribeProducersRequest(topics=[TopicRequest(name=HONEST, partition_indexes=range(500_000))]), 0)],
    )
