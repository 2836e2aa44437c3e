"""The topics that a producer writes to: which partition a record goes to, and what it waits for before it has one.

`Producer.send` appends most records to an open batch by itself. Whatever takes a decision comes here: a record that
begins a batch, one that may go to any partition, and one whose topic is not known yet. Such records wait in the topic
until one task has asked for it, and are appended then, or fail.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import BufferFull, InvalidOption, RecordTooLarge
from kafkawire.client.fitting import check
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.partitioner import RoundRobin, StickyChoice, key_choice, topic_partitioner
from kafkawire.client.producer.accumulator import Accumulator, Batch, PartitionQueue, RecordContent
from kafkawire.client.producer.delivery import Completion, Delivery
from kafkawire.client.producer.sender import Sender
from kafkawire.errors import EncodeError, KafkaWireError

__all__ = ["NewRecord", "Topic", "Topics"]


class NewRecord(NamedTuple):
    """A record on its way to a batch: what the batch takes, the partition asked for, and its size in bytes."""

    content: RecordContent
    partition: int | None
    size: int


class Topic:
    """One topic. While `info` is None the brokers are being asked, and records are `pending`."""

    def __init__(self, name: str, accumulator: Accumulator, options: ProducerOptions, sticky: StickyChoice) -> None:
        self.name = name
        self.info: TopicInfo | None = None
        self.lookup = Completion()
        """Ends when the topic is known, or is known not to be."""
        self.pending: list[tuple[NewRecord, Delivery]] = []
        self.sticky_queue: PartitionQueue | None = None
        """Where records without key stick to now."""
        self.keyless_queue: PartitionQueue | None = None
        """Where records without key stick to now, if nobody has to be asked first."""
        self.led: Sequence[int] = []
        """The partitions that have a leader, or all if none has."""
        self._sticky = sticky
        self._sticky_bytes = 0
        self._sticky_batch: Batch | None = None
        self._accumulator = accumulator
        self._is_adaptive = options.partitioner_adaptive_partitioning_enable
        self._by_key = key_choice(options.partitioner, ignore_keys=options.partitioner_ignore_keys)
        self._partitioner = topic_partitioner(options.partitioner)
        self._count = 0
        self._queues: dict[int, PartitionQueue] = {}

    def update(self, info: TopicInfo) -> None:
        """Take over what is known now; partitions may have been added, or have lost their leader."""
        self.info = info
        self._count = len(info.partitions)
        self.led = info.led or sorted(info.partitions)
        if self.sticky_queue is not None and self.sticky_queue.tp.partition not in self.led:
            self.sticky_queue = self.keyless_queue = None

    def queue(self, partition: int) -> PartitionQueue:
        """The queue of a partition. Raises `InvalidOption` if the topic has no such partition."""
        found = self._queues.get(partition)
        if found is None:
            if not 0 <= partition < self._count:
                raise InvalidOption(f"topic {self.name!r} has partitions 0 to {self._count - 1}, and no {partition}")
            found = self._queues[partition] = self._accumulator.queue(TopicPartition(self.name, partition))
        return found

    def choose(self, key: bytes | None) -> int | None:
        """The partition for a key; None leaves it to the sticky choice."""
        if isinstance(self._partitioner, RoundRobin):
            return self._partitioner.next(self.led)
        if self._partitioner is not None:
            return self._partitioner(self.name, key, self._count)
        return None if key is None else self._by_key(key, self._count)

    def route(self, partition: int | None, key: bytes | None) -> PartitionQueue | None:
        """The queue for a record where that needs no decision, else None."""
        if partition is None:
            if self._partitioner is not None or not self._count:
                return None
            if key is not None:
                partition = self._by_key(key, self._count)
            if partition is None:
                return self.keyless_queue
        return self._queues.get(partition)

    # --- records that may go anywhere ---------------------------------------------------------------------------

    def choose_sticky(self, among: Sequence[int]) -> PartitionQueue:
        """Records without key go to another partition from now on."""
        self._sticky.move_on(among, self._waiting() if self._is_adaptive else None)
        self._sticky_bytes, self._sticky_batch = 0, None
        self.sticky_queue = queue = self.queue(self._sticky.current)
        self.keyless_queue = queue if self._partitioner is None else None
        return queue

    def sticks_to(self, batch: Batch) -> None:
        """A record without key has gone into this batch."""
        if batch is not self._sticky_batch:
            self._sticky_bytes = self.sticky_bytes
            self._sticky_batch = batch

    @property
    def sticky_bytes(self) -> int:
        """What has gone to the partition since it was chosen; records with a key that went along are counted, too."""
        return self._sticky_bytes + (0 if self._sticky_batch is None else self._sticky_batch.size)

    def _waiting(self) -> dict[int, int]:
        """How many batches wait to be sent, by partition."""
        return {
            queue.tp.partition: len(queue.ready) for queue in self._accumulator.ready if queue.tp.topic == self.name
        }


class Topics:
    """All topics that are written to, and what has to be decided for a record now and then."""

    def __init__(self, cluster: Cluster, options: ProducerOptions, accumulator: Accumulator, sender: Sender) -> None:
        self.by_name: dict[str, Topic] = {}
        self._cluster = cluster
        self._options = options
        self._accumulator = accumulator
        self._sender = sender
        self._lookups: set[asyncio.Task[None]] = set()

    def send(self, name: str, record: NewRecord) -> Delivery:
        """Append a record. Raises `BufferFull` or `RecordTooLarge`, or what is wrong with it."""
        self._check_size(record.size)
        topic = self.by_name.get(name) or self._new_topic(name)
        delivery = Delivery(topic.lookup, 0, record.content[0])
        if topic.info is None:
            topic.pending.append((record, delivery))
            self._accumulator.buffered += record.size
            self._sender.wants_turn = True
        else:
            self._append(topic, record, delivery)
        return delivery

    async def wait_for_lookups(self) -> None:
        """Return when every topic asked for until now is known, or is known not to be."""
        for topic in list(self.by_name.values()):
            if topic.pending:
                await topic.lookup.wait()

    def stop(self) -> set[asyncio.Task[None]]:
        """Look for no more topics. Returns the tasks that are about to end because of that."""
        for task in self._lookups:
            task.cancel()
        return set(self._lookups)

    def _check_size(self, size: int) -> None:
        if size > self._options.max_request_size:
            raise RecordTooLarge(f"a record of {size} bytes; max_request_size is {self._options.max_request_size}")
        if self._accumulator.buffered + size > self._options.buffer_memory:
            raise BufferFull(f"{self._accumulator.buffered} bytes wait for acknowledgement: await drain() first")

    def _append(self, topic: Topic, record: NewRecord, delivery: Delivery) -> None:
        """Append a record to a batch of its partition."""
        partition = record.partition if record.partition is not None else topic.choose(record.content[1])
        queue = self._sticky_queue(topic, record.size) if partition is None else topic.queue(partition)
        had_open = queue.open is not None
        batch, index, is_new = self._accumulator.put(queue, record.content, record.size, self._cluster.runtime.now)
        delivery.move_to(batch.completion, index)
        if partition is None:
            topic.sticks_to(batch)
        if is_new:
            if had_open:
                self._sender.batch_closed(queue)
            self._sender.batch_opened(batch)
            self._look_for_changes(topic)

    def _sticky_queue(self, topic: Topic, size: int) -> PartitionQueue:
        """Where a record without key goes: to one partition for `batch_size` bytes, then on to another.

        That is, when a batch ends by then, so that no small one is left behind; but not for more than twice the size,
        since records with keys may keep batches open.
        """
        queue = topic.sticky_queue
        if queue is None:
            return topic.choose_sticky(self._available(topic))
        ends = queue.open is None or self._accumulator.is_full(queue, size)
        if topic.sticky_bytes + size <= self._accumulator.batch_size * (1 if ends else 2):
            return queue
        if ends and queue.open is not None:
            self._accumulator.close(queue)
            self._sender.batch_closed(queue)
        return topic.choose_sticky(self._available(topic))

    def _available(self, topic: Topic) -> Sequence[int]:
        """The partitions that a record may go to; those whose leader takes nothing only if there are no others."""
        timeout = self._options.partitioner_availability_timeout_ms / 1000
        if not timeout:
            return topic.led
        stuck = self._sender.stuck_leaders(timeout)
        leader = self._cluster.metadata.leader
        return [p for p in topic.led if leader(TopicPartition(topic.name, p)) not in stuck] or topic.led

    def _new_topic(self, name: str) -> Topic:
        check("topic", name, str)
        sticky = StickyChoice(self._cluster.runtime.chance)
        topic = self.by_name[name] = Topic(name, self._accumulator, self._options, sticky)
        lookup = asyncio.create_task(self._look_up(topic), name=f"look up topic {name}")
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)
        return topic

    def _look_for_changes(self, topic: Topic) -> None:
        info = self._cluster.metadata.topics.get(topic.name)
        if info is not None and info is not topic.info and info.partitions:
            topic.update(info)

    async def _look_up(self, topic: Topic) -> None:
        """Ask for a topic, then append what is pending; if there is no such topic, its records have failed."""
        error: KafkaWireError | None = None
        try:
            topic.update(await self._cluster.topic(topic.name, self._options.max_block_ms / 1000))
        except KafkaWireError as exc:
            error = exc
            self._sender.results.note_failure(topic.lookup, f"{len(topic.pending)} records for {topic.name}", exc)
            del self.by_name[topic.name]  # the next record asks again
        for record, delivery in topic.pending:
            self._accumulator.refund(record.size)
            if error is None:
                self._append_pending(topic, record, delivery)
        topic.pending.clear()
        topic.lookup.complete(error)

    def _append_pending(self, topic: Topic, record: NewRecord, delivery: Delivery) -> None:
        try:
            self._append(topic, record, delivery)
        except (InvalidOption, EncodeError) as exc:  # no such partition; raised where the record is awaited
            failed = Completion()
            failed.complete(exc)
            delivery.move_to(failed, 0)
            self._sender.results.note_failure(failed, f"a record for {topic.name}", exc)
