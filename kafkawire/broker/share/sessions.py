"""Share sessions: what the broker remembers of a member that fetches, so that a request names only what has changed.

A session belongs to a connection. When that ends, or the session is closed, what is locked for the member is given
back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kafkawire.broker.share.records import StateKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["FINAL", "INITIAL", "ShareSession", "ShareSessions"]

INITIAL, FINAL = 0, -1
_MAX_INT = 2**31 - 1
_Who = tuple[str, str]


@dataclass(slots=True, eq=False)
class ShareSession:
    """One member's. `connection` is whatever stands for the connection it came over."""

    group_id: str
    member_id: str
    connection: object
    epoch: int = 1
    partitions: dict[StateKey, None] = field(default_factory=dict)
    touched: set[StateKey] = field(default_factory=set)
    """Where something may be locked for the member."""

    def rotated(self) -> list[StateKey]:
        """The partitions, another one first each time, so that none has to stand back for ever."""
        keys = list(self.partitions)
        turn = self.epoch % len(keys) if keys else 0
        return keys[turn:] + keys[:turn]


class ShareSessions:
    """At most `most` of them. `release` is called with sessions that have ended."""

    def __init__(self, most: Callable[[], int], release: Callable[[ShareSession], object]) -> None:
        self._most = most
        self._release = release
        self._sessions: dict[_Who, ShareSession] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    def open(self, group_id: str, member_id: str, connection: object) -> ShareSession:
        """A new session, in place of the one that the member may have. Raises `KafkaError`."""
        who = group_id, member_id
        old = self._sessions.pop(who, None)
        if len(self._sessions) >= self._most():
            raise KafkaError(ErrorCode.SHARE_SESSION_LIMIT_REACHED)
        session = self._sessions[who] = ShareSession(group_id, member_id, connection)
        if old is not None:
            session.touched |= old.touched
        return session

    def get(self, group_id: str, member_id: str) -> ShareSession:
        """The session of a member. Raises `KafkaError`."""
        try:
            return self._sessions[group_id, member_id]
        except KeyError:
            raise KafkaError(ErrorCode.SHARE_SESSION_NOT_FOUND) from None

    def has(self, session: ShareSession) -> bool:
        """Whether the session has not ended."""
        return self._sessions.get((session.group_id, session.member_id)) is session

    def step(self, group_id: str, member_id: str, epoch: int) -> ShareSession:
        """The session, for its next request. Raises `KafkaError` if that does not count on."""
        session = self.get(group_id, member_id)
        if session.epoch != epoch:
            raise KafkaError(ErrorCode.INVALID_SHARE_SESSION_EPOCH)
        session.epoch = 1 if epoch == _MAX_INT else epoch + 1
        return session

    def close(self, session: ShareSession) -> None:
        """End a session."""
        who = session.group_id, session.member_id
        if self._sessions.get(who) is session:
            del self._sessions[who]
            self._release(session)

    def disconnected(self, connection: object) -> None:
        """End the sessions of a connection."""
        self._close_all(session for session in self._sessions.values() if session.connection is connection)

    def forget_group(self, group_id: str) -> None:
        """End the sessions of a group that is no more."""
        self._close_all(session for session in self._sessions.values() if session.group_id == group_id)

    def _close_all(self, sessions: Iterable[ShareSession]) -> None:
        for session in list(sessions):
            self.close(session)
