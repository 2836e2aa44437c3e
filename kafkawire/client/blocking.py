"""Clients for code without an event loop: scripts, and workers such as Spark's executors.

`Producer`, `Consumer`, `ShareConsumer` and `Admin` are those of asyncio with calls that block. `BlockingReader` reads
ranges of partitions, without a group and without a thread:

    with BlockingReader("127.0.0.1:9092") as reader:
        for tp in reader.partitions("flights"):
            for batch in reader.fetch(tp, 0, 1_000):
                ...

The logic is that of the asyncio clients. `Admin` and `BlockingReader` stand on coroutines that await nothing but a
`Runtime`; here the runtime blocks inside, so such a coroutine runs through in one go and never suspends. `Producer` and
`Consumer` have work to do while nobody calls, so they run in a thread with an event loop.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from inspect import isawaitable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from kafkawire.client.addresses import canonical_names, is_literal, lookup
from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import Authentication, Connection, ConnectionBase
from kafkawire.client.consumer.offsets import EARLIEST, LATEST, list_offsets
from kafkawire.client.consumer.ranges import FetchedRange, ask_ahead, first_size, next_size, read_range
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.client.retry import within
from kafkawire.client.security import PLAINTEXT, Security
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.lazy import lazily
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.blocking import BlockingStream, connect
from kafkawire.transport.errors import ConnectFailed

if TYPE_CHECKING:
    from kafkawire.client.admin.blocking import BlockingAdmin as BlockingAdmin
    from kafkawire.client.consumer.blocking import BlockingConsumer as BlockingConsumer
    from kafkawire.client.producer.blocking import BlockingProducer as BlockingProducer
    from kafkawire.client.share.blocking import BlockingShareConsumer as BlockingShareConsumer

    Admin = BlockingAdmin
    Consumer = BlockingConsumer
    Producer = BlockingProducer
    ShareConsumer = BlockingShareConsumer
    from kafkawire.message import Request, Response

__all__ = [
    "Admin",
    "BlockingAdmin",
    "BlockingConsumer",
    "BlockingProducer",
    "BlockingReader",
    "BlockingRuntime",
    "BlockingShareConsumer",
    "Consumer",
    "Producer",
    "ShareConsumer",
    "run",
]

T = TypeVar("T")
_SEND_AHEAD_S = 10.0  # for a small request to leave; it is seldom more than a copy into the socket's buffer


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that awaits nothing but a `BlockingRuntime`. Raises `RuntimeError` for one that suspends."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    coroutine.close()
    raise RuntimeError("a coroutine without an event loop has awaited something else than its runtime")


class BlockingConnection(ConnectionBase):
    """A connection whose coroutines block the thread."""

    in_flight = 0  # as seen between two requests

    def __init__(self, stream: BlockingStream, session: Authentication) -> None:
        super().__init__(stream, stream.versions, time.monotonic)
        self._stream = stream
        self._session = session
        self._ahead: tuple[Request, int] | None = None

    @property
    def closed(self) -> bool:
        """Whether the socket is closed."""
        return self._stream.closed

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and wait for its response."""
        asked, self._ahead = self._ahead, None
        if asked is not None:
            response = self._answer(asked[0], lambda: self._stream.wait(within(timeout)))
            if asked == (request, version):
                return response
        if self._session.is_due:
            await self._renew(timeout)
        self._wait(timeout)
        return self._answer(request, lambda: self._stream.request(request, version, within(timeout)))

    def _wait(self, timeout: float) -> None:
        """Send nothing for as long as the broker has asked for (throttling); to sleep for no time takes some, too."""
        pause = self._pause(timeout)
        if pause > 0:
            time.sleep(pause)

    def _answer(self, request: Request, ask: Callable[[], Response]) -> Response:
        began = time.monotonic()
        response = ask()
        self._note(request, response, began)
        return response

    def send_ahead(self, request: Request, version: int) -> None:
        """Send a request whose answer is waited for when the same request is made."""
        if self._ahead is None and not self._session.is_due and not self.silence:
            self._stream.send(request, version, _SEND_AHEAD_S)
            self._ahead = (request, version)

    async def _renew(self, timeout: float) -> None:
        async def ask(request: Request, version: int) -> Response:
            return self._stream.request(request, version, within(timeout))

        try:
            await self._session.renew(self.versions, ask)
        except AuthenticationFailed:
            self.close()
            raise

    async def send_unanswered(self, request: Request, version: int, timeout: float) -> None:
        """Send a request to which there is no response."""
        self._wait(timeout)
        self._stream.send_unanswered(request, version)

    def close(self) -> None:
        """Close the socket."""
        self._stream.close()


