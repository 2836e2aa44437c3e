"""Frames to pairs of request and response.

A broker answers the requests of a connection in their order, and a response has the correlation id of its request. Some
requests are never answered (produce with acks=0), and either side of a pair may be missing in the capture. After a
SaslHandshake of version 0, tokens go back and forth in frames without headers.

Who opened a connection is its client. Where that was not captured, what both sides sent is kept until it shows who
sends requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct, unpack_from

from kafkawire.capture.frames import Cutter, Frame, body_at, is_request, requests, responses_to
from kafkawire.capture.retries import POLLS, Retries, Sent
from kafkawire.capture.tcp import Connection, Side
from kafkawire.limits import MIB
from kafkawire.message_set import MessageSet
from kafkawire.messages import RequestHeader
from kafkawire.protocol.frames import decode_request_header

__all__ = ["Asked", "Conversation", "Pair"]

_HEADER_FIELDS = Struct(">hhi").unpack_from  # key, version, correlation id
_CORRELATION_ID = Struct(">i").unpack_from
_SASL_HANDSHAKE = 17
_TLS = (0x160301, 0x160303)  # with these bytes TLS begins, in place of a size
_ENOUGH = 4  # requests that show who sends them
_MOST_WAITING = 1_000  # requests of a connection that wait for their response
_MOST_UNSURE = 4 * MIB  # bytes that are kept of a connection that may not be Kafka's


class Asked:
    """A request. Without a body it is a SASL token, or nothing that we know."""

    __slots__ = (
        *("_header", "_messages", "body_at", "correlation_id", "earlier", "frame", "is_token", "key", "sent"),
        "version",
    )

    def __init__(self, frame: Frame, body_at: int, messages: MessageSet, *, is_token: bool = False) -> None:
        self.frame, self.body_at, self._messages, self.is_token = frame, body_at, messages, is_token
        self.key: int | None = None
        """Of the API; key, version and correlation id stand at one place in all headers, known or not."""
        self.version: int | None = None
        self.correlation_id: int | None = None
        if not is_token:
            data = frame.data
            if len(data) >= 8:
                self.key, self.version, self.correlation_id = _HEADER_FIELDS(data)
            elif len(data) >= 4:
                self.key, self.version = unpack_from(">hh", data)
        self.sent: Sent | None = None
        self.earlier: Sent | None = None
        """One that said the same."""
        self._header: RequestHeader | None = None

    @property
    def header(self) -> RequestHeader | None:
        """None without a body."""
        if self._header is None and self.body_at:
            self._header = decode_request_header(self.frame.data, messages=self._messages)[0]
        return self._header


@dataclass(slots=True)
class Pair:
    """A request and its response, of which one may be missing."""

    connection: Connection
    asked: Asked | None
    answer: Frame | None


class Conversation:
    """What goes over a connection: listens to its streams, and gives pairs in the order of their requests.

    Nothing is given of a connection on which nothing is one of `messages`. On `ports` of a server everything is taken
    for Kafka's.
    """

    def __init__(
        self,
        connection: Connection,
        give: Callable[[Pair], None],
        on_closed: Callable[[Conversation], None],
        ports: frozenset[int],
        messages: MessageSet,
        retries: Retries,
    ) -> None:
        self.connection, self._messages, self._ports, self._on_closed = connection, messages, ports, on_closed
        self.requests = _Requests(connection, give, messages, retries)
        self.lost = 0
        """Bytes that are not in the capture."""
        self._client: Cutter | None = None
        self._server: Cutter | None = None
        self._kept: list[tuple[Side, bytes, int]] | None = []  # no data: a gap of that size
        self._kept_bytes = 0
        self._look_at = 1  # so many pieces

    @property
    def held(self) -> int:
        """Bytes that wait for more."""
        cutters = (self._client, self._server)
        return self._kept_bytes + self.requests.held + sum(cutter.held for cutter in cutters if cutter)

    @property
    def skipped(self) -> tuple[int, int]:
        """Bytes that belong to no frame, of client and server."""
        client, server = self._client, self._server
        return client.skipped if client else 0, server.skipped if server else 0

    def data(self, side: Side, data: bytes, time: int) -> None:
        """Bytes that follow those before."""
        if self._kept is None:
            cutter = self._client if side is self.connection.client else self._server
            if cutter is not None:
                cutter.data(data, time)
            return
        self._kept.append((side, data, time))
        self._kept_bytes += len(data)
        self._decide(is_end=False)

    def gap(self, side: Side, size: int) -> None:
        """Note that `size` bytes of one side are missing."""
        self.lost += size
        if self._kept is None:
            cutter = self._client if side is self.connection.client else self._server
            if cutter is not None:
                cutter.gap(size)
            return
        self._kept.append((side, b"", size))

    def closed(self) -> None:
        """Nothing follows."""
        if self._kept is not None:
            self._decide(is_end=True)
        if self._client is not None and self._server is not None:
            self._client.end()
            self._server.end()
        self.requests.end()
        self._on_closed(self)

    def give_up(self) -> None:
        """Forget what waits, and whatever comes."""
        self._kept, self._client, self._server, self._kept_bytes = None, None, None, 0
        self.connection.client.deliver = self.connection.server.deliver = None
        self.requests.end()

    def _decide(self, *, is_end: bool) -> None:
        """Say who is the client, if that can be said."""
        connection, kept = self.connection, self._kept or []
        ports = [side.address[1] in self._ports for side in (connection.client, connection.server)]
        if not (connection.is_opener_known or any(ports)):
            if not (is_end or len(kept) >= self._look_at or self._kept_bytes > _MOST_UNSURE):
                return
            self._look_at = 2 * len(kept)
            client, server = self._sent_by(connection.client), self._sent_by(connection.server)
            is_late = is_end or self._kept_bytes > _MOST_UNSURE
            if max(client, server) < _ENOUGH and not is_late:
                return
            if server > client:
                connection.swap()
        elif not connection.is_opener_known and ports == [True, False]:
            connection.swap()
        self._start()

    def _sent_by(self, side: Side) -> int:
        """How many requests that side seems to have sent."""
        count = 0

        def look(frame: Frame) -> None:
            nonlocal count
            count += is_request(frame.data, self._messages)

        _play(self._kept or [], side, Cutter(requests(self._messages), look, has_start=side.has_start))
        return count

    def _start(self) -> None:
        client, server, waiting = self.connection.client, self.connection.server, self.requests
        waiting.is_sure = server.address[1] in self._ports
        self._client = Cutter(requests(self._messages), waiting.request, has_start=client.has_start)
        self._server = Cutter(responses_to(waiting.ids), waiting.response, has_start=server.has_start)
        client.deliver, server.deliver = self._client.data, self._server.data
        kept, self._kept, self._kept_bytes = self._kept or [], None, 0
        for side, data, time in kept:
            if data:
                self.data(side, data, time)
            else:
                self.gap(side, time)


def _play(kept: list[tuple[Side, bytes, int]], side: Side, cutter: Cutter) -> None:
    for each, data, time in kept:
        if each is side and data:
            cutter.data(data, time)
        elif each is side:
            cutter.gap(time)
    cutter.end()


class _Requests:
    """Requests that wait for their responses, and responses that wait for their requests."""

    def __init__(
        self, connection: Connection, give: Callable[[Pair], None], messages: MessageSet, retries: Retries
    ) -> None:
        self._connection, self._pass_on, self._messages, self._retries = connection, give, messages, retries
        self._host = connection.client.address[0]
        self.ids: dict[int | None, int] = {}
        self.is_sure = False
        """Whether it is Kafka's."""
        self.is_tls = False
        self.held = 0
        self._waiting: deque[Asked] = deque()
        self._early: deque[Frame] = deque()  # packets may have changed places: a response before its request
        self._unsure: list[Pair] = []
        self._unsure_bytes = 0
        self._with_tokens = False

    def request(self, frame: Frame) -> None:
        """A request was sent."""
        asked = self._asked(frame)
        self._waiting.append(asked)
        self.held += len(frame.data)
        number = asked.correlation_id
        self.ids[number] = self.ids.get(number, 0) + 1
        if self._early and self._number(self._early[0]) == number:
            self.response(self._early.popleft())
        if len(self._waiting) > _MOST_WAITING:
            self._give(self._next(), None)

    def _asked(self, frame: Frame) -> Asked:
        data = frame.data
        start = body_at(data, self._messages)
        if not start:
            self.is_tls = self.is_tls or (not self.is_sure and frame.size >> 8 in _TLS)
            return Asked(frame, 0, self._messages, is_token=self._with_tokens)
        asked = Asked(frame, start, self._messages)
        self._with_tokens = asked.key == _SASL_HANDSHAKE and asked.version == 0
        if not self.is_sure:
            self._be_sure()
        if asked.key not in POLLS:
            asked.sent = Sent(self._connection.number, asked.correlation_id)
            asked.earlier = self._retries.seen(asked.sent, self._host, data)
        return asked

    def response(self, frame: Frame) -> None:
        """A response was sent. Those that are missing their request stand where they came."""
        waiting, number = self._waiting, self._number(frame)
        is_next = bool(waiting) and number is not None and number == waiting[0].correlation_id and not self._early
        if is_next or (waiting and waiting[0].is_token and waiting[0].frame.time <= frame.time):
            self._give(self._next(), frame)
        elif number is None or number not in self.ids:
            while len(self._early) >= 2:
                self._give(None, self._early.popleft())
            self._early.append(frame)
        else:
            while self._early:
                self._give(None, self._early.popleft())
            while True:
                asked = self._next()
                if asked.correlation_id == number:
                    break
                self._give(asked, None)
            self._give(asked, frame)

    def end(self) -> None:
        """Nothing follows: what waits, waits in vain."""
        while self._early:
            self._give(None, self._early.popleft())
        while self._waiting:
            self._give(self._next(), None)
        self._unsure = []

    @staticmethod
    def _number(frame: Frame) -> int | None:
        return int(_CORRELATION_ID(frame.data)[0]) if len(frame.data) >= 4 else None

    def _next(self) -> Asked:
        asked = self._waiting.popleft()
        self.held -= len(asked.frame.data)
        number = asked.correlation_id
        if self.ids[number] > 1:
            self.ids[number] -= 1
        else:
            del self.ids[number]
        return asked

    def _give(self, asked: Asked | None, answer: Frame | None) -> None:
        if answer is not None and asked is not None and asked.sent is not None:
            asked.sent.answered(answer.data)
        pair = Pair(self._connection, asked, answer)
        if self.is_sure:
            self._pass_on(pair)
            return
        self._unsure_bytes += sum(len(frame.data) for frame in (asked and asked.frame, answer) if frame)
        if len(self._unsure) < _MOST_WAITING and self._unsure_bytes < _MOST_UNSURE:
            self._unsure.append(pair)

    def _be_sure(self) -> None:
        self.is_sure = True
        for pair in self._unsure:
            self._pass_on(pair)
        self._unsure = []
