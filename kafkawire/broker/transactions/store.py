"""Keeps transactions in the partitions of `__transaction_state`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.internal_topic import InternalTopic, batches_of
from kafkawire.broker.metadata.topics import TRANSACTIONS_TOPIC
from kafkawire.broker.transactions.records import entry, read_entry
from kafkawire.broker.transactions.state import Transaction
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["TransactionStore"]

_LOG = logging.getLogger("kafkawire.broker.transactions")


class TransactionStore:
    """Reads and writes the records. `notify` is told of every log that it has appended to."""

    def __init__(
        self, config: BrokerConfig, controller: Controller, clock: Clock, notify: Callable[[PartitionLog], object]
    ) -> None:
        options = {
            "cleanup.policy": "compact",
            "compression.type": "uncompressed",
            "min.insync.replicas": "1",
            "segment.bytes": str(config.transaction_state_log_segment_bytes),
            "unclean.leader.election.enable": "false",
        }
        self.topic = InternalTopic(
            TRANSACTIONS_TOPIC, config.transaction_state_log_num_partitions, options, controller, clock, notify
        )

    def coordinator_epoch(self, name: str) -> int:
        """The epoch in which markers are written: that of the partition that the name is in. Raises `OSError`."""
        return self.topic.log_of(name).leader_epoch

    def write(self, name: str, transaction: Transaction | None) -> None:
        """Write down how a transactional id stands; None forgets it. Raises `OSError` or `KafkaError`."""
        self.topic.write(name, [entry(name, transaction)])

    def flush(self, name: str) -> None:
        """Return when all that is known of a name is on disk. Raises `OSError`."""
        self.topic.log_of(name).flush()

    def replay(self) -> Mapping[str, Transaction]:
        """How every transactional id stood at the last stop."""
        latest: dict[bytes, bytes | None] = {}
        for log in self.topic.logs().values():
            try:
                for batch in batches_of(log):
                    if not batch.is_control:
                        latest.update((record.key or b"", record.value) for record in batch)
            except (KafkaError, KafkaWireError) as exc:
                _LOG.error("%s: %s; transactions after this point are not loaded", log.directory, exc)
        return _read(latest)


def _read(latest: Mapping[bytes, bytes | None]) -> dict[str, Transaction]:
    found: dict[str, Transaction] = {}
    for key, value in latest.items():
        try:
            read = read_entry(key, value)
        except KafkaWireError as exc:
            _LOG.warning("passing over a record of __transaction_state: %s", exc)
            continue
        if read is not None and read[1] is not None:
            found[read[0]] = read[1]
    return found
