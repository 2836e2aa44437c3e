"""SASL SCRAM-SHA-256 and SCRAM-SHA-512 (RFC 5802, RFC 7677), the broker's side: it keeps no password, only keys.

What is kept (`ScramCredential`) is enough to check a client's proof and to prove ourselves, and not enough to log in as
the user. A name that nobody has is answered like any other one: with a salt and a number of iterations that are always
the same for this name and have the form of somebody's who is there, and with a refusal after the proof. So a stranger
cannot find out who has an account; Apache Kafka ends the exchange at once for a name that it does not know.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import math
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from kafkawire.protocol.sasl.scram import MIN_ITERATIONS
from kafkawire.protocol.sasl.server_mechanism import Refused

__all__ = [
    "MECHANISMS",
    "SaltForm",
    "ScramCredential",
    "ServerScram",
    "TokenCredential",
    "derive_credential",
    "form_of",
    "salt_for",
    "scram_credential",
    "stand_in",
]

MECHANISMS = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
"""Mechanism -> its hash."""
_NAME = r"(?:[\x01-\x2b\x2d-\x3c\x3e-\x7f]|=2C|=3D)+"
_EXTENSIONS = r"(?:,[A-Za-z]+=[\x01-\x2b\x2d-\x7f]+)*"
_NONCE = r"[\x21-\x2b\x2d-\x7e]+"
_BASE64 = r"(?:[A-Za-z0-9/+]{4})*(?:[A-Za-z0-9/+]{3}=|[A-Za-z0-9/+]{2}==)?"
_FIRST = re.compile(
    rf"(?P<gs2>n,(?:a=(?P<identity>{_NAME}))?,)(?P<bare>n=(?P<name>{_NAME}),r=(?P<nonce>{_NONCE}){_EXTENSIONS})"
)
_FINAL = re.compile(
    rf"(?P<unproved>c=(?P<binding>{_BASE64}),r=(?P<nonce>{_NONCE}){_EXTENSIONS}),p=(?P<proof>{_BASE64})"
)
_OTHER_IDENTITY = "Authentication failed: Client requested an authorization id that is different from username"
_TOKEN_AUTH = re.compile(r",tokenauth=true(?:,|$)", re.IGNORECASE)
_NONCE_BYTES = 24
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SALT_BITS = 130  # the tools of Apache Kafka make a number of so many bits and write it to base 36
_SALT_TEXT = re.compile(rb"[0-9a-z]{20,26}")


@dataclass(frozen=True, slots=True)
class ScramCredential:
    """What is kept of a password for one mechanism."""

    salt: bytes = field(repr=False)
    stored_key: bytes = field(repr=False)
    server_key: bytes = field(repr=False)
    iterations: int = MIN_ITERATIONS


class TokenCredential(NamedTuple):
    """Whom a delegation token speaks for, until when (ms since 1970), and what its holder has to prove."""

    owner: str
    expires_at_ms: int
    credential: ScramCredential


def scram_credential(mechanism: str, salted_password: bytes, salt: bytes, iterations: int) -> ScramCredential:
    """What to keep if the client has done the long calculation, as AlterUserScramCredentials has it."""
    hash_name = MECHANISMS[mechanism]
    client_key = hmac.digest(salted_password, b"Client Key", hash_name)
    stored_key = hashlib.new(hash_name, client_key).digest()
    return ScramCredential(salt, stored_key, hmac.digest(salted_password, b"Server Key", hash_name), iterations)


def derive_credential(mechanism: str, password: str, salt: bytes, iterations: int = MIN_ITERATIONS) -> ScramCredential:
    """What to keep of a password: some milliseconds of work."""
    salted = hashlib.pbkdf2_hmac(MECHANISMS[mechanism], password.encode(), salt, iterations)
    return scram_credential(mechanism, salted, salt, iterations)


class SaltForm(NamedTuple):
    """What shows of a credential: bytes of salt, 0 for a text as Apache Kafka's tools make it, and iterations."""

    size: int = 0
    iterations: int = MIN_ITERATIONS


def form_of(credential: ScramCredential) -> SaltForm:
    """The form that a credential has."""
    return SaltForm(0 if _SALT_TEXT.fullmatch(credential.salt) else len(credential.salt), credential.iterations)


def salt_for(secret: bytes, mechanism: str, username: str, size: int = 0) -> bytes:
    """The salt of a name that has none of its own: it looks random to all who do not know the `secret`."""
    stream = hashlib.shake_256(_keyed(secret, mechanism, username))
    if size:
        return stream.digest(size)
    number, digits = int.from_bytes(stream.digest(32), "big") >> 256 - _SALT_BITS, ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits.encode()


