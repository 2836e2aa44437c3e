"""What all SASL mechanisms have in common, seen from a client."""

from __future__ import annotations

from typing import Protocol

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["AuthenticationFailed", "Mechanism"]


class AuthenticationFailed(KafkaError):
    """The broker has not let us in, or has not proved that it knows our secret. Trying again does not help."""

    def __init__(self, message: str, code: int = ErrorCode.SASL_AUTHENTICATION_FAILED) -> None:
        super().__init__(code, message)


class Mechanism(Protocol):
    """One authentication on one connection: made, used once and thrown away. Its repr shows no secret."""

    name: str

    def first(self) -> bytes:
        """The token that begins the exchange."""

    def respond(self, challenge: bytes) -> bytes | None:
        """The token that answers the broker's, or None when the broker's was the last; or `AuthenticationFailed`."""
