"""What the members of a classic group say to each other, where that is Kafka's consumer protocol.

The broker hands these bytes on and has no need to read them, but for one question: whether an offset is still of use.
"""

from __future__ import annotations

from kafkawire.broker.groups.classic import Group, State
from kafkawire.errors import DecodeError

__all__ = ["CONSUMER_PROTOCOL", "reads"]

CONSUMER_PROTOCOL = "consumer"


def reads(group: Group, topic: str) -> bool:
    """Whether a member subscribes to the topic. If that cannot be told, a consumer group in use reads every topic."""
    if group.protocol_type != CONSUMER_PROTOCOL or group.state is State.EMPTY:
        return False
    if group.protocol is None or group.state is State.PREPARING_REBALANCE:
        return True
    return any(_reads(member.protocols.get(group.protocol, b""), topic) for member in group.members.values())


def _reads(subscription: bytes, topic: str) -> bool:
    from kafkawire.messages import ConsumerProtocolSubscription  # seldom needed

    version = min(int.from_bytes(subscription[:2], "big"), ConsumerProtocolSubscription.VERSIONS[-1])
    try:
        return topic in ConsumerProtocolSubscription.decode(subscription[2:], version).topics
    except DecodeError:  # another dialect; better to keep its offsets
        return True
