"""The records that say in the metadata log what topics, partitions, options and features there are."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from kafkawire.broker.metadata.features import FINALIZED
from kafkawire.broker.metadata.topics import NewTopic, Topic
from kafkawire.message import Message

__all__ = [
    "BROKER",
    "CLIENT_METRICS",
    "GROUP",
    "TOPIC",
    "config_records",
    "feature_records",
    "partition_records",
    "topic_records",
]

TOPIC, BROKER, CLIENT_METRICS, GROUP = 2, 4, 16, 32
"""What options may be set for: the resource type of a ConfigRecord."""
_RELEASE = "metadata.version"


def topic_records(topic: NewTopic, node_id: int, directory_id: uuid.UUID) -> list[Message]:
    """A topic with its options and partitions, which are on one node, in its log directory."""
    from kafkawire.messages import TopicRecord

    options = config_records(TOPIC, topic.name, {}, topic.options)
    partitions = partition_records(topic, range(topic.partitions), node_id, directory_id)
    return [TopicRecord(name=topic.name, topic_id=topic.topic_id), *options, *partitions]


def partition_records(topic: NewTopic | Topic, numbers: range, node_id: int, directory_id: uuid.UUID) -> list[Message]:
    """Some partitions of a topic."""
    from kafkawire.messages import PartitionRecord

    return [
        PartitionRecord(
            partition_id=number,
            topic_id=topic.topic_id,
            replicas=[node_id],
            isr=[node_id],
            leader=node_id,
            leader_epoch=0,
            partition_epoch=0,
            directories=[directory_id],
        )
        for number in numbers
    ]


def config_records(
    resource_type: int, resource: str, before: Mapping[str, str], after: Mapping[str, str]
) -> list[Message]:
    """The records that lead from some options to others; a value of null takes one back."""
    from kafkawire.messages import ConfigRecord

    changed = {name: after.get(name) for name in {**before, **after} if before.get(name) != after.get(name)}
    return [
        ConfigRecord(resource_type=resource_type, resource_name=resource, name=name, value=value)
        for name, value in changed.items()
    ]


def feature_records(known: Mapping[str, int]) -> list[Message]:
    """The levels that hold and are not `known`: Apache Kafka does not open a directory that does not say them.

    In a directory of an older release its levels stay as they are, so that this release can go on with it.
    """
    from kafkawire.messages import FeatureLevelRecord

    if known and known.get(_RELEASE) != FINALIZED[_RELEASE]:
        return []
    return [
        FeatureLevelRecord(name=name, feature_level=level) for name, level in FINALIZED.items() if name not in known
    ]
