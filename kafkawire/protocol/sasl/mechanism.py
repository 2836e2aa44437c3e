"""What all SASL mechanisms have in common, seen from a client, and what is asked of those that users write."""

from __future__ import annotations

import re
from inspect import iscoroutine
from typing import Protocol

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["AuthenticationFailed", "Mechanism", "is_mechanism_name", "token_of"]

_NAME = re.compile(r"[A-Z0-9_-]{1,20}")


class AuthenticationFailed(KafkaError):
    """The broker has not let us in, or has not proved that it knows our secret. Trying again does not help."""

    def __init__(self, message: str, code: int = ErrorCode.SASL_AUTHENTICATION_FAILED) -> None:
        super().__init__(code, message)


class Mechanism(Protocol):
    """One authentication on one connection: made, used once and thrown away. Its repr shows no secret.

    Its methods are plain functions. Under asyncio they are called in the event loop, so they compute and do not wait.
    `AuthenticationFailed` is what they raise for a broker that does not convince them. Whatever else they raise ends
    the connection with an `AuthenticationFailed` that names its type, and has it as its cause.
    """

    name: str
    """As RFC 4422 has it: up to 20 capital letters, digits, hyphens and underscores."""

    def first(self) -> bytes:
        """The token that begins the exchange."""

    def respond(self, challenge: bytes) -> bytes | None:
        """The token that answers the broker's, or None when the broker's was the last."""


def is_mechanism_name(name: object) -> bool:
    """Whether a mechanism may be called that, by RFC 4422."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def token_of(given: object) -> bytes | None:
    """What a mechanism has given, if it is a token at all."""
    if isinstance(given, bytes | bytearray | memoryview):
        return bytes(given)
    if iscoroutine(given):
        given.close()  # nobody will wait for it
    return None
