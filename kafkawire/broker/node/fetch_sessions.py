"""Fetch sessions (KIP-227): the broker remembers what a client fetches, and both say only what has changed.

A session is made by a full request (epoch 0) and goes on with requests that name partitions to add, to change and to
forget; each has the epoch after the last one's. The answer has the partitions with records, an error, or offsets that
the client was not told yet. Those with records go to the end of the row, so that a limit on the size of an answer does
not starve the others.

How many sessions there are is bounded. A new one takes the place of one that nobody has used for two minutes, or else,
by Kafka's rules, of a smaller one that has been there for so long. If there is none it gets no session, which is fine
too: the client will send full requests. The same goes where all sessions together would remember too many partitions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from kafkawire.broker.loop.scheduler import Turn
from kafkawire.error_code import ErrorCode
from kafkawire.messages import FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.wire import ZERO_UUID

__all__ = ["FetchSessions", "Result", "Round", "Wanted", "is_follower"]

_FINAL, _INITIAL = -1, 0
_NO_SESSION = 0
_BY_ID = 13
_EVICTION_SECONDS = 120.0
_MOST_PARTITIONS = 200_000  # in all sessions together: each takes some hundred bytes
_MAX_INT = 2**31 - 1
_Key = tuple[str | UUID, int]
NameOf = Callable[[UUID], str | None]


@dataclass(slots=True, eq=False)
class Wanted:
    """A partition that a client fetches, and what it was told last. `topic` is None for an id that nothing has."""

    key: _Key
    topic: str | None
    topic_id: UUID
    part: FetchPartition
    high_watermark: int = -1
    log_start_offset: int = -1

    def is_news(self, data: PartitionData) -> bool:
        """Whether the client has to be told."""
        return (
            bool(data.records)
            or data.error_code != 0
            or data.diverging_epoch is not None
            or data.high_watermark != self.high_watermark
            or data.log_start_offset != self.log_start_offset
        )

    def told(self, data: PartitionData) -> None:
        """The client is told; once an error has gone it must hear of it, so the high watermark is unknown till then."""
        self.high_watermark = -1 if data.error_code else data.high_watermark
        self.log_start_offset = data.log_start_offset


Result = tuple[Wanted, PartitionData]


class Round(Protocol):
    """One request and its answer."""

    @property
    def wanted(self) -> list[Wanted]:
        """What is to be read, in this order."""

    async def answer(self, results: list[Result], now: float, turn: Turn) -> FetchResponse:
        """The answer, once it has been read."""

    def empty(self) -> FetchResponse:
        """The answer to a client that may have nothing now; the session stays as it is."""


@dataclass(slots=True, eq=False)
class _Session:
    session_id: int
    is_follower: bool
    by_id: bool
    partitions: dict[_Key, Wanted]
    created: float
    last_used: float
    size: int = 0
    epoch: int = _INITIAL + 1
    is_old: bool = False

    @property
    def rank(self) -> tuple[bool, int, int]:
        """The lowest one goes first."""
        return self.is_follower, self.size, self.session_id


class FetchSessions:
    """The sessions of a broker, at most `slots` of them (`max.incremental.fetch.session.cache.slots`)."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._sessions: dict[int, _Session] = {}  # in the order of their last use

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def partitions(self) -> int:
        """How many partitions are remembered."""
        return sum(session.size for session in self._sessions.values())

    async def begin(self, request: FetchRequest, version: int, now: float, name_of: NameOf, turn: Turn) -> Round:
        """Take a request in. `now`: seconds; `name_of`: the name of the topic with an id."""
        wanted = await _wanted(request, name_of if version >= _BY_ID else None, turn)
        if request.session_epoch in (_INITIAL, _FINAL):
            self._sessions.pop(request.session_id, None)
            if request.session_epoch == _FINAL:
                return _Sessionless(list(wanted.values()))
            return _Full(self, list(wanted.values()), is_follower(request), version >= _BY_ID)
        session = self._sessions.get(request.session_id)
        if session is None:
            return _Refused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        if session.epoch != request.session_epoch:
            return _Refused(ErrorCode.INVALID_FETCH_SESSION_EPOCH)
        if session.by_id != (version >= _BY_ID):
            return _Refused(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR)
        return self._go_on(session, request, wanted, now, name_of)

    def create(self, results: list[Result], now: float, *, is_follower: bool, by_id: bool) -> int:
        """Make a session of what was read for a full request; returns its id, or 0 if there is no room."""
        partitions = {wanted.key: wanted for wanted, _ in results}
        if self.partitions + len(partitions) > _MOST_PARTITIONS:
            return _NO_SESSION
        if len(self._sessions) >= self._slots and not self._evict(now, (is_follower, len(partitions), 0)):
            return _NO_SESSION
        session = _Session(self._new_id(), is_follower, by_id, partitions, created=now, last_used=now)
        self._sessions[session.session_id] = session
        self._touch(session, now)
        return session.session_id

    def _go_on(
        self, session: _Session, request: FetchRequest, wanted: dict[_Key, Wanted], now: float, name_of: NameOf
    ) -> Round:
        for key, new in wanted.items():
            session.partitions.setdefault(key, new).part = new.part
        for topic in request.forgotten_topics_data:
            for number in topic.partitions:
                session.partitions.pop((topic.topic_id if session.by_id else topic.topic, number), None)
        if not session.partitions:
            del self._sessions[session.session_id]
            return _Sessionless(list(wanted.values()))
        self._touch(session, now)
        if self.partitions > _MOST_PARTITIONS:
            del self._sessions[session.session_id]
            return _Refused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        session.epoch = session.epoch + 1 if session.epoch < _MAX_INT else 1
        if session.by_id:
            for known in session.partitions.values():
                known.topic = known.topic or name_of(known.topic_id)
        return _Incremental(session)

    def _touch(self, session: _Session, now: float) -> None:
        self._sessions[session.session_id] = self._sessions.pop(session.session_id)
        session.last_used = now
        session.size = len(session.partitions)
        session.is_old = now - session.created > _EVICTION_SECONDS

    def _evict(self, now: float, rank: tuple[bool, int, int]) -> bool:
        """Make room for a session of that rank, if it may push out another one."""
        victim = next(iter(self._sessions.values()), None)
        if victim is not None and now - victim.last_used <= _EVICTION_SECONDS:
            for_followers = rank[0]
            evictable = (s for s in self._sessions.values() if s.is_old or (for_followers and not s.is_follower))
            victim = min(evictable, key=lambda session: session.rank, default=None)
            if victim is not None and rank < victim.rank:
                victim = None
        if victim is None:
            return False
        del self._sessions[victim.session_id]
        return True

    def _new_id(self) -> int:
        session_id = 0
        while not session_id or session_id in self._sessions:
            session_id = int.from_bytes(os.urandom(4)) & _MAX_INT
        return session_id


