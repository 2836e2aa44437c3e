"""What the client itself has to say, beside the broker's error codes (`KafkaError`) and lost connections."""

from __future__ import annotations

from kafkawire.errors import KafkaWireError

__all__ = [
    "BrokersUnavailable",
    "BufferFull",
    "ClientClosed",
    "DeliveryTimedOut",
    "InvalidOption",
    "NoOffset",
    "NoTransaction",
    "ProducerFenced",
    "RecordTooLarge",
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


class BufferFull(KafkaWireError):
    """`buffer_memory` is used up: await `drain()` before the next `send()`."""


class RecordTooLarge(KafkaWireError, ValueError):
    """A record is larger than `max_request_size` allows."""


class DeliveryTimedOut(TimedOut):
    """A record was not acknowledged within `delivery_timeout_ms`; it may or may not have been written."""


class NoOffset(KafkaWireError):
    """There is no position to read from, or it is out of range, and `auto_offset_reset` is "none"."""


class NoTransaction(KafkaWireError):
    """A transactional producer writes within transactions only, and has one at a time."""


class TransactionAborted(KafkaWireError):
    """The record belongs to a transaction that was aborted before it was sent."""


class ProducerFenced(KafkaWireError):
    """Another producer has taken over the transactional id, or the broker does not know us any more: make a new one."""
