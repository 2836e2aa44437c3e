"""What members of a classic group tell each other through the broker: int16 version, then a message (KIP-62).

The broker passes these bytes on unread. A reader takes a newer version as the newest it knows and ignores what is left
over; versions 0 to 3 differ only in fields at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import DecodeError

if TYPE_CHECKING:
    from kafkawire.message import Message

__all__ = ["decode_assignment", "decode_subscription", "encode_assignment", "encode_subscription", "group_by_topic"]

M = TypeVar("M", bound="Message")

_WRITTEN = 1  # owned partitions: what range assignment can tell; understood by every client since Kafka 2.4


def group_by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    """Topic -> partition indexes, in the order they come."""
    topics: dict[str, list[int]] = {}
    for topic, partition in partitions:
        topics.setdefault(topic, []).append(partition)
    return topics


def encode_subscription(topics: Iterable[str]) -> bytes:
    """What a member asks for. It owns nothing at this point: an eager member gives everything back first."""
    from kafkawire.messages import ConsumerProtocolSubscription

    message = ConsumerProtocolSubscription(topics=sorted(topics))
    return _WRITTEN.to_bytes(2, "big") + message.encode(_WRITTEN)


def decode_subscription(data: bytes) -> Sequence[str]:
    """The topics that a member asks for. Raises `DecodeError`."""
    from kafkawire.messages import ConsumerProtocolSubscription

    message = _decode(ConsumerProtocolSubscription, data)
    return message.topics


def encode_assignment(partitions: Iterable[TopicPartition]) -> bytes:
    """What the leader gives to a member."""
    from kafkawire.messages import ConsumerProtocolAssignment
    from kafkawire.messages.consumer_protocol_assignment import TopicPartition as Assigned

    assigned = [Assigned(topic=topic, partitions=indexes) for topic, indexes in group_by_topic(partitions).items()]
    return _WRITTEN.to_bytes(2, "big") + ConsumerProtocolAssignment(assigned_partitions=assigned).encode(_WRITTEN)


def decode_assignment(data: bytes) -> list[TopicPartition]:
    """What a member is given. Raises `DecodeError`; no bytes at all mean no partitions."""
    from kafkawire.messages import ConsumerProtocolAssignment

    if not data:
        return []
    message = _decode(ConsumerProtocolAssignment, data)
    return [TopicPartition(given.topic, index) for given in message.assigned_partitions for index in given.partitions]


def _decode(kind: type[M], data: bytes) -> M:
    version = int.from_bytes(data[:2], "big", signed=True)
    if len(data) < 2 or version < 0:
        raise DecodeError(f"{kind.__name__}: {data[:2]!r} is not a version")
    message, _ = kind.decode_prefix(data, min(version, kind.VERSIONS[-1]), 2)
    return message
