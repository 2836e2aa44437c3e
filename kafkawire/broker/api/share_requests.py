"""What share fetches and share acknowledgements have in common: who asks, and what is acknowledged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.sessions import ShareSession
from kafkawire.broker.share.slots import Acknowledgement
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["acknowledge", "check_who", "told"]

_LAST_TYPE, _RENEW = 4, 4


class Batch(Protocol):
    """An acknowledgement as it is on the wire."""

    first_offset: int
    last_offset: int
    acknowledge_types: Sequence[int]


def check_who(ctx: Context, group_id: str | None, member_id: str | None) -> tuple[str, str]:
    """Group and member of a request. Raises `KafkaError` if they may not, or cannot, be."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, group_id or ""):
        raise KafkaError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    if not group_id or not member_id:
        raise KafkaError(ErrorCode.INVALID_REQUEST)
    return group_id, member_id


def told(batches: Iterable[Batch], *, may_renew: bool) -> list[Acknowledgement]:
    """What batches say. Raises `KafkaError` if they contradict themselves."""
    found: list[Acknowledgement] = []
    end = -1
    for batch in batches:
        types = tuple(batch.acknowledge_types)
        if not end < batch.first_offset <= batch.last_offset:
            raise KafkaError(ErrorCode.INVALID_REQUEST)
        if len(types) not in (1, batch.last_offset - batch.first_offset + 1):
            raise KafkaError(ErrorCode.INVALID_REQUEST)
        if not all(0 <= kind <= _LAST_TYPE for kind in types) or (_RENEW in types and not may_renew):
            raise KafkaError(ErrorCode.INVALID_REQUEST)
        end = batch.last_offset
        found.append(Acknowledgement(batch.first_offset, batch.last_offset, types))
    return found


def acknowledge(
    ctx: Context, session: ShareSession, key: StateKey, batches: Iterable[Batch], *, is_renewal: bool
) -> tuple[int, str | None]:
    """Take in what a member says of one partition; returns an error code, and why."""
    share = ctx.node.share
    topic = ctx.topics.by_id(key.topic_id)
    if topic is not None and not ctx.allows(Operation.READ, ResourceType.TOPIC, topic.name):
        return ErrorCode.TOPIC_AUTHORIZATION_FAILED, None
    try:
        may_renew = is_renewal and share.options(key.group_id).may_renew
        if topic is None or key.partition not in topic.logs:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        share.partitions.acknowledge(key, session.member_id, told(batches, may_renew=may_renew))
    except KafkaError as exc:
        return exc.code, str(exc).partition(": ")[2] or None
    return ErrorCode.NONE, None
