"""`ShareConsumer` for code without an event loop.

    with ShareConsumer("127.0.0.1:9092", group_id="workers", topics=["jobs"]) as consumer:
        for record in consumer:
            ...

It is the share consumer of asyncio, in a thread of its own, where `on_acknowledged` is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, Unpack

from kafkawire.client.loop_thread import LoopThread
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.runtime import Runtime
from kafkawire.client.serializing import Deserializer
from kafkawire.client.share.consumer import OnAcknowledged, ShareConsumer
from kafkawire.client.share.options import ShareArguments
from kafkawire.client.share.records import ShareRecord
from kafkawire.typevars import K_co, V_co

__all__ = ["BlockingShareConsumer"]

T = TypeVar("T")


class BlockingShareConsumer(Generic[K_co, V_co]):
    """A member of a share group. Arguments as for `ShareConsumer`. For one thread; deserializers run in another."""

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        topics: Iterable[str],
        on_acknowledged: OnAcknowledged | None = None,
        key_deserializer: Deserializer[K_co] | None = None,
        value_deserializer: Deserializer[V_co] | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ShareArguments],
    ) -> None:
        self.asynchronous = ShareConsumer(
            bootstrap_servers,
            topics=topics,
            on_acknowledged=on_acknowledged,
            key_deserializer=key_deserializer,
            value_deserializer=value_deserializer,
            runtime=runtime,
            **options,
        )
        """What does the work; only its thread may touch it."""
        self.thread = LoopThread("kafkawire share consumer")

    def start(self) -> None:
        """Find the cluster, and begin to join the group. Raises `BrokersUnavailable`."""
        self.thread.start(self.asynchronous.start())

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return self._do(self.asynchronous.metrics)

    def close(self) -> None:
        """Send acknowledgements, give back the rest, leave the group. See `ShareConsumer.close`."""
        try:
            self.thread.run(self.asynchronous.close())
        finally:
            self.thread.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def fetch(self, max_records: int | None = None, timeout: float | None = 1.0) -> list[ShareRecord[K_co, V_co]]:
        """Wait until there are records, or `timeout` seconds have passed. See `ShareConsumer.fetch`."""
        return self.thread.run(self.asynchronous.fetch(max_records, timeout))

    def __iter__(self) -> Iterator[ShareRecord[K_co, V_co]]:
        while True:
            yield self.thread.run(self.asynchronous.__anext__())

    def acknowledge(self, record: ShareRecord[Any, Any], kind: str = "accept") -> None:
        """Say what became of a record. See `ShareConsumer.acknowledge`."""
        self._do(lambda: self.asynchronous.acknowledge(record, kind))

    def commit(self) -> None:
        """Send acknowledgements, and wait until the brokers have answered. Raises `AcknowledgeFailed`."""
        self.thread.run(self.asynchronous.commit())

    @property
    def acquisition_lock_timeout_ms(self) -> int | None:
        """How long records stay locked for this consumer, as the brokers say; None before the first answer."""
        return self._do(lambda: self.asynchronous.acquisition_lock_timeout_ms)

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions whose records this member is given now."""
        return self._do(lambda: self.asynchronous.assignment)

    def _do(self, function: Callable[[], T]) -> T:
        async def do() -> T:
            return function()

        return self.thread.run(do())
