"""Transactions that nobody will end: open in a partition for long, while their coordinator knows nothing of them.

As in kafka-transactions: a partition says which producers have a transaction open, and since when. A coordinator may
know the producer, its epoch and the partition; then it will end the transaction itself, when its timeout is over. What
no coordinator knows, hangs, and readers of committed records wait for its end.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafkawire.cli.admin_command import partly

if TYPE_CHECKING:
    from kafkawire.client import TopicPartition
    from kafkawire.client.admin import ProducerState
    from kafkawire.client.blocking import Admin
    from kafkawire.errors import KafkaError

__all__ = ["LONG_MS", "OpenTransaction", "hanging"]

LONG_MS = 15 * 60_000
"""The longest timeout that brokers allow by default: `transaction.max.timeout.ms`."""


@dataclass(frozen=True, slots=True)
class OpenTransaction:
    """A transaction on a partition, by whom, and for how long nothing was written to it."""

    partition: TopicPartition
    producer: ProducerState
    open_ms: int


def hanging(
    admin: Admin, partitions: Iterable[TopicPartition], longer_than_ms: int
) -> tuple[list[OpenTransaction], KafkaError | None]:
    """The transactions that hang for longer than that, and what is to be raised for partitions that do not answer."""
    found, error = partly(lambda: admin.describe_producers(partitions))
    now = int(time.time() * 1000)
    old = [
        OpenTransaction(tp, one, now - one.last_timestamp)
        for tp, producers in found.items()
        for one in producers
        if one.current_txn_start_offset >= 0 and now - one.last_timestamp > longer_than_ms
    ]
    known = _known(admin, {one.producer.producer_id for one in old}) if old else set()
    return [one for one in old if (one.producer.producer_id, one.partition) not in known], error


def _known(admin: Admin, producer_ids: set[int]) -> set[tuple[int, TopicPartition]]:
    """The producers and partitions of whose transactions a coordinator knows."""
    names = [one.transactional_id for one in admin.list_transactions(producer_ids=producer_ids)]
    described, _ = partly(lambda: admin.describe_transactions(names))
    return {(one.producer_id, tp) for one in described.values() for tp in one.partitions}
