"""What a classic group knows of one member."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from kafkawire.broker.loop.reply import Reply

if TYPE_CHECKING:
    from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["JoinCall", "Member", "new_id"]

_NEW_MEMBER_TIMEOUT = 300.0


def new_id() -> str:
    """An id that nobody else has, in the form that Kafka gives to members of consumer groups."""
    return urlsafe_b64encode(uuid4().bytes).decode().rstrip("=")


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
    """One member. `join` and `sync` are the answers that it waits for.

    `held` is the last assignment that it was given, which it may go on to read from while there is none (KIP-429).
    """

    member_id: str
    instance_id: str | None
    client_id: str
    client_host: str
    session_timeout: float
    rebalance_timeout: float
    protocols: dict[str, bytes]
    deadline: float
    assignment: bytes = b""
    held: bytes = b""
    join: Reply[JoinGroupResponse] | None = None
    sync: Reply[SyncGroupResponse] | None = None
    has_synced: bool = field(default=False)
    is_new: bool = False

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
            now + _NEW_MEMBER_TIMEOUT,
            is_new=True,
        )

    @property
    def is_expected(self) -> bool:
        """Whether something should be heard from it. Who waits for us cannot send heartbeats.

        Somebody new has not heard its id yet, may have given up and come again as another: it does not stay for ever.
        """
        return self.is_new or (self.join is None and self.sync is None)

    def touch(self, now: float) -> None:
        """The member has given a sign of life."""
        self.deadline = now + self.session_timeout
