"""The markers that end a transaction in the partitions that it has written to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kafkawire.broker.config.topic import NEVER
from kafkawire.broker.groups.coordinator import Groups
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.topics import OFFSETS_TOPIC, Topics
from kafkawire.broker.transactions.state import Producer, TopicPartition

__all__ = ["MarkerWriter"]


class MarkerWriter:
    """Writes markers into the logs of this broker. `notify` is told of every log that it has appended to."""

    def __init__(self, topics: Topics, groups: Groups, clock: Clock, notify: Callable[[PartitionLog], object]) -> None:
        self._topics = topics
        self._groups = groups
        self._clock = clock
        self._notify = notify

    def must_outlive_power(self, topic_partitions: Iterable[TopicPartition]) -> bool:
        """Whether any of the partitions is flushed to disk write by write (`flush.messages`)."""
        logs = (self._topics.log(*tp) for tp in topic_partitions)
        return any(log is not None and log.config.flush_messages < NEVER for log in logs)

    def write(
        self,
        tp: TopicPartition,
        producer: Producer,
        coordinator_epoch: int,
        *,
        is_commit: bool,
        is_new_epoch: bool = False,
    ) -> bool:
        """End what the producer has written to a partition; False if there is no such partition (any more).

        With `is_new_epoch` a marker is refused that does not bring a higher epoch. Offsets that were committed in the
        transaction count from here on. Raises `OSError` and `KafkaError`.
        """
        from kafkawire.records import ControlRecordType, EndTxnMarker, write_end_txn_marker

        log = self._topics.log(*tp)
        if log is None:
            return False
        log.producers.check_marker(*producer, coordinator_epoch, is_new_epoch=is_new_epoch)
        marker = EndTxnMarker(ControlRecordType.COMMIT if is_commit else ControlRecordType.ABORT, coordinator_epoch)
        now_ms, (producer_id, epoch) = self._clock.time_ms(), producer
        batch = write_end_txn_marker(marker, producer_id=producer_id, producer_epoch=epoch, timestamp=now_ms)
        log.append(batch, now_ms, from_client=False)
        if tp[0] == OFFSETS_TOPIC:
            self._groups.offsets.end_transaction((tp[1], producer_id), is_commit=is_commit)
        self._notify(log)
        return True