@dataclass(slots=True)
class _Sessionless:
    wanted: list[Wanted]

    async def answer(self, results: list[Result], now: float, turn: Turn) -> FetchResponse:  # noqa: ARG002 - the others need it
        return FetchResponse(responses=await _by_topic(results, turn))

    def empty(self) -> FetchResponse:
        return FetchResponse()


class _Refused:
    def __init__(self, error: ErrorCode) -> None:
        self.wanted: list[Wanted] = []
        self._error = error

    async def answer(self, results: list[Result], now: float, turn: Turn) -> FetchResponse:  # noqa: ARG002 - as above
        return self.empty()

    def empty(self) -> FetchResponse:
        return FetchResponse(error_code=self._error)


@dataclass(slots=True)
class _Full:
    sessions: FetchSessions
    wanted: list[Wanted]
    is_follower: bool
    by_id: bool

    async def answer(self, results: list[Result], now: float, turn: Turn) -> FetchResponse:
        for wanted, data in results:
            if turn.is_over:
                await turn.pause()
            wanted.told(data)
        responses = await _by_topic(results, turn)
        session_id = self.sessions.create(results, now, is_follower=self.is_follower, by_id=self.by_id)
        return FetchResponse(session_id=session_id, responses=responses)

    def empty(self) -> FetchResponse:
        return FetchResponse()


class _Incremental:
    def __init__(self, session: _Session) -> None:
        self.wanted = list(session.partitions.values())
        self._session = session
        self._epoch = session.epoch

    async def answer(self, results: list[Result], now: float, turn: Turn) -> FetchResponse:  # noqa: ARG002 - as above
        session = self._session
        news = []
        for wanted, data in results:
            if turn.is_over:
                await turn.pause()
            if wanted.is_news(data):
                news.append((wanted, data))
        responses = await _by_topic(news, turn)
        if session.epoch != self._epoch:
            return self.empty()
        for wanted, data in news:
            wanted.told(data)
            if data.records:
                session.partitions[wanted.key] = session.partitions.pop(wanted.key)
        return FetchResponse(session_id=session.session_id, responses=responses)

    def empty(self) -> FetchResponse:
        is_shared = self._session.epoch != self._epoch  # another connection has used it meanwhile
        error = ErrorCode.INVALID_FETCH_SESSION_EPOCH if is_shared else ErrorCode.NONE
        return FetchResponse(error_code=error, session_id=self._session.session_id)


def is_follower(request: FetchRequest) -> bool:
    """Whether a broker asks, as a replica. The number moved to another field in version 15."""
    state = request.replica_state
    return request.replica_id >= 0 or (state is not None and state.replica_id >= 0)


async def _wanted(request: FetchRequest, name_of: NameOf | None, turn: Turn) -> dict[_Key, Wanted]:
    """What a request names; of a partition that comes twice the last word counts."""
    found: dict[_Key, Wanted] = {}
    for topic in request.topics:
        name = name_of(topic.topic_id) if name_of else topic.topic
        for part in topic.partitions:
            if turn.is_over:
                await turn.pause()
            key = (topic.topic_id if name_of else topic.topic, part.partition)
            found[key] = Wanted(key, name, topic.topic_id, part)
    return found


async def _by_topic(results: Iterable[Result], turn: Turn) -> list[FetchableTopicResponse]:
    """As in the answer: neighbours of one topic together, and no other order than theirs."""
    topics: list[FetchableTopicResponse] = []
    for wanted, data in results:
        if turn.is_over:
            await turn.pause()
        name = wanted.topic or "" if wanted.topic_id == ZERO_UUID else ""
        if not topics or (topics[-1].topic, topics[-1].topic_id) != (name, wanted.topic_id):
            topics.append(FetchableTopicResponse(topic=name, topic_id=wanted.topic_id))
        topics[-1].partitions.append(data)
    return topics
