"""What all SASL mechanisms have in common, seen from a broker."""

from __future__ import annotations

from typing import Protocol

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["Refused", "ServerMechanism"]


class Refused(AuthenticationFailed):
    """The client is not let in.

    The error's text is for our log and holds no secret. `told` is what the client may read; None stands for nothing but
    the fact, so that nobody learns which names there are.
    """

    def __init__(self, reason: str, told: str | None = None) -> None:
        super().__init__(reason)
        self.told = told


class ServerMechanism(Protocol):
    """One authentication of one client: made, used once and thrown away. Its repr shows no secret.

    Its method is a plain function that is called in the broker's event loop: while it computes, all other clients
    wait, and what it has to look up must be at hand. Whatever it raises but `Refused` counts as a fault of its own: the
    client is refused without a reason, and the broker's log has one line with the type and the place of the error. What
    the error says is not in it, since that may hold a secret.
    """

    username: str | None
    """Who it is; None as long as that is not proved."""
    expires_at_ms: int | None
    """When the credentials end, in ms since 1970; None for never."""

    def evaluate(self, token: bytes) -> bytes:
        """The answer to a token, which may be empty. Raises `Refused`, and then nothing more may follow."""
