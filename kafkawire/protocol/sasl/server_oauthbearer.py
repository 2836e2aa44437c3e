"""SASL OAUTHBEARER (RFC 7628, KIP-255), the broker's side: somebody else has said who it is, in a token.

What a token is worth is for the validator to say. Tokens without a signature are never accepted by default: there is no
default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from kafkawire.protocol.sasl.server_mechanism import Refused

__all__ = ["BearerIdentity", "ServerOAuthBearer", "TokenValidator"]

_NAME = r"(?:[\x01-\x2b\x2d-\x3c\x3e-\x7f]|=2C|=3D)+"
_PAIRS = r"(?:[A-Za-z]+=[\x21-\x7e \t\r\n]+\x01)*"
_FIRST = re.compile(rf"n,(?:a=(?P<identity>{_NAME}))?,\x01(?P<pairs>{_PAIRS})\x01")
_AUTH = re.compile(r"(?P<scheme>\w+) +(?P<token>[-_~+/.a-zA-Z0-9]+=*)", re.ASCII)
_INVALID = json.dumps({"status": "invalid_token"}, separators=(",", ":"))
_ACKNOWLEDGED = b"\x01"


@dataclass(frozen=True, slots=True)
class BearerIdentity:
    """Whom a token speaks for, and until when: ms since 1970, None for no end."""

    name: str
    expires_at_ms: int | None = None


TokenValidator = Callable[[str], BearerIdentity | None]
"""Says, at once, whom a token speaks for; None if it is not to be trusted."""


class ServerOAuthBearer:
    """One authentication."""

    def __init__(self, validate: TokenValidator) -> None:
        self._validate = validate
        self._has_refused = False
        self.username: str | None = None
        self.expires_at_ms: int | None = None

    def evaluate(self, token: bytes) -> bytes:
        """Nothing for a token that is good; else what is wrong with it, which is the end once it is acknowledged."""
        if self._has_refused and token == _ACKNOWLEDGED:
            raise Refused("the token is not valid", told=_INVALID)
        identity, bearer = _parse(token)
        found = self._validate(bearer)
        if found is None:
            self._has_refused = True
            return _INVALID.encode()
        if identity not in (None, found.name):
            raise Refused("another identity was asked for than the token's")
        self.username, self.expires_at_ms = found.name, found.expires_at_ms
        return b""


def _parse(token: bytes) -> tuple[str | None, str]:
    """The identity that is asked for, if any, and the bearer token. Extensions are read and not used."""
    found = _FIRST.fullmatch(token.decode(errors="replace"))
    if found is None:
        raise Refused("the token is not what RFC 7628 says")
    pairs = dict(pair.split("=", 1) for pair in found["pairs"].split("\x01") if pair)
    auth = _AUTH.fullmatch(pairs.get("auth", ""))
    if auth is None or auth["scheme"].lower() != "bearer":
        raise Refused("there is no bearer token")
    return found["identity"], auth["token"]
