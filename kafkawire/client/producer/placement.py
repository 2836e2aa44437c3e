"""Where a record goes that is not simply appended: to a new batch, or to wait until its topic is known."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import BufferFull, InvalidOption, RecordTooLarge
from kafkawire.client.fitting import check
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.partitioner import StickyChoice
from kafkawire.client.producer.accumulator import Accumulator
from kafkawire.client.producer.batch import PartitionQueue
from kafkawire.client.producer.delivery import Delivery, Parking
from kafkawire.client.producer.sender import Sender
from kafkawire.client.producer.topics import TopicState, Unplaced
from kafkawire.errors import EncodeError, KafkaWireError

__all__ = ["Placement"]


class Placement:
    """The topics that are written to, and what has to be decided for a record now and then."""

    def __init__(self, cluster: Cluster, options: ProducerOptions, accumulator: Accumulator, sender: Sender) -> None:
        self.topics: dict[str, TopicState] = {}
        self._cluster = cluster
        self._options = options
        self._accumulator = accumulator
        self._sender = sender
        self._lookups: set[asyncio.Task[None]] = set()

    def send(self, topic: str, record: Unplaced) -> Delivery:
        """Append a record. Raises `BufferFull` or `RecordTooLarge`, or what is wrong with it."""
        self._admit(record.size)
        state = self.topics.get(topic) or self._new_topic(topic)
        delivery = Delivery(state.parking, 0, record.content[0])
        if state.info is None:
            state.parked.append((record, delivery))
            self._accumulator.buffered += record.size
            self._sender.wants_turn = True
        else:
            self._place(state, record, delivery)
        return delivery

    async def wait_for_parked(self) -> None:
        """Return when every topic asked for until now is known, or is known not to be."""
        for state in list(self.topics.values()):
            if state.parked:
                await state.parking.wait()

    def stop(self) -> set[asyncio.Task[None]]:
        """Look for no more topics. Returns the tasks that are about to end because of that."""
        for task in self._lookups:
            task.cancel()
        return set(self._lookups)

    def _admit(self, size: int) -> None:
        if size > self._options.max_request_size:
            raise RecordTooLarge(f"a record of {size} bytes; max_request_size is {self._options.max_request_size}")
        if self._accumulator.buffered + size > self._options.buffer_memory:
            raise BufferFull(f"{self._accumulator.buffered} bytes wait for acknowledgement: await drain() first")

    def _place(self, state: TopicState, record: Unplaced, delivery: Delivery) -> None:
        """Append a record to a batch of its partition."""
        partition = record.partition if record.partition is not None else state.choose(record.content[1])
        queue = self._sticky_queue(state, record.size) if partition is None else state.queue(partition)
        had_open = queue.open is not None
        batch, index, new = self._accumulator.put(queue, record.content, record.size, self._cluster.runtime.now)
        delivery.place(batch.outcome, index)
        if partition is None:
            state.sticks_to(batch)
        if new:
            if had_open:
                self._sender.batch_closed(queue)
            self._sender.batch_opened(batch)
            self._look_for_changes(state)

    def _sticky_queue(self, state: TopicState, size: int) -> PartitionQueue:
        """Where a record without key goes: to one partition for `batch_size` bytes, then on to another.

        That is, when a batch ends by then, so that no small one is left behind; but not for more than twice the size,
        since records with keys may keep batches open.
        """
        queue = state.sticky_queue
        if queue is None:
            return state.choose_sticky(self._available(state))
        ends = queue.open is None or self._accumulator.is_full(queue, size)
        if state.sticky_bytes + size <= self._accumulator.batch_size * (1 if ends else 2):
            return queue
        if ends and queue.open is not None:
            self._accumulator.close(queue)
            self._sender.batch_closed(queue)
        return state.choose_sticky(self._available(state))

    def _available(self, state: TopicState) -> Sequence[int]:
        """The partitions that a record may go to; those whose leader takes nothing only if there are no others."""
        timeout = self._options.partitioner_availability_timeout_ms / 1000
        if not timeout:
            return state.led
        stuck = self._sender.stuck_leaders(timeout)
        leader = self._cluster.metadata.leader
        return [p for p in state.led if leader(TopicPartition(state.name, p)) not in stuck] or state.led

    def _new_topic(self, name: str) -> TopicState:
        check("topic", name, str)
        sticky = StickyChoice(self._cluster.runtime.chance)
        state = self.topics[name] = TopicState(name, self._accumulator, self._options, sticky)
        lookup = asyncio.create_task(self._look_up(state), name=f"look up topic {name}")
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)
        return state

    def _look_for_changes(self, state: TopicState) -> None:
        info = self._cluster.metadata.topics.get(state.name)
        if info is not None and info is not state.info and info.partitions:
            state.update(info)

    async def _look_up(self, state: TopicState) -> None:
        """Ask for a topic, then place what was parked; if there is no such topic, its records have failed."""
        error: KafkaWireError | None = None
        try:
            state.update(await self._cluster.topic(state.name, self._options.max_block_ms / 1000))
        except KafkaWireError as exc:
            error = exc
            self._sender.settlement.note_failure(state.parking, f"{len(state.parked)} records for {state.name}", exc)
            del self.topics[state.name]  # the next record asks again
        for record, delivery in state.parked:
            self._accumulator.refund(record.size)
            if error is None:
                self._leave_parking(state, record, delivery)
        state.parked.clear()
        state.parking.settle(error)

    def _leave_parking(self, state: TopicState, record: Unplaced, delivery: Delivery) -> None:
        try:
            self._place(state, record, delivery)
        except (InvalidOption, EncodeError) as exc:  # no such partition; told where the record is awaited
            failed = Parking()
            failed.settle(exc)
            delivery.place(failed, 0)
            self._sender.settlement.note_failure(failed, f"a record for {state.name}", exc)
