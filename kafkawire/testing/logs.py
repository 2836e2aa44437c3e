"""What is in the logs of a broker inside a test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.testing.groups import or_what_there_is

if TYPE_CHECKING:
    from kafkawire.broker.log.partition import PartitionLog
    from kafkawire.broker.metadata.topics import Topic
    from kafkawire.broker.node.node import Node
    from kafkawire.records import Record

__all__ = ["log_of", "logs_of", "records"]

_ALL = 1 << 30


def records(node: Node, topic: str, partition: int | None = None) -> list[Record]:
    """All records of a topic, or of one partition. Raises `KafkaError` where there is no such thing."""
    return [record for log in logs_of(node, topic, partition) for record in _records(log)]


def logs_of(node: Node, topic: str, partition: int | None = None) -> list[PartitionLog]:
    """The logs of a topic, or of one partition. Raises `KafkaError` where there is no such thing."""
    numbers = range(_topic(node, topic).partitions) if partition is None else [partition]
    return [log_of(node, topic, number) for number in numbers]


def log_of(node: Node, topic: str, partition: int) -> PartitionLog:
    """The log of a partition. Raises `KafkaError` where there is none."""
    found = _topic(node, topic)
    if partition not in found.logs:
        number = found.partitions
        fault = f"topic {topic!r} has {number} partition{'s' * (number != 1)}, and no number {partition}"
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, fault)
    return found.logs[partition]


def _topic(node: Node, name: str) -> Topic:
    found = node.topics.get(name)
    if found is None:
        known = sorted(topic.name for topic in node.topics)
        fault = f"there is no topic {name!r}{or_what_there_is(name, known)}"
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, fault)
    return found


def _records(log: PartitionLog) -> Iterator[Record]:
    from kafkawire.records import read_batches

    offset = log.log_start_offset
    while (found := log.read(offset, _ALL)) is not None and len(found):
        for batch in read_batches(found.read()):
            if not batch.is_control:
                yield from (record for record in batch if record.offset >= log.log_start_offset)
            offset = batch.last_offset + 1
