"""Staying let in: a broker may limit how long an authentication counts, and it is renewed before that (KIP-368)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from kafkawire.protocol.sasl.exchange import SaslExchange

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.sasl.mechanism import Mechanism
    from kafkawire.protocol.versions import ApiVersions

__all__ = ["Authentication"]

_EARLIEST, _SPREAD = 0.85, 0.1  # renewed when 85 to 95 % of the time is over, so that not all clients come at once


class Authentication:
    """The authentication of one connection. `lifetime_ms`: for how long it counts; 0 is for ever."""

    def __init__(
        self,
        mechanism: Callable[[], Awaitable[Mechanism | None]],
        lifetime_ms: int,
        now: Callable[[], float],
        chance: Callable[[], float],
    ) -> None:
        self._mechanism = mechanism
        self._now = now
        self._chance = chance
        self._renew_at = self._later(lifetime_ms)

    @property
    def is_due(self) -> bool:
        """Whether it has to be renewed before anything else is said."""
        return self._now() >= self._renew_at

    async def renew(self, versions: ApiVersions, ask: Callable[[Request, int], Awaitable[Response]]) -> None:
        """Authenticate again on the open connection. Raises `AuthenticationFailed`."""
        mechanism = await self._mechanism()
        if mechanism is None:
            return
        exchange = SaslExchange(mechanism)
        following: tuple[Request, int] | None = exchange.begin(versions)
        while following is not None:
            following = exchange.received(await ask(*following))
        self._renew_at = self._later(exchange.lifetime_ms)

    def _later(self, lifetime_ms: int) -> float:
        if lifetime_ms <= 0:
            return float("inf")
        return self._now() + lifetime_ms / 1000 * (_EARLIEST + _SPREAD * self._chance())
