"""Acknowledgements on their way: which can be sent, what a response means for them, who hears of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kafkawire.client.cluster import Cluster
from kafkawire.client.metadata import NO_LEADER, TopicPartition
from kafkawire.client.share.acknowledgements import Acknowledgements, AcknowledgeType, OffsetRange
from kafkawire.client.share.session import Due, PartitionId, ShareBroker
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Acknowledger", "Responded", "session_lost"]

Responded = Callable[[TopicPartition, Acknowledgements, KafkaWireError | None], None]
"""Called with acknowledgements that a broker has taken, or with why they do not count."""

# The locks are gone with the leader, and acknowledgements of a topic that is deleted are of no use to anybody.
_IN_VAIN = {
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.FENCED_LEADER_EPOCH,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.UNKNOWN_TOPIC_ID,
}


class Acknowledger:
    """Knows the partitions that records came from. `seconds`: for how long acknowledgements are tried again."""

    def __init__(self, cluster: Cluster, seconds: float, on_responded: Responded) -> None:
        self._cluster = cluster
        self._seconds = seconds
        self._on_responded = on_responded
        self._names: dict[PartitionId, TopicPartition] = {}
        self._ids: dict[TopicPartition, PartitionId] = {}

    def remember(self, partition: PartitionId, tp: TopicPartition) -> None:
        """Records of the partition may come."""
        self._names[partition], self._ids[tp] = tp, partition

    def name(self, partition: PartitionId) -> TopicPartition | None:
        """The partition by name, if records of it were asked for."""
        return self._names.get(partition)

    def post(self, broker: ShareBroker, tp: TopicPartition, types: Mapping[int, AcknowledgeType]) -> None:
        """Have what became of records, by offset, wait for the broker's next request."""
        acknowledgements = self._new()
        acknowledgements.types.update(types)
        broker.post(self._ids[tp], acknowledgements)

    def post_ranges(self, broker: ShareBroker, partition: PartitionId, ranges: list[OffsetRange]) -> None:
        """Have what is said of offsets that the application has not seen wait for the broker's next request."""
        acknowledgements = self._new()
        acknowledgements.without_record += ranges
        broker.post(partition, acknowledgements)

    def take_due(self, broker: ShareBroker) -> Due:
        """What is to be sent with the broker's next request. What cannot be sent any more fails."""
        due: Due = {}
        for partition, acknowledgements in broker.take().items():
            leader = self._cluster.metadata.leader(self._names[partition])
            if leader not in (NO_LEADER, broker.node_id):
                self._complete(partition, acknowledgements, KafkaError(ErrorCode.NOT_LEADER_OR_FOLLOWER))
            elif broker.session.is_new:
                self._complete(partition, acknowledgements, session_lost())
            else:
                due[partition] = acknowledgements
        broker.in_flight = bool(due)
        return due

    def responded(self, due: Due, partition: PartitionId, code: int, message: str | None) -> Acknowledgements | None:
        """A response says what became of them in one partition; returns what is to be sent again after a pause."""
        acknowledgements = due.pop(partition, None)
        if acknowledgements is None:
            return None
        error = KafkaError(code, message) if code else None
        passes = error is not None and error.retriable and code not in _IN_VAIN
        if passes and self._cluster.runtime.now() < acknowledgements.until:
            return acknowledgements
        self._complete(partition, acknowledgements, error)
        return None

    def fail(self, due: Due, error: KafkaWireError | None = None) -> None:
        """What is left of a request will not be answered any more."""
        while due:
            self._complete(*due.popitem(), error or _not_answered())

    def _complete(self, partition: PartitionId, acks: Acknowledgements, error: KafkaWireError | None) -> None:
        self._on_responded(self._names[partition], acks, error)

    def _new(self) -> Acknowledgements:
        return Acknowledgements(self._cluster.runtime.now() + self._seconds)


def session_lost() -> KafkaError:
    """What Kafka's own consumer says of acknowledgements whose share session is no more."""
    return KafkaError(ErrorCode.NETWORK_EXCEPTION, "the share session was lost, and with it the locks")


def _not_answered() -> KafkaError:
    return KafkaError(ErrorCode.INVALID_RECORD_STATE, "the broker has not answered to the acknowledgement")
