"""The client's end of OAUTHBEARER: bytes as RFC 7628 and KIP-342 have them, and what cannot be sent."""

from __future__ import annotations

import pytest

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer


def test_the_token_goes_first_and_extensions_follow() -> None:
    assert OAuthBearer("a.b-c").first() == b"n,,\x01auth=Bearer a.b-c\x01\x01"
    sent = OAuthBearer("abc==", {"logicalCluster": "lkc-1", "pool": ""}).first()
    assert sent == b"n,,\x01auth=Bearer abc==\x01logicalCluster=lkc-1\x01pool=\x01\x01"


@pytest.mark.parametrize("token", ["", "a b", "a\x01b", "=a", "ä", "a\n"])
def test_what_is_no_token(token: str) -> None:
    with pytest.raises(AuthenticationFailed, match="characters that no bearer token has"):
        OAuthBearer(token)


@pytest.mark.parametrize(("key", "value"), [("auth", "x"), ("", "x"), ("a1", "x"), ("a", "\x01"), ("a", "é")])
def test_what_is_no_extension(key: str, value: str) -> None:
    with pytest.raises(AuthenticationFailed, match=f"OAUTHBEARER: '{key}' is no possible extension"):
        OAuthBearer("t", {key: value})


def test_an_empty_challenge_means_yes() -> None:
    assert OAuthBearer("t").respond(b"") is None


def test_a_fault_is_acknowledged_once_and_then_raised() -> None:
    mechanism = OAuthBearer("t")
    assert mechanism.respond(b'{"status":"invalid_token"}' + b"\xff" * 2000) == b"\x01"
    with pytest.raises(AuthenticationFailed, match=r'the broker says \{"status":"invalid_token"\}') as caught:
        mechanism.respond(b"")
    assert len(str(caught.value)) < 1100
