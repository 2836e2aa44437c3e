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
from kafkawire.client.share.desk import Desk, Settled, session_lost
from kafkawire.client.share.holdings import Place
from kafkawire.client.share.link import Due, Link
from kafkawire.client.share.options import ShareOptions
from kafkawire.client.share.reading import read_acquired
from kafkawire.client.share.recovery import Recovery
from kafkawire.client.share.session import PartitionId, ShareSession
from kafkawire.client.share.stock import Parcel, Stock
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
        on_settled: Settled,
        deserializers: Deserializers | None = None,
    ) -> None:
        self.stock = Stock()
        self.error: BaseException | None = None
        self.lock_timeout_ms: int | None = None
        """How long a lock lasts, as the brokers said last."""
        self._cluster = cluster
        self._options = options
        self._identity = identity
        self._on_news = on_news
        self._deserializers = deserializers
        self._desk = Desk(cluster, options.default_api_timeout_ms / 1000, on_settled)
        self._recovery = Recovery(cluster, self._recovered)
        self._assignment: Mapping[UUID, list[int]] = {}
        self._limit = 0
        self._links: dict[int, Link] = {}
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

    def post(self, place: Place, types: Mapping[int, AcknowledgeType]) -> None:
        """Acknowledge records, by offset, as soon as their broker is free."""
        self._desk.post(self._link(place.node_id), place.tp, types)

    @property
    def unsettled(self) -> bool:
        """Whether acknowledgements are on their way, or wait for it."""
        return any(link.outbox or link.in_flight for link in self._links.values())

    async def close(self) -> None:
        """Send what is left, and close the sessions: brokers give back what is not acknowledged."""
        self._closed = True
        self._recovery.cancel()
        tasks = [link.task for link in self._links.values() if link.task is not None]
        if tasks:
            await asyncio.wait(tasks)
        await asyncio.gather(*(self._close(link) for link in self._links.values()))

    # --- who is asked for what ----------------------------------------------------------------------------------

    def kick(self) -> None:
        """Put every broker that is free to work, if there is any for it."""
        if self.error is not None or self._closed:
            return
        wanted = self._wanted()
        for node_id in self._in_turn(wanted):
            link = self._link(node_id)
            if link.task is not None:
                continue
            if node_id in wanted and not link.renews and self._may_fetch():
                self._last_asked, link.fetches = node_id, True
                self._start(link, self._fetch(link, wanted[node_id], self._limit))
            elif link.outbox and not link.pauses:
                self._start(link, self._acknowledge(link))

    def _in_turn(self, wanted: Mapping[int, set[PartitionId]]) -> list[int]:
        """All brokers; whoever was asked last comes last, as with "record_limit" only the first is asked."""
        nodes = sorted({*wanted, *self._links})
        return sorted(nodes, key=lambda node_id: node_id <= self._last_asked)

    def _may_fetch(self) -> bool:
        limited = self._options.share_acquire_mode == "record_limit"
        return not (limited and any(link.fetches for link in self._links.values()))

    def _wanted(self) -> dict[int, set[PartitionId]]:
        """By broker the partitions to ask for now; none where a session only has to forget some."""
        if not self._limit or self.stock or self._recovery.is_under_way:
            return {}
        known = {node_id for node_id, link in self._links.items() if link.session.partitions}
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
        self._desk.know(partition, tp)
        return self._cluster.metadata.leader(tp)

    def _link(self, node_id: int) -> Link:
        if node_id not in self._links:
            self._links[node_id] = Link(node_id, ShareSession(*self._identity))
        return self._links[node_id]

    # --- requests -----------------------------------------------------------------------------------------------

    async def _fetch(self, link: Link, wanted: set[PartitionId], limit: int) -> None:
        due = self._desk.take_due(link)
        request = link.session.fetch(wanted, due, limit, self._options)
        least = _RENEWALS if self._options.share_acquire_mode == "record_limit" else _STABLE
        extra = self._options.fetch_max_wait_ms / 1000
        try:
            answer = await self._cluster.request(link.node_id, request, at_least=least, extra_time=extra)
            response = cast("ShareFetchResponse", answer)
            _check(link, response.error_code)
        except KafkaWireError as exc:
            self._lost(link, due, exc)
            if not is_retriable(exc):
                self.error = exc
        else:
            link.session.went_on(wanted)
            self._receive(link, due, response)
        self._done(link)

    async def _acknowledge(self, link: Link) -> None:
        due = self._desk.take_due(link)
        if due:
            await self._send_due(link, due)
        self._done(link)

    async def _close(self, link: Link) -> None:
        due = self._desk.take_due(link)
        if not link.session.is_new:
            await self._send_due(link, due, final=True)
        self._desk.fail(link.take())  # there is no next time

    async def _send_due(self, link: Link, due: Due, *, final: bool = False) -> None:
        request = link.session.acknowledge(due, final=final)
        least = _RENEWALS if request.is_renew_ack else _STABLE
        try:
            answer = await self._cluster.request(link.node_id, request, at_least=least)
            response = cast("ShareAcknowledgeResponse", answer)
            _check(link, response.error_code)
        except KafkaWireError as exc:
            self._lost(link, due, exc)
            return
        link.session.went_on()
        self._note_timeout(response.acquisition_lock_timeout_ms)
        for topic in response.responses:
            for part in topic.partitions:
                partition = PartitionId(topic.topic_id, part.partition_index)
                self._answered(link, due, partition, part.error_code, part.error_message)
                if part.error_code in _MOVED:
                    self._hint(partition, part, response)
        self._desk.fail(due)

    def _lost(self, link: Link, due: Due, error: KafkaWireError) -> None:
        """A request has failed as a whole; whether the broker has seen it nobody knows, so a new session is needed."""
        link.session.lost()
        self._desk.fail(due, error)
        if is_retriable(error):
            self._recover(str(error))

    def _done(self, link: Link) -> None:
        link.task, link.fetches, link.in_flight = None, False, False
        self._on_news()
        self.kick()

    # --- answers ------------------------------------------------------------------------------------------------

    def _receive(self, link: Link, due: Due, response: ShareFetchResponse) -> None:
        self._note_timeout(response.acquisition_lock_timeout_ms)
        problem = ""
        for topic in response.responses:
            for part in topic.partitions:
                partition = PartitionId(topic.topic_id, part.partition_index)
                self._answered(link, due, partition, part.acknowledge_error_code, part.acknowledge_error_message)
                tp = self._desk.place(partition)
                if tp is not None:
                    problem = self._take_in(link, partition, tp, part, response) or problem
        self._desk.fail(due)
        if problem:
            self._recover(problem)
        else:
            self._recovery.succeeded()

    def _take_in(
        self,
        link: Link,
        partition: PartitionId,
        tp: TopicPartition,
        part: fetched.PartitionData,
        response: ShareFetchResponse,
    ) -> str:
        """Take in one partition's records, or its error; returns what fresh metadata may mend, or nothing."""
        if not part.error_code:
            self._keep(link, partition, tp, part)
            return ""
        if part.error_code in _MOVED and self._hint(partition, part, response):
            return ""
        error = KafkaError(
            part.error_code, f"share fetch of {tp}: {part.error_message or 'the broker gives no reason'}"
        )
        corrupt = part.error_code == ErrorCode.CORRUPT_MESSAGE  # for the application, as in Kafka's own consumer
        if (error.retriable and not corrupt) or part.error_code == ErrorCode.UNKNOWN_SERVER_ERROR:
            return str(error)
        self.stock.put(Parcel(link.node_id, [], [error]))
        return ""

    def _keep(self, link: Link, partition: PartitionId, tp: TopicPartition, part: fetched.PartitionData) -> None:
        check, deserializers = self._options.check_crcs, self._deserializers
        given = tp, part.records or b"", part.acquired_records
        try:
            acquired = read_acquired(*given, check_crc=check, deserializers=deserializers)
        except KafkaWireError as exc:
            self.stock.put(Parcel(link.node_id, [], [exc]))
            return
        self.stock.put(Parcel(link.node_id, acquired.records, acquired.errors))
        if acquired.others:
            self._desk.post_runs(link, partition, acquired.others)

    def _answered(self, link: Link, due: Due, partition: PartitionId, code: int, message: str | None) -> None:
        again = self._desk.answered(due, partition, code, message)
        if again is not None:
            link.post(partition, again)
            link.pauses = True
            self._recover(f"acknowledgements are to be sent again: {message or code}")

    def _hint(
        self,
        partition: PartitionId,
        part: fetched.PartitionData | acknowledged.PartitionData,
        response: ShareFetchResponse | ShareAcknowledgeResponse,
    ) -> bool:
        tp = self._desk.place(partition)
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
        for link in self._links.values():
            link.pauses = False
        self._on_news()
        self.kick()

    def _start(self, link: Link, work: Coroutine[None, None, None]) -> None:
        link.task = asyncio.create_task(work, name=f"share session with {link.node_id}")
        link.task.add_done_callback(self._look_at_end)

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """A fault of our own, or of the application's callback, must reach the application: it would wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            self.error = task.exception()
            self._on_news()


def _check(link: Link, code: int) -> None:
    if code in _SESSION_GONE:
        log.info("share session with broker %d is gone (%d); opening another", link.node_id, code)
        raise session_lost()
    if code:
        raise KafkaError(code, f"share session with broker {link.node_id}")
