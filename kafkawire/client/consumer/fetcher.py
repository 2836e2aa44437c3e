"""Keeps data coming: while the application works on records, the next ones are on their way.

Each broker has at most one fetch open, for all partitions it leads that have room. Whenever something changes (an
answer came, records were handed out, partitions were assigned) `kick` looks at all brokers and asks those that are
free.
What is fetched ahead is bounded: per partition by `max_partition_fetch_bytes`, over all by `fetch_max_bytes`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import read_fetched, size_for_cut_batch
from kafkawire.client.consumer.fetch import FetchedPartition, Position, fetch_from, settings_of
from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.errors import BrokersUnavailable
from kafkawire.client.metadata import NO_LEADER, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import is_retriable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Fetcher"]

log = logging.getLogger("kafkawire.client")

# The broker cannot read its own log. Another replica may lead soon and do better; if not, there is no end to waiting.
_DAMAGED = {ErrorCode.CORRUPT_MESSAGE, ErrorCode.KAFKA_STORAGE_ERROR}
_DAMAGED_ATTEMPTS = 10


class Fetcher:
    """Fetches for the partitions in `states`. `on_data` is called when there is something new to look at."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions, on_data: Callable[[], None]) -> None:
        self.states: dict[TopicPartition, PartitionState] = {}
        self.error: BaseException | None = None
        self._cluster = cluster
        self._options = options
        self._settings = settings_of(options)
        self._on_data = on_data
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._recovery: asyncio.Task[None] | None = None
        self._backoff = cluster.backoff()

    def assign(self, states: dict[TopicPartition, PartitionState]) -> None:
        """Fetch for these partitions from now on, and for no others."""
        self.states = states
        self.kick()

    def processed(self) -> dict[TopicPartition, int]:
        """Per partition the offset behind what the application is done with."""
        return {tp: state.processed for tp, state in self.states.items() if state.processed != UNKNOWN}

    def kick(self) -> None:
        """Ask every broker that is free and leads a partition with room."""
        if self._recovery is not None or self.error is not None:
            return
        for leader, positions in self._wanted().items():
            if leader == NO_LEADER:
                self._recover("a partition has no leader")
            elif leader not in self._busy:
                self._busy[leader] = self._start(self._fetch(leader, positions), f"fetch from {leader}")

    async def close(self) -> None:
        """Stop fetching."""
        self.states = {}
        tasks = [*self._busy.values(), *([self._recovery] if self._recovery else [])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _wanted(self) -> dict[int, dict[TopicPartition, Position]]:
        wanted: dict[int, dict[TopicPartition, Position]] = {}
        if sum(state.buffered_bytes for state in self.states.values()) >= self._options.fetch_max_bytes:
            return wanted
        for tp, state in self.states.items():
            if self._has_room(state):
                leader = self._cluster.metadata.leader(tp)
                wanted.setdefault(leader, {})[tp] = Position(state.fetch_offset, state.max_bytes)
        return wanted

    def _has_room(self, state: PartitionState) -> bool:
        ready = not state.paused and state.fetch_offset != UNKNOWN and state.error is None
        return ready and state.buffered_bytes < self._options.max_partition_fetch_bytes

    async def _fetch(self, leader: int, positions: dict[TopicPartition, Position]) -> None:
        """One fetch. Whatever goes wrong ends in a recovery or in an error that the application sees."""
        asked = {tp: self.states[tp] for tp in positions if tp in self.states}
        problem = ""
        try:
            for answer in await fetch_from(self._cluster, leader, positions, self._settings):
                state = asked.get(answer.tp)
                # Whoever sought elsewhere, or lost the partition, while we asked has no use for the answer.
                if (
                    state is not None
                    and state is self.states.get(answer.tp)
                    and state.fetch_offset == positions[answer.tp].offset
                ):
                    problem = self._receive(state, answer) or problem
        except KafkaWireError as exc:
            problem = str(exc)
            if not is_retriable(exc):
                self.error = exc
        finally:
            del self._busy[leader]
        if problem and self.error is None:
            self._recover(problem)
        elif not any(state.failures for state in self.states.values()):
            self._backoff.reset()
        self._on_data()
        self.kick()

    def _receive(self, state: PartitionState, answer: FetchedPartition) -> str:
        """Take in one partition's answer; returns what fresh metadata may mend, or nothing."""
        if answer.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            state.out_of_range = True
            state.fetch_offset = UNKNOWN
            return ""
        if answer.has_moved:
            return ""  # the next round asks the new leader
        if answer.error_code:
            return self._refused(state, answer.error_code)
        state.failures = 0
        state.high_watermark = answer.high_watermark
        try:
            self._keep(state, answer)
        except KafkaWireError as exc:
            state.error = exc
        return ""

    def _refused(self, state: PartitionState, code: int) -> str:
        """The broker gave an error: either it may pass, and is returned, or the application is to see it."""
        error = KafkaError(code, f"fetch of {state.tp} at offset {state.fetch_offset}")
        state.failures += code in _DAMAGED
        if error.retriable and state.failures < _DAMAGED_ATTEMPTS:
            return str(error)
        state.error, state.failures = error, 0
        return ""

    def _keep(self, state: PartitionState, answer: FetchedPartition) -> None:
        start = state.fetch_offset
        committed = self._settings.read_committed
        batches = read_fetched(answer, start, read_committed=committed, check_crc=self._options.check_crcs)
        if batches:
            state.put(batches)
        elif answer.records:
            state.max_bytes = size_for_cut_batch(answer, start, state.max_bytes)

    def _recover(self, problem: str) -> None:
        if self._recovery is None:
            log.info("fetching pauses: %s", problem)
            self._recovery = self._start(self._refresh(), "fetch recovery")

    def _start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._look_at_end)
        return task

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """A fault of our own must reach the application too, or it would wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            self.error = task.exception()
            self._on_data()

    async def _refresh(self) -> None:
        """Wait, learn who leads now, and go on; a cluster that is away for now is asked again and again."""
        try:
            await self._cluster.runtime.sleep(self._backoff.next_delay())
            await self._cluster.refresh()
        except KafkaWireError as exc:
            if not (is_retriable(exc) or isinstance(exc, BrokersUnavailable)):
                self.error = exc
            log.info("metadata could not be refreshed: %s", exc)
        finally:
            self._recovery = None
        self._on_data()
        self.kick()
