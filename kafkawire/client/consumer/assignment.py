"""Which partitions a consumer reads, and where: the calls that ask for that, and those that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from kafkawire.client.consumer.core import ConsumerCore
from kafkawire.client.consumer.growth import Growth
from kafkawire.client.consumer.membership import Subscription
from kafkawire.client.consumer.offsets import EARLIEST, LATEST, list_offsets
from kafkawire.client.consumer.partition import UNKNOWN
from kafkawire.client.consumer.positions import offsets_at
from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import checked
from kafkawire.client.metadata import TopicPartition

__all__ = ["Assignment"]

Partitions = Iterable[TopicPartition | tuple[str, int]]


class Assignment(ConsumerCore):
    """Partitions and positions."""

    _subscription: Subscription
    _growth: Growth

    @checked
    def assign(self, partitions: Partitions) -> None:
        """Read these partitions, whatever a group may say; positions are found when reading begins."""
        if self._group is not None and self._subscription:
            raise InvalidOption("partitions are assigned by the group; leave `topics` out to assign them yourself")
        self._growth.stop()
        tps = [TopicPartition(*tp) for tp in partitions]
        self._cluster.topics.update(tp.topic for tp in tps)
        self._fetcher.assign(tps)

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions that are read now."""
        return list(self._fetcher.states)

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out; partitions without a position are left out."""
        return self._fetcher.partitions.positions()

    @checked
    def leader_epochs(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written, where that is known: at the positions it is.

        A commit keeps it, so that whoever reads on notices if the log is another one by then (KIP-320).
        """
        return self._fetcher.partitions.epochs(offsets.items())

    def lag(self) -> dict[TopicPartition, int]:
        """Per partition how many offsets lie between the position and the end, as of the last fetch."""
        states = self._fetcher.states.items()
        known = {tp: s for tp, s in states if s.high_watermark != UNKNOWN and s.position != UNKNOWN}
        return {tp: max(0, s.high_watermark - s.position) for tp, s in known.items()}

    @checked
    def pause(self, partitions: Partitions) -> None:
        """Hand out nothing of these partitions until `resume`."""
        for tp in partitions:
            self._state(tp).paused = True
        self._fetcher.kick()

    @checked
    def resume(self, partitions: Partitions) -> None:
        """Undo `pause`."""
        for tp in partitions:
            self._state(tp).paused = False
        self._wake.set()
        self._fetcher.kick()

    # --- going elsewhere ----------------------------------------------------------------------------------------

    @checked
    def seek(self, tp: TopicPartition | tuple[str, int], offset: int) -> None:
        """Go on at `offset` with the next call that reads."""
        if offset < 0:
            raise InvalidOption(f"{TopicPartition(*tp)}: there is no offset {offset}")
        self._state(tp).seek(offset)
        if self._group is not None:
            self._group.commits.sought(TopicPartition(*tp))
        self._fetcher.kick()

    @checked
    async def seek_to_beginning(self, partitions: Partitions | None = None) -> None:
        """Go on with the first record that is still there, in these partitions or all assigned. Raises `KafkaError`."""
        await self._seek_to(EARLIEST, partitions)

    @checked
    async def seek_to_end(self, partitions: Partitions | None = None) -> None:
        """Go on with the next record to be written; with "read_committed" before the first open transaction."""
        await self._seek_to(LATEST, partitions)

    @checked
    async def seek_to_time(self, when: int | datetime, partitions: Partitions | None = None) -> None:
        """Go on with the first record at or after `when`: milliseconds since the epoch, or a `datetime` with a zone.

        Where nothing is that late reading goes on at the end. Raises `KafkaError`.
        """
        await self._seek_to(_milliseconds(when), partitions)

    async def _seek_to(self, timestamp: int, partitions: Partitions | None) -> None:
        chosen = self._fetcher.states if partitions is None else [self._state(tp).tp for tp in partitions]
        timestamps = dict.fromkeys(chosen, timestamp)
        if timestamps:
            offsets = await offsets_at(self._cluster, timestamps, read_committed=self._read_committed)
            for tp, offset in offsets.items():
                if tp in self._fetcher.states:  # it may have gone meanwhile
                    self.seek(tp, offset)

    # --- what there is ------------------------------------------------------------------------------------------

    @checked
    async def partitions(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic. Raises `KafkaError` if there is no such topic."""
        return [TopicPartition(topic, index) for index in sorted((await self._cluster.topic(topic)).partitions)]

    @checked
    async def offsets_for_times(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp in milliseconds (-1: the end, -2: the beginning)."""
        return await list_offsets(self._cluster, timestamps, read_committed=self._read_committed)

    @checked
    async def beginning_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the first record that is still there. Raises `KafkaError`."""
        return await self.offsets_for_times({TopicPartition(*tp): EARLIEST for tp in partitions})

    @checked
    async def end_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record; with "read_committed" of the first open transaction."""
        return await self.offsets_for_times({TopicPartition(*tp): LATEST for tp in partitions})


def _milliseconds(when: int | datetime) -> int:
    if isinstance(when, datetime):
        if when.tzinfo is None:
            raise InvalidOption(f"{when!r} has no time zone: say which, such as datetime(..., tzinfo=UTC)")
        return int(when.timestamp() * 1000)
    if when < 0:
        raise InvalidOption(f"a time is milliseconds since the epoch, not {when}")
    return when
