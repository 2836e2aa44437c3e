"""Keeps data coming: while the application works on records, the next ones are on their way.

Each broker has at most one fetch open, for all partitions that are to be read there and have room. Whenever something
changes (an answer came, records were handed out, partitions were assigned) `kick` looks at the partitions that it
concerns, and asks the brokers that are free.

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
from kafkawire.client.consumer.answers import Answers
from kafkawire.client.consumer.fetch import (
    LAST_VERSION_WITH_NAMES,
    RECORD_BATCHES,
    FetchedPartition,
    fetched_partition,
    settings_of,
)
from kafkawire.client.consumer.fetch_session import SESSION_ERRORS, FetchSession, Place
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.partitions import Partitions
from kafkawire.client.consumer.placement import Placement
from kafkawire.client.consumer.truncation import ends_of_epochs, look_for_truncation
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
        self.partitions = Partitions(options.max_partition_fetch_bytes)
        self.error: BaseException | None = None
        self.fetched_at: float | None = None
        """When a broker answered last."""
        self.assigned_at: float | None = None
        """When partitions last came or went."""
        self._cluster = cluster
        self._options = options
        self._settings = settings_of(options)
        self._on_data = on_data
        self._placement = Placement(cluster, options)
        self._answers = Answers(cluster, options, self._placement)
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
        for state in self.partitions.assign(partitions):
            self._placement.remove(state)
        if self.assigned_at is None or self.states.keys() != before:
            self.assigned_at = self._cluster.runtime.now()
        self.kick()

    def kick(self) -> None:
        """Look at what has changed, and ask every broker that is free and has something to give."""
        if self.error is not None or not self._open:
            return
        if self._placement.learnt_more():
            self.partitions.touch_all()
        self._placement.expire_replicas()
        self._placement.place(self.partitions.sort())
        for node, session in self._placement.sessions.items():
            if session.wanted and node not in self._fetches and node not in self._placement.stalled_nodes:
                self._ask(node, session)
        for node in self._placement.unverified:
            if node not in self._checks:
                self._checks[node] = self._start(self._check(node), f"fetch validation at {node}")
        if self._placement.needs_metadata:
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
        share = max(1, limit // max(1, self._placement.busy_nodes))
        left = limit - self.partitions.held_bytes - sum(self._reserved.values())
        if left < min(share, self._options.max_partition_fetch_bytes):
            self._make_room()
            return 0
        return min(self._options.fetch_max_bytes, share, left)

    def _make_room(self) -> None:
        """Nobody takes what paused partitions hold, so it must not keep others from being read."""
        if self.partitions.readable or self._reserved:
            return  # there will be room
        paused = [state for state in self.states.values() if state.paused and state.buffered_bytes]
        for state in paused:
            state.put_back()
        if paused:
            asyncio.get_running_loop().call_soon(self.kick)

    async def _fetch(self, node: int, session: FetchSession, max_bytes: int) -> None:
        """One fetch. Whatever goes wrong ends in a recovery or in an error that the application sees."""
        problem = ""
        try:
            problem = await self._exchange(node, session, max_bytes)
        except KafkaWireError as exc:
            problem = self._failed(node, session, exc)
        except asyncio.CancelledError:
            session.failed()
            raise
        finally:
            del self._fetches[node], self._reserved[node]
        if problem and self.error is None:
            self._recover(problem)
        elif not self._placement.has_problems:
            self._backoff.reset()
        self._on_data()
        self.kick()

    async def _exchange(self, node: int, session: FetchSession, max_bytes: int) -> str:
        """Ask and take in; returns what fresh metadata may mend, or nothing."""
        request = ByVersion(ApiKey.FETCH, lambda version: session.request(version, self._settings, max_bytes))
        response = cast(
            "FetchResponse",
            await self._cluster.request(
                node,
                request,
                at_least=RECORD_BATCHES,
                at_most=None if session.has_ids else LAST_VERSION_WITH_NAMES,
                extra_time=self._settings.max_wait_ms / 1000,
            ),
        )
        problem = ""
        found = session.answered(response)
        is_full = sum(len(part.records or b"") for _, part in found) >= max_bytes
        for tp, part in found:
            answer = fetched_partition(self._cluster, response, tp, part)
            answer.is_crowded_out = is_full and len(answer.records) < session.asked(tp).position.max_bytes
            state = self.states.get(tp)
            if state is not None and _is_current(state, session.asked(tp), answer, node):
                problem = self._answers.take_in(state, answer) or problem
        self._succeeded(node)
        return problem

    def _succeeded(self, node: int) -> None:
        self._session_errors = 0
        self._placement.succeeded(node)
        self.fetched_at = self._cluster.runtime.now()

    def _failed(self, node: int, session: FetchSession, error: KafkaWireError) -> str:
        if isinstance(error, KafkaError) and error.code in SESSION_ERRORS:
            self._session_errors += 1
            if self._session_errors == 1:
                return ""  # the next fetch begins a new session
        else:
            session.failed()
        if not is_retriable(error):
            self.error = error
        self._placement.stall_node(node)
        return str(error)

    # --- recovery -----------------------------------------------------------------------------------------------

    async def _check(self, node: int) -> None:
        """Ask a leader whether its log is the one that was read."""
        states = [state for state in self._placement.unverified[node] if self.states.get(state.tp) is state]
        asked = {state: (state.fetch_offset, state.fetch_epoch) for state in states}
        problem = ""
        try:
            ends = await ends_of_epochs(self._cluster, node, states)
            for state, place in asked.items():
                end = ends.get(state.tp)
                if isinstance(end, KafkaError):
                    problem = self._answers.refused(state, end) or problem
                elif place == (state.fetch_offset, state.fetch_epoch):
                    state.is_unverified = False
                    if end is not None:
                        look_for_truncation(state, end)
        except KafkaWireError as exc:
            problem = str(exc)
            for state in states:
                self._placement.stall(state)
            if not is_retriable(exc):
                self.error = exc
        finally:
            del self._checks[node]
            for state in self._placement.unverified.pop(node, ()):
                state.changed()
        if problem and self.error is None:
            self._recover(problem)
        self._on_data()
        self.kick()

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
        self._placement.release()
        self._on_data()
        self.kick()

    def _start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._look_at_end)
        return task

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """A fault of our own must reach the application too, or it would wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            self.error = task.exception()
            self._on_data()


def _is_current(state: PartitionState, asked: Place, answer: FetchedPartition, node: int) -> bool:
    """Whoever sought elsewhere, or has gone to another broker, while we asked has no use for the answer."""
    if state.fetch_offset != asked.position.offset or state.topic_id != asked.topic_id:
        return False
    return state.node == node or not answer.error_code
