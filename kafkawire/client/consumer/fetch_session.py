"""A fetch session: the broker remembers which partitions are read, and where; a fetch says what has changed (KIP-227).

A session begins with a fetch of epoch 0 that names all partitions. The answer gives its id, and from then on each fetch
counts the epoch up by one and names only partitions that are new or have moved on, and those to forget. The answer
names only partitions that have something to say. So ten thousand silent partitions cost nothing. Whatever goes wrong
ends in a fetch of epoch 0 once more: a broker without room for another session answers id 0, and is told all each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from kafkawire.client.consumer.fetch import FetchSettings, Position, fetch_partition, named
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, RemoteProtocolError

if TYPE_CHECKING:
    from kafkawire.messages import FetchRequest, FetchResponse
    from kafkawire.messages.fetch_request import FetchTopic
    from kafkawire.messages.fetch_response import PartitionData

__all__ = ["SESSION_ERRORS", "FetchSession", "Place"]

_SESSIONS, _IDS = 7, 13  # versions since which there are such things
_NO_SESSION = 0
_BEGIN = 0  # the epoch that asks for a new session
_LAST_EPOCH = 2**31 - 1

SESSION_ERRORS = {
    ErrorCode.FETCH_SESSION_ID_NOT_FOUND,
    ErrorCode.INVALID_FETCH_SESSION_EPOCH,
    ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR,
}
"""What a broker says of the session alone; the next fetch begins a new one."""


class Place(NamedTuple):
    """Where to read on in which topic of that name."""

    topic_id: UUID
    position: Position


class FetchSession:
    """What is wanted of one broker, and what that broker knows of it. One fetch at a time may be under way."""

    def __init__(self) -> None:
        self.wanted: dict[TopicPartition, Place] = {}
        self._known: dict[TopicPartition, Place] = {}
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

    def want(self, tp: TopicPartition, position: Position | None, topic_id: UUID = NO_TOPIC_ID) -> None:
        """Fetch the partition there from now on; None: do not fetch it."""
        # Out and in again: what has just been read goes to the end, so that all partitions get their turn.
        before = self.wanted.pop(tp, None)
        place = None if position is None else Place(topic_id, position)
        if place is not None:
            self.wanted[tp] = place
        if place != before:
            self._changed[tp] = None
            (self._nameless.add if place and topic_id == NO_TOPIC_ID else self._nameless.discard)(tp)

    def asked(self, tp: TopicPartition) -> Place:
        """Where the last fetch read the partition."""
        return self._known[tp]

    # --- the request --------------------------------------------------------------------------------------------

    def request(self, version: int, settings: FetchSettings, max_bytes: int) -> FetchRequest:
        """What to ask for next, in this version."""
        request = settings.request(max_bytes)
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
            request.topics = _topics(self._known.items(), version)
        else:
            self._say_changes(request, version)
        self._names.update((topic.topic_id, topic.topic) for topic in request.topics)
        return request

    def _say_changes(self, request: FetchRequest, version: int) -> None:
        from kafkawire.messages.fetch_request import ForgottenTopic

        changed, self._changed = self._changed, {}
        new: list[tuple[TopicPartition, Place]] = []
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
        request.topics = _topics(new, version)
        request.forgotten_topics_data = [
            ForgottenTopic(topic=name, topic_id=id_, partitions=parts) for (name, id_), parts in gone.items()
        ]

    # --- the answer ---------------------------------------------------------------------------------------------

    def answered(self, response: FetchResponse) -> Sequence[tuple[TopicPartition, PartitionData]]:
        """What the answer says, partition by partition. Raises `KafkaError`, or `RemoteProtocolError` for nonsense."""
        if response.error_code:
            if response.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND:
                self._session_id = _NO_SESSION
            self._epoch = _BEGIN
            raise KafkaError(response.error_code, "fetch")
        if (
            self._is_full and not response.responses and response.throttle_time_ms > 0
        ):  # a throttled client gets nothing
            self.failed()
            return ()
        answers = named(response, lambda topic_id: self._names.get(topic_id, ""))
        found = [(TopicPartition(name, part.partition_index), part) for name, part in answers]
        self._check(found)
        self._go_on(response.session_id)
        return found

    def _check(self, found: Sequence[tuple[TopicPartition, PartitionData]]) -> None:
        tps = {tp for tp, _ in found}
        if not tps <= self._known.keys() or (self._is_full and len(tps) < len(self._known)):
            self.failed()
            raise RemoteProtocolError("the answer to a fetch names other partitions than the fetch did")

    def _go_on(self, session_id: int) -> None:
        if session_id == _NO_SESSION or (not self._is_full and session_id != self._session_id):
            self._session_id, self._epoch = _NO_SESSION, _BEGIN
        else:
            self._session_id = session_id
            self._epoch = 1 if self._epoch == _LAST_EPOCH else self._epoch + 1

    def failed(self) -> None:
        """Nobody knows what the broker has taken in: begin anew, and close the session that may be there."""
        self._epoch = _BEGIN


def _topics(places: Iterable[tuple[TopicPartition, Place]], version: int) -> list[FetchTopic]:
    from kafkawire.messages.fetch_request import FetchTopic

    topics: dict[tuple[str, UUID], FetchTopic] = {}
    for tp, place in places:
        key = tp.topic, place.topic_id
        topic = topics.get(key)
        if topic is None:
            topic = topics[key] = FetchTopic(topic=tp.topic, topic_id=place.topic_id)
        topic.partitions.append(fetch_partition(tp.partition, place.position, version))
    return list(topics.values())
