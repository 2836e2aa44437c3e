"""Where a client looks for a broker: open connections, brokers it knows, and the list that it began with.

Brokers that are known may all be gone for good, replaced by others under the names of the bootstrap list. So that list
is tried once no known broker can be reached (KIP-899); and if brokers can be reached that give no metadata for long, or
one says so itself, all that is known is given up for it (KIP-1102).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from kafkawire.client.connection import Connection
from kafkawire.client.errors import BrokersUnavailable
from kafkawire.client.metadata import Node
from kafkawire.client.options import ClientOptions
from kafkawire.client.pool import ConnectionPool
from kafkawire.client.retry import within
from kafkawire.client.runtime import Runtime
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.transport.errors import ConnectFailed

__all__ = ["BrokerSearch"]

log = logging.getLogger("kafkawire.client.metadata")

Address = tuple[str, int]


class BrokerSearch:
    """The search of one client."""

    def __init__(
        self, bootstrap: list[Address], pool: ConnectionPool, options: ClientOptions, runtime: Runtime
    ) -> None:
        self._bootstrap = bootstrap
        self._pool = pool
        self._options = options
        self._runtime = runtime
        self._may_start_over = options.metadata_recovery_strategy == "rebootstrap"
        self._failing_since: float | None = None  # since when nobody gives metadata, although we ask

    async def any_connection(self, known: Iterable[Node]) -> Connection:
        """A connection to whichever broker can be reached. Raises `BrokersUnavailable`, naming every address tried."""
        patience = self._options.request_timeout_ms / 1000
        opened = [one for one in self._pool.opened() if one.silence <= patience]
        if opened:  # rather one that has nothing else to do
            return min(opened, key=lambda one: (one.silence > 0, one.in_flight, -one.last_used))
        addresses = await self._addresses([(node.host, node.port) for node in known])
        failures: dict[Address, str] = {}
        for address in sorted(addresses, key=lambda address: self._pool.failed_at(*address)):  # the last to fail last
            try:
                return await self._pool.get(*address)
            except ConnectFailed as exc:
                failures[address] = str(exc)
        raise BrokersUnavailable("no broker can be reached: " + "; ".join(map(failures.__getitem__, addresses)))

    async def _addresses(self, known: list[Address]) -> list[Address]:
        """Where to look, each address once."""
        return list(
            dict.fromkeys(known + (await self._bootstrap_addresses() if self._may_start_over or not known else []))
        )

    async def _bootstrap_addresses(self) -> list[Address]:
        if self._options.client_dns_lookup == "use_all_dns_ips":
            return self._bootstrap
        timeout = within(self._options.socket_connection_setup_timeout_ms / 1000)
        found: list[Address] = []
        for host, port in self._bootstrap:
            try:
                found += [(name, port) for name in await self._runtime.resolve(host, port, timeout, canonical=True)]
            except ConnectFailed as exc:
                log.info("%s", exc)
                found.append((host, port))  # connecting to it will fail in the same way, and say so
        return found

    def succeeded(self) -> None:
        """A broker has given metadata."""
        self._failing_since = None

    def has_to_start_over(self, error: KafkaWireError) -> bool:
        """Whether to give up all that is known, after an attempt to get metadata has failed."""
        now = self._runtime.now()
        if self._failing_since is None:
            self._failing_since = now
        is_asked_to = isinstance(error, KafkaError) and error.code == ErrorCode.REBOOTSTRAP_REQUIRED
        is_late = now - self._failing_since >= self._options.metadata_recovery_rebootstrap_trigger_ms / 1000
        if not self._may_start_over or not (is_asked_to or is_late):
            return False
        self._failing_since = now
        return True
