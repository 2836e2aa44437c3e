"""The broker: a node with a listening socket and the timers that it lives by."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self
from weakref import WeakSet

from kafkawire.broker.api.dispatch import Handler, HandlerTable
from kafkawire.broker.api.handlers import default_handlers
from kafkawire.broker.api.hooks import BrokerHooks
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.files import FileSystem, RealFiles
from kafkawire.broker.loop.clock import Alarm, Clock, SystemClock
from kafkawire.broker.net.connection import Connection
from kafkawire.broker.net.connections import Connections
from kafkawire.broker.node.node import Node
from kafkawire.broker.security.authorizer import Authorizer
from kafkawire.broker.security.credentials import Credentials
from kafkawire.broker.security.endpoints import Endpoint, make_endpoints
from kafkawire.broker.security.tls import HANDSHAKE_TIMEOUT, SHUTDOWN_TIMEOUT
from kafkawire.broker.server.upkeep import Upkeep
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.rate_limited_log import say_left_out
from kafkawire.transport.listening import port_error, stop_listening

if TYPE_CHECKING:
    import ssl

    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator
    from kafkawire.transport.traffic import Recorder

__all__ = ["Broker"]

_LOG = logging.getLogger("kafkawire.broker")
_BACKLOG = 512  # connections that wait to be accepted
_ACCEPTED_AT_ONCE = 8  # of those, between two looks at the others; a TLS handshake takes some milliseconds
_TRASH_INTERVAL_MS = 1000
_LOG_INTERVAL_MS = 1000
_LAST_WORDS = 1.0  # seconds in which a client may read what it has been answered


class Broker:
    """One broker in this event loop.

        async with Broker(BrokerConfig(listeners="127.0.0.1:0", log_dirs="/var/lib/kafkawire")) as broker:
            print(broker.bootstrap_servers)

    `handlers` are added to the built-in ones or replace them; their requests are read as `messages`, over kafkawire's
    own. `hooks` are told of connections and see every request, the first one first. `files` and `clock` are where and
    when it lives; `MemoryFiles()` makes it leave nothing behind. The `authorizer` is asked who may do what. All
    listeners with TLS have the `ssl_context`; `users` (name -> password) may log in with PLAIN and SCRAM;
    `token_validator` says whom a token of OAUTHBEARER speaks for; `sasl_mechanisms` (name -> what makes one for each
    authentication) are there beside the built-in ones, or in their place, for `sasl.enabled.mechanisms` to name. A
    `recorder` writes down what clients and broker say (`kafkawire.capture.Recorder`); its owner closes it. Raises
    `InvalidOption`, `UnsupportedVersion` if `messages` lack what a handler serves, or `OSError` if a port or the
    directory cannot be had.
    """

    def __init__(
        self,
        config: BrokerConfig | None = None,
        *,
        handlers: Iterable[Handler] = (),
        messages: MessageSet = PROTOCOL,
        hooks: Iterable[BrokerHooks] = (),
        files: FileSystem | None = None,
        clock: Clock | None = None,
        authorizer: Authorizer | None = None,
        ssl_context: ssl.SSLContext | None = None,
        users: Mapping[str, str] | None = None,
        token_validator: TokenValidator | None = None,
        sasl_mechanisms: Mapping[str, Callable[[], ServerMechanism]] | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.config = config or BrokerConfig()
        self._recorder = recorder
        self._handlers = HandlerTable([*default_handlers().values(), *handlers], messages, hooks)
        self._files = files or RealFiles()
        self._clock = clock or SystemClock()
        self._authorizer = authorizer
        self._credentials = Credentials(
            users or {}, lambda: self.node.security, token_validator, self._clock, sasl_mechanisms or {}
        )
        self._configured = make_endpoints(self.config, self._credentials, ssl_context)
        self._alarms: list[Alarm] = []
        self._connections: Connections[Connection] = Connections(
            lambda: self._node.config if self._node else self.config, self._clock, self._alarm
        )
        self._accepted: WeakSet[Connection] = WeakSet()  # with those that the event loop has yet to introduce
        self._upkeep = Upkeep(self._clock)
        self._servers: list[asyncio.Server] = []
        self._endpoints: list[Endpoint] = []
        self._node: Node | None = None

    @property
    def node(self) -> Node:
        """The state of a running broker."""
        assert self._node is not None, "the broker is not running"
        return self._node

    @property
    def bootstrap_servers(self) -> str:
        """`host:port` of the first listener, as clients want it."""
        return self._endpoints[0].advertised.address

    @property
    def addresses(self) -> dict[str, str]:
        """`host:port` of every listener, by its name, such as `{"PLAINTEXT": "127.0.0.1:9092"}`."""
        return {endpoint.listener.name: endpoint.advertised.address for endpoint in self._endpoints}

    @property
    def host(self) -> str:
        """Where the first listener listens, empty for all addresses; clients may be told another name."""
        return self._endpoints[0].listener.host

    @property
    def listeners(self) -> str:
        """The option of that name, with the ports that were taken."""
        return ",".join(str(endpoint.listener) for endpoint in self._endpoints)

    async def start(self) -> None:
        """Take the ports, open the logs, and begin to answer."""
        try:
            # The ports come first: a second broker by mistake must not touch the logs of the one that runs.
            self._endpoints = [await self._listen(endpoint) for endpoint in self._configured]
            self._node = self._open_node()
            self._credentials.prepare()
            for server in self._servers:
                await server.start_serving()
                _let_wait(server)
        except BaseException:
            await self.close()
            raise
        _LOG.info("listening on %s as node %d of cluster %s", *self._identity())

    async def _listen(self, endpoint: Endpoint) -> Endpoint:
        """Take the port of a listener; it serves nobody yet."""
        listener, has_tls = endpoint.listener, endpoint.ssl_context is not None
        accept = partial(self._accept, len(self._servers))
        loop = asyncio.get_running_loop()
        try:
            server = await loop.create_server(
                accept,
                listener.host,
                listener.port,
                backlog=_ACCEPTED_AT_ONCE,
                ssl=endpoint.ssl_context,
                ssl_handshake_timeout=HANDSHAKE_TIMEOUT if has_tls else None,
                ssl_shutdown_timeout=SHUTDOWN_TIMEOUT if has_tls else None,
                start_serving=False,
            )
        except OSError as exc:
            raise port_error(exc, listener.host, listener.port) from exc
        self._servers.append(server)
        return endpoint.at(listener.port or server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Hang up, flush, and leave the mark of a clean stop. Raises `OSError` if the disk refuses."""
        await stop_listening(self._servers)
        await self._upkeep.close()
        await self._hang_up()
        for alarm in self._alarms:
            alarm.cancel()
        node, self._node, self._servers = self._node, None, []
        if node is not None:
            await node.background.close()
            await node.flusher.close()
            node.close()
            _LOG.info("stopped")

    async def settled(self) -> None:
        """Return when what the clock has brought is done: upkeep, and connections that were silent for too long."""
        await self._upkeep.settled()
        closing = self._connections.closing()
        if closing:
            await asyncio.wait(closing, timeout=_LAST_WORDS)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def _open_node(self) -> Node:
        node = Node(
            self.config,
            self._files,
            self._clock,
            self._handlers,
            self._authorizer,
            alarm=self._alarm,
            options_changed=self._connections.fill,
        )
        node.host, node.port = self._endpoints[0].advertised.host, self._endpoints[0].advertised.port
        try:
            node.load()
        except BaseException:
            node.abandon()
            raise
        if self.config.log_cleaner_enable:
            for _ in range(self.config.log_cleaner_threads):
                self._upkeep.every(lambda: node.config.log_cleaner_backoff_ms, node.cleaner.clean_all, is_due_now=True)
        self._every(self.config.log_flush_offset_checkpoint_interval_ms, node.checkpoint)
        self._every(self.config.log_retention_check_interval_ms, node.enforce_retention)
        self._every(_TRASH_INTERVAL_MS, node.empty_trash)
        self._every(_LOG_INTERVAL_MS, _as_coroutine(say_left_out))
        if node.security.tokens.are_served:
            self._every(self.config.delegation_token_expiry_check_interval_ms, _as_coroutine(node.forget_old_tokens))
        self._every(self.config.log_retention_check_interval_ms, _as_coroutine(node.share.partitions.prune))
        abort_ms = self.config.transaction_abort_timed_out_transaction_cleanup_interval_ms
        self._every(abort_ms, _as_coroutine(node.transactions.look_after))
        forget_ms = self.config.transaction_remove_expired_transaction_cleanup_interval_ms
        self._every(forget_ms, _as_coroutine(node.transactions.forget_unused))
        return node

    def _accept(self, number: int) -> Connection:
        connection = Connection(self.node, self._connections, self._endpoints[number], self._recorder)
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
        self._upkeep.every(lambda: interval_ms, work)

    def _alarm(self, ring: Callable[[], object]) -> Callable[[float], None]:
        self._alarms.append(Alarm(self._clock, ring))
        return self._alarms[-1].set

    def _identity(self) -> tuple[str, int, str]:
        return self.listeners, self.config.node_id, self.node.cluster_id


def _let_wait(server: asyncio.Server) -> None:
    """Let more connections wait than are accepted at once, for which asyncio has but one number."""
    for one in server.sockets:
        with socket.socket(fileno=socket.dup(one.fileno())) as listening:
            listening.listen(_BACKLOG)


def _as_coroutine(work: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        work()

    return run
