"""Keeps data coming: while the application works on records, the next ones are on their way.

Each broker has at most one fetch open, for all partitions that are to be read there and have room. Whenever something
changes (a response came, records were handed out, partitions were assigned) `kick` has the partitions that it concerns
looked at, and asks the brokers that are free. What is asked of whom, and what a response means, `AssignedPartitions`
decides. Here is what takes time: the tasks that ask, and those that find out more when something has gone wrong.

What is fetched ahead is bounded: per partition by `max_partition_fetch_bytes`, over all by `prefetch_max_bytes`, which
the fetches that are under way share.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, cast

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.consumer.fetch import LAST_VERSION_WITH_NAMES, RECORD_BATCHES, SESSION_ERRORS, FetchSession
from kafkawire.client.consumer.offsets import ends_of_epochs
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.partitions import AssignedPartitions
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import is_retriable, may_pass
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.messages import FetchResponse

__all__ = ["Fetcher"]

log = logging.getLogger("kafkawire.client.consumer")


class Fetcher:
    """Fetches for the partitions that are assigned. `on_data` is called when there is something new to look at."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions, on_data: Callable[[], None]) -> None:
        self.partitions = AssignedPartitions(cluster, options)
        self.error: BaseException | None = None
        """What has ended fetching for good."""
        self.fetched_at: float | None = None
        """When a broker responded last."""
        self.assigned_at: float | None = None
        """When partitions last came or went."""
        self._cluster = cluster
        self._options = options
        self._on_data = on_data
        self._fetches: dict[int, asyncio.Task[None]] = {}
        self._reserved: dict[int, int] = {}  # bytes that the fetches under way may bring
        self._checks: dict[int, asyncio.Task[None]] = {}
        self._recovery: asyncio.Task[None] | None = None
        self._backoff = cluster.backoff()
        self._session_errors = 0
        self._open = True

    @property
    def states(self) -> dict[TopicPartition, PartitionState]:
        """The partitions that are read."""
        return self.partitions.states

    def assign(self, partitions: Iterable[TopicPartition]) -> None:
        """Fetch for these partitions from now on, and for no others."""
        before = self.states.keys()
        self.partitions.assign(partitions)
        if self.assigned_at is None or self.states.keys() != before:
            self.assigned_at = self._cluster.runtime.now()
        self.kick()

    def kick(self) -> None:
        """Look at what has changed, and ask every broker that is free and has something to give."""
        if self.error is not None or not self._open:
            return
        partitions = self.partitions
        partitions.update()
        for node, session in partitions.sessions.items():
            if session.wanted and node not in self._fetches and node not in partitions.stalled_nodes:
                self._ask(node, session)
        for node in partitions.unverified:
            if node not in self._checks:
                self._checks[node] = self._start(self._check(node), f"fetch validation at {node}")
        if partitions.needs_metadata:
            self._recover("a partition has no leader")

    def fail(self, error: KafkaWireError) -> None:
        """Raise this in the application's next call."""
        self.error = error
        self._on_data()

    def close(self) -> list[asyncio.Task[None]]:
        """Stop fetching; returns what is still to end."""
        self._open = False
        tasks = [*self._fetches.values(), *self._checks.values(), *([self._recovery] if self._recovery else [])]
        for task in tasks:
            task.cancel()
        return tasks

    # --- one fetch ----------------------------------------------------------------------------------------------

    def _ask(self, node: int, session: FetchSession) -> None:
        size = self._room()
        if size > 0:
            self._reserved[node] = size
            self._fetches[node] = self._start(self._fetch(node, session, size), f"fetch from {node}")

    def _room(self) -> int:
        """How many bytes the next fetch may bring; 0 while that is too little to be worth it."""
        limit = self._options.prefetch_max_bytes
        busy_nodes = sum(bool(session.wanted) for session in self.partitions.sessions.values())
        share = max(1, limit // max(1, busy_nodes))
        left = limit - self.partitions.held_bytes - sum(self._reserved.values())
        if left < min(share, self._options.max_partition_fetch_bytes):
            self._make_room()
            return 0
        return min(self._options.fetch_max_bytes, share, left)

    def _make_room(self) -> None:
        """What paused partitions hold must not keep others from being read, unless there will be room anyway."""
        if not self.partitions.readable and not self._reserved and self.partitions.put_back_paused():
            asyncio.get_running_loop().call_soon(self.kick)

    async def _fetch(self, node: int, session: FetchSession, max_bytes: int) -> None:
        """One fetch. Whatever goes wrong ends in a recovery or in an error that the application sees."""
        problem = ""
        try:
            response = await self._request(node, session, max_bytes)
            problem = self.partitions.take_in(node, session, response, max_bytes)
            self._session_errors = 0
            self.fetched_at = self._cluster.runtime.now()
        except KafkaWireError as exc:
            problem = self._failed(node, session, exc)
        except asyncio.CancelledError:
            session.failed()
            raise
        finally:
            del self._fetches[node], self._reserved[node]
        if not problem and not self.partitions.has_problems:
            self._backoff.reset()
        self._go_on(problem)

    async def _request(self, node: int, session: FetchSession, max_bytes: int) -> FetchResponse:
        request = ByVersion(ApiKey.FETCH, lambda version: session.request(version, self._options, max_bytes))
        at_most = None if session.has_ids else LAST_VERSION_WITH_NAMES
        wait = self._options.fetch_max_wait_ms / 1000
        response = await self._cluster.request(node, request, at_least=RECORD_BATCHES, at_most=at_most, extra_time=wait)
        return cast("FetchResponse", response)

    def _failed(self, node: int, session: FetchSession, error: KafkaWireError) -> str:
        if isinstance(error, KafkaError) and error.code in SESSION_ERRORS:
            self._session_errors += 1
            if self._session_errors == 1:
                return ""  # the next fetch begins a new session
        else:
            session.failed()
        if not is_retriable(error):
            self.error = error
        self.partitions.stall_node(node)
        return str(error)

    def _go_on(self, problem: str) -> None:
        """Something has been learnt, or has gone wrong: see what there is to do now."""
        if problem and self.error is None:
            self._recover(problem)
        self._on_data()
        self.kick()

    # --- recovery -----------------------------------------------------------------------------------------------

    async def _check(self, node: int) -> None:
        """Ask a leader whether its log is the one that was read."""
        asked = self.partitions.to_verify(node)
        problem = ""
        try:
            problem = self.partitions.take_in_ends(asked, await ends_of_epochs(self._cluster, node, asked))
        except KafkaWireError as exc:
            problem = str(exc)
            self.partitions.stall(asked)
            if not is_retriable(exc):
                self.error = exc
        finally:
            del self._checks[node]
            self.partitions.end_verifying(node)
        self._go_on(problem)

    def _recover(self, problem: str) -> None:
        if self._recovery is None and self._open:
            log.info("fetching needs fresh metadata: %s", problem)
            self._recovery = self._start(self._refresh(), "fetch recovery")

    async def _refresh(self) -> None:
        """Wait, learn who leads now, and go on; a cluster that is away for now is asked again and again."""
        try:
            await self._cluster.runtime.sleep(self._backoff.next_delay())
            await self._cluster.refresh()
        except KafkaWireError as exc:
            if not may_pass(exc):
                self.error = exc
            log.info("metadata could not be refreshed: %s", exc)
        finally:
            self._recovery = None
        self.partitions.release()
        self._go_on("")

    def _start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._look_at_end)
        return task

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """A fault of our own must reach the application too, or it would wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            self.error = task.exception()
            self._on_data()
