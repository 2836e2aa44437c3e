"""The cluster as a client sees it: finds brokers, keeps their metadata, carries requests to the right one.

Only what a single attempt means is decided here, plus one loop, `retrying`, that everything which may be tried again
goes through. The code awaits nothing but its `Runtime` and the connections, so it serves blocking clients as well.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from kafkawire.client.connection import ByVersion, Connection, exchange
from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.metadata import NO_LEADER, CoordinatorKind, Metadata, Node, TopicInfo, TopicPartition
from kafkawire.client.options import ClientOptions, bootstrap_addresses
from kafkawire.client.pool import ConnectionPool
from kafkawire.client.retry import Backoff, Deadline, is_retriable
from kafkawire.client.runtime import Runtime
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.transport.errors import ConnectFailed

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import FindCoordinatorResponse, MetadataResponse

__all__ = ["Cluster"]

log = logging.getLogger("kafkawire.client")
T = TypeVar("T")

_ANY_NUMBER_OF_COORDINATORS = 4


class Cluster:
    """Brokers and their metadata. `topics` are the names that every refresh asks for."""

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        options: ClientOptions,
        runtime: Runtime,
        *,
        auto_create: bool = False,
    ) -> None:
        self.options = options
        self.runtime = runtime
        self.metadata = Metadata()
        self.topics: set[str] = set()
        self._bootstrap = bootstrap_addresses(bootstrap_servers)
        self._pool = ConnectionPool(options, runtime)
        self._auto_create = auto_create
        self._refresh_lock = runtime.lock()
        self._refreshes = 0
        self._refreshed_at = 0.0

    async def start(self) -> None:
        """Find a broker and learn the cluster's. Raises `BrokersUnavailable` when none answers in the time allowed."""
        await self.retrying(self.refresh, "find a broker", refresh=False)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

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
        connection = await self.connection(node_id, purpose)
        timeout = self.options.request_timeout_ms / 1000 + extra_time
        return await exchange(connection, request, timeout, at_most, at_least)

    async def connection(self, node_id: int, purpose: str = "") -> Connection:
        """A connection to the node. Raises `ConnectFailed`, also for a node that is not part of the cluster now."""
        node = self.metadata.nodes.get(node_id)
        if node is None:
            raise ConnectFailed(f"broker {node_id} is not part of the cluster now")
        return await self._pool.get(node.host, node.port, purpose)

    async def any_connection(self) -> Connection:
        """A connection to whichever broker can be reached: an open one, a known one, one of the bootstrap list.

        Raises `BrokersUnavailable`, which names every address tried and what went wrong there.
        """
        opened = self._pool.opened()
        if opened:
            return max(opened, key=lambda connection: connection.last_used)
        failures: dict[tuple[str, int], str] = {}
        for host, port in self._addresses():
            try:
                return await self._pool.get(host, port)
            except ConnectFailed as exc:
                failures[host, port] = str(exc)
        raise BrokersUnavailable("no broker can be reached: " + "; ".join(failures.values()))

    async def request_any(
        self, request: Request | ByVersion, *, at_most: int | None = None, at_least: int = 0
    ) -> Response:
        """One attempt to ask whichever broker can be reached."""
        timeout = self.options.request_timeout_ms / 1000
        return await exchange(await self.any_connection(), request, timeout, at_most, at_least)

    async def request_controller(self, request: Request | ByVersion, *, at_least: int = 0) -> Response:
        """One attempt to ask the controller; a KRaft broker passes the request on by itself."""
        if self.metadata.controller_id not in self.metadata.nodes:
            return await self.request_any(request, at_least=at_least)
        return await self.request(self.metadata.controller_id, request, at_least=at_least)

    # --- metadata -----------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Ask for the metadata of `topics` once; calls that come while one is under way share its answer."""
        before = self._refreshes
        async with self._refresh_lock:
            if self._refreshes == before:
                await self._refresh(self.topics)
                self._refreshes += 1

    async def refresh_if_old(self) -> None:
        """Refresh once the last answer is older than `metadata_max_age_ms`."""
        if self.runtime.now() - self._refreshed_at > self.options.metadata_max_age_ms / 1000:
            await self.refresh()

    async def learn(self, topics: Iterable[str] | None) -> MetadataResponse:
        """One attempt to ask for the metadata of some topics, or of all; the answer is taken over, and returned."""
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

    async def find_coordinator(self, key: str, kind: CoordinatorKind = CoordinatorKind.GROUP) -> int:
        """One attempt to find the node that coordinates a group, or the transactions of a producer."""
        from kafkawire.messages import FindCoordinatorRequest

        def build(version: int) -> Request:
            many = {"coordinator_keys": [key]} if version >= _ANY_NUMBER_OF_COORDINATORS else {"key": key}
            return FindCoordinatorRequest(key_type=kind, **many)

        request = ByVersion(FindCoordinatorRequest.API_KEY, build)
        response = cast("FindCoordinatorResponse", await self.request_any(request))
        answer = response.coordinators[0] if response.coordinators else response
        code = answer.error_code or (0 if answer.host else ErrorCode.COORDINATOR_NOT_AVAILABLE)
        if code:
            raise KafkaError(code, f"coordinator of {kind.name.lower()} {key!r}")
        self.metadata.nodes.setdefault(answer.node_id, Node(answer.node_id, answer.host, answer.port))
        return answer.node_id

    # --- trying again -------------------------------------------------------------------------------------------

    async def retrying(
        self, attempt: Callable[[], Awaitable[T]], what: str, timeout: float | None = None, *, refresh: bool = True
    ) -> T:
        """Repeat `attempt` while it fails in a way that may pass, with growing pauses and fresh metadata.

        Gives up after `timeout` seconds (default: `default_api_timeout_ms`) with the last error if that says it all, or
        with `TimedOut`. `refresh`: whether new metadata can help an attempt that does not ask for it itself.
        """
        seconds = self.options.default_api_timeout_ms / 1000 if timeout is None else timeout
        deadline = Deadline(self.runtime.now, seconds)
        backoff = self.backoff()
        while True:
            try:
                return await attempt()
            except KafkaWireError as exc:
                if not (is_retriable(exc) or isinstance(exc, BrokersUnavailable)):
                    raise
                delay = min(backoff.next_delay(), deadline.remaining)  # the last attempt is made when the time is up
                if deadline.passed:
                    raise _give_up(exc, what, seconds) from exc
                log.debug("%s: %s; next attempt in %.3f s", what, exc, delay)
            await self.runtime.sleep(delay)
            if refresh:
                await self._refresh_quietly()

    def backoff(self) -> Backoff:
        """A new sequence of pauses as the options say."""
        options = self.options
        return Backoff(options.retry_backoff_ms / 1000, options.retry_backoff_max_ms / 1000, self.runtime.chance)

    def _addresses(self) -> list[tuple[str, int]]:
        known = [(node.host, node.port) for node in self.metadata.nodes.values()]
        return list(dict.fromkeys(known + self._bootstrap))

    async def _refresh(self, topics: Iterable[str] | None) -> MetadataResponse:
        from kafkawire.messages import MetadataRequest
        from kafkawire.messages.metadata_request import MetadataRequestTopic

        wanted = None if topics is None else [MetadataRequestTopic(name=name) for name in sorted(topics)]
        request = MetadataRequest(topics=wanted, allow_auto_topic_creation=self._auto_create)
        # Version 0 cannot ask for no topics, and 1 to 3 cannot say "do not create": no broker since 0.11 needs them.
        response = cast("MetadataResponse", await self.request_any(request, at_least=4))
        if response.error_code:
            raise KafkaError(response.error_code, "metadata")
        self.metadata.update(response)
        self._refreshed_at = self.runtime.now()
        return response

    async def _refresh_quietly(self) -> None:
        try:
            await self.refresh()
        except KafkaWireError as exc:
            if not (is_retriable(exc) or isinstance(exc, BrokersUnavailable)):
                raise
            log.debug("metadata cannot be refreshed now: %s", exc)  # the attempt that follows says what is wrong


def _give_up(error: KafkaWireError, what: str, seconds: float) -> KafkaWireError:
    if isinstance(error, KafkaError):
        return error
    if isinstance(error, BrokersUnavailable):
        return BrokersUnavailable(f"could not {what} within {seconds:g} s: {error}")
    return TimedOut(f"could not {what} within {seconds:g} s: {error}")
