"""Offsets by time: where partitions begin, where they end, and what came at or after a moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.embedded import group_by_topic
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.messages import ListOffsetsRequest, ListOffsetsResponse

__all__ = ["EARLIEST", "LATEST", "list_offsets"]

LATEST = -1
"""As a timestamp: where the next record will be written."""
EARLIEST = -2
"""As a timestamp: the first record that is still there."""

_NO_REPLICA = -1
_ONE_OFFSET = 1  # version 0 answers with a list of segment starts


async def list_offsets(
    cluster: Cluster, timestamps: Mapping[TopicPartition, int], *, read_committed: bool = False
) -> dict[TopicPartition, int]:
    """The offset for each partition's timestamp (milliseconds, `EARLIEST` or `LATEST`); -1 if nothing is that late.

    `read_committed`: the end is where the first open transaction begins. Raises `KafkaError`, or `TimedOut`.
    """
    found: dict[TopicPartition, int] = {}

    async def attempt() -> None:
        missing = [tp for tp in timestamps if tp not in found]
        for leader, partitions in (await cluster.leaders(missing)).items():
            request = _request({tp: timestamps[tp] for tp in partitions}, read_committed)
            version = 2 if read_committed else _ONE_OFFSET
            response = cast("ListOffsetsResponse", await cluster.request(leader, request, at_least=version))
            found.update(_offsets(response))
        left = [str(tp) for tp in timestamps if tp not in found]
        if left:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"no answer for {', '.join(left)}")

    await cluster.retrying(attempt, "list offsets")
    return found


def _request(timestamps: Mapping[TopicPartition, int], read_committed: bool) -> ListOffsetsRequest:
    from kafkawire.messages import ListOffsetsRequest
    from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic

    topics = [
        ListOffsetsTopic(
            name=name,
            partitions=[
                ListOffsetsPartition(partition_index=index, timestamp=timestamps[TopicPartition(name, index)])
                for index in indexes
            ],
        )
        for name, indexes in group_by_topic(timestamps).items()
    ]
    return ListOffsetsRequest(replica_id=_NO_REPLICA, isolation_level=int(read_committed), topics=topics)


def _offsets(response: ListOffsetsResponse) -> dict[TopicPartition, int]:
    offsets: dict[TopicPartition, int] = {}
    for topic in response.topics:
        for partition in topic.partitions:
            if partition.error_code:
                raise KafkaError(partition.error_code, f"{topic.name}-{partition.partition_index}")
            offsets[TopicPartition(topic.name, partition.partition_index)] = partition.offset
    return offsets
