"""SASL OAUTHBEARER (RFC 7628, KIP-255): a token that somebody else has given us. Over TLS only: who has it is us."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["OAuthBearer"]

_SEPARATOR = "\x01"
_TOKEN = re.compile(r"[A-Za-z0-9\-._~+/]+=*")
_KEY, _VALUE = re.compile(r"[A-Za-z]+"), re.compile(r"[\x20-\x7e\t\r\n]*")


class OAuthBearer:
    """One authentication by token, with extensions that the broker may understand (KIP-342)."""

    name = "OAUTHBEARER"

    def __init__(self, token: str, extensions: Mapping[str, str] | None = None) -> None:
        if not _TOKEN.fullmatch(token):
            raise AuthenticationFailed("OAUTHBEARER: the token has characters that no bearer token has")
        pairs = {"auth": f"Bearer {token}"}
        for key, value in (extensions or {}).items():
            if key == "auth" or not _KEY.fullmatch(key) or not _VALUE.fullmatch(value):
                raise AuthenticationFailed(f"OAUTHBEARER: {key!r} is no possible extension, or its value is not")
            pairs[key] = value
        self._token = "".join(["n,,", *(f"{_SEPARATOR}{key}={value}" for key, value in pairs.items()), _SEPARATOR * 2])
        self._fault = ""

    def first(self) -> bytes:
        """The token."""
        return self._token.encode()

    def respond(self, challenge: bytes) -> bytes | None:
        """None for the empty answer that means yes; a fault has to be acknowledged, then the broker ends it."""
        if self._fault:
            raise AuthenticationFailed(f"OAUTHBEARER: the broker says {self._fault}")
        if not challenge:
            return None
        self._fault = challenge[:1000].decode(errors="replace")
        return _SEPARATOR.encode()
