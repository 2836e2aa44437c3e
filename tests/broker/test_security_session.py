"""A session over its life: authentication that counts for a while, and comes again (KIP-368). Times are arguments."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker.config.listeners import Listener
from kafkawire.broker.security.endpoints import Endpoint
from kafkawire.broker.security.session import Progress, Session
from kafkawire.error_code import ErrorCode
from kafkawire.errors import RemoteProtocolError
from kafkawire.protocol.sasl.server_mechanism import Refused, ServerMechanism

WHERE = Listener("SASL", "SASL_PLAINTEXT", "127.0.0.1", 9092)
NOW_MS = 1_700_000_000_000


class Trusting:
    """Takes anybody's word; a name may come with the time at which its credentials end."""

    def __init__(self) -> None:
        self.username: str | None = None
        self.expires_at_ms: int | None = None

    def evaluate(self, token: bytes) -> bytes:
        if token == b"more":
            return b"and?"
        if token == b"liar":
            raise Refused("a liar")
        name, _, end = token.decode().partition("@")
        self.username, self.expires_at_ms = name, int(end) if end else None
        return b"welcome"


def session(max_reauth_ms: int = 0) -> Session:
    mechanisms: dict[str, Callable[[], ServerMechanism]] = {"A": Trusting, "B": Trusting}
    return Session(Endpoint(WHERE, WHERE, mechanisms=mechanisms, max_reauth_ms=max_reauth_ms))


def opened(max_reauth_ms: int = 0, token: bytes = b"alice", now: float = 100.0) -> Session:
    found = session(max_reauth_ms)
    assert found.handshake("A", now) is ErrorCode.NONE
    found.authenticate(token, now, NOW_MS)
    return found


def test_a_client_is_known_after_its_last_token() -> None:
    found = session()
    assert found.principal == "User:ANONYMOUS"
    assert found.handshake("A", 0) is ErrorCode.NONE
    assert found.authenticate(b"more", 0, NOW_MS) == (b"and?", 0)
    assert found.progress is Progress.TOKENS
    assert found.authenticate(b"alice", 0, NOW_MS) == (b"welcome", 0)
    assert (found.progress, found.principal, found.expires_at) == (Progress.OPEN, "User:alice", None)
    assert found.authenticate(b"alice", 0, NOW_MS) is None


def test_who_is_refused_gets_no_second_try() -> None:
    found = session()
    found.handshake("A", 0)
    with pytest.raises(Refused) as caught:
        found.authenticate(b"liar", 0, NOW_MS)
    assert found.refusal(caught.value) == (
        "Authentication failed during authentication due to invalid credentials with SASL mechanism A"
    )
    assert found.progress is Progress.FAILED
    assert found.authenticate(b"alice", 0, NOW_MS) is None
    assert found.handshake("A", 0) is ErrorCode.ILLEGAL_SASL_STATE


def test_an_unknown_mechanism_and_a_second_handshake_are_the_end() -> None:
    found = session()
    assert found.handshake("C", 0) is ErrorCode.UNSUPPORTED_SASL_MECHANISM
    assert found.progress is Progress.FAILED
    found = session()
    found.handshake("A", 0)
    assert found.handshake("A", 0) is ErrorCode.ILLEGAL_SASL_STATE
    assert found.progress is Progress.FAILED


@pytest.mark.parametrize(
    ("max_reauth_ms", "token", "lifetime_ms"),
    [
        (0, b"alice", 0),
        (5000, b"alice", 5000),
        (0, b"alice@%d" % (NOW_MS + 3000), 3000),
        (5000, b"alice@%d" % (NOW_MS + 3000), 3000),
        (5000, b"alice@%d" % (NOW_MS + 9000), 5000),
        (0, b"alice@%d" % (NOW_MS - 1), 0),
    ],
)
def test_the_lifetime_is_the_shorter_of_the_brokers_and_the_credentials(
    max_reauth_ms: int, token: bytes, lifetime_ms: int
) -> None:
    found = session(max_reauth_ms)
    found.handshake("A", 7.0)
    assert found.authenticate(token, 7.0, NOW_MS) == (b"welcome", lifetime_ms)
    is_limited = max_reauth_ms or b"@" in token
    assert found.expires_at == (7.0 + lifetime_ms / 1000 if is_limited else None)


def test_an_expired_session_takes_nothing_but_a_handshake() -> None:
    found = opened(max_reauth_ms=5000)
    found.check(ApiKey.METADATA, 105.0)
    with pytest.raises(RemoteProtocolError, match="session of User:alice has expired"):
        found.check(ApiKey.METADATA, 105.001)
    found.check(ApiKey.SASL_HANDSHAKE, 105.001)
    assert found.handshake("A", 105.001) is ErrorCode.NONE
    with pytest.raises(RemoteProtocolError, match="another request"):
        found.check(ApiKey.METADATA, 105.001)
    found.check(ApiKey.SASL_AUTHENTICATE, 105.001)
    assert found.authenticate(b"alice", 105.5, NOW_MS) == (b"welcome", 5000)
    found.check(ApiKey.METADATA, 110.5)
    assert found.began_anew


def test_authentication_anew_is_for_sessions_that_end_and_not_all_the_time() -> None:
    assert opened().handshake("A", 101.0) is ErrorCode.ILLEGAL_SASL_STATE
    found = opened(max_reauth_ms=5000)
    assert found.handshake("A", 101.0) is ErrorCode.NONE
    found.authenticate(b"alice", 101.0, NOW_MS)
    assert found.handshake("A", 101.9) is ErrorCode.ILLEGAL_SASL_STATE
    found.check(ApiKey.METADATA, 101.9)
    assert found.handshake("A", 102.0) is ErrorCode.NONE


def test_a_session_changes_neither_its_user_nor_its_mechanism() -> None:
    found = opened(max_reauth_ms=5000)
    found.handshake("A", 101.0)
    with pytest.raises(Refused) as caught:
        found.authenticate(b"bob", 101.0, NOW_MS)
    assert found.refusal(caught.value) == (
        "Cannot change principals during re-authentication from User.alice: User.bob"
    )
    assert (found.principal, found.progress) == ("User:alice", Progress.FAILED)
    found = opened(max_reauth_ms=5000)
    assert found.handshake("B", 101.0) is ErrorCode.NONE
    with pytest.raises(RemoteProtocolError, match="cannot change its mechanism to B"):
        found.authenticate(b"alice", 101.0, NOW_MS)


def test_where_nobody_authenticates_all_is_open_and_sasl_out_of_place() -> None:
    found = Session(Endpoint(WHERE, WHERE))
    found.check(ApiKey.METADATA, 1e9)
    assert found.handshake("A", 0) is ErrorCode.ILLEGAL_SASL_STATE
    assert found.authenticate(b"alice", 0, NOW_MS) is None
    assert (found.progress, found.principal) == (Progress.OPEN, "User:ANONYMOUS")
