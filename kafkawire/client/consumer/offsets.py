"""What leaders say of offsets: where partitions begin and end, what came at or after a moment, where epochs end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.consumer_protocol import group_by_topic
from kafkawire.client.consumer.fetch import Position
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.messages import (
        ListOffsetsRequest,
        ListOffsetsResponse,
        OffsetForLeaderEpochRequest,
        OffsetForLeaderEpochResponse,
    )

__all__ = ["EARLIEST", "LATEST", "EpochEnd", "EpochEnds", "ends_of_epochs", "list_offsets"]

LATEST = -1
"""As a timestamp: where the next record will be written."""
EARLIEST = -2
"""As a timestamp: the first record that is still there."""

_ONE_OFFSET = 1  # version 0 answers with a list of segment starts
_A_CONSUMER = -1  # in the place of a replica's id
_FOR_CONSUMERS = 3  # OffsetForLeaderEpoch before that needed the rights of a broker


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
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"no response for {', '.join(left)}")

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
    return ListOffsetsRequest(replica_id=_A_CONSUMER, isolation_level=int(read_committed), topics=topics)


def _offsets(response: ListOffsetsResponse) -> dict[TopicPartition, int]:
    offsets: dict[TopicPartition, int] = {}
    for topic in response.topics:
        for partition in topic.partitions:
            if partition.error_code:
                raise KafkaError(partition.error_code, f"{topic.name}-{partition.partition_index}")
            offsets[TopicPartition(topic.name, partition.partition_index)] = partition.offset
    return offsets


class EpochEnd(NamedTuple):
    """Where an epoch, or the last one before it, ends in the leader's log; -1 if the leader cannot say."""

    offset: int
    epoch: int


EpochEnds = Mapping[TopicPartition, EpochEnd | KafkaError]


async def ends_of_epochs(cluster: Cluster, leader: int, positions: Mapping[TopicPartition, Position]) -> EpochEnds:
    """One attempt to ask the leader where the epochs of what was fetched end (KIP-320).

    Nothing comes from a broker that cannot say.
    """
    try:
        response = await cluster.request(leader, _epochs_request(positions), at_least=_FOR_CONSUMERS)
    except UnsupportedVersion:
        return {}
    found: dict[TopicPartition, EpochEnd | KafkaError] = {}
    for topic in cast("OffsetForLeaderEpochResponse", response).topics:
        for part in topic.partitions:
            tp = TopicPartition(topic.topic, part.partition)
            end = EpochEnd(part.end_offset, part.leader_epoch)
            found[tp] = KafkaError(part.error_code, f"end of epoch in {tp}") if part.error_code else end
    return found


def _epochs_request(positions: Mapping[TopicPartition, Position]) -> OffsetForLeaderEpochRequest:
    from kafkawire.messages import OffsetForLeaderEpochRequest
    from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition, OffsetForLeaderTopic

    def part(tp: TopicPartition) -> OffsetForLeaderPartition:
        position = positions[tp]
        return OffsetForLeaderPartition(
            partition=tp.partition,
            current_leader_epoch=position.leader_epoch,
            leader_epoch=position.fetched_epoch,
        )

    topics = [
        OffsetForLeaderTopic(topic=name, partitions=[part(TopicPartition(name, index)) for index in indexes])
        for name, indexes in group_by_topic(positions).items()
    ]
    return OffsetForLeaderEpochRequest(replica_id=_A_CONSUMER, topics=topics)
