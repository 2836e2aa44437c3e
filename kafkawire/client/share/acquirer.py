"""Locks records at the brokers, and tells them what became of those.

A broker counts the requests of a session, so each has one request open at a time: a fetch, which takes waiting
acknowledgements along, or acknowledgements alone. Records are only asked for while the application waits for some, as
the time of their locks begins to run out at once. Whatever changes calls `kick`, which looks at all brokers that are
free.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import cast
from uuid import UUID

from kafkawire.client.cluster import Cluster
from kafkawire.client.metadata import NO_LEADER, TopicPartition
from kafkawire.client.retry import is_retriable
from kafkawire.client.serializing import Deserializers
from kafkawire.client.share.acknowledgements import AcknowledgeType
from kafkawire.client.share.acknowledger import Acknowledger, Responded, session_lost
from kafkawire.client.share.holdings import Destination
from kafkawire.client.share.options import ShareOptions
from kafkawire.client.share.reading import read_acquired
from kafkawire.client.share.records import AcquiredPart, RecordBuffer
from kafkawire.client.share.recovery import Recovery
from kafkawire.client.share.session import Due, PartitionId, ShareBroker, ShareSession
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.messages import ShareAcknowledgeResponse, ShareFetchResponse
from kafkawire.messages import share_acknowledge_response as acknowledged
from kafkawire.messages import share_fetch_response as fetched

__all__ = ["Acquirer"]

log = logging.getLogger("kafkawire.client")

_STABLE, _RENEWALS = 1, 2  # versions: 0 was an experiment of Kafka 4.0, 2 is that of Kafka 4.2
_SESSION_GONE = {ErrorCode.SHARE_SESSION_NOT_FOUND, ErrorCode.INVALID_SHARE_SESSION_EPOCH}
_MOVED = {ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH}


class Acquirer:
    """The share sessions of one consumer, whose `identity` is group id and member id.

    `on_news` is called when there is something new to look at.
    """

    def __init__(
        self,
        cluster: Cluster,
        options: ShareOptions,
        identity: tuple[str, str],
        on_news: Callable[[], None],
        on_responded: Responded,
        deserializers: Deserializers | None = None,
    ) -> None:
        self.buffer = RecordBuffer()
        self.error: BaseException | None = None
        self.lock_timeout_ms: int | None = None
        """How long a lock lasts, as the brokers said last."""
        self._cluster = cluster
        self._options = options
        self._identity = identity
        self._on_news = on_news
        self._deserializers = deserializers
        self._acknowledger = Acknowledger(cluster, options.default_api_timeout_ms / 1000, on_responded)
        self._recovery = Recovery(cluster, self._recovered)
        self._assignment: Mapping[UUID, list[int]] = {}
        self._limit = 0
        self._brokers: dict[int, ShareBroker] = {}
        self._last_asked = NO_LEADER
        self._closed = False

    def assign(self, assignment: Mapping[UUID, list[int]]) -> None:
        """Ask for records of these partitions from now on."""
        self._assignment = assignment
        self.kick()

    def want(self, limit: int) -> None:
        """Lock up to `limit` records at each broker; 0: none."""
        self._limit = limit
        if limit:
            self.kick()

    def post(self, to: Destination, types: Mapping[int, AcknowledgeType]) -> None:
        """Acknowledge records, by offset, as soon as their broker is free."""
        self._acknowledger.post(self._broker(to.node_id), to.tp, types)

    @property
    def is_acknowledging(self) -> bool:
        """Whether acknowledgements are on their way, or wait for it."""
        return any(broker.outbox or broker.in_flight for broker in self._brokers.values())

    async def close(self) -> None:
        """Send what is left, and close the sessions: brokers give back what is not acknowledged."""
        self._closed = True
        self._recovery.cancel()
        tasks = [broker.task for broker in self._brokers.values() if broker.task is not None]
        if tasks:
            await asyncio.wait(tasks)
        await asyncio.gather(*(self._close(broker) for broker in self._brokers.values()))

    # --- who is asked for what ----------------------------------------------------------------------------------

    def kick(self) -> None:
        """Put every broker that is free to work, if there is any for it."""
        if self.error is not None or self._closed:
            return
        wanted = self._wanted()
        for node_id in self._in_turn(wanted):
            broker = self._broker(node_id)
            if broker.task is not None:
                continue
            if node_id in wanted and not broker.renews and self._may_fetch():
                self._last_asked, broker.fetches = node_id, True
                self._start(broker, self._fetch(broker, wanted[node_id], self._limit))
            elif broker.outbox and not broker.pauses:
                self._start(broker, self._acknowledge(broker))

    def _in_turn(self, wanted: Mapping[int, set[PartitionId]]) -> list[int]:
        """All brokers; whoever was asked last comes last, as with "record_limit" only the first is asked."""
        nodes = sorted({*wanted, *self._brokers})
        return sorted(nodes, key=lambda node_id: node_id <= self._last_asked)

    def _may_fetch(self) -> bool:
        limited = self._options.share_acquire_mode == "record_limit"
        return not (limited and any(broker.fetches for broker in self._brokers.values()))

    def _wanted(self) -> dict[int, set[PartitionId]]:
        """By broker the partitions to ask for now; none where a session only has to forget some."""
        if not self._limit or self.buffer or self._recovery.is_under_way:
            return {}
        known = {node_id for node_id, broker in self._brokers.items() if broker.session.partitions}
        wanted: dict[int, set[PartitionId]] = {node_id: set() for node_id in known}
        for partition in (PartitionId(topic, index) for topic, some in self._assignment.items() for index in some):
            leader = self._leader(partition)
            if leader == NO_LEADER:
                self._recovery.begin("a partition has no leader")
            else:
                wanted.setdefault(leader, set()).add(partition)
        return wanted

    def _leader(self, partition: PartitionId) -> int:
        name = self._cluster.metadata.names.get(partition.topic_id)
        if name is None:
            return NO_LEADER
        tp = TopicPartition(name, partition.partition)
        self._acknowledger.remember(partition, tp)
        return self._cluster.metadata.leader(tp)

    def _broker(self, node_id: int) -> ShareBroker:
        if node_id not in self._brokers:
            self._brokers[node_id] = ShareBroker(node_id, ShareSession(*self._identity))
        return self._brokers[node_id]

    # --- requests -----------------------------------------------------------------------------------------------

    async def _fetch(self, broker: ShareBroker, wanted: set[PartitionId], limit: int) -> None:
        due = self._acknowledger.take_due(broker)
        request = broker.session.fetch(wanted, due, limit, self._options)
        least = _RENEWALS if self._options.share_acquire_mode == "record_limit" else _STABLE
        extra = self._options.fetch_max_wait_ms / 1000
        try:
            received = await self._cluster.request(broker.node_id, request, at_least=least, extra_time=extra)
            response = cast("ShareFetchResponse", received)
            _check(broker, response.error_code)
        except KafkaWireError as exc:
            self._lost(broker, due, exc)
            if not is_retriable(exc):
                self.error = exc
        else:
            broker.session.went_on(wanted)
            self._receive(broker, due, response)
        self._done(broker)

    async def _acknowledge(self, broker: ShareBroker) -> None:
        due = self._acknowledger.take_due(broker)
        if due:
            await self._send_due(broker, due)
        self._done(broker)

    async def _close(self, broker: ShareBroker) -> None:
        due = self._acknowledger.take_due(broker)
        if not broker.session.is_new:
            await self._send_due(broker, due, final=True)
        self._acknowledger.fail(broker.take())  # there is no next time

    async def _send_due(self, broker: ShareBroker, due: Due, *, final: bool = False) -> None:
        request = broker.session.acknowledge(due, final=final)
        least = _RENEWALS if request.is_renew_ack else _STABLE
        try:
            received = await self._cluster.request(broker.node_id, request, at_least=least)
            response = cast("ShareAcknowledgeResponse", received)
            _check(broker, response.error_code)
        except KafkaWireError as exc:
            self._lost(broker, due, exc)
            return
        broker.session.went_on()
        self._note_timeout(response.acquisition_lock_timeout_ms)
        for topic in response.responses:
            for part in topic.partitions:
                partition = PartitionId(topic.topic_id, part.partition_index)
                self._acknowledged(broker, due, partition, part.error_code, part.error_message)
                if part.error_code in _MOVED:
                    self._hint(partition, part, response)
        self._acknowledger.fail(due)

    def _lost(self, broker: ShareBroker, due: Due, error: KafkaWireError) -> None:
        """A request has failed as a whole; whether the broker has seen it nobody knows, so a new session is needed."""
        broker.session.lost()
        self._acknowledger.fail(due, error)
        if is_retriable(error):
            self._recover(str(error))

    def _done(self, broker: ShareBroker) -> None:
        broker.task, broker.fetches, broker.in_flight = None, False, False
        self._on_news()
        self.kick()

    # --- responses ----------------------------------------------------------------------------------------------

    def _receive(self, broker: ShareBroker, due: Due, response: ShareFetchResponse) -> None:
        self._note_timeout(response.acquisition_lock_timeout_ms)
        problem = ""
        for topic in response.responses:
            for part in topic.partitions:
                partition = PartitionId(topic.topic_id, part.partition_index)
                self._acknowledged(broker, due, partition, part.acknowledge_error_code, part.acknowledge_error_message)
                tp = self._acknowledger.name(partition)
                if tp is not None:
                    problem = self._take_in(broker, partition, tp, part, response) or problem
        self._acknowledger.fail(due)
        if problem:
            self._recover(problem)
        else:
            self._recovery.succeeded()

    def _take_in(
        self,
        broker: ShareBroker,
        partition: PartitionId,
        tp: TopicPartition,
        part: fetched.PartitionData,
        response: ShareFetchResponse,
    ) -> str:
        """Take in one partition's records, or its error; returns what fresh metadata may mend, or nothing."""
        if not part.error_code:
            self._keep(broker, partition, tp, part)
            return ""
        if part.error_code in _MOVED and self._hint(partition, part, response):
            return ""
        error = KafkaError(
            part.error_code, f"share fetch of {tp}: {part.error_message or 'the broker gives no reason'}"
        )
        corrupt = part.error_code == ErrorCode.CORRUPT_MESSAGE  # for the application, as in Kafka's own consumer
        if (error.retriable and not corrupt) or part.error_code == ErrorCode.UNKNOWN_SERVER_ERROR:
            return str(error)
        self.buffer.put(AcquiredPart(broker.node_id, [], [error]))
        return ""

    def _keep(
        self, broker: ShareBroker, partition: PartitionId, tp: TopicPartition, part: fetched.PartitionData
    ) -> None:
        check, deserializers = self._options.check_crcs, self._deserializers
        given = tp, part.records or b"", part.acquired_records
        try:
            acquired = read_acquired(*given, check_crc=check, deserializers=deserializers)
        except KafkaWireError as exc:
            self.buffer.put(AcquiredPart(broker.node_id, [], [exc]))
            return
        self.buffer.put(AcquiredPart(broker.node_id, acquired.records, acquired.errors))
        if acquired.others:
            self._acknowledger.post_ranges(broker, partition, acquired.others)

    def _acknowledged(
        self, broker: ShareBroker, due: Due, partition: PartitionId, code: int, message: str | None
    ) -> None:
        again = self._acknowledger.responded(due, partition, code, message)
        if again is not None:
            broker.post(partition, again)
            broker.pauses = True
            self._recover(f"acknowledgements are to be sent again: {message or code}")

    def _hint(
        self,
        partition: PartitionId,
        part: fetched.PartitionData | acknowledged.PartitionData,
        response: ShareFetchResponse | ShareAcknowledgeResponse,
    ) -> bool:
        tp = self._acknowledger.name(partition)
        return tp is not None and self._cluster.metadata.hint(tp, part.current_leader, response.node_endpoints)

    def _note_timeout(self, milliseconds: int) -> None:
        if milliseconds > 0:
            self.lock_timeout_ms = milliseconds

    # --- tasks --------------------------------------------------------------------------------------------------

    def _recover(self, problem: str) -> None:
        if not self._closed:
            self._recovery.begin(problem)

    def _recovered(self, error: KafkaWireError | None) -> None:
        self.error = self.error or error
        for broker in self._brokers.values():
            broker.pauses = False
        self._on_news()
        self.kick()

    def _start(self, broker: ShareBroker, work: Coroutine[None, None, None]) -> None:
        broker.task = asyncio.create_task(work, name=f"share session with {broker.node_id}")
        broker.task.add_done_callback(self._look_at_end)

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """A fault of our own, or of the application's callback, must reach the application: it would wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            self.error = task.exception()
            self._on_news()


def _check(broker: ShareBroker, code: int) -> None:
    if code in _SESSION_GONE:
        log.info("share session with broker %d is gone (%d); opening another", broker.node_id, code)
        raise session_lost()
    if code:
        raise KafkaError(code, f"share session with broker {broker.node_id}")
