"""SASL SCRAM-SHA-256 and SCRAM-SHA-512 (RFC 5802, RFC 7677): the password never leaves this side.

Both sides prove that they know it: the broker's signature is checked, and a broker that does not have one is refused.
How much work the proof takes is the broker's choice, so it is bounded below, where a stolen proof would be cheap to
break, and above, where a hostile broker could keep us busy. Names and passwords are taken as UTF-8 without SASLprep,
as Apache Kafka does. Channel binding is not offered; no Kafka broker knows it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["MAX_ITERATIONS", "MIN_ITERATIONS", "Scram"]

MIN_ITERATIONS = 4096
MAX_ITERATIONS = 131_072
"""Eight times the most that Apache Kafka lets an administrator set; some hundredths of a second."""

_HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
_GS2_HEADER = "n,,"  # no channel binding, no identity to act as
_NONCE_BYTES = 24
_EXTENSION = ",tokenauth=true"


class Scram:
    """One authentication. `mechanism`: SCRAM-SHA-256 or SCRAM-SHA-512; a test gives the `nonce`, others let it be.

    `is_token`: name and password are those of a delegation token, of which the broker has to be told (KIP-48).
    """

    def __init__(
        self, mechanism: str, username: str, password: str, *, nonce: str | None = None, is_token: bool = False
    ) -> None:
        self.name = mechanism
        self._hash = _HASHES[mechanism]
        self._password = password.encode()
        self._nonce = secrets.token_urlsafe(_NONCE_BYTES) if nonce is None else nonce
        self._first_bare = f"n={_escaped(username)},r={self._nonce}" + (_EXTENSION if is_token else "")
        self._expected: bytes | None = None
        self._done = False

    def first(self) -> bytes:
        """Who we are, and our nonce."""
        return (_GS2_HEADER + self._first_bare).encode()

    def respond(self, challenge: bytes) -> bytes | None:
        """The proof for the broker's first message; None for its second, once the signature is found right."""
        if self._done:
            raise AuthenticationFailed(f"{self.name}: the broker goes on after the end")
        if self._expected is None:
            return self._prove(self._text(challenge))
        self._verify(self._text(challenge), self._expected)
        self._done = True
        return None

    def _prove(self, server_first: str) -> bytes:
        nonce, salt, iterations = self._parse_first(server_first)
        without_proof = f"c={_encoded(_GS2_HEADER.encode())},r={nonce}"
        message = ",".join((self._first_bare, server_first, without_proof)).encode()
        salted = hashlib.pbkdf2_hmac(self._hash, self._password, salt, iterations)
        client_key = self._hmac(salted, b"Client Key")
        signature = self._hmac(hashlib.new(self._hash, client_key).digest(), message)
        proof = bytes(a ^ b for a, b in zip(client_key, signature, strict=True))
        self._expected = self._hmac(self._hmac(salted, b"Server Key"), message)
        return f"{without_proof},p={_encoded(proof)}".encode()

    def _parse_first(self, text: str) -> tuple[str, bytes, int]:
        """Nonce, salt and number of iterations; what may follow them is an extension that need not be understood."""
        fields = text.split(",")
        if [field[:2] for field in fields[:3]] != ["r=", "s=", "i="]:
            raise self._failure("nonce, salt and iterations must come first")
        nonce, salt, iterations = (field[2:] for field in fields[:3])
        if not nonce.startswith(self._nonce) or len(nonce) == len(self._nonce):
            raise self._failure("the nonce is not ours with the broker's behind it")
        return nonce, self._decoded(salt), self._checked_iterations(iterations)

    def _checked_iterations(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_ITERATIONS))):
            raise self._failure(f"{text[:20]!r} is no possible number of iterations")
        iterations = int(text)
        if not MIN_ITERATIONS <= iterations <= MAX_ITERATIONS:
            raise self._failure(f"{iterations} iterations; {MIN_ITERATIONS} to {MAX_ITERATIONS} are accepted")
        return iterations

    def _verify(self, text: str, expected: bytes) -> None:
        field = text.split(",")[0]
        if field.startswith("e="):
            raise self._failure(f"it says {field[2:100]!r}")
        if not field.startswith("v=") or not hmac.compare_digest(self._decoded(field[2:]), expected):
            raise self._failure("its signature is wrong: it does not know the password")

    def _decoded(self, text: str) -> bytes:
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as exc:
            raise self._failure("there is something else where base64 has to be") from exc
        if not data:
            raise self._failure("salt or signature is empty")
        return data

    def _text(self, challenge: bytes) -> str:
        try:
            return challenge.decode()
        except UnicodeDecodeError as exc:
            raise self._failure("its message is no text") from exc

    def _hmac(self, key: bytes, message: bytes) -> bytes:
        return hmac.digest(key, message, self._hash)

    def _failure(self, what: str) -> AuthenticationFailed:
        return AuthenticationFailed(f"{self.name}, the broker's answer: {what}")


def _escaped(name: str) -> str:
    return name.replace("=", "=3D").replace(",", "=2C")


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()
