"""What a response, or the lack of one, means for a batch: it is written, goes out again, is split, or is given up.

A batch that is given up may have been written nevertheless, and so may those behind it whose responses were lost: only
their old numbers tell. So the next one is sent as it is. If the broker has not got the one before, it says so; then
nothing that follows is written either, and the producer finishes what is under way, takes a new identity, and numbers
what is left of that partition anew. Others keep theirs until all that they have sent is acknowledged.

Within a transaction a batch that is given up fails all of it, and what has not been sent is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import DeliveryTimedOut, TransactionAborted
from kafkawire.client.metadata import NO_LEADER, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.accumulator import Accumulator, Batch, PartitionQueue
from kafkawire.client.producer.delivery import Completion
from kafkawire.client.producer.transactions import Transactions
from kafkawire.client.retry import is_retriable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.message import Response
    from kafkawire.messages import ProduceResponse
    from kafkawire.messages.produce_response import PartitionProduceResponse

__all__ = ["BatchResults"]

log = logging.getLogger("kafkawire.client.producer")

# The broker has lost track of us (or we of it): everything is numbered anew under another identity.
_LOST_TRACK = {
    ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
    ErrorCode.UNKNOWN_PRODUCER_ID,
    ErrorCode.INVALID_PRODUCER_EPOCH,
}
_TOO_LARGE = {ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE}


class BatchResults:
    """Completes batches, one way or the other, and remembers what has to be done before more are sent."""

    def __init__(
        self, cluster: Cluster, options: ProducerOptions, accumulator: Accumulator, transactions: Transactions | None
    ) -> None:
        self.idempotent = options.enable_idempotence
        """Whether brokers can tell repeats."""
        self.metadata_is_stale = False
        """Whether the metadata has proved wrong."""
        self.needs_identity = False
        """Whether a new identity has to be taken, once nothing is under way any more."""
        self.failures: list[Completion] = []
        """What has failed and has not been raised to anybody yet."""
        self.backoff = cluster.backoff()
        self._cluster = cluster
        self._accumulator = accumulator
        self._transactions = transactions
        self._delivery_timeout = options.delivery_timeout_ms / 1000
        self._expires_at = 0.0
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    # --- responses ----------------------------------------------------------------------------------------------

    def handle(
        self, leader: int, batches: Mapping[PartitionQueue, Batch], response: Response | KafkaWireError | None
    ) -> None:
        """A request has its response, or has failed, or is one to which there is none."""
        if isinstance(response, KafkaWireError):
            self.metadata_is_stale = True
            for queue, batch in batches.items():
                self.fail(queue, batch, response)
        elif response is None:
            for queue, batch in batches.items():
                self.succeed(queue, batch)
        else:
            partitions = self._by_partition(cast("ProduceResponse", response))
            for queue, batch in batches.items():
                self._handle_partition(leader, queue, batch, partitions.get(queue.tp))

    def _by_partition(self, response: ProduceResponse) -> dict[TopicPartition, PartitionProduceResponse]:
        """What the response says of each partition; what it says of leaders is taken over."""
        metadata = self._cluster.metadata
        partitions: dict[TopicPartition, PartitionProduceResponse] = {}
        for topic in response.responses:
            name = topic.name or metadata.names.get(topic.topic_id, "")
            for partition in topic.partition_responses:
                tp = TopicPartition(name, partition.index)
                partitions[tp] = partition
                if partition.error_code:
                    metadata.hint(tp, partition.current_leader, response.node_endpoints)
        return partitions

    def _handle_partition(
        self, leader: int, queue: PartitionQueue, batch: Batch, response: PartitionProduceResponse | None
    ) -> None:
        if response is None:
            self.fail(queue, batch, KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, f"no answer for {queue.tp}"))
            return
        code = response.error_code
        if not code or code == ErrorCode.DUPLICATE_SEQUENCE_NUMBER:  # a repeat of what is written already
            self.succeed(queue, batch, -1 if code else response.base_offset, response.log_append_time_ms)
        elif code in _TOO_LARGE and batch.can_be_split:
            self._split(queue, batch)
        else:
            batch.completion.refused = _refused_records(queue, batch, response)
            has_moved = self._cluster.metadata.leader(queue.tp) not in (leader, NO_LEADER)
            self.fail(queue, batch, KafkaError(code, _reason(queue, batch, response)), has_moved=has_moved)

    def succeed(self, queue: PartitionQueue, batch: Batch, base_offset: int = -1, log_append_time: int = -1) -> None:
        """A batch is written, or has been sent where no response is asked for."""
        queue.in_flight.remove(batch)
        queue.recovering = queue.recovering and queue.has_repeats
        if self.backoff.attempts:
            self.backoff.reset()
        batch.completion.base_offset = base_offset
        batch.completion.log_append_time = log_append_time
        self._accumulator.finish(queue, batch, None)

    def fail(self, queue: PartitionQueue, batch: Batch, error: KafkaWireError, *, has_moved: bool = False) -> None:
        """Send a batch again, if that may help: at once where it is known who leads now, else with fresh metadata."""
        queue.in_flight.remove(batch)
        now = self._cluster.runtime.now()
        if self._may_retry(queue, batch, error):
            log.debug("batch for %s goes out again: %s", queue.tp, error)
            self.metadata_is_stale = self.metadata_is_stale or not has_moved
            queue.recovering = True
            queue.retry_at = now if has_moved else now + self.backoff.next_delay()
            self._put_back(queue, batch)
            self._cluster.metrics.count("record_retry_total", len(batch.records))
        else:
            self._end(queue, batch, error)

    def _put_back(self, queue: PartitionQueue, *batches: Batch) -> None:
        self._accumulator.put_back(queue, *batches)
        self._expires_at = 0.0

    def _split(self, queue: PartitionQueue, batch: Batch) -> None:
        """The broker takes no batch of this size: send the halves, under the numbers that their records have."""
        log.debug("batch of %d bytes for %s is too large for the broker: split", batch.size, queue.tp)
        queue.in_flight.remove(batch)
        queue.recovering = True
        self._put_back(queue, *batch.halves())
        self._cluster.metrics.count("batch_split_total")

    def _may_retry(self, queue: PartitionQueue, batch: Batch, error: KafkaWireError) -> bool:
        if isinstance(error, KafkaError) and error.code in _LOST_TRACK and self.idempotent:
            # Behind a batch that failed this is expected; the first in line has really lost its place.
            if self._transactions is not None:
                return not queue.is_first(batch)
            if queue.is_first(batch):
                self.needs_identity = queue.has_hole = True
            return True
        return is_retriable(error)

    # --- giving up ----------------------------------------------------------------------------------------------

    def _end(self, queue: PartitionQueue, batch: Batch, error: Exception) -> None:
        """Give a batch up."""
        self._fail_transaction(error, leaves_hole=batch.sequence is not None)
        self._cluster.metrics.count("record_error_total", len(batch.records))
        self.note_failure(batch.completion, f"{len(batch.records)} records for {queue.tp}", error)
        self._accumulator.finish(queue, batch, error)

    def raise_failure(self) -> None:
        """Raise the first failure that has not been raised yet, and forget all."""
        failures, self.failures = self.failures, []
        for failed in failures:
            if not failed.raised:
                failed.check()

    def end_all(self, error: Exception) -> None:
        """Give everything up."""
        for queue in list(self._accumulator.active):
            for batch in [*queue.in_flight, *queue.waiting()]:
                self._accumulator.remove(queue, batch)
                self._end(queue, batch, error)

    def note_failure(self, completion: Completion, what: str, error: Exception) -> None:
        """Remember a failure for the next `flush`; those that have been raised meanwhile are let go."""
        self._fail_transaction(error)
        self.failures = [failed for failed in self.failures if not failed.raised]
        self.failures.append(completion)
        self._warnings.error("%s could not be written: %s", what, error)

    def drop_waiting(self) -> None:
        """Let go of all that has not been sent: it belongs to a transaction that is not going to be."""
        error = TransactionAborted("the transaction was aborted before the record was sent")
        for queue in list(self._accumulator.active):
            for batch in queue.waiting():
                self._fail_transaction(error, leaves_hole=batch.sequence is not None)
                self._accumulator.remove(queue, batch)
                self._accumulator.finish(queue, batch, error)

    def _fail_transaction(self, error: Exception, *, leaves_hole: bool = False) -> None:
        if self._transactions is not None and isinstance(error, KafkaWireError):
            self._transactions.fail(error, leaves_hole=leaves_hole)

    def expire(self, now: float) -> float | None:
        """Give up what has waited for longer than `delivery_timeout_ms`; returns when to look again, or None."""
        limit = self._delivery_timeout
        if not self._accumulator.active:
            return None
        if now < self._expires_at:
            return self._expires_at
        for queue in list(self._accumulator.active):
            for batch in queue.waiting():
                if batch.created_at + limit > now:
                    break
                self._accumulator.remove(queue, batch)
                error = DeliveryTimedOut(f"{queue.tp}: no acknowledgement within {limit:g} s")
                self._end(queue, batch, error)
        waiting = [batch.created_at for queue in self._accumulator.active for batch in queue.waiting()[:1]]
        self._expires_at = min(waiting, default=now) + limit  # what comes later expires later
        return self._expires_at


def _reason(queue: PartitionQueue, batch: Batch, response: PartitionProduceResponse) -> str:
    """What a broker says about a batch, with the records that it names."""
    if response.error_code in _TOO_LARGE:
        what = "a record" if len(batch.records) == 1 else f"{len(batch.records)} records"
        return f"{queue.tp}: a batch of {len(batch.data or b'')} bytes with {what} is more than the broker takes"
    named = [e.batch_index_error_message for e in response.record_errors if e.batch_index_error_message]
    return "; ".join([str(queue.tp), *filter(None, [response.error_message]), *named[:3]])


def _refused_records(
    queue: PartitionQueue, batch: Batch, response: PartitionProduceResponse
) -> dict[int, Exception] | None:
    """An error for each record that the broker names, as Java's client makes them; None if it names none.

    One code stands for the whole batch. So it says for certain what is wrong with a record only if that is the one
    record named; if there are several each gets INVALID_RECORD, and its text tells them apart.
    """
    errors = response.record_errors
    if not errors:
        return None
    code = response.error_code if len(errors) == 1 else ErrorCode.INVALID_RECORD
    count = len(batch.records)
    return {
        error.batch_index: KafkaError(
            code,
            f"{queue.tp}, record {error.batch_index} of {count} in its batch: "
            f"{error.batch_index_error_message or response.error_message or 'refused by the broker'}",
        )
        for error in errors
    }
