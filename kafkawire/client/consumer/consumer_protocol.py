"""What members of a classic group tell each other through the broker: int16 version, then a message (KIP-62).

The broker passes these bytes on unread. A reader takes a newer version as the newest it knows and ignores what is left
over; versions 0 to 3 differ only in fields at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct, pack, unpack_from
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, TypeVar

from kafkawire.client.consumer.assignors import MemberSubscription
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import DecodeError

if TYPE_CHECKING:
    from kafkawire.message import Message

__all__ = ["decode_assignment", "decode_subscription", "encode_assignment", "encode_subscription", "group_by_topic"]

M = TypeVar("M", bound="Message")

# Owned partitions since version 1, as of which generation since 2, the rack since 3; older readers ignore the rest.
_WRITTEN = 3
_STICKY = Struct(">i")
_NO_GENERATION = -1


def group_by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    """Topic -> partition indexes, in the order they come."""
    topics: dict[str, list[int]] = {}
    for topic, partition in partitions:
        topics.setdefault(topic, []).append(partition)
    return topics


def encode_subscription(
    subscription: MemberSubscription, *, before: MemberSubscription | None = None, rack: str = ""
) -> bytes:
    """What a member asks for, and owns at this point.

    `before` is what it was assigned last, for the assignor "sticky", whose members own nothing while they join. `rack`
    is where it is, for leaders that assign by that (KIP-881).
    """
    from kafkawire.messages import ConsumerProtocolSubscription
    from kafkawire.messages.consumer_protocol_subscription import TopicPartition as Owned

    message = ConsumerProtocolSubscription(
        topics=sorted(subscription.topics),
        user_data=None if before is None else _encode_sticky(before),
        owned_partitions=[
            Owned(topic=topic, partitions=indexes)
            for topic, indexes in group_by_topic(sorted(subscription.owned)).items()
        ],
        generation_id=subscription.generation_id,
        rack_id=rack or None,
    )
    return _WRITTEN.to_bytes(2, "big") + message.encode(_WRITTEN)


def decode_subscription(data: bytes) -> MemberSubscription:
    """What a member asks for. Raises `DecodeError`."""
    from kafkawire.messages import ConsumerProtocolSubscription

    message = _decode(ConsumerProtocolSubscription, data)
    owned = [TopicPartition(each.topic, index) for each in message.owned_partitions for index in each.partitions]
    before = _decode_sticky(bytes(message.user_data or b""))
    if not owned:
        return MemberSubscription(message.topics, before.owned, before.generation_id)
    return MemberSubscription(message.topics, owned, max(message.generation_id, before.generation_id))


def _encode_sticky(before: MemberSubscription) -> bytes:
    """As Java's `StickyAssignor`: an array of (topic, array of partitions), then the generation."""
    parts = [_STICKY.pack(len(topics := group_by_topic(sorted(before.owned))))]
    for topic, indexes in topics.items():
        name = topic.encode()
        parts += [len(name).to_bytes(2, "big"), name, pack(f">{1 + len(indexes)}i", len(indexes), *indexes)]
    return b"".join([*parts, _STICKY.pack(before.generation_id)])


def _decode_sticky(data: bytes) -> MemberSubscription:
    """The inverse; also of the 4 bytes of generation that Java's cooperative members send. Other data says nothing."""
    if len(data) == _STICKY.size:
        return MemberSubscription((), (), *_STICKY.unpack(data))
    owned: list[TopicPartition] = []
    try:
        (count,), at = _STICKY.unpack_from(data), 4
        for _ in range(count):
            size = int.from_bytes(data[at : at + 2], "big")
            topic, at = data[at + 2 : at + 2 + size].decode(), at + 2 + size
            (length,) = _STICKY.unpack_from(data, at)
            owned += [TopicPartition(topic, index) for index in unpack_from(f">{length}i", data, at + 4)]
            at += 4 + 4 * length
        generation = _STICKY.unpack_from(data, at)[0] if at < len(data) else _NO_GENERATION
    except (StructError, UnicodeDecodeError):  # some other assignor's
        return MemberSubscription(())
    return MemberSubscription((), owned, generation)


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
