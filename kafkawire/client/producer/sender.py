"""Takes ready batches to the brokers that lead their partitions, and sees to it that they arrive.

`pump` sends what can be sent now. It waits for nothing, so it can be called wherever something has changed: a batch
got full, a response came, a timer went off. Whatever has to be waited for (metadata, an identity, partitions to
announce) is the business of one task, which pumps when it is done. A request to a connection that is open is written at
once and its response comes as a call; only where a connection has to be opened, or wants a pause, does the request get
a task.

Order and retries, per partition: up to five batches may be on their way, because each carries a sequence number and a
broker refuses one whose predecessor is missing. Once a batch fails, nothing more is sent before all that were under way
have come back; they go out again in their old order, one at a time, until one succeeds. Without idempotence there are
no sequence numbers, so there is never more than one on its way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import AioConnection
from kafkawire.client.errors import BrokersUnavailable
from kafkawire.client.metadata import NO_LEADER, NO_TOPIC_ID
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.accumulator import Accumulator, Batch, PartitionQueue
from kafkawire.client.producer.identity import NOBODY, Identity, fetch_identity
from kafkawire.client.producer.results import BatchResults
from kafkawire.client.producer.transactions import Transactions
from kafkawire.client.retry import is_retriable
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.message import Response
    from kafkawire.messages import ProduceRequest

__all__ = ["Sender"]

log = logging.getLogger("kafkawire.client.producer")

_ACKS = {"all": -1, -1: -1, 0: 0, 1: 1}
_RECORD_BATCHES = 3  # the first version for the present record format
_ZSTD = 7
_LAST_VERSION_WITH_NAMES = 12

Chosen = dict[PartitionQueue, Batch]


class Sender:
    """What is under way, to whom, and what comes next."""

    def __init__(
        self,
        cluster: Cluster,
        options: ProducerOptions,
        accumulator: Accumulator,
        transactions: Transactions | None = None,
    ) -> None:
        self.failed: Exception | None = None
        """What ended the sender; every batch that was left, and every further one, fails with it."""
        self.wants_turn = False
        """Whether batches wait for responses, which come when the event loop gets to run."""
        self.results = BatchResults(cluster, options, accumulator, transactions)
        self._now: Callable[[], float] = cluster.runtime.now
        self._cluster = cluster
        self._options = options
        self._accumulator = accumulator
        self._transactions = transactions
        self._acks = _ACKS[options.acks]
        self._least_version = _ZSTD if options.compression_type == "zstd" else _RECORD_BATCHES
        self._identity: Identity | None = None if options.enable_idempotence else NOBODY
        self._work = asyncio.Event()
        self._in_flight: Counter[int] = Counter()
        self._stuck_since: dict[int, float] = {}
        """Leaders that have to be waited for, though there are batches for them."""
        self._tasks: dict[asyncio.Task[None], int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._goes_off_at = 0.0
        self._pumps = self._pumps_soon = False
        self._closed = False

    async def prepare_always(self) -> None:
        """See to what has to be waited for, until cancelled. Whatever ends it for good reaches all who wait."""
        try:
            while True:
                await self._work.wait()
                self._work.clear()
                if await self._prepare():
                    self.pump()
                else:
                    await asyncio.sleep(self.results.backoff.next_delay())
                    self._work.set()
        except Exception as exc:  # noqa: BLE001 - also a fault of our own is better known than waited for
            self._give_up(exc)

    def stop(self) -> set[asyncio.Task[None]]:
        """Send no more. Returns the tasks that are about to end because of that."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        return set(self._tasks)

    # --- before sending -----------------------------------------------------------------------------------------

    async def _prepare(self) -> bool:
        """See to fresh metadata and an identity, where one of them is due; False while brokers are away."""
        if self.results.needs_identity and not self._is_busy:
            self._forget_identity()
        try:
            if self._transactions is not None:
                await self._transactions.enroll([queue.tp for queue in self._accumulator.active])
            elif self._identity is None and self._accumulator.active:
                await self._find_identity()
            if self.results.metadata_is_stale:
                self.results.metadata_is_stale = False  # what fails meanwhile asks for it again
                await self._cluster.refresh()
            else:
                await self._cluster.refresh_if_old()
        except KafkaWireError as exc:
            if not (is_retriable(exc) or isinstance(exc, BrokersUnavailable)):
                raise
            self.results.metadata_is_stale = True
            log.info("the cluster cannot be asked now: %s", exc)
            return False
        return True

    async def _find_identity(self) -> None:
        identity = await fetch_identity(self._cluster)
        if identity is None:
            log.warning("the brokers do not know InitProducerId: sending without idempotence")
            self.results.idempotent = False
        self._identity = identity or NOBODY

    def adopt(self, identity: Identity) -> None:
        """Send as somebody else from now on, which begins all sequences anew; nothing may be under way."""
        self._identity = identity

    def _forget_identity(self) -> None:
        """The next epoch: a batch that was given up and still gets through late is refused as one of the last epoch."""
        self.results.needs_identity = False
        self._identity = None if self._identity is None else self._identity.successor
        for queue in self._accumulator.queues.values():
            if queue.has_hole:
                queue.reset_sequences()

    # --- when to send -------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Send what can be sent now, and set the timer for what cannot."""
        if self._pumps or self._closed or self.failed is not None:
            return
        self._pumps = True
        try:
            when = self._send_ready()
            if when is not None:
                self.pump_at(when)
        except Exception as exc:  # noqa: BLE001 - a fault of our own: better known than waited for
            self._give_up(exc)
        finally:
            self._pumps = False

    def batch_opened(self, batch: Batch) -> None:
        """There is a new batch, which lingers."""
        if self._options.linger_ms and self._identity is not None:
            self.pump_at(batch.created_at + self._options.linger_ms / 1000)
        elif self._is_busy:
            self.pump_soon()
        else:  # somebody may wait for this one record
            self.pump()

    def batch_closed(self, queue: PartitionQueue) -> None:
        """A batch is ready."""
        leader = self._cluster.metadata.leader(queue.tp)
        if self._takes_more(leader):
            self.pump()
        else:
            self.wants_turn = True

    def pump_soon(self) -> None:
        """Pump when the event loop comes round, so that what is sent meanwhile goes along."""
        if not self._pumps_soon:
            self._pumps_soon = True
            asyncio.get_running_loop().call_soon(self._pump_now)

    def pump_at(self, when: float) -> None:
        """Look at the latest then."""
        if self._timer is not None:
            if self._goes_off_at <= when:
                return  # it goes off, looks, and is set anew: cheaper than to move it with every batch
            self._timer.cancel()
        self._goes_off_at = when  # uvloop's handles do not always know
        self._timer = asyncio.get_running_loop().call_at(when, self._timer_went_off)

    def stuck_leaders(self, timeout: float) -> set[int]:
        """Who has taken nothing for `timeout` seconds, though there were batches for them."""
        return {leader for leader, since in self._stuck_since.items() if self._now() - since > timeout}

    def is_late(self) -> bool:
        """Whether the event loop should get to run: responses are wanted, or the timer is due."""
        return self.wants_turn or (self._timer is not None and self._goes_off_at <= self._now())

    def _pump_now(self) -> None:
        self._pumps_soon = False
        self.pump()

    def _timer_went_off(self) -> None:
        self._timer = None
        self.pump()

    # --- sending ------------------------------------------------------------------------------------------------

    @property
    def _is_busy(self) -> bool:
        return any(self._in_flight.values())

    def _send_ready(self) -> float | None:
        """Send what can be sent. Returns when to look again, if nothing happens before."""
        if self._transactions is not None and self._transactions.error is not None:
            self.results.drop_waiting()
        now = self._now()
        times = [self._accumulator.close_lingering(now), self.results.expire(now)]
        if self.results.needs_identity or self._identity is None:
            if self._accumulator.active and not self._is_busy:  # else the last response brings us here again
                self._work.set()
        else:
            by_leader, blocked = self._choose(now)
            times += blocked
            for leader, queues in by_leader.items():
                self._send_to(leader, queues)
        if self.results.metadata_is_stale or self._cluster.is_old:
            self._work.set()
        self.wants_turn = bool(self._accumulator.ready)
        if self._options.partitioner_availability_timeout_ms:
            for queue in self._accumulator.ready:
                self._stuck_since.setdefault(self._cluster.metadata.leader(queue.tp), now)
        return min((time for time in times if time is not None), default=None)

    def _choose(self, now: float) -> tuple[dict[int, list[PartitionQueue]], list[float]]:
        """The queues that can be sent from, by leader, and when to look at others."""
        by_leader: dict[int, list[PartitionQueue]] = {}
        for queue in self._accumulator.ready:
            if queue.retry_at <= now and self._may_send(queue):
                if self._transactions is not None and not self._transactions.may_send(queue.tp):
                    self._work.set()
                else:
                    by_leader.setdefault(self._cluster.metadata.leader(queue.tp), []).append(queue)
        if NO_LEADER in by_leader:
            self._wait_for_leaders(by_leader.pop(NO_LEADER), now)
        return by_leader, [queue.retry_at for queue in self._accumulator.ready if queue.retry_at > now]

    def _wait_for_leaders(self, queues: list[PartitionQueue], now: float) -> None:
        self.results.metadata_is_stale = True
        retry_at = now + self.results.backoff.next_delay()
        for queue in queues:
            queue.retry_at = retry_at

    def _may_send(self, queue: PartitionQueue) -> bool:
        if queue.recovering or not self.results.idempotent:
            return not queue.in_flight
        return len(queue.in_flight) < self._options.max_in_flight_requests_per_connection

    def _takes_more(self, leader: int) -> bool:
        """Whether a leader can be sent to; while one request waits for the connection, none may overtake it."""
        limit = self._options.max_in_flight_requests_per_connection
        return self._in_flight[leader] < limit and leader not in self._tasks.values()

    def _send_to(self, leader: int, queues: list[PartitionQueue]) -> None:
        """Requests for one broker, each with at most one batch of a partition and `max_request_size` bytes."""
        while queues and self._takes_more(leader):
            size = 0
            chosen: Chosen = {}
            for queue in queues:
                if chosen and size + queue.ready[0].size > self._options.max_request_size:
                    break
                batch = self._take(queue)
                size += batch.size
                chosen[queue] = batch
            self._send(leader, chosen)
            self._count(chosen)
            queues = [queue for queue in queues if queue.ready and self._may_send(queue)]

    def _take(self, queue: PartitionQueue) -> Batch:
        batch = self._accumulator.take(queue)
        if self.results.idempotent:
            queue.assign_sequence(batch, self._identity or NOBODY)
        if batch.data is None:
            identity = queue.identity if self.results.idempotent else NOBODY
            batch.data = batch.records.build(
                compression=self._options.compression_type,
                producer_id=identity.producer_id,
                producer_epoch=identity.epoch,
                base_sequence=-1 if batch.sequence is None else batch.sequence,
                is_transactional=self._transactions is not None,
            )
        return batch

    def _count(self, chosen: Chosen) -> None:
        """One request with these batches is on its way."""
        metrics, now = self._cluster.metrics, self._now()
        records = total = 0
        for batch in chosen.values():
            records += len(batch.records)
            size = len(batch.data or b"")
            total += size
            metrics.sample("batch_size", size, now)
            metrics.sample("record_queue_time", (now - batch.created_at) * 1000, now)
            metrics.sample("compression_rate", size / max(1, batch.size), now)
        metrics.count("record_send_total", records)
        metrics.count("byte_total", total)
        metrics.sample("records_per_request", records, now)

    # --- requests and responses ---------------------------------------------------------------------------------

    def _send(self, leader: int, chosen: Chosen) -> None:
        """One request: written now if the connection allows."""
        self._in_flight[leader] += 1
        connection = self._cluster.opened(leader)
        if isinstance(connection, AioConnection) and connection.is_ready:
            self._post(connection, leader, chosen)
            self._stuck_since.pop(leader, None)
        else:
            task = asyncio.create_task(self._send_later(leader, chosen), name=f"produce to {leader}")
            self._tasks[task] = leader
            task.add_done_callback(self._sent_later)

    async def _send_later(self, leader: int, chosen: Chosen) -> None:
        """Wait for the connection, then write."""
        try:
            connection = await self._cluster.connection(leader)
            assert isinstance(connection, AioConnection)
            await connection.until_ready(self._options.request_timeout_ms / 1000)
        except KafkaWireError as exc:
            self._responded(leader, chosen, exc)
        except Exception as exc:  # noqa: BLE001 - a fault of our own: better known than waited for
            self._give_up(exc)
        else:
            self._post(connection, leader, chosen)

    def _sent_later(self, task: asyncio.Task[None]) -> None:
        del self._tasks[task]
        self.pump()

    def _post(self, connection: AioConnection, leader: int, chosen: Chosen) -> None:
        """Write a request; `_responded` is called with what comes back. With acks=0 that is nothing, and at once."""
        request = self._request(chosen)
        try:
            version = connection.choose_version(type(request), self._last_version(request), self._least_version)
            if self._acks:
                timeout = self._options.request_timeout_ms / 1000
                connection.post(request, version, timeout, lambda response: self._responded(leader, chosen, response))
            else:
                connection.post_unanswered(request, version)
                self._responded(leader, chosen, None)
        except KafkaWireError as exc:
            asyncio.get_running_loop().call_soon(self._responded, leader, chosen, exc)

    def _request(self, chosen: Chosen) -> ProduceRequest:
        from kafkawire.messages.produce_request import PartitionProduceData, ProduceRequest, TopicProduceData

        topics: dict[str, TopicProduceData] = {}
        for queue, batch in chosen.items():
            name, index = queue.tp
            if name not in topics:
                topics[name] = TopicProduceData(name=name, topic_id=self._cluster.metadata.topic_id(name))
            topics[name].partition_data.append(PartitionProduceData(index=index, records=batch.data))
        return ProduceRequest(
            transactional_id=self._options.transactional_id,
            acks=self._acks,
            timeout_ms=self._options.request_timeout_ms,
            topic_data=list(topics.values()),
        )

    def _last_version(self, request: ProduceRequest) -> int | None:
        """The highest version that can say it: newer ones name topics by id, and join transactions; None: any."""
        highest = None if self._transactions is None else self._transactions.last_produce_version
        if any(topic.topic_id == NO_TOPIC_ID for topic in request.topic_data):
            highest = _LAST_VERSION_WITH_NAMES if highest is None else min(highest, _LAST_VERSION_WITH_NAMES)
        return highest

    def _responded(self, leader: int, chosen: Chosen, response: Response | KafkaWireError | None) -> None:
        """What the response to a request, or its failure, means for each batch in it."""
        self._in_flight[leader] -= 1
        if self.failed is not None:
            return
        try:
            self.results.handle(leader, chosen, response)
        except Exception as exc:  # noqa: BLE001 - a fault of our own: better known than waited for
            self._give_up(exc)
        if self._accumulator.active or self.results.metadata_is_stale:  # who awaits a lone record goes on sooner
            self.pump()

    def _give_up(self, error: Exception) -> None:
        self.failed = error
        self.results.end_all(error)
