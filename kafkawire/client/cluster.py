"""The cluster as a client sees it: finds brokers, keeps their metadata, carries requests to the right one.

Only what a single attempt means is decided here, plus one loop, `retrying`, that everything which may be tried again
goes through. The code awaits nothing but its `Runtime` and the connections, so it serves blocking clients as well.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from kafkawire.client.connection import ByVersion, Connection, exchange
from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.metadata import NO_LEADER, Metadata, TopicInfo, TopicPartition, check_sane
from kafkawire.client.metrics import ClientMetrics, Number
from kafkawire.client.options import ClientOptions, bootstrap_addresses
from kafkawire.client.pool import ConnectionPool
from kafkawire.client.retry import BROKEN, Backoff, Deadline, call_until, may_pass, within
from kafkawire.client.runtime import Background, Runtime
from kafkawire.client.search import BrokerSearch
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError, RemoteProtocolError
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.transport.errors import ConnectFailed

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import MetadataResponse

__all__ = ["Cluster"]

log = logging.getLogger("kafkawire.client.metadata")
T = TypeVar("T")

_PATIENCE = 2.0  # seconds after which the log says what a call still tries


class Cluster:
    """Brokers and their metadata. `topics` are the names that every refresh asks for."""

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        options: ClientOptions,
        runtime: Runtime,
        *,
        auto_create: bool = False,
        owner: str = "client",
    ) -> None:
        self.options = options
        self._owner = owner
        self.runtime = runtime
        self.metadata = Metadata()
        self.metrics = ClientMetrics(runtime.now)
        self.topics: set[str] = set()
        self._pool = ConnectionPool(options, runtime, self.metrics)
        self._search = BrokerSearch(bootstrap_addresses(bootstrap_servers), self._pool, options, runtime)
        self._auto_create = auto_create
        self._refresh_lock = runtime.lock()
        self._refreshes = 0
        self._refreshed_at = 0.0
        self._look_again_at = 0.0
        self._renewal: Background | None = None
        self._warnings = RateLimitedLogger(log.name, runtime.now)

    async def start(self) -> None:
        """Find a broker and learn the cluster's. Raises `BrokersUnavailable` when none answers in the time allowed."""
        try:
            await self.retrying(self.refresh, "find a broker", refresh=False)
        except BaseException:
            self._pool.drop()  # nobody closes what has not begun
            raise

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()
        if self._renewal is not None:
            self._renewal.cancel()

    async def hang_up(self) -> None:
        """Close all connections, and wait until they are gone."""
        self.close()
        await self.runtime.wait_closed()

    def __del__(self) -> None:
        pool = getattr(self, "_pool", None)
        if pool is not None and pool.is_open:  # most likely its event loop is closed by now, so nothing can be done
            warnings.warn(f"unclosed {self._owner} {self.options.client_id!r}", ResourceWarning, 2, source=self)

    def counted(self) -> Iterator[tuple[str, Number]]:
        """What every client counts: connections, requests, and the age of its metadata in seconds."""
        yield from self._pool.counted()
        yield from self.metrics.of_requests()
        yield from self.metrics.averages("throttle_time")
        yield "metadata_age", self.runtime.now() - self._refreshed_at if self._refreshes else -1.0

    # --- requests -----------------------------------------------------------------------------------------------

    async def request(
        self,
        node_id: int,
        request: Request | ByVersion,
        *,
        at_most: int | None = None,
        at_least: int = 0,
        purpose: str = "",
        extra_time: float = 0.0,
    ) -> Response:
        """One attempt to ask the node, in the highest version both speak within the bounds.

        `extra_time`: seconds that the broker may spend waiting, on top of `request_timeout_ms`.
        """
        self._look_at_age()
        connection = await self.connection(node_id, purpose)
        timeout = self.options.request_timeout_ms / 1000 + extra_time
        return await exchange(connection, request, timeout, at_most, at_least)

    async def connection(self, node_id: int, purpose: str = "") -> Connection:
        """A connection to the node. Raises `ConnectFailed`, also for a node that is not part of the cluster now."""
        node = self.metadata.nodes.get(node_id)
        if node is None:
            raise ConnectFailed(f"broker {node_id} is not part of the cluster now")
        found = await self._pool.get(node.host, node.port, purpose)
        found.belongs_to(node_id)
        return found

    def opened(self, node_id: int) -> Connection | None:
        """The connection to the node, if there is one already."""
        node = self.metadata.nodes.get(node_id)
        return None if node is None else self._pool.opened_to(node.host, node.port)

    async def any_connection(self) -> Connection:
        """A connection to whichever broker can be reached: an open one, a known one, one of the bootstrap list.

        Raises `BrokersUnavailable`, which names every address tried and what went wrong there.
        """
        return await self._search.any_connection(self.metadata.nodes.values())

    async def request_any(
        self, request: Request | ByVersion, *, at_most: int | None = None, at_least: int = 0
    ) -> Response:
        """One attempt to ask whichever broker can be reached."""
        return await self._ask(await self.any_connection(), request, at_most, at_least)

    async def _ask(
        self, connection: Connection, request: Request | ByVersion, at_most: int | None = None, at_least: int = 0
    ) -> Response:
        """Ask somebody of whom there are others: who does not answer as a broker does is asked last from now on."""
        try:
            return await exchange(connection, request, self.options.request_timeout_ms / 1000, at_most, at_least)
        except BROKEN as exc:
            self._pool.blame(connection, str(exc))
            raise

    async def request_controller(self, request: Request | ByVersion, *, at_least: int = 0) -> Response:
        """One attempt to ask the controller; a KRaft broker passes the request on by itself."""
        if self.metadata.controller_id not in self.metadata.nodes:
            return await self.request_any(request, at_least=at_least)
        return await self.request(self.metadata.controller_id, request, at_least=at_least)

    # --- attempts -------------------------------------------------------------------------------------------------

    async def retrying(
        self, attempt: Callable[[], Awaitable[T]], what: str, timeout: float | None = None, *, refresh: bool = True
    ) -> T:
        """Repeat `attempt` while it fails in a way that may pass, with growing pauses and fresh metadata.

        Gives up after `timeout` seconds (default: `default_api_timeout_ms`) with the last error if that says it all, or
        with `TimedOut`. The log tells of an attempt that fails once two seconds are over. `refresh`: whether new
        metadata can help an attempt that does not ask for it itself.
        """
        seconds = self.options.default_api_timeout_ms / 1000 if timeout is None else timeout
        deadline = Deadline(self.runtime.now, within(seconds))
        backoff, patience = self.backoff(), Deadline(self.runtime.now, _PATIENCE)
        is_told = False
        while True:
            try:
                with call_until(deadline):
                    return await attempt()
            except KafkaWireError as exc:
                if not may_pass(exc):
                    raise
                delay = min(backoff.next_delay(), deadline.remaining)  # the last attempt is made when the time is up
                if deadline.passed:
                    raise _give_up(exc, what, seconds) from exc
                log.debug("%s: %s; next attempt in %.3f s", what, exc, delay)
                if patience.passed and not is_told:
                    is_told = True
                    log.warning("cannot %s yet, giving up in %.0f s: %s", what, deadline.remaining, exc)
            await self.runtime.sleep(delay)
            if refresh:
                with call_until(deadline):
                    await self._refresh_quietly()

    def backoff(self) -> Backoff:
        """A new sequence of pauses as the options say."""
        options = self.options
        return Backoff(options.retry_backoff_ms / 1000, options.retry_backoff_max_ms / 1000, self.runtime.chance)

    async def _refresh_quietly(self) -> None:
        try:
            await self.refresh()
        except KafkaWireError as exc:
            if not may_pass(exc):
                raise
            log.debug("metadata cannot be refreshed now: %s", exc)  # the attempt that follows says what is wrong

    # --- metadata -----------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Ask for the metadata of `topics` once; calls that come while one is under way share its response."""
        before = self._refreshes
        async with self._refresh_lock:
            if self._refreshes == before:
                await self._refresh(self.topics)

    @property
    def is_old(self) -> bool:
        """Whether the last response is older than `metadata_max_age_ms`."""
        return self.runtime.now() - self._refreshed_at > self.options.metadata_max_age_ms / 1000

    async def refresh_if_old(self) -> None:
        """Refresh once the metadata is old."""
        if self.is_old:
            await self.refresh()

    def _look_at_age(self) -> None:
        """Have metadata that are old renewed, while whoever asks something goes on: brokers come and go quietly."""
        if self.is_old and (now := self.runtime.now()) >= self._look_again_at:
            self._look_again_at = now + self.options.retry_backoff_max_ms / 1000
            self._renewal = self.runtime.start(self._renew())

    async def _renew(self) -> None:
        try:
            await self.refresh()
        except KafkaWireError as exc:
            log.info("old metadata could not be renewed: %s", exc)  # what they are needed for will say the same

    async def learn(self, topics: Iterable[str] | None) -> MetadataResponse:
        """One attempt to ask for the metadata of some topics, or of all; the response is taken over, and returned."""
        return await self._refresh(topics)

    async def all_topics(self) -> dict[str, TopicInfo]:
        """All topics of the cluster that this client may see."""
        await self.retrying(lambda: self._refresh(None), "list the topics", refresh=False)
        return self.metadata.topics

    async def topic(self, name: str, timeout: float | None = None) -> TopicInfo:
        """A topic with at least one partition; waits for one that is being created.

        Raises `KafkaError` when the topic does not exist, or is not for us, after `timeout` seconds.
        """
        found = self.metadata.topics.get(name)
        if found is not None and found.partitions and not found.error_code:
            return found
        self.topics.add(name)

        async def attempt() -> TopicInfo:
            await self.refresh()
            topic = self.metadata.topics.get(name)
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic is None else topic.error_code
            if topic is None or code:
                raise KafkaError(code, f"topic {name!r}")
            if not topic.partitions:
                raise KafkaError(ErrorCode.LEADER_NOT_AVAILABLE, f"topic {name!r} has no partitions yet")
            return topic

        return await self.retrying(attempt, f"find topic {name!r}", timeout, refresh=False)

    async def leaders(self, partitions: Iterable[TopicPartition]) -> dict[int, list[TopicPartition]]:
        """The partitions grouped by their leader. Raises a retriable `KafkaError` if one has none."""
        by_leader: dict[int, list[TopicPartition]] = {}
        for tp in partitions:
            await self.topic(tp.topic)
            leader = self.metadata.leader(tp)
            if leader == NO_LEADER:
                known = tp.partition in self.metadata.topics[tp.topic].partitions
                code = ErrorCode.LEADER_NOT_AVAILABLE if known else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                raise KafkaError(code, str(tp))
            by_leader.setdefault(leader, []).append(tp)
        return by_leader

    async def _refresh(self, topics: Iterable[str] | None) -> MetadataResponse:
        try:
            response = await self._ask_for_metadata(topics)
        except KafkaWireError as exc:
            self._note_failure(exc)
            raise
        self.metadata.update(response, is_complete=topics is None)
        self._refreshed_at = self.runtime.now()
        self._refreshes += 1
        self._search.succeeded()
        self._pool.sweep()
        return response

    async def _ask_for_metadata(self, topics: Iterable[str] | None) -> MetadataResponse:
        from kafkawire.messages import MetadataRequest
        from kafkawire.messages.metadata_request import MetadataRequestTopic

        wanted = None if topics is None else [MetadataRequestTopic(name=name) for name in sorted(topics)]
        request = MetadataRequest(topics=wanted, allow_auto_topic_creation=self._auto_create)
        # Version 0 cannot ask for no topics, and 1 to 3 cannot say "do not create": no broker since 0.11 needs them.
        connection = await self.any_connection()
        response = cast("MetadataResponse", await self._ask(connection, request, at_least=4))
        try:
            check_sane(response, connection.peer)
        except RemoteProtocolError as exc:
            self._pool.blame(connection, str(exc))
            connection.close()
            raise
        if response.error_code:
            raise KafkaError(response.error_code, f"metadata, says {connection.peer}")
        return response

    def _note_failure(self, error: KafkaWireError) -> None:
        if self._search.has_to_start_over(error):
            self._warnings.warning("beginning anew with the bootstrap list: %s", error)
            self.metadata.forget()
            self._pool.drop()


def _give_up(error: KafkaWireError, what: str, seconds: float) -> KafkaWireError:
    if isinstance(error, KafkaError):
        return error
    if isinstance(error, BrokersUnavailable):
        return BrokersUnavailable(f"could not {what} within {seconds:g} s: {error}")
    return TimedOut(f"could not {what} within {seconds:g} s: {error}")
