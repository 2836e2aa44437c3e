"""One authentication of a client by a mechanism, which may be somebody else's code: what it may do wrong ends here."""

from __future__ import annotations

from collections.abc import Callable
from os.path import basename
from traceback import extract_tb
from typing import NamedTuple

from kafkawire.protocol.sasl.mechanism import token_of
from kafkawire.protocol.sasl.server_mechanism import Refused, ServerMechanism

__all__ = ["Authentication", "Evaluated", "MechanismFailed"]

_MAX_INT64 = 2**63 - 1


class MechanismFailed(Refused):
    """The mechanism is at fault, not the client, who is refused all the same and learns no more than others."""


class Evaluated(NamedTuple):
    """What a mechanism says of a token: its answer, and whom it has found, if that is known by now."""

    token: bytes
    username: str | None
    expires_at_ms: int | None
    is_by_token: bool
    """Whether the client has shown a delegation token."""


class Authentication:
    """One authentication by the mechanism of that name, which is made when the first token comes."""

    def __init__(self, name: str, make: Callable[[], ServerMechanism]) -> None:
        self.name = name
        self._make = make
        self._mechanism: ServerMechanism | None = None

    def evaluate(self, token: bytes) -> Evaluated:
        """Hand the client's next token over. Raises `Refused`, or `MechanismFailed` without any text of the error's."""
        try:
            if self._mechanism is None:
                self._mechanism = self._make()
            given = self._mechanism.evaluate(token)
            username, expires_at_ms = self._mechanism.username, self._mechanism.expires_at_ms
            is_by_token = bool(getattr(self._mechanism, "is_by_token", False))
        except Refused:
            raise
        except Exception as exc:
            raise MechanismFailed(f"{self.name}: {_place_of(exc)}") from exc
        answer = token_of(given)
        if answer is None:
            raise MechanismFailed(f"{self.name}: evaluate gave {type(given).__name__}, not bytes")
        if username is not None and not _is_name(username):
            raise MechanismFailed(f"{self.name}: username is no text with something in it")
        if expires_at_ms is not None and not _is_time(expires_at_ms):
            raise MechanismFailed(f"{self.name}: expires_at_ms is no number of milliseconds since 1970")
        return Evaluated(answer, username, expires_at_ms, is_by_token)


def _is_name(given: object) -> bool:
    return isinstance(given, str) and given != "" and not any("\ud800" <= char <= "\udfff" for char in given)


def _is_time(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= _MAX_INT64


def _place_of(exc: Exception) -> str:
    """What kind of error it is and where it was raised. What it says may hold a password."""
    (frame,) = extract_tb(exc.__traceback__)[-1:]
    return f"{type(exc).__name__} in {frame.name} ({basename(frame.filename)}, line {frame.lineno})"