def stand_in(secret: bytes, mechanism: str, username: str, forms: Mapping[SaltForm, int]) -> ScramCredential:
    """What is shown for a name that nobody has: always the same one, in a form as common as it is in `forms`.

    Each form bids for the name, and the lowest bid gets it: forms that come and go change few names.
    """

    def bid(form: SaltForm) -> float:
        number = int.from_bytes(_keyed(secret, mechanism, username, *map(str, form))[:8], "big")
        return -math.log((number + 1) / 2**64) / forms.get(form, 1)

    form = min(forms or (SaltForm(),), key=bid)
    size = hashlib.new(MECHANISMS[mechanism]).digest_size
    salt = salt_for(secret, mechanism, username, form.size)
    return ScramCredential(salt, secrets.token_bytes(size), bytes(size), form.iterations)


def _keyed(secret: bytes, *texts: str) -> bytes:
    return hmac.digest(secret, "\0".join(texts).encode(errors="surrogatepass"), "sha256")


class ServerScram:
    """One authentication. `find` gives what is kept of a user, `find_token` what is known of a delegation token.

    The `secret` makes salts for names that nobody has, in the forms of those that are there (and how many have each).
    A test gives the `nonce`, others let it be.
    """

    def __init__(
        self,
        mechanism: str,
        find: Callable[[str], ScramCredential | None],
        *,
        secret: bytes,
        forms: Mapping[SaltForm, int] = MappingProxyType({}),
        find_token: Callable[[str], TokenCredential | None] = lambda _: None,
        nonce: str | None = None,
    ) -> None:
        self._name = mechanism
        self._hash = MECHANISMS[mechanism]
        self._find, self._find_token = find, find_token
        self._token: TokenCredential | None = None
        self._secret, self._forms = secret, forms
        self._nonce = secrets.token_urlsafe(_NONCE_BYTES) if nonce is None else nonce
        self._credential: ScramCredential | None = None
        self._claimed = self._gs2 = self._begun = ""
        self._is_over = False
        self.username: str | None = None
        self.expires_at_ms: int | None = None
        self.is_by_token = False

    def evaluate(self, token: bytes) -> bytes:
        """Nonce, salt and iterations for the first token; our own proof for the second, once the client's is right."""
        if self._is_over:
            raise Refused("a token after the end")
        self._is_over = True  # until all of this token is found right
        text = token.decode(errors="replace")
        answer = self._first(text) if self._credential is None else self._final(text, self._credential)
        self._is_over = self.username is not None
        return answer.encode()

    def _first(self, text: str) -> str:
        found = _FIRST.fullmatch(text)
        if found is None:
            raise Refused("the first token is not what RFC 5802 says")
        name = _unescaped(found["name"])
        self.is_by_token = _TOKEN_AUTH.search(found["bare"]) is not None
        self._token = self._find_token(name) if self.is_by_token else None
        self._credential = self._credential_of(name)
        if found["identity"] is not None and _unescaped(found["identity"]) != name:
            raise Refused(_OTHER_IDENTITY, told=_OTHER_IDENTITY)
        self._claimed, self._gs2, self._nonce = name, found["gs2"], found["nonce"] + self._nonce
        answer = f"r={self._nonce},s={_encoded(self._credential.salt)},i={self._credential.iterations}"
        self._begun = f"{found['bare']},{answer}"
        return answer

    def _credential_of(self, name: str) -> ScramCredential:
        # Made for every name: what takes time for some alone would tell which.
        other = stand_in(self._secret, self._name, name, {} if self.is_by_token else self._forms)
        found = self._find(name) if not self.is_by_token else self._token and self._token.credential
        return found if found is not None and found.iterations >= MIN_ITERATIONS else other

    def _final(self, text: str, credential: ScramCredential) -> str:
        found = _FINAL.fullmatch(text)
        if found is None:
            raise Refused("the second token is not what RFC 5802 says")
        if _decoded(found["binding"]) != self._gs2.encode() or found["nonce"] != self._nonce:
            raise Refused("channel binding or nonce are not those of the first token")
        message = f"{self._begun},{found['unproved']}".encode()
        signature = hmac.digest(credential.stored_key, message, self._hash)
        proof = _decoded(found["proof"])
        client_key = bytes(a ^ b for a, b in zip(signature, proof.ljust(len(signature), b"\0"), strict=False))
        is_right = hmac.compare_digest(hashlib.new(self._hash, client_key).digest(), credential.stored_key)
        if not is_right or len(proof) != len(signature):
            raise Refused("there is no such user, or the password is wrong")
        self.username = self._claimed
        if self._token is not None:
            self.username, self.expires_at_ms = self._token.owner, self._token.expires_at_ms
        return f"v={_encoded(hmac.digest(credential.server_key, message, self._hash))}"


def _unescaped(name: str) -> str:
    return name.replace("=2C", ",").replace("=3D", "=")


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as exc:  # the pattern lets nothing through that is none
        raise Refused("there is something else where base64 has to be") from exc
