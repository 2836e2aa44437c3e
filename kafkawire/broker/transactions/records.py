"""Transactions as records of `__transaction_state`, in Apache Kafka's format.

A key is an int16 record type and the key message, a value an int16 version and the value message; no value is a
tombstone. Values are written in version 1 (flexible fields), as Kafka does from `transaction.version` 1 on.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct

from kafkawire.broker.metadata.internal_topic import Entry
from kafkawire.broker.transactions.state import Partition, State, Transaction
from kafkawire.errors import CorruptBatch, Truncated
from kafkawire.messages import TransactionLogKey, TransactionLogValue
from kafkawire.messages.transaction_log_value import PartitionsSchema

__all__ = ["entry", "read_entry"]

_INT16 = Struct(">h")
_KEY_TYPE = 0
_VALUE_VERSION = 1


def entry(name: str, transaction: Transaction | None) -> Entry:
    """The record for a transactional id as it stands, or (None) for one that is forgotten."""
    key = _INT16.pack(_KEY_TYPE) + TransactionLogKey(transactional_id=name).encode(0)
    if transaction is None:
        return key, None
    value = TransactionLogValue(
        producer_id=transaction.producer_id,
        previous_producer_id=transaction.previous_producer_id,
        next_producer_id=transaction.next_producer_id,
        producer_epoch=transaction.producer_epoch,
        transaction_timeout_ms=transaction.timeout_ms,
        transaction_status=transaction.state,
        transaction_partitions=None if transaction.state is State.EMPTY else _by_topic(transaction.partitions),
        transaction_last_update_timestamp_ms=transaction.update_ms,
        transaction_start_timestamp_ms=transaction.start_ms,
        client_transaction_version=transaction.client_version,
    )
    return key, _INT16.pack(_VALUE_VERSION) + value.encode(_VALUE_VERSION)


def read_entry(key: bytes | None, value: bytes | None) -> tuple[str, Transaction | None] | None:
    """Name and transaction; None if the record is about something else. Raises `DecodeError`."""
    if _prefix(key or b"") != _KEY_TYPE:
        return None
    name = TransactionLogKey.decode((key or b"")[2:], 0).transactional_id
    if value is None:
        return name, None
    found = TransactionLogValue.decode(value[2:], _prefix(value))
    try:
        state = State(found.transaction_status)
    except ValueError as exc:
        raise CorruptBatch(f"{name}: a transaction cannot have state {found.transaction_status}") from exc
    topics = found.transaction_partitions or ()
    return name, Transaction(
        producer_id=found.producer_id,
        producer_epoch=found.producer_epoch,
        timeout_ms=found.transaction_timeout_ms,
        state=state,
        partitions=frozenset((topic.topic, number) for topic in topics for number in topic.partition_ids),
        start_ms=found.transaction_start_timestamp_ms,
        update_ms=found.transaction_last_update_timestamp_ms,
        previous_producer_id=found.previous_producer_id,
        next_producer_id=found.next_producer_id,
        client_version=found.client_transaction_version,
    )


def _by_topic(partitions: Iterable[Partition]) -> list[PartitionsSchema]:
    topics: dict[str, list[int]] = {}
    for topic, number in sorted(partitions):
        topics.setdefault(topic, []).append(number)
    return [PartitionsSchema(topic=topic, partition_ids=numbers) for topic, numbers in topics.items()]


def _prefix(data: bytes) -> int:
    if len(data) < _INT16.size:
        raise Truncated(f"{len(data)} bytes hold no record type or version")
    found: int = _INT16.unpack_from(data)[0]
    return found
