"""The broker: a node with a listening socket and the timers that it lives by."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Self
from weakref import WeakSet

from kafkawire.broker.alarm import Alarm
from kafkawire.broker.authorizer import Authorizer
from kafkawire.broker.clock import Clock, SystemClock
from kafkawire.broker.config import BrokerConfig, parse_listener
from kafkawire.broker.connection import Connection
from kafkawire.broker.connections import Connections
from kafkawire.broker.dispatch import Handler, HandlerTable
from kafkawire.broker.handlers import default_handlers
from kafkawire.broker.log.files import FileSystem, RealFiles
from kafkawire.broker.node import Node

__all__ = ["Broker"]

_LOG = logging.getLogger("kafkawire.broker")
_BACKLOG = 512
_TRASH_INTERVAL_MS = 1000
_LAST_WORDS = 1.0  # seconds in which a client may read what it has been answered


class Broker:
    """One broker in this event loop.

        async with Broker(BrokerConfig(listeners="127.0.0.1:0", log_dirs="/var/lib/kafkawire")) as broker:
            print(broker.bootstrap_servers)

    `handlers` are added to the built-in ones or replace them. `files` and `clock` are where and when it lives;
    `MemoryFiles()` makes it leave nothing behind. The `authorizer` is asked who may do what. Raises `InvalidOption`, or
    `OSError` if the port or the directory cannot be had.
    """

    def __init__(
        self,
        config: BrokerConfig | None = None,
        *,
        handlers: Iterable[Handler] = (),
        files: FileSystem | None = None,
        clock: Clock | None = None,
        authorizer: Authorizer | None = None,
    ) -> None:
        self.config = config or BrokerConfig()
        self._handlers = HandlerTable([*default_handlers(), *handlers])
        self._files = files or RealFiles()
        self._clock = clock or SystemClock()
        self._authorizer = authorizer
        self._connections: Connections[Connection] = Connections(
            lambda: self._node.config if self._node else self.config, self._clock
        )
        self._accepted: WeakSet[Connection] = WeakSet()  # with those that the event loop has yet to introduce
        self._tasks: list[asyncio.Task[None]] = []
        self._server: asyncio.Server | None = None
        self._alarms: list[Alarm] = []
        self._node: Node | None = None

    @property
    def node(self) -> Node:
        """The state of a running broker."""
        assert self._node is not None, "the broker is not running"
        return self._node

    @property
    def bootstrap_servers(self) -> str:
        """`host:port`, as clients want it."""
        return f"{self.node.host}:{self.node.port}"

    async def start(self) -> None:
        """Take the port, open the logs, and begin to answer."""
        host, port = parse_listener(self.config.listeners)
        loop = asyncio.get_running_loop()
        # The port comes first: a second broker by mistake must not touch the logs of the one that runs.
        try:
            self._server = await loop.create_server(self._accept, host, port, backlog=_BACKLOG, start_serving=False)
        except OSError as exc:
            if exc.errno != errno.EADDRINUSE:
                raise
            raise OSError(exc.errno, f"{host}:{port} is in use by another program") from exc
        try:
            self._node = self._open_node(port or self._server.sockets[0].getsockname()[1], host)
            await self._server.start_serving()
        except BaseException:
            await self.close()
            raise
        _LOG.info("listening on %s as node %d of cluster %s", *self._identity())

    async def close(self) -> None:
        """Hang up, flush, and leave the mark of a clean stop. Raises `OSError` if the disk refuses."""
        if self._server is None:
            return
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._hang_up()
        for alarm in self._alarms:
            alarm.cancel()
        node, self._node, self._server = self._node, None, None
        if node is not None:
            await node.background.close()
            await node.flusher.close()
            node.close()
            _LOG.info("stopped")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def _open_node(self, port: int, host: str) -> Node:
        node = Node(self.config, self._files, self._clock, self._handlers, self._authorizer)
        node.host, node.port = host, port
        if self.config.advertised_listeners:
            node.host, advertised_port = parse_listener(self.config.advertised_listeners)
            node.port = advertised_port or port
        try:
            node.load()
        except BaseException:
            node.abandon()
            raise
        node.groups.on_deadline = self._alarm(node.groups.expire)
        node.dynamic.on_change = self._connections.fill
        self._connections.on_deadline = self._alarm(self._connections.expire)
        node.groups.arm()
        if self.config.log_cleaner_enable:
            for _ in range(self.config.log_cleaner_threads):
                self._tasks.append(asyncio.get_running_loop().create_task(node.cleaner.run()))
        self._every(self.config.log_flush_offset_checkpoint_interval_ms, node.checkpoint)
        self._every(self.config.log_retention_check_interval_ms, _as_coroutine(node.enforce_retention))
        self._every(_TRASH_INTERVAL_MS, node.empty_trash)
        return node

    def _accept(self) -> Connection:
        connection = Connection(self.node, self._connections)
        self._accepted.add(connection)
        return connection

    async def _hang_up(self) -> None:
        for connection in [one for one in self._accepted if not one.closed.done()]:
            connection.close()
        connections = list(self._connections)
        if connections:
            _, late = await asyncio.wait([connection.closed for connection in connections], timeout=_LAST_WORDS)
            for connection in connections:
                if connection.closed in late:
                    connection.abort()

    def _every(self, interval_ms: int, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.get_running_loop().create_task(_repeat(interval_ms / 1000, work)))

    def _alarm(self, ring: Callable[[], object]) -> Callable[[float], None]:
        self._alarms.append(Alarm(self._clock, ring))
        return self._alarms[-1].set

    def _identity(self) -> tuple[str, int, str]:
        return self.bootstrap_servers, self.config.node_id, self.node.cluster_id


def _as_coroutine(work: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        work()

    return run


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except OSError as exc:  # the disk may have room again next time
            _LOG.error("upkeep of the logs failed: %s", exc)