class BlockingRuntime:
    """The thread's own time, and blocking sockets. `messages` are sent and read beside kafkawire's own."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, *, messages: MessageSet = PROTOCOL) -> None:
        self._messages = PROTOCOL | messages if messages is not PROTOCOL else PROTOCOL
        self._limits = limits
        self._random = random.Random()  # noqa: S311 - spreads load; nothing secret depends on it

    def now(self) -> float:
        """Seconds on the monotonic clock."""
        return time.monotonic()

    def chance(self) -> float:
        """A random number in [0, 1)."""
        return self._random.random()

    async def sleep(self, seconds: float) -> None:
        """Block for `seconds`, as between two attempts: with one thread nobody could end the pause."""
        time.sleep(seconds)

    async def settle(self) -> None:
        """Sockets that block are closed at once."""

    async def resolve(
        self,
        host: str,
        port: int,
        timeout: float,  # noqa: ARG002
        *,
        canonical: bool = False,
    ) -> list[str]:
        """Ask the system, which has time limits of its own."""
        if is_literal(host) and not canonical:
            return [host]
        try:
            return canonical_names(host, port) if canonical else lookup(host, port)
        except (OSError, UnicodeError, OverflowError) as exc:
            raise ConnectFailed(f"{host}:{port}: {exc}") from exc

    async def connect(
        self,
        host: str,
        port: int,
        client_id: str,
        timeout: float,
        security: Security = PLAINTEXT,
        ip: str | None = None,
    ) -> Connection:
        """Open a socket and negotiate."""
        sasl = await security.mechanism(_call, host)
        core = ClientConnection(client_id, messages=self._messages, limits=self._limits, sasl=sasl, zero_copy=True)
        stream = connect(host, port, core, timeout=timeout, ssl_context=security.ssl_context, ip=ip)
        again = lambda: security.mechanism(_call, host)  # noqa: E731
        session = Authentication(again, core.session_lifetime_ms, self.now, self.chance)
        return BlockingConnection(stream, session)

    def lock(self) -> contextlib.AbstractAsyncContextManager[object]:
        """One thread needs none."""
        return contextlib.nullcontext()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it now."""
        run(work)


async def _call(function: Callable[[], Any]) -> Any:
    given = function()
    if isawaitable(given):
        raise InvalidOption("a blocking client needs a token provider that is no coroutine function")
    return given


class BlockingReader:
    """Reads ranges of partitions. Options: `ConsumerOptions`; there is no group. Not for several threads at once.

    Connections are opened on first use; a reader can be made on one machine and used on another.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        runtime: BlockingRuntime | None = None,
        **options: Unpack[ConsumerArguments],
    ) -> None:
        self.options = make_options(ConsumerOptions, options)
        self._cluster = Cluster(bootstrap_servers, self.options, runtime or BlockingRuntime(), owner="BlockingReader")

    def __enter__(self) -> Self:
        run(self._cluster.start())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._cluster.close()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return dict(self._cluster.counted())

    def topics(self) -> dict[str, TopicInfo]:
        """All topics of the cluster that this client may see."""
        return run(self._cluster.all_topics())

    def partitions(self, topic: str, *, wait: bool = True) -> list[TopicPartition]:
        """The partitions of a topic, as they are now. Raises `KafkaError` if there is no such topic.

        `wait`: for a topic that is not there yet, as long as `default_api_timeout_ms`.
        """
        self._cluster.topics.add(topic)
        run(self._cluster.retrying(self._cluster.refresh, f"find topic {topic!r}", refresh=False))
        if not wait and topic not in self._cluster.metadata.topics:
            self._cluster.topics.discard(topic)
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"topic {topic!r}")
        return [TopicPartition(topic, index) for index in sorted(run(self._cluster.topic(topic)).partitions)]

    def list_offsets(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp in milliseconds (-1: the end, -2: the beginning)."""
        committed = self.options.isolation_level == "read_committed"
        return run(list_offsets(self._cluster, timestamps, read_committed=committed))

    def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Per partition the first offset that is still there."""
        return self.list_offsets(dict.fromkeys(partitions, EARLIEST))

    def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Per partition the offset behind the last record that can be read."""
        return self.list_offsets(dict.fromkeys(partitions, LATEST))

    def piece_at(self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None) -> FetchedRange:
        """A first small piece of what `fetch` reads, and nothing more: for a look at a place. Errors as there."""
        return run(read_range(self._cluster, self.options, tp, start, end, timeout, first_size(self.options)))

    def fetch(
        self, tp: TopicPartition | tuple[str, int], start: int, end: int, *, timeout: float | None = None
    ) -> Iterator[FetchedRange]:
        """Read a partition from offset `start` up to, and without, `end`, in pieces as the broker sends them.

        Ends at `end`, whether or not there is a record at every offset before. Raises `NoOffset` where the range is
        not, or no longer, there, and `TimedOut` if nothing new comes for `timeout` seconds (default:
        `default_api_timeout_ms`) although `end` is not reached.
        """
        cluster, options, tp, position = self._cluster, self.options, TopicPartition(*tp), start
        size = first_size(options)
        while position < end:
            piece = run(read_range(cluster, options, tp, position, end, timeout, size))
            position, size = piece.next_offset, next_size(options, piece, end)
            if position < end:
                run(ask_ahead(cluster, options, tp, position, size))
            yield piece


_KINDS = {"Admin": "admin", "Consumer": "consumer", "Producer": "producer", "ShareConsumer": "share"}
_HOMES = {
    f"{prefix}{kind}": f"kafkawire.client.{module}.blocking:Blocking{kind}"  # readers do not need it
    for kind, module in _KINDS.items()
    for prefix in ("", "Blocking")
}

if not TYPE_CHECKING:  # a type checker is to find names that do not exist
    __getattr__, __dir__ = lazily(__name__, _HOMES)
