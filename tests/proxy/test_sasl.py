"""Logins that end at the proxy: who gets in, who does not, and what is said of it."""

from __future__ import annotations

from functools import partial

import pytest

from kafkawire.messages import HeartbeatRequest, HeartbeatResponse, SaslAuthenticateRequest, SaslHandshakeRequest
from kafkawire.protocol.sasl.server_plain import ServerPlain
from kafkawire.proxy.sasl import SaslFilter
from kafkawire.proxy.testing import FilterTest

PLAIN = {"PLAIN": partial(ServerPlain, lambda name, password: (name, password) == ("bob", "bob-secret"))}
ILLEGAL, UNSUPPORTED, FAILED = 34, 33, 58


class Broken:
    """A mechanism that says too much when it fails."""

    username: str | None = None
    expires_at_ms: int | None = None

    def evaluate(self, token: bytes) -> bytes:
        raise ValueError(f"secret: {token!r}")


def test_a_client_that_proves_who_it_is_may_ask() -> None:
    with FilterTest(SaslFilter(PLAIN), authenticates=True) as test:
        handshake = test.request(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        assert (handshake.error_code, list(handshake.mechanisms)) == (0, ["PLAIN"])
        assert test.request(SaslAuthenticateRequest(auth_bytes=b"\0bob\0bob-secret"), 2).error_code == 0
        assert test.request(HeartbeatRequest(group_id="g"), 4) == HeartbeatRequest(group_id="g")
        assert test.response(HeartbeatResponse()) == HeartbeatResponse()
        assert test.request(SaslHandshakeRequest(mechanism="PLAIN"), 1).error_code == ILLEGAL
        assert test.request(SaslAuthenticateRequest(auth_bytes=b""), 2).error_code == ILLEGAL


def test_nothing_is_asked_before() -> None:
    with FilterTest(SaslFilter(PLAIN), authenticates=True) as test:
        assert (test.request(HeartbeatRequest(), 4), test.closed) == (None, True)


def test_a_wrong_password_ends_the_connection_once_that_is_said() -> None:
    with FilterTest(SaslFilter(PLAIN), authenticates=True) as test:
        test.request(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        refused = test.request(SaslAuthenticateRequest(auth_bytes=b"\0bob\0guess"), 2)
        assert (refused.error_code, refused.error_message) == (
            FAILED,
            "Authentication failed: Invalid username or password",
        )
        assert test.closed


def test_an_unknown_mechanism_is_told_which_there_are() -> None:
    with FilterTest(SaslFilter(PLAIN), authenticates=True) as test:
        handshake = test.request(SaslHandshakeRequest(mechanism="GSSAPI"), 1)
        assert (handshake.error_code, list(handshake.mechanisms)) == (UNSUPPORTED, ["PLAIN"])


def test_what_a_failing_mechanism_says_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with FilterTest(SaslFilter({"PLAIN": Broken}), authenticates=True) as test:
        test.request(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        assert test.request(SaslAuthenticateRequest(auth_bytes=b"password"), 2).error_code == FAILED
    assert "the mechanism is at fault: ValueError" in caplog.text
    assert "password" not in caplog.text
