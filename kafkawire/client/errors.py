"""What the client itself has to say, beside the broker's error codes (`KafkaError`) and lost connections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.metadata import TopicPartition
    from kafkawire.records import Record

__all__ = [
    "AcknowledgeFailed",
    "BatchRefused",
    "BrokersUnavailable",
    "BufferFull",
    "ClientClosed",
    "DeliveryTimedOut",
    "DeserializationFailed",
    "InvalidOption",
    "LogTruncated",
    "NoOffset",
    "NoTransaction",
    "NotAcknowledged",
    "NotHeld",
    "ProducerFenced",
    "RecordTooLarge",
    "SerializationFailed",
    "TimedOut",
    "TransactionAborted",
]


class InvalidOption(KafkaWireError, ValueError):
    """An option is unknown, of the wrong type or out of range."""


class BrokersUnavailable(KafkaWireError, ConnectionError):
    """None of the addresses answered; the message names each with what went wrong there."""


class TimedOut(KafkaWireError, TimeoutError):
    """Something did not come about in the time allowed, although brokers were reachable."""


class ClientClosed(KafkaWireError):
    """The client is closed, or was never started."""


class BatchRefused(KafkaWireError):
    """A record was not written because the broker refused others of its batch; those have errors of their own."""


class BufferFull(KafkaWireError):
    """`buffer_memory` is used up: await `drain()` before the next `send()`."""


class RecordTooLarge(KafkaWireError, ValueError):
    """A record is larger than `max_request_size` allows."""


class SerializationFailed(KafkaWireError, ValueError):
    """A key or value could not be turned into bytes, so the record was not appended. `field`: "key" or "value"."""

    def __init__(self, topic: str, field: str, cause: Exception) -> None:
        super().__init__(f"{topic}: the {field} of a record cannot be serialized: {type(cause).__name__}: {cause}")
        self.topic = topic
        self.field = field


class DeserializationFailed(KafkaWireError):
    """A key or value is not what the application expects. `field`: "key" or "value"; `record` has the bytes.

    A consumer stays there: `seek` to `offset + 1` goes on behind it. A share consumer has released the record.
    """

    def __init__(self, tp: TopicPartition, record: Record, field: str, cause: Exception) -> None:
        super().__init__(
            f"{tp} offset {record.offset}: the {field} cannot be deserialized: {type(cause).__name__}: {cause}"
        )
        self.tp = tp
        self.offset = record.offset
        self.field = field
        self.record = record


class DeliveryTimedOut(TimedOut):
    """A record was not acknowledged within `delivery_timeout_ms`; it may or may not have been written."""


class NoOffset(KafkaWireError):
    """There is no position to read from, or it is out of range, and `auto_offset_reset` is "none"."""


class LogTruncated(NoOffset):
    """The log is not the one that was read any more, and `auto_offset_reset` is "none" (KIP-320).

    What was read behind `divergent_offset` is gone from the leader's log; None if the leader cannot say where that is.
    """

    def __init__(self, partition: tuple[str, int], offset: int, divergent_offset: int | None) -> None:
        where = "an offset it does not know" if divergent_offset is None else f"offset {divergent_offset}"
        name = f"{partition[0]}-{partition[1]}"
        super().__init__(f"{name}: the log was truncated: it parts from what was read at {where}, before {offset}")
        self.partition = partition
        self.offset = offset
        self.divergent_offset = divergent_offset


class NoTransaction(KafkaWireError):
    """A transactional producer writes within transactions only, and has one at a time."""


class TransactionAborted(KafkaWireError):
    """The record belongs to a transaction that was aborted before it was sent."""


class ProducerFenced(KafkaWireError):
    """Another producer has taken over the transactional id, or the broker does not know us any more: make a new one."""


class NotHeld(KafkaWireError):
    """The record is not locked for this consumer (any more), so it cannot be acknowledged."""


class NotAcknowledged(KafkaWireError):
    """With explicit acknowledgement every record that was handed out is acknowledged before more are asked for."""


class AcknowledgeFailed(KafkaWireError):
    """Acknowledgements of some partitions did not count: their records will be delivered again.

    `errors` has one for each such partition, a `KafkaError` where the broker has refused.
    """

    def __init__(self, errors: Mapping[TopicPartition, KafkaWireError]) -> None:
        super().__init__("; ".join(f"{tp}: {error}" for tp, error in errors.items()))
        self.errors = dict(errors)
