"""The commits of one consumer: those that the application asks for, the automatic ones, and their order.

Commits come from several sides: the application's calls, the timer, the end of the block. Each takes its place in a
queue at the moment it is asked for, and one at a time is under way: a second request could reach the broker first, or
be there already when the first is repeated. What follows from positions only moves forward; an automatic commit that
an explicit one overtook is left out. An offset that the application names, or seeks to, is written wherever it lies.

There is no timer of its own for automatic commits: they follow what the application is done with, and that only moves
in its calls that read. So each of these calls begins one when it is due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.member import Member
from kafkawire.client.consumer.partitions import AssignedPartitions
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["CommitQueue"]

log = logging.getLogger("kafkawire.client.group")


class CommitQueue:
    """Writes offsets one commit after the other, and knows what they have named for its present partitions."""

    def __init__(
        self, cluster: Cluster, options: ConsumerOptions, member: Member, partitions: AssignedPartitions
    ) -> None:
        self._now = cluster.runtime.now
        self._member = member
        self._partitions = partitions
        self._is_automatic = options.enable_auto_commit
        self._interval = options.auto_commit_interval_ms / 1000
        self._one_at_a_time = asyncio.Lock()  # fair: whoever asks first goes first
        self._named: dict[TopicPartition, int] = {}
        self._committed: dict[TopicPartition, int] = {}
        self._next_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self._warnings = RateLimitedLogger(log.name, self._now)

    async def write(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit offsets that the application names. Raises `KafkaError`."""
        self._named.update(offsets)
        await self._send(offsets)

    async def advance(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit offsets that follow from positions, without those that lie behind what an earlier commit named.

        Waits for the earlier commits even if nothing is left to be written. Raises `KafkaError`.
        """
        ahead = {tp: offset for tp, offset in offsets.items() if offset >= self._named.get(tp, offset)}
        self._named.update(ahead)
        await self._send(ahead)

    def sought(self, tp: TopicPartition) -> None:
        """The application has moved the position, and commits follow it, back too."""
        self._named.pop(tp, None)

    def forget(self, partitions: Iterable[TopicPartition]) -> None:
        """The partitions come or go: others may read, and commit, them meanwhile."""
        for tp in partitions:
            self._named.pop(tp, None)
            self._committed.pop(tp, None)

    async def _send(self, offsets: Mapping[TopicPartition, int]) -> None:
        ownership_epoch = self._member.ownership_epoch
        epochs = self._partitions.epochs(offsets.items())  # by its turn the position is another one
        async with self._one_at_a_time:
            if not offsets:
                return
            # By now the partitions may be somebody else's, who has read further.
            if self._member.ownership_epoch != ownership_epoch:
                raise KafkaError(ErrorCode.ILLEGAL_GENERATION, "the group has rebalanced before the commit's turn came")
            await self._member.commit(offsets, epochs)
            self._committed.update(offsets)

    # --- automatic commits --------------------------------------------------------------------------------------

    def start(self) -> None:
        """The time of automatic commits begins."""
        self._next_at = self._now() + self._interval

    @property
    def next_at(self) -> float | None:
        """When an automatic commit is due; None while there is nothing for it."""
        return self._next_at if self._is_automatic and self._pending(self._partitions.processed()) else None

    def begin_if_due(self) -> None:
        """Begin an automatic commit, if it is time for one and the last one is through."""
        now = self._now()
        if not self._is_automatic or now < self._next_at:
            return
        self._next_at = now + self._interval
        offsets = self._partitions.processed()
        if self._pending(offsets) and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self.automatically(offsets), name="automatic commit")

    async def automatically(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default of what is processed, if commits are automatic. A failure is only logged."""
        pending = self._pending(self._partitions.processed() if offsets is None else offsets)
        if not self._is_automatic or not pending:
            return
        try:
            await self.advance(pending)
        except KafkaWireError as exc:
            self._warnings.warning("automatic commit failed, the next one may do: %s", exc)

    async def close(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Wait for the commit that is under way, and write the last one."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await self.automatically(offsets)

    def abandon(self) -> list[asyncio.Task[None]]:
        """End the commit that is under way; returns what is still to end."""
        return [self._task] if self._task is not None and self._task.cancel() else []

    def _pending(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Of these the offsets that are not committed and that `advance` would write."""
        return {
            tp: offset
            for tp, offset in offsets.items()
            if self._committed.get(tp) != offset and offset >= self._named.get(tp, offset)
        }
