"""One connection's session: who the client is, and how it proves that (KIP-12, KIP-152), again and again (KIP-368).

A session of a listener without SASL has begun when the connection has. On others the client names a mechanism
(SaslHandshake) and then exchanges its tokens (SaslAuthenticate, or bare frames). What may come when, before the first
authentication, is in the table of `protocol.states`; this is about the rest. One that failed has ended: whoever drives
the connection answers slowly and hangs up.

An authentication may count for some time only. After that nothing but a new handshake is accepted, with the same
mechanism and for the same user; while it is under way no other request is.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.broker.config.principals import ANONYMOUS, principal
from kafkawire.broker.security.authentication import Authentication
from kafkawire.broker.security.endpoints import Endpoint
from kafkawire.error_code import ErrorCode
from kafkawire.errors import RemoteProtocolError
from kafkawire.protocol.sasl.server_mechanism import Refused

__all__ = ["Progress", "Session"]

_OF_SASL = (ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE)
_LEAST_BETWEEN = 1.0  # seconds between two authentications of one connection, as with Kafka


class Progress(Enum):
    """How far a session is."""

    NEW = auto()
    TOKENS = auto()  # the mechanism is known, the client is not yet
    OPEN = auto()
    FAILED = auto()


class Accepted(NamedTuple):
    """The response to a token; `lifetime_ms` is for how long the authentication counts that it ends, 0 for ever."""

    token: bytes
    lifetime_ms: int = 0


class Session:
    """The session of a connection that came to `endpoint`. Times are seconds on the broker's clock."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.client_host = ""
        """Where the client is, `/1.2.3.4` as Kafka has it in its logs."""
        self.principal = ANONYMOUS
        """Who the client is, as far as it has proved that: `User:alice`."""
        self.is_by_token = False
        """Whether the client has shown a delegation token."""
        self.progress = Progress.NEW if endpoint.mechanisms else Progress.OPEN
        self.expires_at: float | None = None
        self._name = ""
        self._authentication: Authentication | None = None
        self._began_anew_at: float | None = None
        self._is_another = False  # a mechanism that may not take the place of the first one

    @property
    def listener(self) -> str:
        """The name of the listener that the client has come to."""
        return self.endpoint.listener.name

    @property
    def began_anew(self) -> bool:
        """Whether this is not the first authentication of the connection."""
        return self._began_anew_at is not None

    def check(self, api_key: int, now: float) -> None:
        """Raise `RemoteProtocolError` if the request is out of turn or comes too late."""
        if self.progress is Progress.TOKENS and api_key not in _OF_SASL:
            raise RemoteProtocolError("another request than SaslAuthenticate while the client authenticates")
        is_late = self.expires_at is not None and now > self.expires_at
        if self.progress is Progress.OPEN and is_late and api_key != ApiKey.SASL_HANDSHAKE:
            raise RemoteProtocolError(f"the session of {self.principal} has expired")

    def handshake(self, mechanism: str, now: float) -> ErrorCode:
        """The client names its mechanism."""
        if self.progress is Progress.TOKENS:
            self.progress = Progress.FAILED
        if self.progress is Progress.FAILED or (self.progress is Progress.OPEN and not self._begins_anew(now)):
            return ErrorCode.ILLEGAL_SASL_STATE
        make = self.endpoint.mechanisms.get(mechanism)
        if make is None:
            self.progress = Progress.FAILED
            return ErrorCode.UNSUPPORTED_SASL_MECHANISM
        self._is_another = self.began_anew and mechanism != self._name
        self._name, self._authentication = mechanism, Authentication(mechanism, make)
        self.progress = Progress.TOKENS
        return ErrorCode.NONE

    def authenticate(self, token: bytes, now: float, now_ms: int) -> Accepted | None:
        """The client's next token; None if it has no business to send one. Raises `Refused`; that is the end."""
        if self.progress is not Progress.TOKENS or self._authentication is None:
            return None
        if self._is_another:
            raise RemoteProtocolError(f"the session of {self.principal} cannot change its mechanism to {self._name}")
        try:
            found = self._authentication.evaluate(token)
            if found.username is None:
                return Accepted(found.token)
            self._admit(principal(found.username))
        except Refused:
            self.progress = Progress.FAILED
            raise
        self.is_by_token = found.is_by_token
        return Accepted(found.token, self._begin(found.expires_at_ms, now, now_ms))

    def refusal(self, error: Refused) -> str:
        """What the client is told, in Kafka's words: it does not say whether there is such a user."""
        what = "re-authentication" if self.began_anew else "authentication"
        generic = f"Authentication failed during {what} due to invalid credentials with SASL mechanism {self._name}"
        return error.told or generic

    def _begins_anew(self, now: float) -> bool:
        if self.expires_at is None:
            return False
        if self._began_anew_at is not None and now - self._began_anew_at < _LEAST_BETWEEN:
            return False
        self._began_anew_at = now
        return True

    def _admit(self, found: str) -> None:
        if self.began_anew and found != self.principal:
            before, after = (name.replace(":", ".", 1) for name in (self.principal, found))
            changed = f"Cannot change principals during re-authentication from {before}: {after}"
            raise Refused(changed, told=changed)
        self.principal = found

    def _begin(self, ends_at_ms: int | None, now: float, now_ms: int) -> int:
        """The client is known; for how many ms."""
        self._authentication, self.progress, self.expires_at = None, Progress.OPEN, None
        longest = self.endpoint.max_reauth_ms
        limits = [limit for limit in (longest or None, ends_at_ms and ends_at_ms - now_ms) if limit is not None]
        if not limits:
            return 0
        lifetime = max(min(limits), 0)
        self.expires_at = now + lifetime / 1000
        return lifetime
