"""All open connections of a broker: how many there may be, and which have been silent for too long.

`max.connections.per.ip` (or what its overrides say of an address) turns a connection away at once. `max.connections`
lets it wait, unread, until another one ends, as Apache Kafka does: its client sees a broker that is slow to answer. No
more of them wait than fit into a listen queue. A silent connection is found by a deadline, which is a value: whoever
owns this sets one timer for it.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.ip_limits import ip_limits
from kafkawire.broker.loop.clock import Clock, NewAlarm, no_alarm
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["Connections", "Member"]

_LOG = RateLimitedLogger("kafkawire.broker.connections")
_WAITING = 512


class Member(Protocol):
    """What is asked of a connection here."""

    host: str
    last_active: float
    closed: Future[None]

    @property
    def is_busy(self) -> bool:
        """Whether a request of it is being worked on."""

    def begin(self) -> None:
        """Start to read."""

    def close(self) -> None:
        """Send what is written already, and hang up."""

    def abort(self) -> None:
        """Hang up at once."""


C = TypeVar("C", bound=Member)


class Connections(Generic[C]):
    """The open connections. An alarm is set to the time at which `expire` has something to do."""

    def __init__(self, config: Callable[[], BrokerConfig], clock: Clock, alarm: NewAlarm = no_alarm) -> None:
        self._config = config
        self._clock = clock
        self._open: dict[C, None] = {}
        self._waiting: deque[C] = deque()
        self._by_host: Counter[str] = Counter()
        self._deadline: float | None = None
        self._wake_at = alarm(self.expire)

    def __iter__(self) -> Iterator[C]:
        return iter([*self._open, *self._waiting])

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: C, delay: float = 0.0) -> None:
        """Let a new connection begin, or wait, or hang up on it: after `delay` seconds, if it is over a quota."""
        self._by_host[connection.host] += 1
        if delay > 0:  # it is left unread and then closed, as with Kafka, so that its client takes its time
            get_running_loop().call_later(delay, connection.abort)
            return
        config = self._config()
        own_limits = ip_limits(config.max_connections_per_ip_overrides)
        limit = own_limits.get(connection.host, config.max_connections_per_ip)
        if self._by_host[connection.host] > limit:
            self._turn_away(connection, "max.connections.per.ip", limit)
        elif len(self._open) < config.max_connections:
            self._admit(connection)
        elif len(self._waiting) < _WAITING:
            self._waiting.append(connection)
        else:
            self._turn_away(connection, "max.connections", config.max_connections)

    def remove(self, connection: C) -> None:
        """A connection has ended; the one that waits the longest takes its place."""
        self._by_host[connection.host] -= 1
        if not self._by_host[connection.host]:
            del self._by_host[connection.host]
        if connection in self._waiting:
            self._waiting.remove(connection)
        self._open.pop(connection, None)
        self.fill()

    def fill(self) -> None:
        """Let those that wait begin, as many as there is room for."""
        while self._waiting and len(self._open) < self._config().max_connections:
            self._admit(self._waiting.popleft())

    def touch(self, connection: C) -> None:
        """The client has sent something."""
        connection.last_active = self._clock.now()

    def expire(self) -> None:
        """Close what has been silent for `connections.max.idle.ms`, and say when to look again."""
        now, idle = self._clock.now(), self._config().connections_max_idle_ms / 1000
        silent = [connection for connection in self._open if connection.last_active + idle <= now]
        for connection in silent:
            if connection.is_busy:  # its client waits for us, not we for it
                connection.last_active = now
            else:
                _LOG.debug("closing the connection from %s, silent for %g s", connection.host, idle)
                connection.last_active = float("inf")
                connection.close()
        self._deadline = None
        self._arm(min((connection.last_active for connection in self._open), default=float("inf")) + idle)

    def closing(self) -> list[Future[None]]:
        """The ends of those that were silent for too long, and are still there."""
        return [connection.closed for connection in self._open if connection.last_active == float("inf")]

    def _admit(self, connection: C) -> None:
        self._open[connection] = None
        self.touch(connection)
        self._arm(connection.last_active + self._config().connections_max_idle_ms / 1000)
        connection.begin()

    def _arm(self, deadline: float) -> None:
        # A connection that speaks moves its own deadline only, so a timer may be early; it is never late.
        if deadline == float("inf") or (self._deadline is not None and self._deadline <= deadline):
            return
        self._deadline = deadline
        self._wake_at(deadline)

    def _turn_away(self, connection: C, option: str, limit: int) -> None:
        _LOG.info("turning away a connection from %s: %s is %d", connection.host, option, limit)
        connection.abort()
