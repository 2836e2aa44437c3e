"""Fetches: what a request asks for, and the session in which a broker remembers it (KIP-227).

A session begins with a fetch of epoch 0 that names all partitions. The response gives its id, and from then on each
fetch counts the epoch up by one and names only partitions that are new or have moved on, and those to forget. The
response names only partitions that have something to say. So ten thousand silent partitions cost nothing. Whatever goes
wrong ends in a fetch of epoch 0 once more: a broker without room for another session answers id 0, and is told all each
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, RemoteProtocolError

if TYPE_CHECKING:
    from kafkawire.messages import FetchRequest, FetchResponse
    from kafkawire.messages.fetch_request import FetchTopic
    from kafkawire.messages.fetch_response import PartitionData

__all__ = ["LARGEST_FETCH", "SESSION_ERRORS", "FetchSession", "Position", "fetch_request", "fetch_topics"]

RECORD_BATCHES = 4
"""Older responses hold old message formats only, and nothing of transactions."""
LAST_VERSION_WITH_NAMES = 12
LARGEST_FETCH = 2**31 - 1
"""Bytes: what a size on the wire can say."""
_SESSIONS, _FETCHED_EPOCHS, _IDS = 7, 12, 13  # versions since which there are such things
_NO_SESSION = 0
_BEGIN = 0  # the epoch that asks for a new session
_LAST_EPOCH = 2**31 - 1

SESSION_ERRORS = {
    ErrorCode.FETCH_SESSION_ID_NOT_FOUND,
    ErrorCode.INVALID_FETCH_SESSION_EPOCH,
    ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR,
}
"""What a broker says of the session alone; the next fetch begins a new one."""


class Position(NamedTuple):
    """Where to read on, and how many bytes of the partition one response may hold.

    `leader_epoch`: whom we take for the leader. `fetched_epoch`: of the record before `offset`. Both -1 if not known.
    `topic_id`: of the topic that has the name now, zero if not known.
    """

    offset: int
    max_bytes: int
    leader_epoch: int = -1
    fetched_epoch: int = -1
    topic_id: UUID = NO_TOPIC_ID


def fetch_request(options: ConsumerOptions, max_bytes: int) -> FetchRequest:
    """A request without partitions, for at most `max_bytes` in all."""
    from kafkawire.messages import FetchRequest

    return FetchRequest(
        max_wait_ms=options.fetch_max_wait_ms,
        min_bytes=options.fetch_min_bytes,
        max_bytes=max_bytes,
        isolation_level=int(options.isolation_level == "read_committed"),
        rack_id=options.client_rack,
    )


def fetch_topics(
    positions: Iterable[tuple[TopicPartition, Position]], version: int = _FETCHED_EPOCHS
) -> list[FetchTopic]:
    """The positions as a request of this version has them; before 12 it could not say what had been fetched."""
    from kafkawire.messages.fetch_request import FetchPartition, FetchTopic

    topics: dict[tuple[str, UUID], FetchTopic] = {}
    for (name, index), position in positions:
        key = name, position.topic_id
        topic = topics.get(key)
        if topic is None:
            topic = topics[key] = FetchTopic(topic=name, topic_id=position.topic_id)
        topic.partitions.append(
            FetchPartition(
                partition=index,
                current_leader_epoch=position.leader_epoch,
                fetch_offset=position.offset,
                last_fetched_epoch=position.fetched_epoch if version >= _FETCHED_EPOCHS else -1,
                partition_max_bytes=position.max_bytes,
            )
        )
    return list(topics.values())


class FetchSession:
    """What is wanted of one broker, and what that broker knows of it. One fetch at a time may be under way."""

    def __init__(self) -> None:
        self.wanted: dict[TopicPartition, Position] = {}
        self._known: dict[TopicPartition, Position] = {}
        self._changed: dict[TopicPartition, None] = {}
        self._names: dict[UUID, str] = {}
        self._nameless: set[TopicPartition] = set()
        self._session_id = _NO_SESSION
        self._epoch = _BEGIN
        self._by_id = False
        self._is_full = True

    @property
    def has_ids(self) -> bool:
        """Whether the id of each topic is known."""
        return not self._nameless

    def want(self, tp: TopicPartition, position: Position | None) -> None:
        """Fetch the partition there from now on; None: do not fetch it."""
        # Out and in again: what has just been read goes to the end, so that all partitions get their turn.
        before = self.wanted.pop(tp, None)
        if position is not None:
            self.wanted[tp] = position
        if position != before:
            self._changed[tp] = None
            (self._nameless.add if position and position.topic_id == NO_TOPIC_ID else self._nameless.discard)(tp)

    def asked(self, tp: TopicPartition) -> Position:
        """Where the last fetch read the partition."""
        return self._known[tp]

    # --- the request --------------------------------------------------------------------------------------------

    def request(self, version: int, options: ConsumerOptions, max_bytes: int) -> FetchRequest:
        """What to ask for next, in this version."""
        request = fetch_request(options, max_bytes)
        by_id = version >= _IDS
        if version < _SESSIONS or by_id != self._by_id:
            self._epoch = _BEGIN
        self._by_id = by_id
        self._is_full = self._epoch == _BEGIN
        if version >= _SESSIONS:
            request.session_id, request.session_epoch = self._session_id, self._epoch
        if self._is_full:
            self._known = dict(self.wanted)
            self._changed.clear()
            self._names.clear()
            request.topics = fetch_topics(self._known.items(), version)
        else:
            self._say_changes(request, version)
        self._names.update((topic.topic_id, topic.topic) for topic in request.topics)
        return request

    def _say_changes(self, request: FetchRequest, version: int) -> None:
        from kafkawire.messages.fetch_request import ForgottenTopic

        changed, self._changed = self._changed, {}
        new: list[tuple[TopicPartition, Position]] = []
        gone: dict[tuple[str, UUID], list[int]] = {}
        for tp in changed:
            before, now = self._known.pop(tp, None), self.wanted.get(tp)
            # A topic made anew has another id; that of the old one has to go.
            if before is not None and (now is None or now.topic_id != before.topic_id):
                gone.setdefault((tp.topic, before.topic_id), []).append(tp.partition)
            if now is not None:
                self._known[tp] = now
                if now != before:
                    new.append((tp, now))
        request.topics = fetch_topics(new, version)
        request.forgotten_topics_data = [
            ForgottenTopic(topic=name, topic_id=id_, partitions=parts) for (name, id_), parts in gone.items()
        ]

    # --- the response -------------------------------------------------------------------------------------------

    def received(self, response: FetchResponse) -> Sequence[tuple[TopicPartition, PartitionData]]:
        """The response, partition by partition. Raises `KafkaError`, or `RemoteProtocolError` for nonsense."""
        if response.error_code:
            if response.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND:
                self._session_id = _NO_SESSION
            self._epoch = _BEGIN
            raise KafkaError(response.error_code, "fetch")
        if self._is_full and not response.responses and response.throttle_time_ms > 0:  # a throttled client
            self.failed()
            return ()
        found = [
            (TopicPartition(topic.topic or self._names.get(topic.topic_id, ""), part.partition_index), part)
            for topic in response.responses
            for part in topic.partitions
        ]
        self._check({tp for tp, _ in found})
        self._go_on(response.session_id)
        return found

    def _check(self, named: set[TopicPartition]) -> None:
        if not named <= self._known.keys() or (self._is_full and len(named) < len(self._known)):
            self.failed()
            raise RemoteProtocolError("the response to a fetch names other partitions than the fetch did")

    def _go_on(self, session_id: int) -> None:
        if session_id == _NO_SESSION or (not self._is_full and session_id != self._session_id):
            self._session_id, self._epoch = _NO_SESSION, _BEGIN
        else:
            self._session_id = session_id
            self._epoch = 1 if self._epoch == _LAST_EPOCH else self._epoch + 1

    def failed(self) -> None:
        """Nobody knows what the broker has taken in: begin anew, and close the session that may be there."""
        self._epoch = _BEGIN
