"""The proxy under asyncio: virtual clusters in one event loop, what they share, their limits and their end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from kafkawire.client.errors import InvalidOption
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.proxy.chain import Chain
from kafkawire.proxy.cluster import Brokers, VirtualCluster
from kafkawire.proxy.filters import Filter
from kafkawire.proxy.pair import LAST_WORDS, Pair
from kafkawire.proxy.served import ServedCluster
from kafkawire.rate_limited_log import RateLimitedLogger, say_left_out

__all__ = ["Proxy"]

_LOG = logging.getLogger("kafkawire.proxy")
_CONNECTIONS = RateLimitedLogger("kafkawire.proxy.connections")
_UPKEEP = 1.0  # seconds between two looks for connections that are silent


class Proxy:
    """Virtual clusters in this event loop, each behind `filters` and those of its own.

        async with Proxy([VirtualCluster("broker:9092", listen="127.0.0.1:19092")], [Log()]) as proxy:
            print(proxy.bootstrap_servers)

    `messages` are those that filters understand. A filter that fails has its request answered with
    UNKNOWN_SERVER_ERROR; with `closes_on_error`, or where the response has no place for that, the connection is closed.
    Durations are seconds: `connect_timeout` to reach a broker, `idle_timeout` without a request, `request_timeout`
    without a sign of life of a broker that has been asked something, `drain_timeout` for open requests when it ends.
    Raises `OSError` if a port cannot be had, `TypeError` for filters with wrong hooks.
    """

    def __init__(
        self,
        clusters: Iterable[VirtualCluster],
        filters: Iterable[Filter] = (),
        *,
        messages: MessageSet = PROTOCOL,
        limits: Limits = DEFAULT_LIMITS,
        closes_on_error: bool = False,
        max_queued: int = 256 * 1024,
        max_connections: int = 10_000,
        max_connections_per_ip: int | None = None,
        connect_timeout: float = 10.0,
        idle_timeout: float = 600.0,
        request_timeout: float = 360.0,
        drain_timeout: float = 30.0,
    ) -> None:
        self.filters = tuple(filters)
        self.messages, self.limits = messages, limits
        self.closes_on_error, self.max_queued = closes_on_error, max_queued
        self.max_connections, self.max_connections_per_ip = max_connections, max_connections_per_ip
        self.connect_timeout, self.idle_timeout = connect_timeout, idle_timeout
        self.request_timeout, self.drain_timeout = request_timeout, drain_timeout
        clusters = tuple(clusters)
        self._served = [ServedCluster(self, cluster) for cluster in clusters]
        self._used: dict[Filter, None] = {}  # those that a reload has replaced, too: old connections go on with them
        self._note_used(clusters)
        self._pairs: set[Pair] = set()
        self._by_host: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        """Clients that were let in so far, by virtual cluster."""
        self.turned_away: Counter[str] = Counter()
        """Clients that there was no room for."""
        self.unreached: Counter[str] = Counter()
        """Clients that no connection to a broker could be had for."""
        self._upkeep: asyncio.Task[None] | None = None
        self._is_ending = False

    @property
    def addresses(self) -> dict[str, str]:
        """HOST:PORT where clients of each virtual cluster begin, by its name."""
        return {one.cluster.name: one.address for one in self._served}

    @property
    def bootstrap_servers(self) -> str:
        """HOST:PORT where clients of the first virtual cluster begin."""
        return self._served[0].address

    @property
    def connections(self) -> int:
        """Clients that are connected."""
        return len(self._pairs)

    def connections_by_cluster(self) -> dict[str, int]:
        """Clients that are connected, by virtual cluster."""
        found = Counter(pair.served.cluster.name for pair in self._pairs)
        return {one.cluster.name: found[one.cluster.name] for one in self._served}

    def in_flight_by_cluster(self) -> dict[str, int]:
        """Requests that wait for their answer, by virtual cluster."""
        found = dict.fromkeys(self.addresses, 0)
        for pair in self._pairs:
            found[pair.served.cluster.name] += pair.in_flight
        return found

    async def start(self) -> None:
        """Take the ports, and begin to serve."""
        try:
            for one in self._served:
                await one.start()
        except BaseException:
            await self._end()
            raise
        self._upkeep = asyncio.get_running_loop().create_task(self._look_after())
        _LOG.info("listening: %s", self.addresses)

    async def close(self) -> None:
        """Take no new connections and requests, answer those that are open, and end."""
        self._is_ending = True
        for pair in list(self._pairs):
            pair.drain()
        for one in self._served:
            await one.stop_listening()
        gone = [pair.gone for pair in self._pairs]
        if gone:
            await asyncio.wait(gone, timeout=self.drain_timeout)
        await self._end()
        _LOG.info("stopped")

    async def _end(self) -> None:
        self._is_ending = True
        if self._upkeep is not None:
            self._upkeep.cancel()
        for one in self._served:
            await one.stop_listening()
        for pair in list(self._pairs):
            pair.abort()
        gone = [pair.gone for pair in self._pairs]
        if gone:
            await asyncio.wait(gone, timeout=LAST_WORDS)
        for one in self._served:
            await one.close()
        for made in self._used:
            await made.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def reload(self, clusters: Iterable[VirtualCluster], filters: Iterable[Filter] = ()) -> None:
        """Give new connections other filters and TLS certificates; those that are open keep what they have.

        Anything else of a cluster stays as it is, and so must its name and the port to begin at be. Raises
        `InvalidOption` or `TypeError`, and changes nothing then.
        """
        given = {cluster.name: cluster for cluster in clusters}
        if {(c.name, c.host, c.port) for c in given.values()} != {one.begins_at for one in self._served}:
            raise InvalidOption("virtual clusters come, go and move only when the proxy is started anew")
        filters = tuple(filters)
        for cluster in given.values():
            Chain([*filters, *cluster.filters], messages=self.messages, limits=self.limits)
        self.filters = filters
        self._note_used(given.values())
        for one in self._served:
            one.reload(given[one.cluster.name])

    def _note_used(self, clusters: Iterable[VirtualCluster]) -> None:
        self._used |= dict.fromkeys([*self.filters, *(each for cluster in clusters for each in cluster.filters)])

    # ----------------------------------------------------------------------------------------------------- connections

    def admits(self, pair: Pair) -> bool:
        """Whether there is room for one more client."""
        if self._is_ending:
            return False
        most_of_host = self.max_connections_per_ip
        cluster = pair.served.cluster.name
        if len(self._pairs) >= self.max_connections:
            self.turned_away[cluster] += 1
            _CONNECTIONS.warning("turning away a client at %s: there are %d connections", pair.host, len(self._pairs))
            return False
        if most_of_host is not None and self._by_host[pair.host] >= most_of_host:
            self.turned_away[cluster] += 1
            _CONNECTIONS.warning("turning away a client at %s: it has %d connections", pair.host, most_of_host)
            return False
        self.opened[cluster] += 1
        self._pairs.add(pair)
        self._by_host[pair.host] += 1
        return True

    def forget(self, pair: Pair) -> None:
        """Both sides of a client's connection are gone."""
        if pair in self._pairs:
            self._pairs.discard(pair)
            self._by_host[pair.host] -= 1
            if not self._by_host[pair.host]:
                del self._by_host[pair.host]

    def pairs_of(self, brokers: Brokers, node_id: int) -> list[Pair]:
        """The connections to the port of a broker."""
        return [pair for pair in self._pairs if pair.served.brokers is brokers and pair.node_id == node_id]

    async def _look_after(self) -> None:
        """Close connections on which nothing happens."""
        while True:
            await asyncio.sleep(_UPKEEP)
            now = asyncio.get_running_loop().time()
            for pair in list(self._pairs):
                pair.check(now)
            say_left_out()
