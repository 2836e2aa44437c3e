"""Takes ready batches to the brokers that lead their partitions, and sees to it that they arrive.

Order and retries, per partition: up to five batches may be on their way, because each carries a sequence number and a
broker refuses one whose predecessor is missing. Once a batch fails, nothing more is sent before all that were under way
have come back; they go out again in their old order, one at a time, until one succeeds. Without idempotence there are
no sequence numbers, so there is never more than one on its way.

A batch that is given up leaves a hole in the sequence. Nothing that follows would be taken, so the producer finishes
what is under way, takes a new identity and numbers the rest anew. A batch that was written although its answer got lost
could then be written twice; that takes a lost answer, and an error that ends another batch, at the same time.

Within a transaction a batch that is given up fails all of it, and what has not been sent is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import BrokersUnavailable, DeliveryTimedOut, TransactionAborted
from kafkawire.client.metadata import NO_LEADER
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.accumulator import Accumulator, Batch, PartitionQueue
from kafkawire.client.producer.delivery import Outcome
from kafkawire.client.producer.identity import NOBODY, Identity, fetch_identity, next_sequence
from kafkawire.client.producer.produce import ProduceCall
from kafkawire.client.producer.transactions import Transactions
from kafkawire.client.retry import is_retriable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.messages.produce_response import PartitionProduceResponse

__all__ = ["Sender"]

log = logging.getLogger("kafkawire.client")

# The broker has lost track of us (or we of it): everything is numbered anew under another identity.
_LOST_TRACK = {
    ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
    ErrorCode.UNKNOWN_PRODUCER_ID,
    ErrorCode.INVALID_PRODUCER_EPOCH,
}


class Sender:
    """Runs as one task; each request under way is a task of its own."""

    def __init__(
        self,
        cluster: Cluster,
        options: ProducerOptions,
        accumulator: Accumulator,
        transactions: Transactions | None = None,
    ) -> None:
        self.wake = asyncio.Event()
        self.wakes_at: float | None = None
        """When the sender will look by itself; None while nothing waits."""
        self.failed: Exception | None = None
        """What ended the sender; every batch that was left, and every further one, fails with it."""
        self.unseen: list[Outcome] = []
        """Failures, until somebody has been told."""
        self._cluster = cluster
        self._options = options
        self._accumulator = accumulator
        self._call = ProduceCall(cluster, options, transactions)
        self._identity: Identity | None = None if options.enable_idempotence else NOBODY
        self._transactions = transactions
        self._renew = False
        self._stale = False
        self._requests: dict[asyncio.Task[None], int] = {}
        self._backoff = cluster.backoff()

    @property
    def idempotent(self) -> bool:
        """Whether brokers can tell repeats."""
        return self._identity is not NOBODY

    async def run(self) -> None:
        """Send until cancelled. Whatever ends it for good reaches all who wait."""
        try:
            while True:
                await self._prepare()
                self.wakes_at = self._send_ready()
                await self._sleep()
        except KafkaWireError as exc:
            self._give_up(exc)
        finally:
            for task in self._requests:
                task.cancel()
            if self._requests:
                await asyncio.wait(self._requests)

    async def _sleep(self) -> None:
        try:
            async with asyncio.timeout_at(self.wakes_at):
                await self.wake.wait()
        except TimeoutError:
            return
        finally:
            self.wake.clear()

    # --- before sending -----------------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        """See to fresh metadata and an identity, where one of them is due; while brokers are away, later."""
        if self._renew and not self._requests:
            self._forget_identity()
        try:
            if self._stale:
                await self._cluster.refresh()
                self._stale = False
            else:
                await self._cluster.refresh_if_old()
            if self._transactions is not None:
                await self._transactions.enroll([queue.tp for queue in self._accumulator.active])
            elif self._identity is None and self._accumulator.active:
                await self._find_identity()
        except KafkaWireError as exc:
            if not (is_retriable(exc) or isinstance(exc, BrokersUnavailable)):
                raise
            self._stale = True
            log.info("the cluster cannot be asked now: %s", exc)

    async def _find_identity(self) -> None:
        identity = await fetch_identity(self._cluster)
        if identity is None:
            log.warning("the brokers do not know InitProducerId: sending without idempotence")
        self._identity = identity or NOBODY

    def adopt(self, identity: Identity) -> None:
        """Send as somebody else from now on, which begins all sequences anew; nothing may be under way."""
        if identity != self._identity:
            self._identity = identity
            for queue in self._accumulator.queues.values():
                queue.next_sequence = 0

    def _forget_identity(self) -> None:
        self._renew = False
        self._identity = None
        for queue in self._accumulator.queues.values():
            queue.next_sequence = 0
            for batch in queue.ready:
                batch.sequence = batch.data = None

    # --- sending ------------------------------------------------------------------------------------------------

    def _send_ready(self) -> float | None:
        """Send what can be sent. Returns when to look again, if nothing happens before."""
        if self._transactions is not None and self._transactions.error is not None:
            self.drop_waiting()
        now = self._cluster.runtime.now()
        linger_ends = self._accumulator.close_lingering(now)
        self._expire(now)
        if self._renew and self._requests:
            return min(self._expiry(), default=None)  # the last request under way wakes us
        if self._renew or self._identity is None:
            retry_at = now + self._backoff.next_delay()
            return min([retry_at, *self._expiry()]) if self._accumulator.active else None
        blocked: list[float] = []
        by_leader: dict[int, list[PartitionQueue]] = {}
        for queue in self._accumulator.active:
            if queue.ready and self._may_send(queue):
                if queue.retry_at > now:
                    blocked.append(queue.retry_at)
                    continue
                if self._transactions is not None and not self._transactions.may_send(queue.tp):
                    blocked.append(now + self._backoff.next_delay())
                    continue
                by_leader.setdefault(self._cluster.metadata.leader(queue.tp), []).append(queue)
        if by_leader.pop(NO_LEADER, None):
            self._stale = True
            blocked.append(now + self._backoff.next_delay())
        for leader, queues in by_leader.items():
            self._send_to(leader, queues)
        return min([*blocked, *self._expiry(), *([linger_ends] if linger_ends is not None else [])], default=None)

    def _may_send(self, queue: PartitionQueue) -> bool:
        if queue.recovering or not self.idempotent:
            return not queue.in_flight
        return len(queue.in_flight) < self._options.max_in_flight_requests_per_connection

    def _send_to(self, leader: int, queues: list[PartitionQueue]) -> None:
        """Requests for one broker, each with at most one batch of a partition and `max_request_size` bytes."""
        limit = self._options.max_in_flight_requests_per_connection
        while queues and sum(node == leader for node in self._requests.values()) < limit:
            size = 0
            chosen: dict[PartitionQueue, Batch] = {}
            for queue in queues:
                if chosen and size + queue.ready[0].size > self._options.max_request_size:
                    break
                batch = self._take(queue)
                size += batch.size
                chosen[queue] = batch
            task = asyncio.create_task(self._send(leader, chosen), name=f"produce to {leader}")
            self._requests[task] = leader
            task.add_done_callback(self._request_done)
            queues = [queue for queue in queues if queue.ready and self._may_send(queue)]

    def _take(self, queue: PartitionQueue) -> Batch:
        batch = queue.ready.popleft()
        queue.in_flight.append(batch)
        identity = self._identity or NOBODY
        if self.idempotent and batch.sequence is None:
            batch.sequence = queue.next_sequence
            queue.next_sequence = next_sequence(batch.sequence, len(batch.builder))
        if batch.data is None:
            batch.data = batch.builder.build(
                compression=self._options.compression_type,
                producer_id=identity.producer_id,
                producer_epoch=identity.epoch,
                base_sequence=-1 if batch.sequence is None else batch.sequence,
                is_transactional=self._transactions is not None,
            )
        return batch

    def _request_done(self, task: asyncio.Task[None]) -> None:
        del self._requests[task]
        self.wake.set()
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):  # a fault of our own: better known than waited for
            self._give_up(error)

    async def _send(self, leader: int, batches: dict[PartitionQueue, Batch]) -> None:
        """One request, and what its answer means for each batch in it."""
        try:
            answers = await self._call.send(leader, {queue.tp: batch.data or b"" for queue, batch in batches.items()})
        except KafkaWireError as exc:
            self._stale = True
            for queue, batch in batches.items():
                self._fail(queue, batch, exc)
            return
        for queue, batch in batches.items():
            answer = None if answers is None else answers.get(queue.tp)
            if answers is None:
                self._succeed(queue, batch, -1, -1)
            elif answer is None:
                self._fail(queue, batch, KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, f"no answer for {queue.tp}"))
            else:
                self._handle(leader, queue, batch, answer)

    # --- after sending ------------------------------------------------------------------------------------------

    def _handle(self, leader: int, queue: PartitionQueue, batch: Batch, answer: PartitionProduceResponse) -> None:
        code = answer.error_code
        if not code or code == ErrorCode.DUPLICATE_SEQUENCE_NUMBER:  # a repeat of what is written already
            self._succeed(queue, batch, -1 if code else answer.base_offset, answer.log_append_time_ms)
            return
        details = [e.batch_index_error_message for e in answer.record_errors if e.batch_index_error_message]
        text = "; ".join([str(queue.tp), *filter(None, [answer.error_message]), *details[:3]])
        has_moved = self._cluster.metadata.leader(queue.tp) not in (leader, NO_LEADER)
        self._fail(queue, batch, KafkaError(code, text), has_moved=has_moved)

    def _succeed(self, queue: PartitionQueue, batch: Batch, base_offset: int, log_append_time: int) -> None:
        queue.in_flight.remove(batch)
        queue.recovering = False
        self._backoff.reset()
        batch.outcome.base_offset = base_offset
        batch.outcome.log_append_time = log_append_time
        self._accumulator.finish(queue, batch, None)

    def _fail(self, queue: PartitionQueue, batch: Batch, error: KafkaWireError, *, has_moved: bool = False) -> None:
        """Send a batch again, if that may help: at once where it is known who leads now, else with fresh metadata."""
        queue.in_flight.remove(batch)
        now = self._cluster.runtime.now()
        if self._may_retry(queue, batch, error):
            log.debug("batch for %s goes out again: %s", queue.tp, error)
            self._stale = self._stale or not has_moved
            queue.recovering = True
            queue.retry_at = now if has_moved else now + self._backoff.next_delay()
            queue.put_back(batch)
            self._expire(now)
        else:
            self._end(queue, batch, error)

    def _may_retry(self, queue: PartitionQueue, batch: Batch, error: KafkaWireError) -> bool:
        if isinstance(error, KafkaError) and error.code in _LOST_TRACK and self.idempotent:
            # Behind a batch that failed this is expected; the first in line has really lost its place.
            if self._transactions is not None:
                return not queue.is_first(batch)
            self._renew = self._renew or queue.is_first(batch)
            return True
        return is_retriable(error)

    def _end(self, queue: PartitionQueue, batch: Batch, error: Exception) -> None:
        """Give a batch up."""
        self._fail_transaction(error, leaves_hole=batch.sequence is not None)
        if self._transactions is None and batch.sequence is not None:
            self._renew = True
        self.note_failure(batch.outcome, f"{len(batch.builder)} records for {queue.tp}", error)
        self._accumulator.finish(queue, batch, error)

    def note_failure(self, outcome: Outcome, what: str, error: Exception) -> None:
        """Remember a failure for the next `flush`; those that have been seen meanwhile are let go."""
        self._fail_transaction(error)
        self.unseen = [failed for failed in self.unseen if not failed.seen]
        self.unseen.append(outcome)
        log.error("%s could not be written: %s", what, error)

    def drop_waiting(self) -> None:
        """Let go of all that has not been sent: it belongs to a transaction that is not going to be."""
        error = TransactionAborted("the transaction was aborted before the record was sent")
        for queue in list(self._accumulator.active):
            for batch in queue.waiting():
                self._fail_transaction(error, leaves_hole=batch.sequence is not None)
                self._remove(queue, batch)
                self._accumulator.finish(queue, batch, error)

    def _fail_transaction(self, error: Exception, *, leaves_hole: bool = False) -> None:
        if self._transactions is not None and isinstance(error, KafkaWireError):
            self._transactions.fail(error, leaves_hole=leaves_hole)

    def _expire(self, now: float) -> None:
        """Give up what has waited for longer than `delivery_timeout_ms`."""
        limit = self._options.delivery_timeout_ms / 1000
        for queue in list(self._accumulator.active):
            expired = [batch for batch in queue.waiting() if batch.created_at + limit <= now]
            for batch in expired:
                self._remove(queue, batch)
                self._end(queue, batch, DeliveryTimedOut(f"{queue.tp}: no acknowledgement within {limit:g} s"))

    def _expiry(self) -> Iterable[float]:
        limit = self._options.delivery_timeout_ms / 1000
        return [batch.created_at + limit for queue in self._accumulator.active for batch in queue.waiting()[:1]]

    def _remove(self, queue: PartitionQueue, batch: Batch) -> None:
        if queue.open is batch:
            queue.open = None
        elif batch in queue.in_flight:
            queue.in_flight.remove(batch)
        else:
            queue.ready.remove(batch)

    def _give_up(self, error: Exception) -> None:
        self.failed = error
        for queue in list(self._accumulator.active):
            for batch in [*queue.in_flight, *queue.waiting()]:
                self._remove(queue, batch)
                self._end(queue, batch, error)
