"""What all sides of a consumer share: its parts, and whatever must be so before records can be handed out."""

from __future__ import annotations

import asyncio

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.positions import resolve_positions
from kafkawire.client.consumer.session import GroupSession
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions

__all__ = ["ConsumerCore"]


class ConsumerCore:
    """The parts of a consumer, and how they settle."""

    options: ConsumerOptions
    _cluster: Cluster
    _fetcher: Fetcher
    _group: GroupSession | None
    _wake: asyncio.Event

    def __init__(self) -> None:
        self._settling: asyncio.Task[None] | None = None
        self._open = False
        self._last_error: BaseException | None = None
        self._polled_at: float | None = None
        self._is_waiting = False

    def _needs_settling(self) -> bool:
        """Whether nothing may be handed out; while a cooperative member joins it goes on with what it keeps."""
        group = self._group
        if group is not None and group.is_joining:
            return False
        return self._settling is not None or (group is not None and group.needs_rebalance)

    async def _settle(self, deadline: float | None) -> bool:
        """Join the group and find positions where that is needed; False if the time is up before that is done.

        The work goes on in a task of its own when the caller's time is up or the caller is cancelled: a member that
        stopped half way through joining would hold up its whole group.
        """
        self._raise_fatal()
        self._fetcher.kick()
        while self._settling or self._fetcher.partitions.unresolved or self._needs_settling():
            if self._settling is None:
                self._settling = asyncio.create_task(self._settle_once(), name="settling")
                self._settling.add_done_callback(lambda _: self._wake.set())
                await asyncio.sleep(0)  # it says by then whether reading goes on meanwhile
            if not self._needs_settling():
                break
            if not await self._settled(self._settling, deadline):
                return False
            self._fetcher.kick()
        return True

    async def _settled(self, settling: asyncio.Task[None], deadline: float | None) -> bool:
        """Wait for it, and raise what went wrong."""
        timeout = None if deadline is None else max(0.0, deadline - self._now())
        if self._group is not None:
            self._group.enter()
        try:
            done, _ = await asyncio.wait([settling], timeout=timeout)
        finally:
            if self._group is not None:
                self._group.leave()
        if done and self._settling is settling:
            self._settling = None
            settling.result()
        return bool(done)

    def _raise_fatal(self) -> None:
        error = self._fatal_error()
        if error is not None:
            raise error

    def _fatal_error(self) -> BaseException | None:
        """What has ended fetching, or the membership, for good."""
        return self._fetcher.error or (None if self._group is None else self._group.membership.error)

    async def _settle_once(self) -> None:
        if self._group is not None and self._group.needs_rebalance:
            await self._group.rebalance()
        self._fetcher.kick()
        unresolved = list(self._fetcher.partitions.unresolved)
        if unresolved:
            coordinator = None if self._group is None else self._group.membership.coordinator
            await resolve_positions(self._cluster, self.options, coordinator, unresolved)
            if self._group is not None:  # a log that was cut, or made anew, begins again below what was committed
                for state in unresolved:
                    self._group.commits.sought(state.tp)
            self._fetcher.kick()

    def _state(self, tp: TopicPartition | tuple[str, int]) -> PartitionState:
        try:
            return self._fetcher.states[TopicPartition(*tp)]
        except KeyError:
            raise InvalidOption(f"{TopicPartition(*tp)} is not assigned") from None

    @property
    def _read_committed(self) -> bool:
        return self.options.isolation_level == "read_committed"

    def _now(self) -> float:
        return self._cluster.runtime.now()
