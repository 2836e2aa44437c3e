"""Delegation tokens (KIP-48): what a user can hand to others, who then log in as that user, for a while.

A token is an id and an HMAC of it under the broker's secret key, so nothing secret is kept: the metadata log has who
owns a token, who may renew it, and how long it lives, as with Apache Kafka. Its holder logs in with SCRAM, with the id
for a name and the HMAC for a password.
"""

from __future__ import annotations

import base64
import hmac
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.message import Message

__all__ = ["Token", "Tokens"]

_FOREVER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Token:
    """A delegation token; principals as texts, times in ms since 1970."""

    token_id: str
    owner: str
    requester: str
    renewers: tuple[str, ...]
    issued_ms: int
    expires_ms: int
    max_ms: int

    def is_over(self, now_ms: int) -> bool:
        """Whether it is good no more."""
        return self.max_ms < now_ms or self.expires_ms < now_ms

    def may_be_renewed_by(self, principal: str) -> bool:
        """Whether that is its owner or a renewer; they may also end it."""
        return principal == self.owner or principal in self.renewers

    def until(self, end_ms: int) -> Token:
        """A copy that ends its life at `end_ms`, or at the latest that it may have."""
        return replace(self, expires_ms=min(self.max_ms, end_ms))

    def record(self) -> Message:
        """The record that says all of this."""
        from kafkawire.messages import DelegationTokenRecord

        return DelegationTokenRecord(
            owner=self.owner,
            requester=self.requester,
            renewers=list(self.renewers),
            issue_timestamp=self.issued_ms,
            max_timestamp=self.max_ms,
            expiration_timestamp=self.expires_ms,
            token_id=self.token_id,
        )

    def removal(self) -> Message:
        """The record that ends it at once."""
        from kafkawire.messages import RemoveDelegationTokenRecord

        return RemoveDelegationTokenRecord(token_id=self.token_id)

    @property
    def concerned(self) -> tuple[str, ...]:
        """Who has asked for it, its owner and its renewers: they may always see it."""
        return (self.requester, self.owner, *self.renewers)


class Tokens:
    """All tokens that the metadata log knows. Times are ms."""

    def __init__(self, config: BrokerConfig) -> None:
        self._key = (config.delegation_token_secret_key or "").encode()
        self._max_lifetime_ms = config.delegation_token_max_lifetime_ms
        self._renewal_ms = config.delegation_token_expiry_time_ms
        self._found: dict[str, Token] = {}

    def __iter__(self) -> Iterator[Token]:
        return iter(list(self._found.values()))

    @property
    def are_served(self) -> bool:
        """Whether there is a secret key to make them with."""
        return bool(self._key)

    def get(self, token_id: str) -> Token | None:
        """The token of that id."""
        return self._found.get(token_id) if self._key else None

    def hmac_of(self, token_id: str) -> bytes:
        """What proves that somebody has the token with that id."""
        return hmac.digest(self._key, token_id.encode(errors="surrogatepass"), "sha512")

    def password_of(self, token_id: str) -> str:
        """The password that the holder of a token with that id has, or would have if there were one."""
        return base64.b64encode(self.hmac_of(token_id)).decode()

    def by_hmac(self, proof: bytes) -> Token | None:
        """The token that somebody has proved to have."""
        found = None
        for token in self._found.values():  # all of them, so that the time tells nothing
            if hmac.compare_digest(self.hmac_of(token.token_id), proof):
                found = token
        return found

    def new(self, owner: str, requester: str, renewers: tuple[str, ...], lifetime_ms: int, now_ms: int) -> Token:
        """A token that could be made, for up to `lifetime_ms`, or the longest time there is if that is not above 0."""
        longest = min(self._max_lifetime_ms, lifetime_ms) if lifetime_ms > 0 else self._max_lifetime_ms
        max_ms = min(now_ms + longest, _FOREVER)
        token_id = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        return Token(token_id, owner, requester, renewers, now_ms, min(max_ms, now_ms + self._renewal_ms), max_ms)

    def renewed(self, token: Token, period_ms: int, now_ms: int) -> Token:
        """The token with a longer life."""
        period = min(self._renewal_ms, period_ms) if period_ms > 0 else self._renewal_ms
        return token.until(now_ms + period)

    def over(self, now_ms: int) -> list[Token]:
        """Those that are good no more."""
        return [token for token in self if token.is_over(now_ms)]

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about tokens."""
        from kafkawire.messages import DelegationTokenRecord, RemoveDelegationTokenRecord

        if isinstance(record, RemoveDelegationTokenRecord):
            self._found.pop(record.token_id, None)
        elif isinstance(record, DelegationTokenRecord):
            r = record
            times = r.issue_timestamp, r.expiration_timestamp, r.max_timestamp
            self._found[r.token_id] = Token(r.token_id, r.owner, r.requester, tuple(r.renewers), *times)
