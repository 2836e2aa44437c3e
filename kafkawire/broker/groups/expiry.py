"""Which committed offsets are of no use any more (KIP-211)."""

from __future__ import annotations

from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.broker.groups.records import Committed

__all__ = ["used_ms"]

_NEVER = 2**63


def used_ms(group: Group | None, committed: Committed) -> int:
    """When an offset was of use for the last time, if the group (None: one of KIP-848) does not read its topic now.

    A group's offsets age from when it became empty; those of a group in use that does not read the topic (any more),
    and those of who is in no group, from their commit.
    """
    if group is None or not group.protocol_type:
        return committed.commit_ms
    if group.state is State.EMPTY:
        return group.since_ms if group.since_ms >= 0 else committed.commit_ms
    is_known = group.state is State.STABLE and group.protocol_type == CONSUMER_PROTOCOL
    return committed.commit_ms if is_known else _NEVER
