"""SASL GSSAPI (RFC 4752): Kerberos. The tickets are those of the process: its credential cache, or its key table.

First the two sides exchange the tokens of a GSS context, until both know who the other is. Then the broker says,
wrapped by that context, which layers of security it offers for what follows; Kafka has none but TLS, so "none" is
chosen. The context comes from outside: from the package `gssapi`, or from a test.
"""

from __future__ import annotations

from typing import Protocol

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["GssContext", "Gssapi"]

_NO_LAYER = 1  # the bit for it among the layers that are offered
_OFFER_SIZE = 4  # a byte of layers, then the largest message that the broker takes
_CHOICE = bytes((_NO_LAYER, 0, 0, 0))  # without a layer no messages follow, so there is no size to name
_MOST_TOKENS = 16


class GssContext(Protocol):
    """The initiator's side of a GSS context. Every method may raise `AuthenticationFailed`."""

    @property
    def complete(self) -> bool:
        """Whether both sides know each other."""

    def step(self, token: bytes | None) -> bytes | None:
        """The token that follows the acceptor's; None begins. There may be nothing left to say."""

    def wrap(self, message: bytes) -> bytes:
        """A message that only the other side can have written, without encryption."""

    def unwrap(self, message: bytes) -> bytes:
        """What the other side has wrapped."""


class Gssapi:
    """One authentication. The first token is worked out at once: that asks the key distribution center."""

    name = "GSSAPI"

    def __init__(self, context: GssContext) -> None:
        self._context = context
        self._first = context.step(None) or b""
        self._tokens = 1
        self._chosen = False

    def first(self) -> bytes:
        """Our ticket for the broker."""
        return self._first

    def respond(self, challenge: bytes) -> bytes | None:
        """The next token of the context; then the choice of no layer; None for the broker's yes."""
        if self._chosen:
            return None
        if not self._context.complete:
            return self._go_on(challenge)
        offer = self._context.unwrap(challenge)
        if len(offer) != _OFFER_SIZE:
            raise AuthenticationFailed(
                f"GSSAPI: the broker's offer of layers has {len(offer)} bytes, not {_OFFER_SIZE}"
            )
        if not offer[0] & _NO_LAYER:
            raise AuthenticationFailed("GSSAPI: the broker insists on a layer of security that Kafka does not have")
        self._chosen = True
        return self._context.wrap(_CHOICE)

    def _go_on(self, challenge: bytes) -> bytes:
        self._tokens += 1
        if self._tokens > _MOST_TOKENS:
            raise AuthenticationFailed(f"GSSAPI: no context after {_MOST_TOKENS} tokens")
        return self._context.step(challenge) or b""  # nothing left to say is said all the same, so that the offer comes
