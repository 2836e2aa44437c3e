"""Copies what clients write to a second cluster, in the background.

```console
$ kafkawire proxy --upstream broker:9092 --filter "mirror:topics=orders.*,bootstrap_servers=other:9092"
```

What the first cluster has acknowledged is copied (with acks=0 what was sent), with keys, headers and timestamps, in the
order of each partition. Transactions and producer ids are not: a copy is a record like any other, and there is one also
of what is aborted later. Clients do not wait, and see no error: batches queue up to `max_queued` bytes; what comes when
the queue is full is dropped, counted in `dropped`, and logged. What the second cluster refuses is counted in `failed`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any
from uuid import UUID

from kafkawire.client import Producer
from kafkawire.client.errors import BufferFull, RecordTooLarge
from kafkawire.client.options import bootstrap_addresses, producer_options
from kafkawire.errors import DecodeError, KafkaWireError
from kafkawire.limits import MIB
from kafkawire.message import Buffer
from kafkawire.messages import ProduceRequest, ProduceResponse
from kafkawire.protocol.frames import expects_response
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter
from kafkawire.proxy.records import PassingPartition
from kafkawire.proxy.shipped.partitions import Topics, texts
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records import read_batches

__all__ = ["Mirror"]

_LOG = RateLimitedLogger("kafkawire.proxy.mirror")
_PAUSE = 1.0  # seconds before the second cluster is tried again
_AT_A_TIME = 200  # records that are copied before others have a turn

Key = tuple[str, UUID, int]


class Mirror(Filter):
    """Copies what is written to topics whose names match `topics` to the cluster at `bootstrap_servers`.

    A record goes to the partition that it has, which the other topic needs to have too, or with `same_partitions=False`
    where its key leads. Further keywords are options of
    `kafkawire.client.Producer`. Of `bootstrap_servers` there may be several with `;` between them.
    """

    def __init__(
        self,
        topics: str,
        bootstrap_servers: str,
        *,
        max_queued: int = 64 * MIB,
        same_partitions: bool = True,
        stop_timeout: float = 5.0,
        **options: Any,
    ) -> None:
        self._topics = Topics(topics)
        self._servers, self._options = texts(bootstrap_servers), {"client_id": "kafkawire-mirror", **options}
        producer_options(self._options, ())  # what is wrong with them shows before anything begins
        bootstrap_addresses(self._servers)
        self._max_queued, self._same_partitions, self._stop_timeout = max_queued, same_partitions, stop_timeout
        self._queue: deque[tuple[str, int, bytes]] = deque()
        self._queued = 0
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._producer: Producer[Any, Any] | None = None
        self._is_stopping = False
        self._failed = 0
        self.copied = 0
        """Records that were given to the producer for the second cluster."""
        self.dropped = 0
        """Batches for which there was no room, or no time at the end."""

    @property
    def failed(self) -> int:
        """Records that could not be read, or that the second cluster has not taken."""
        refused = 0 if self._producer is None else int(self._producer.metrics()["record_error_total"])
        return self._failed + refused

    async def on_produce_request(self, ctx: Context, header: Any, request: ProduceRequest) -> None:  # noqa: ARG002
        """Remember what is to be copied."""
        found = {}
        for partition, topic in await self._topics.among(ctx, request):
            if topic is not None:
                found[_key(partition)] = (topic, partition.data)
        if expects_response(request):
            ctx.exchange[self] = found
            return
        for (_, _, index), (topic, data) in found.items():
            self._put(topic, index, data)

    def on_produce_response(self, ctx: Context, header: Any, response: ProduceResponse) -> None:  # noqa: ARG002
        """Have copied what was taken."""
        found = ctx.exchange.pop(self, {})
        for topic in response.responses:
            for part in topic.partition_responses:
                name, data = found.get((topic.name, topic.topic_id, part.index), ("", b""))
                if data and not part.error_code:
                    self._put(name, part.index, data)

    def _put(self, topic: str, partition: int, data: Buffer) -> None:
        if self._queued + len(data) > self._max_queued or self._is_stopping:
            self.dropped += 1
            _LOG.warning("%s is too slow, or away: %d batches are not copied by now", self._servers, self.dropped)
            return
        self._queue.append((topic, partition, bytes(data)))
        self._queued += len(data)
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    # ---------------------------------------------------------------------------------------------- in the background

    async def stop(self) -> None:
        """Copy what is left, as long as `stop_timeout` allows."""
        self._is_stopping = True
        self._changed.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=self._stop_timeout)
            self._task.cancel()
            await asyncio.wait([self._task])
        self.dropped += len(self._queue)
        if self._queue:
            _LOG.warning("%s: the last %d batches are not copied", self._servers, len(self._queue))

    async def _work(self) -> None:
        """Copy until there is an end, with another producer after each that has failed."""
        self._changed = asyncio.Event()
        while not self._is_stopping:
            try:
                async with Producer(self._servers, **self._options) as self._producer:
                    await self._copy_all(self._producer)
            except KafkaWireError as exc:
                _LOG.error("copies to %s: %s", self._servers, exc)
                await asyncio.sleep(_PAUSE)
            finally:
                self._failed, self._producer = self.failed, None

    async def _copy_all(self, producer: Producer[Any, Any]) -> None:
        while self._queue or not self._is_stopping:
            if not self._queue:
                self._changed.clear()
                await self._changed.wait()
                continue
            topic, partition, data = self._queue[0]
            try:
                await self._copy(producer, topic, partition, data)
            except (BufferFull, DecodeError, RecordTooLarge) as exc:
                self._failed += 1
                _LOG.error("a batch of %s-%d is not copied as a whole: %s", topic, partition, exc)
            self._queue.popleft()
            self._queued -= len(data)

    async def _copy(self, producer: Producer[Any, Any], topic: str, partition: int, data: bytes) -> None:
        number = partition if self._same_partitions else None
        for batch in read_batches(data):
            for count, record in enumerate(() if batch.is_control else batch):
                if count % _AT_A_TIME == 0:
                    await producer.drain()
                    await asyncio.sleep(0)
                when = record.timestamp if record.timestamp >= 0 else None
                producer.send(
                    topic, record.value, key=record.key, headers=record.headers, timestamp_ms=when, partition=number
                )
                self.copied += 1


def _key(partition: PassingPartition) -> Key:
    return partition.topic, partition.topic_id, partition.partition
