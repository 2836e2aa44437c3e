"""Whether the log is still the one that was read (KIP-320).

After an unclean election the new leader may lack what the old one had, and write something else at the same offsets. So
when a partition's leader has changed, it is asked where the epoch of the last record ended in its log. If that is
before the position, the logs part there, and what was read behind it is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.embedded import group_by_topic
from kafkawire.client.consumer.partition import Divergence, PartitionState
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.messages import OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse

__all__ = ["Ended", "ends_of_epochs", "look_for_truncation"]

_FOR_CONSUMERS = 3  # before that one needed the rights of a broker
_A_CONSUMER = -1

Ended = Mapping[TopicPartition, Divergence | KafkaError]


async def ends_of_epochs(cluster: Cluster, leader: int, states: Iterable[PartitionState]) -> Ended:
    """One attempt to ask the leader where the epochs of these positions end; nothing from a broker that cannot say."""
    asked = {state.tp: state for state in states}
    try:
        response = await cluster.request(leader, _request(asked), at_least=_FOR_CONSUMERS)
    except UnsupportedVersion:
        return {}
    found: dict[TopicPartition, Divergence | KafkaError] = {}
    for topic in cast("OffsetForLeaderEpochResponse", response).topics:
        for part in topic.partitions:
            tp = TopicPartition(topic.topic, part.partition)
            end = Divergence(part.end_offset, part.leader_epoch)
            found[tp] = KafkaError(part.error_code, f"end of epoch in {tp}") if part.error_code else end
    return found


def _request(asked: Mapping[TopicPartition, PartitionState]) -> OffsetForLeaderEpochRequest:
    from kafkawire.messages import OffsetForLeaderEpochRequest
    from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition, OffsetForLeaderTopic

    def part(state: PartitionState) -> OffsetForLeaderPartition:
        current = -1 if state.leader is None else state.leader[1]
        return OffsetForLeaderPartition(
            partition=state.tp.partition, current_leader_epoch=current, leader_epoch=state.fetch_epoch
        )

    topics = [
        OffsetForLeaderTopic(topic=name, partitions=[part(asked[TopicPartition(name, index)]) for index in indexes])
        for name, indexes in group_by_topic(asked).items()
    ]
    return OffsetForLeaderEpochRequest(replica_id=_A_CONSUMER, topics=topics)


def look_for_truncation(state: PartitionState, end: Divergence) -> None:
    """Take in where the epoch of what was fetched last ended: nothing happens if that is not before it."""
    if end.offset < 0 or end.epoch < 0:
        state.lose(Divergence(-1, -1))
    elif end.offset < state.position:
        state.lose(end)
    elif end.offset < state.fetch_offset:  # the application has not seen any of it
        state.put_back()
