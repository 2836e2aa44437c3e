"""What the members of a classic group say to each other, where that is Kafka's consumer protocol.

The broker hands these bytes on. It reads them to tell whether an offset is still of use, and writes them where members
of both protocols are in one group (KIP-848). An int16 version precedes each message; of a newer one is read what is
known.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.broker.groups.classic import Group, State
from kafkawire.errors import DecodeError, Truncated

if TYPE_CHECKING:
    from kafkawire.messages import ConsumerProtocolSubscription

__all__ = ["CONSUMER_PROTOCOL", "read_assignment", "read_subscription", "reads", "version_of", "write_assignment"]

CONSUMER_PROTOCOL = "consumer"
TopicAndIndex = tuple[str, int]


def reads(group: Group, topic: str) -> bool:
    """Whether a member subscribes to the topic. If that cannot be told, a consumer group in use reads every topic."""
    if group.protocol_type != CONSUMER_PROTOCOL or group.state is State.EMPTY:
        return False
    if group.protocol is None or group.state is State.PREPARING_REBALANCE:
        return True
    return any(_reads(member.protocols.get(group.protocol, b""), topic) for member in group.members.values())


def _reads(subscription: bytes, topic: str) -> bool:
    try:
        return topic in read_subscription(subscription).topics
    except DecodeError:  # another dialect; better to keep its offsets
        return True


def version_of(data: bytes) -> int:
    """The version that the message begins with. Raises `DecodeError`."""
    if len(data) < 2:
        raise Truncated(f"{len(data)} bytes hold no version")
    version = int.from_bytes(data[:2], "big", signed=True)
    if version < 0:
        raise DecodeError(f"version {version} of the consumer protocol")
    return version


def read_subscription(data: bytes) -> ConsumerProtocolSubscription:
    """What a member subscribes to. Raises `DecodeError`."""
    from kafkawire.messages import ConsumerProtocolSubscription  # seldom needed

    version = min(version_of(data), ConsumerProtocolSubscription.VERSIONS[-1])
    return ConsumerProtocolSubscription.decode_prefix(data[2:], version)[0]


def read_assignment(data: bytes) -> tuple[list[TopicAndIndex], bytes]:
    """The partitions that a member has (none if it was given nothing), and user data. Raises `DecodeError`."""
    from kafkawire.messages import ConsumerProtocolAssignment  # seldom needed

    if not data:
        return [], b""
    version = min(version_of(data), ConsumerProtocolAssignment.VERSIONS[-1])
    found = ConsumerProtocolAssignment.decode_prefix(data[2:], version)[0]
    topic_partitions = [(topic.topic, index) for topic in found.assigned_partitions for index in topic.partitions]
    return topic_partitions, bytes(found.user_data or b"")


def write_assignment(topic_partitions: Iterable[TopicAndIndex], version: int) -> bytes:
    """Partitions for a member whose subscription was of `version`."""
    from kafkawire.messages import ConsumerProtocolAssignment  # seldom needed
    from kafkawire.messages.consumer_protocol_assignment import TopicPartition

    topics: dict[str, list[int]] = {}
    for topic, index in sorted(topic_partitions):
        topics.setdefault(topic, []).append(index)
    version = min(version, ConsumerProtocolAssignment.VERSIONS[-1])
    message = ConsumerProtocolAssignment(
        assigned_partitions=[TopicPartition(topic=topic, partitions=indexes) for topic, indexes in topics.items()]
    )
    return version.to_bytes(2, "big") + message.encode(version)
