"""`Consumer` for code without an event loop.

    with Consumer("127.0.0.1:9092", group_id="g", topics=["flights"]) as consumer:
        for record in consumer:
            ...

It is the consumer of asyncio, in a thread of its own. Listeners are called in that thread.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, Unpack

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.consumer.consumer import Consumer, Partitions
from kafkawire.client.consumer.health import ConsumerHealth
from kafkawire.client.consumer.membership import Listener
from kafkawire.client.consumer.record import ColumnBatch, ConsumerRecord, PartitionRecords
from kafkawire.client.loop_thread import LoopThread
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.runtime import Runtime
from kafkawire.client.serializing import Deserializer
from kafkawire.typevars import K_co, V_co

__all__ = ["BlockingConsumer"]

T = TypeVar("T")
_AT_ONCE = 500


class BlockingConsumer(Generic[K_co, V_co]):
    """Reads topics as a member of a group, or partitions by itself. Arguments as for `Consumer`. For one thread.

    `for` hands out one record at a time, `fetch` lists of them by partition. Both may be mixed: what `for` has not
    handed out of a list counts as not read. Deserializers are called in the consumer's thread, as listeners are.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        topics: Iterable[str] = (),
        topic_pattern: str | None = None,
        on_assigned: Listener | None = None,
        on_revoked: Listener | None = None,
        on_lost: Listener | None = None,
        key_deserializer: Deserializer[K_co] | None = None,
        value_deserializer: Deserializer[V_co] | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ConsumerArguments],
    ) -> None:
        self.asynchronous = Consumer(
            bootstrap_servers,
            topics=topics,
            topic_pattern=topic_pattern,
            on_assigned=on_assigned,
            on_revoked=on_revoked,
            on_lost=on_lost,
            key_deserializer=key_deserializer,
            value_deserializer=value_deserializer,
            runtime=runtime,
            **options,
        )
        """What does the work; only its thread may touch it."""
        self.thread = LoopThread("kafkawire consumer")
        self._unread: dict[TopicPartition, int] = {}  # where `for` goes on in what was fetched

    def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`."""
        self.thread.start(self.asynchronous.start())

    def health(self) -> ConsumerHealth:
        """How it is. See `Consumer.health`; any thread may ask."""
        return self._do(self.asynchronous.health)

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`. Any thread may ask."""
        return self.asynchronous.metrics()

    def close(self) -> None:
        """Commit what was handed out (unless told not to), leave the group, close the connections."""
        self.__exit__(None, None, None)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:  # else what was fetched last counts as not read: the record that led here is part of it
                self._put_back()
            self.thread.run(self.asynchronous.__aexit__(kind, error, trace))
        finally:
            self.thread.close()

    # --- reading ------------------------------------------------------------------------------------------------

    def fetch(self, max_records: int = 10_000, timeout: float | None = 1.0) -> list[PartitionRecords[K_co, V_co]]:
        """Wait until there are records, or `timeout` seconds have passed (None: as long as it takes)."""
        self._put_back()
        return self.thread.run(self.asynchronous.fetch(max_records, timeout))

    def fetch_columns(self, max_records: int = 100_000, timeout: float | None = 1.0) -> list[ColumnBatch]:
        """As `fetch`, but columns in place of objects. See `Consumer.fetch_columns`."""
        self._put_back()
        return self.thread.run(self.asynchronous.fetch_columns(max_records, timeout))

    def __iter__(self) -> Iterator[ConsumerRecord[K_co, V_co]]:
        while True:
            self._put_back()
            chunks = self.thread.run(self.asynchronous.fetch_singles(_AT_ONCE, None))
            self._unread = {TopicPartition(*chunk[0][:2]): chunk[0].offset for chunk in chunks}
            for chunk in chunks:
                yield from self._records(chunk)

    def _records(self, chunk: list[ConsumerRecord[K_co, V_co]]) -> Iterator[ConsumerRecord[K_co, V_co]]:
        tp = TopicPartition(*chunk[0][:2])
        for record in chunk:
            if tp not in self._unread:
                return  # a call in between has put the rest back, and it will come again
            self._unread[tp] = record.offset + 1
            yield record
        self._unread.pop(tp, None)

    def _put_back(self) -> None:
        """Go back to the first record that `for` has not handed out."""
        unread, self._unread = self._unread, {}

        def seek() -> None:
            for tp, offset in unread.items():
                if self.asynchronous.positions().get(tp, offset) != offset:  # and it is still ours
                    self.asynchronous.seek(tp, offset)

        if unread:
            self._do(seek)

    # --- partitions and positions -------------------------------------------------------------------------------

    def assign(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Read these partitions. See `Consumer.assign`."""
        self._unread.clear()
        self._do(lambda: self.asynchronous.assign(partitions))

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions that are read now."""
        return self._do(lambda: self.asynchronous.assignment)

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out."""
        positions = self._do(self.asynchronous.positions)
        return positions | {tp: offset for tp, offset in self._unread.items() if tp in positions}

    def leader_epochs(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written. See `Consumer.leader_epochs`."""
        return self._do(lambda: self.asynchronous.leader_epochs(offsets))

    def lag(self) -> dict[TopicPartition, int]:
        """Per partition how many offsets lie between what was fetched and the end, as of the last fetch."""
        return self._do(self.asynchronous.lag)

    def seek(self, tp: TopicPartition | tuple[str, int], offset: int) -> None:
        """Go on at `offset` with the next call that reads."""
        self._unread.pop(TopicPartition(*tp), None)
        self._do(lambda: self.asynchronous.seek(tp, offset))

    def seek_to_beginning(self, partitions: Partitions | None = None) -> None:
        """Go on with the first record that is still there, in these partitions or all assigned."""
        self._seek(self.asynchronous.seek_to_beginning, partitions)

    def seek_to_end(self, partitions: Partitions | None = None) -> None:
        """Go on with the next record to be written. See `Consumer.seek_to_end`."""
        self._seek(self.asynchronous.seek_to_end, partitions)

    def seek_to_time(self, when: int | datetime, partitions: Partitions | None = None) -> None:
        """Go on with the first record at or after `when`. See `Consumer.seek_to_time`."""
        self._seek(partial(self.asynchronous.seek_to_time, when), partitions)

    def _seek(
        self, call: Callable[[Partitions | None], Coroutine[Any, Any, None]], partitions: Partitions | None
    ) -> None:
        self._put_back()
        self.thread.run(call(partitions))

    def pause(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Hand out nothing of these partitions until `resume`."""
        self._put_back()
        self._do(lambda: self.asynchronous.pause(partitions))

    def resume(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Undo `pause`."""
        self._do(lambda: self.asynchronous.resume(partitions))

    def partitions(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic. Raises `KafkaError` if there is no such topic."""
        return self.thread.run(self.asynchronous.partitions(topic))

    def offsets_for_times(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp. See `Consumer.offsets_for_times`."""
        return self.thread.run(self.asynchronous.offsets_for_times(timestamps))

    def beginning_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the first record that is still there."""
        return self.thread.run(self.asynchronous.beginning_offsets(partitions))

    def end_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record. See `Consumer.end_offsets`."""
        return self.thread.run(self.asynchronous.end_offsets(partitions))

    # --- commits ------------------------------------------------------------------------------------------------

    def commit(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default those behind all records handed out. See `Consumer.commit`."""
        if offsets is None:
            self._put_back()
        self.thread.run(self.asynchronous.commit(offsets))

    def committed(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """What the group has committed; partitions without a commit are left out."""
        return self.thread.run(self.asynchronous.committed(partitions))

    def group_metadata(self) -> GroupMetadata:
        """As whom this consumer commits. See `Consumer.group_metadata`."""
        return self._do(self.asynchronous.group_metadata)

    def _do(self, function: Callable[[], T]) -> T:
        async def do() -> T:
            return function()

        return self.thread.run(do())
