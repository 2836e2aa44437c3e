"""SASL PLAIN (RFC 4616): name and password as they are. Over anything but TLS everybody on the way can read them."""

from __future__ import annotations

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["Plain"]


class Plain:
    """One authentication by name and password."""

    name = "PLAIN"

    def __init__(self, username: str, password: str) -> None:
        if not username or not password or "\0" in username + password:
            raise AuthenticationFailed("PLAIN needs a name and a password, without NUL characters")
        self._token = b"\0" + username.encode() + b"\0" + password.encode()

    def first(self) -> bytes:
        """Name and password; the identity to act as is left to the broker."""
        return self._token

    def respond(self, challenge: bytes) -> None:
        """The broker's only answer is yes, with nothing in it that matters."""
