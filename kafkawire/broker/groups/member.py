"""What a classic group knows of one member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kafkawire.broker.reply import Reply

if TYPE_CHECKING:
    from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["JoinCall", "Member"]


@dataclass(frozen=True, slots=True)
class JoinCall:
    """What a member says when it joins. Timeouts in seconds. `new_member_id`: its id, if it is to get one."""

    member_id: str
    new_member_id: str
    session_timeout: float
    rebalance_timeout: float
    protocol_type: str
    protocols: Mapping[str, bytes]
    instance_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    must_know_id: bool = True
    """The client can be told its id and come again with it (KIP-394)."""
    can_skip_assignment: bool = True
    """The client understands that it leads but need not assign (KIP-814)."""


@dataclass(slots=True, eq=False)
class Member:
    """One member. `join` and `sync` are the answers that it waits for."""

    member_id: str
    instance_id: str | None
    client_id: str
    client_host: str
    session_timeout: float
    rebalance_timeout: float
    protocols: dict[str, bytes]
    deadline: float
    assignment: bytes = b""
    join: Reply[JoinGroupResponse] | None = None
    sync: Reply[SyncGroupResponse] | None = None
    has_synced: bool = field(default=False)

    @classmethod
    def of(cls, call: JoinCall, member_id: str, now: float) -> Member:
        """The member that makes this call."""
        return cls(
            member_id,
            call.instance_id,
            call.client_id,
            call.client_host,
            call.session_timeout,
            call.rebalance_timeout,
            dict(call.protocols),
            now + call.session_timeout,
        )

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for us; it cannot send heartbeats then."""
        return self.join is not None or self.sync is not None

    def touch(self, now: float) -> None:
        """It has given a sign of life."""
        self.deadline = now + self.session_timeout
