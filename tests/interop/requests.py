"""Short ways to the requests that many scenarios send. Each knows in which versions topics are named by id."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from kafkawire.messages import (
    AlterConfigsRequest,
    CreateTopicsRequest,
    DescribeConfigsRequest,
    FetchRequest,
    IncrementalAlterConfigsRequest,
    ListOffsetsRequest,
    ProduceRequest,
    alter_configs_request,
    incremental_alter_configs_request,
)
from kafkawire.messages.create_topics_request import CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch

__all__ = ["T0", "batch", "change", "create", "describe", "fetch", "list_offsets", "part", "produce", "replace"]

T0 = 1_700_000_000_000
"""The timestamp of the first record of a batch; the next is one ms later."""
_BY_ID = 13


def batch(*values: bytes | None, key: bytes | None = b"k", timestamp: int = T0, **options: Any) -> bytes:
    """Records as a producer sends them."""
    return write_batch([(n, timestamp + n, key, value, ()) for n, value in enumerate(values)], **options)


def produce(
    version: int, topic: tuple[str, UUID], records: bytes | None, *, acks: int = 1, partition: int = 0, **options: Any
) -> ProduceRequest:
    """One batch to one partition; the topic is given by name and id."""
    data = TopicProduceData(partition_data=[PartitionProduceData(index=partition, records=records)])
    data.name, data.topic_id = (topic[0], data.topic_id) if version < _BY_ID else ("", topic[1])
    return ProduceRequest(acks=acks, timeout_ms=5000, topic_data=[data], **options)


def part(offset: int = 0, *, partition: int = 0, max_bytes: int = 1 << 20, **options: Any) -> FetchPartition:
    """What is fetched of a partition."""
    return FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=max_bytes, **options)


def fetch(version: int, topic: tuple[str, UUID], *parts: FetchPartition, **options: Any) -> FetchRequest:
    """A fetch of some partitions of one topic, or of none."""
    wanted = FetchTopic(partitions=list(parts))
    wanted.topic, wanted.topic_id = (topic[0], wanted.topic_id) if version < _BY_ID else ("", topic[1])
    return FetchRequest(**{"max_wait_ms": 100, "min_bytes": 1, "topics": [wanted] if parts else [], **options})


def list_offsets(topic: str, *partitions: tuple[int, int], epoch: int = -1, **options: Any) -> ListOffsetsRequest:
    """Offsets by (partition, timestamp)."""
    wanted = [
        ListOffsetsPartition(partition_index=number, current_leader_epoch=epoch, timestamp=timestamp)
        for number, timestamp in partitions
    ]
    return ListOffsetsRequest(
        **{"replica_id": -1, "topics": [ListOffsetsTopic(name=topic, partitions=wanted)], **options}
    )


def create(
    *topics: tuple[str, int, int],
    configs: dict[str, str | None] | None = None,
    assignment: dict[int, list[int]] | None = None,
    validate_only: bool = False,
) -> CreateTopicsRequest:
    """Topics as (name, partitions, replication factor), all with the same options."""
    options = [CreatableTopicConfig(name=name, value=value) for name, value in (configs or {}).items()]
    places = [
        CreatableReplicaAssignment(partition_index=number, broker_ids=nodes)
        for number, nodes in (assignment or {}).items()
    ]
    return CreateTopicsRequest(
        topics=[
            CreatableTopic(
                name=name, num_partitions=count, replication_factor=factor, assignments=places, configs=options
            )
            for name, count, factor in topics
        ],
        timeout_ms=30_000,
        validate_only=validate_only,
    )


def describe(kind: int, name: str, *keys: str, **options: Any) -> DescribeConfigsRequest:
    """The named options of a resource, or all."""
    return DescribeConfigsRequest(
        resources=[
            DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=list(keys) or None)
        ],
        **options,
    )


def change(
    kind: int, name: str, *changes: tuple[str, int, str | None], **options: Any
) -> IncrementalAlterConfigsRequest:
    """Changes of a resource as (option, operation, value); 0 sets, 1 deletes, 2 appends, 3 subtracts."""
    module = incremental_alter_configs_request
    configs = [module.AlterableConfig(name=key, config_operation=how, value=value) for key, how, value in changes]
    return IncrementalAlterConfigsRequest(
        resources=[module.AlterConfigsResource(resource_type=kind, resource_name=name, configs=configs)], **options
    )


def replace(kind: int, name: str, configs: dict[str, str | None], **options: Any) -> AlterConfigsRequest:
    """All options of a resource, in the old way."""
    module = alter_configs_request
    entries = [module.AlterableConfig(name=key, value=value) for key, value in configs.items()]
    return AlterConfigsRequest(
        resources=[module.AlterConfigsResource(resource_type=kind, resource_name=name, configs=entries)], **options
    )
