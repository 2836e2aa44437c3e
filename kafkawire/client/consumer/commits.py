"""The order in which one consumer writes its offsets.

Commits come from several sides: the application's calls, the timer, the end of the block. Each takes its place in a
queue at the moment it is asked for, and one at a time is under way: a second request could reach the broker first, or
be there already when the first is repeated. What follows from positions only moves forward; an automatic commit that
an explicit one overtook is left out. An offset that the application names, or seeks to, is written wherever it lies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from kafkawire.client.consumer.member import Member
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["CommitQueue"]


EpochsOf = Callable[[Iterable[tuple[TopicPartition, int]]], dict[TopicPartition, int]]
"""Under which leaders the records before some offsets were written, where that is known."""


class CommitQueue:
    """All commits of one consumer, and what they have named for its present partitions."""

    def __init__(self, member: Member, epochs_of: EpochsOf = lambda _: {}) -> None:
        self._member = member
        self._epochs_of = epochs_of
        self._one_at_a_time = asyncio.Lock()  # fair: whoever asks first goes first
        self._named: dict[TopicPartition, int] = {}
        self._committed: dict[TopicPartition, int] = {}

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

    def pending(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Of these the offsets that are not committed and that `advance` would write."""
        return {
            tp: offset
            for tp, offset in offsets.items()
            if self._committed.get(tp) != offset and offset >= self._named.get(tp, offset)
        }

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
        epochs = self._epochs_of(offsets.items())  # by its turn the position is another one
        async with self._one_at_a_time:
            if not offsets:
                return
            # By now the partitions may be somebody else's, who has read further.
            if self._member.ownership_epoch != ownership_epoch:
                raise KafkaError(ErrorCode.ILLEGAL_GENERATION, "the group has rebalanced before the commit's turn came")
            await self._member.commit(offsets, epochs)
            self._committed.update(offsets)
