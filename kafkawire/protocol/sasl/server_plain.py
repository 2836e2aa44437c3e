"""SASL PLAIN (RFC 4616), the broker's side: name and password as they are."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from kafkawire.protocol.sasl.server_mechanism import Refused

__all__ = ["PasswordCheck", "ServerPlain", "check_passwords"]

PasswordCheck = Callable[[str, str], bool]
"""Says whether a name and a password belong together."""

_PARTS = 3
_WRONG = "Authentication failed: Invalid username or password"
_OTHER_IDENTITY = "Authentication failed: Client requested an authorization id that is different from username"


class ServerPlain:
    """One authentication; the texts are those of Apache Kafka, which does not say what of the two was wrong."""

    def __init__(self, check: PasswordCheck) -> None:
        self._check = check
        self.username: str | None = None
        self.expires_at_ms: int | None = None

    def evaluate(self, token: bytes) -> bytes:
        """The only token there is: identity to act as, name and password with NUL in between."""
        parts = token.split(b"\0", _PARTS)
        if len(parts) != _PARTS:
            raise _refused(f"Invalid SASL/PLAIN response: expected 3 tokens, got {len(parts)}")
        identity, username, password = (part.decode(errors="replace") for part in parts)
        if not username:
            raise _refused("Authentication failed: username not specified")
        if not password:
            raise _refused("Authentication failed: password not specified")
        if not self._check(username, password):
            raise _refused(_WRONG)
        if identity not in ("", username):
            raise _refused(_OTHER_IDENTITY)
        self.username = username
        return b""


def _refused(what: str) -> Refused:
    return Refused(what, told=what)


def check_passwords(expected: str | None, given: str) -> bool:
    """Whether a password is the expected one; takes as long if there is none."""
    digests = (hashlib.sha256(text.encode(errors="surrogatepass")).digest() for text in (expected or "", given))
    return hmac.compare_digest(*digests) and expected is not None
