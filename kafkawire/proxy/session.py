"""Two connections back to back, without I/O: a client on one side, a broker on the other.

Bytes of either side go in, bytes for either side come out. A request that nobody looks at is passed on as the bytes
that came, while they come: only its first bytes are read, to know which API it is of and whether it will be answered.
So unknown APIs, newer versions, unknown tags and a response of 2 GiB pass, and cost no memory. What somebody looks at
(`requests`, `responses`: the keys of those APIs) is kept until it is whole and handed out as an `Exchange`, one at a
time for each direction: until it is decided on, nothing behind it passes, so that order is kept.

A broker answers in the order in which it was asked, and so does this: an answer that is there early waits for those
before it. That is why nothing of a frame has to be changed to tell responses apart, not even the correlation id. A
request of the proxy's own (`ask`) takes its place among those of the client; its response stays here.

What a client may send is said by `RequestStream`, what may happen to a request by `MOVES`. All else is an error:
`RemoteProtocolError` if a peer did it, `LocalProtocolError` if our caller did.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container
from struct import Struct

from kafkawire.errors import LocalProtocolError, RemoteProtocolError
from kafkawire.limits import DEFAULT_LIMITS, MIB, Limits
from kafkawire.message import Buffer
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.states import State
from kafkawire.proxy.exchange import MOVES, Exchange, Move, Stage
from kafkawire.proxy.intake import Intake
from kafkawire.proxy.produce_head import USUAL_HEAD, wants_answer
from kafkawire.proxy.request_stream import CHANGES_STATE, PRODUCE, REQUEST_HEAD, SIZE, RequestStream

__all__ = ["Session"]

_RESPONSE = Struct(">ii")  # size, correlation id
_SENT, _READY = Stage.SENT, State.READY


class Session:
    """One client's way to one broker. `requests` and `responses` are the keys of the APIs that somebody looks at.

    `serves` says of an API and a version whether it may pass; one that may not ends the session, as with a broker.

    `limits.max_frame_size` bounds a frame that is kept, `limits.max_in_flight` the requests that wait for their answer;
    `max_queued` is how many bytes may wait to be written to either side before nothing more is taken from the other.
    With `authenticates` the client has to be let in (`authenticated`) before it may ask for anything.
    """

    def __init__(
        self,
        requests: Container[int] = (),
        responses: Container[int] = (),
        *,
        serves: Callable[[int, int], bool] | None = None,
        messages: MessageSet = PROTOCOL,
        limits: Limits = DEFAULT_LIMITS,
        max_queued: int = MIB,
        authenticates: bool = False,
    ) -> None:
        self._client = RequestStream(requests, serves, messages=messages, limits=limits, authenticates=authenticates)
        self._authenticates = authenticates
        self.is_draining = False
        """Whether no new request is begun; the one that passes is ended."""
        self.is_over = False
        """Whether the last answer is written, and the client gets no more."""
        self._requests, self._responses, self._serves = requests, responses, serves
        self._messages, self._limits, self._max_queued = messages, limits, max_queued
        self._most_open = limits.max_in_flight
        self._from_client, self._from_broker = self._client.intake, Intake()
        self._to_client: list[Buffer] = []
        self._to_broker: list[Buffer] = []
        self._queued_for_client = self._queued_for_broker = 0
        self._waiting = 0  # bytes of answers that wait for those before them
        self._request_passes = self._response_passes = 0  # bytes that are still to come of a frame that passes
        self._deciding_request: Exchange | None = None
        self._deciding_response: Exchange | None = None
        self._open: deque[Exchange] = deque()  # what the client waits for
        self._sent: deque[Exchange] = deque()  # what the broker has yet to answer
        self._early: deque[Exchange] = deque()  # responses that came while one before them was decided on
        self._unsent: deque[Exchange] = deque()  # our own requests, while one passes
        self._own = 0  # requests of our own that the broker has yet to answer

    # -------------------------------------------------------------------------------------------------- bytes in, out

    def receive_from_client(self, data: bytes) -> None:
        """The client's next bytes; `next_request` deals with them."""
        self._from_client.feed(data)

    def receive_from_broker(self, data: bytes) -> None:
        """The broker's next bytes; `next_response` deals with them."""
        self._from_broker.feed(data)

    def data_to_broker(self) -> list[Buffer]:
        """Take what is to be written to the broker, in order."""
        output, self._to_broker = self._to_broker, []
        self._queued_for_broker = 0
        return output

    def data_to_client(self) -> list[Buffer]:
        """Take what is to be written to the client, in order."""
        output, self._to_client = self._to_client, []
        self._queued_for_client = 0
        return output

    @property
    def state(self) -> State:
        """Of the client's side."""
        return self._client.state

    @property
    def in_flight(self) -> int:
        """Requests of the client that wait for their answer."""
        return len(self._open)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way: no request open, none half read, nothing that waits to be written."""
        is_quiet = not (self._open or self._sent or self._to_client or self._to_broker)
        is_read = self.is_draining or not len(self._from_client)
        return is_quiet and is_read and not (self._deciding_request or self._request_passes or self._response_passes)

    @property
    def client_is_paused(self) -> bool:
        """Whether nothing more is to be read from the client now."""
        return self._deciding_request is not None or not self._takes_requests

    @property
    def broker_is_paused(self) -> bool:
        """Whether nothing more is to be read from the broker now."""
        is_deciding = self._deciding_response is not None and not self._own
        return is_deciding or self._queued_for_client >= self._max_queued

    @property
    def _takes_requests(self) -> bool:
        has_room = self._queued_for_broker < self._max_queued
        return (
            has_room
            and self._queued_for_client + self._waiting < self._max_queued
            and len(self._open) < self._limits.max_in_flight
        )

    # -------------------------------------------------------------------------------------------------- the short way

    def passes_to_broker(self, data: bytes) -> bool:
        """Whether `data`, the client's next bytes, may be written to the broker by the caller, with nothing else to do.

        That is so for nearly all requests that nobody looks at: a read brings one of them, or a part of a large one,
        and nothing waits. It spares them half the time of a session. If not, `receive_from_client` takes the bytes.
        """
        if self._to_broker or self._deciding_request is not None or self._from_client.size:
            return False
        if self._request_passes > len(data):
            self._request_passes -= len(data)
            return True
        is_free = not (self._request_passes or self._to_client or self.is_draining) and self._client.state is _READY
        if not is_free or len(data) < REQUEST_HEAD.size or len(self._open) >= self._most_open:
            return False
        size, api_key, version, correlation_id = REQUEST_HEAD.unpack_from(data)
        if size + SIZE.size != len(data) or api_key in CHANGES_STATE or api_key in self._requests:
            return False
        if self._serves is not None and not self._serves(api_key, version):
            return False
        is_answered = api_key != PRODUCE or wants_answer(
            data[SIZE.size : USUAL_HEAD], version, self._messages, self._limits
        )
        if is_answered is None:
            return False
        if is_answered:
            exchange = Exchange(api_key, version, correlation_id)
            if api_key in self._responses:
                exchange.stage, exchange.wants_response = _SENT, True
            self._open.append(exchange)
            self._sent.append(exchange)
        return True

    def passes_to_client(self, data: bytes) -> bool:
        """Whether `data`, the broker's next bytes, may be written to the client, as `passes_to_broker` says of others.

        If not, `receive_from_broker` takes the bytes.
        """
        if self._to_client or self._from_broker.size:
            return False
        if self._response_passes > len(data):
            self._response_passes -= len(data)
            return True
        is_free = not (self._response_passes or self._deciding_response or self._early or self.is_draining)
        if not is_free or not self._sent or len(data) < _RESPONSE.size:
            return False
        size, correlation_id = _RESPONSE.unpack_from(data)
        due = self._sent[0]
        if correlation_id != due.correlation_id or due.wants_response or self._open[0] is not due:
            return False
        if size + SIZE.size != len(data) or (len(self._open) > 1 and self._open[1].answer is not None):
            return False
        self._sent.popleft()
        self._open.popleft()
        return True

    # ------------------------------------------------------------------------------------------------------- requests

    def next_request(self) -> Exchange | None:
        """Pass on what nobody looks at; return the next request that somebody does, once it is whole.

        It is decided on by `forward`, `answer` or `drop`; until then there is no other. Raises `RemoteProtocolError`
        for what no client may send.
        """
        while self._deciding_request is None:
            if self._request_passes:
                self._request_passes -= self._pass_to_broker(self._request_passes)
                if self._request_passes:
                    return None
                self._send_own()
            if self.is_draining or not self._takes_requests:
                return None
            exchange = self._begin()
            if exchange is not None:
                return exchange
            if not self._request_passes:
                return None
        return None

    def forward(self, exchange: Exchange, payload: bytes | None = None, *, is_answered: bool | None = None) -> None:
        """Send a request on: as it came, or what is given in its place; `is_answered`: if that changes by it."""
        self._decided(exchange, Move.FORWARD)
        frame, exchange.payload = exchange.payload if payload is None else payload, b""
        if exchange.expects_response if is_answered is None else is_answered:
            self._sent.append(exchange)
        elif exchange.expects_response:
            raise LocalProtocolError(f"{exchange!r}: the client waits for an answer that the broker will not give")
        self._queue_for_broker(frame)

    def answer(self, exchange: Exchange, payload: bytes) -> None:
        """Answer a request without asking the broker; where the client wants no answer it gets none."""
        self._decided(exchange, Move.ANSWER)
        self._finish(exchange, payload)

    def drop(self, exchange: Exchange) -> None:
        """Let a request, or the response to it, go without an answer."""
        self._decided(exchange, Move.DROP)
        self._finish(exchange, None)

    def ask(self, api_key: int, version: int, correlation_id: int, payload: bytes) -> Exchange:
        """Ask the broker something of our own, behind what it was sent; `next_response` gives the answer.

        Raises `LocalProtocolError` where SASL tokens pass, or too many requests are open.
        """
        if not self._broker_takes_requests:
            raise LocalProtocolError(f"the proxy cannot ask anything in state {self.state.name}")
        if self._own >= self._limits.max_in_flight:
            raise LocalProtocolError(f"{self._own} requests of the proxy are waiting for their response already")
        exchange = Exchange(api_key, version, correlation_id)
        exchange.is_own = exchange.wants_response = True
        exchange.stage, exchange.payload = Stage.SENT, payload
        self._own += 1
        self._unsent.append(exchange)
        if not self._request_passes:
            self._send_own()
        return exchange

    @property
    def _broker_takes_requests(self) -> bool:
        """Whether the broker reads requests now: it does until the handshake that is decided on has reached it."""
        if self._authenticates:
            return self.state is not State.CLOSED
        deciding = self._deciding_request
        return self.state is _READY or (deciding is not None and deciding.correlation_id is not None)

    def _send_own(self) -> None:
        """Send what we ask ourselves: not before a request that passes has ended."""
        while self._unsent:
            exchange = self._unsent.popleft()
            self._sent.append(exchange)
            self._queue_for_broker(exchange.payload)
            exchange.payload = b""

    def authenticated(self) -> None:
        """The client is let in. Raises `LocalProtocolError` if nobody authenticates."""
        self._client.authenticated()

    def _begin(self) -> Exchange | None:
        """Begin with a frame: returns it whole if somebody looks at it; else it passes, if enough of it is there."""
        try:
            begun = self._client.begin()
        except RemoteProtocolError:
            self._from_broker.clear()
            raise
        if begun is None:
            return None
        exchange, size = begun
        exchange.wants_response = exchange.api_key in self._responses
        if exchange.expects_response:
            self._open.append(exchange)
        if exchange.api_key in self._requests:
            self._from_client.take(SIZE.size)
            exchange.payload = self._from_client.take_whole(size)
            self._deciding_request = exchange
            return exchange
        exchange.stage = Stage.SENT
        if exchange.expects_response:
            self._sent.append(exchange)
        self._request_passes = SIZE.size + size
        return None

    # ------------------------------------------------------------------------------------------------------ responses

    def next_response(self) -> Exchange | None:
        """Pass on what nobody looks at; return the next exchange whose response somebody does, once it is whole.

        One of our own needs nothing more; another is decided on by `deliver` or `drop`, until when no other comes.
        Raises `RemoteProtocolError` for what no broker may send.
        """
        while not self.is_over:
            if self._response_passes:
                self._response_passes -= self._pass_to_client(self._response_passes)
                if self._response_passes:
                    return None
                self._send_answered()
            if self._early and self._deciding_response is None:
                exchange = self._early.popleft()
                self._waiting -= len(exchange.payload)
            elif self._begin_response():
                exchange = self._sent.popleft()
            else:
                return None
            if self._responded(exchange):
                return exchange
        return None

    def _responded(self, exchange: Exchange) -> bool:
        """What becomes of a response that has begun to pass, or is whole; whether somebody is to look at it."""
        if self._response_passes:
            exchange.stage = Stage.DONE
            self._open.popleft()
        elif exchange.is_own:
            self._own -= 1
            exchange.stage = Stage.DONE
            return True
        elif self._deciding_response is not None:
            self._keep_early(exchange)
        elif exchange.wants_response:
            self._move(exchange, Move.RESPONSE)
            self._deciding_response = exchange
            return True
        else:
            self._finish(exchange, exchange.payload)
        return False

    def deliver(self, exchange: Exchange, payload: bytes | None = None) -> None:
        """Give the client the response that came, or what is given in its place."""
        self._decided(exchange, Move.DELIVER)
        self._finish(exchange, exchange.payload if payload is None else payload)

    def _begin_response(self) -> bool:
        """Begin with the response that is due; whether it passes from now on, or is whole in `payload`."""
        if len(self._from_broker) < SIZE.size or (self._deciding_response and not self._own):
            return False
        if not self._sent:
            raise self._broken("the broker sends what nobody has asked for")
        exchange = self._sent[0]
        size = self._response_size(exchange)
        if size is None:
            return False
        passes = not exchange.wants_response and self._deciding_response is None and exchange.expects_response
        if passes:
            self._response_passes = SIZE.size + size
            return True
        if size > self._limits.max_frame_size:
            raise self._broken(f"a response of {size} bytes ({self._limits.max_frame_size} are allowed)")
        if len(self._from_broker) < SIZE.size + size:
            return False
        self._from_broker.take(SIZE.size)
        exchange.payload = self._from_broker.take_whole(size)
        return True

    def _response_size(self, exchange: Exchange) -> int | None:
        """The size of the response that comes, once it is known to be the one that is due."""
        size: int = SIZE.unpack_from(self._from_broker.peek(SIZE.size) or b"")[0]
        least = 0 if exchange.correlation_id is None else _RESPONSE.size - SIZE.size
        if size < least:
            raise self._broken(f"a response of {size} bytes is none")
        if not least:
            return size
        head = self._from_broker.peek(_RESPONSE.size)
        if head is None:
            return None
        _, correlation_id = _RESPONSE.unpack_from(head)
        if correlation_id != exchange.correlation_id:
            raise self._broken(f"response {correlation_id} came where {exchange.correlation_id} was due")
        return size

    def _keep_early(self, exchange: Exchange) -> None:
        """Keep a response behind one that is decided on: that may take an answer to our own which is behind both."""
        self._waiting += len(exchange.payload)
        self._early.append(exchange)
        if self._waiting > self._limits.max_frame_size:
            raise self._broken(f"{self._waiting} bytes wait for a response that is still looked at")

    # ------------------------------------------------------------------------------------------------------------ ends

    def client_eof(self) -> None:
        """The client will send no more. Raises `RemoteProtocolError` if it stopped within a request."""
        self._ends(self._request_passes or len(self._from_client), "client")

    def broker_eof(self) -> None:
        """The broker will send no more. Raises `RemoteProtocolError` if it stopped within a response."""
        self._ends(self._response_passes or len(self._from_broker), "broker")

    def abandon(self) -> list[Exchange]:
        """Forget everything; returns what the broker has not answered."""
        self._client.close()
        left = [*self._sent, *self._unsent]
        for queue in (self._sent, self._unsent, self._open, self._early):
            queue.clear()
        self._from_broker.clear()
        return left

    def _ends(self, left: int, who: str) -> None:
        self._client.state = State.CLOSED
        if left:
            raise RemoteProtocolError(f"the {who}'s stream ended within a frame")

    def _broken(self, what: str) -> RemoteProtocolError:
        self._client.close()
        self._from_broker.clear()
        return RemoteProtocolError(what)

    # ---------------------------------------------------------------------------------------------------------- order

    def _decided(self, exchange: Exchange, move: Move) -> None:
        if exchange is self._deciding_request:
            self._move(exchange, move)
            self._deciding_request = None
        elif exchange is self._deciding_response:
            self._move(exchange, move)
            self._deciding_response = None
        else:
            raise LocalProtocolError(f"{exchange!r} is not to be decided on now")

    def _move(self, exchange: Exchange, move: Move) -> None:
        stage = MOVES.get((exchange.stage, move))
        if stage is None:
            raise LocalProtocolError(f"{move.name} is not possible for {exchange!r}")
        exchange.stage = stage

    def _finish(self, exchange: Exchange, payload: bytes | None) -> None:
        exchange.stage, exchange.payload = Stage.DONE, b""
        if not exchange.expects_response:
            return
        exchange.answer = [] if payload is None else [SIZE.pack(len(payload)), payload]
        if exchange.change_bytes is not None and payload is not None:
            exchange.answer = [exchange.change_bytes(SIZE.pack(len(payload)) + payload)]
        self._waiting += sum(map(len, exchange.answer))
        if not self._response_passes:
            self._send_answered()

    def _send_answered(self) -> None:
        """Send the answers that have no other before them."""
        while self._open and (answer := self._open[0].answer) is not None and not self.is_over:
            self.is_over = self._open.popleft().is_last
            size = sum(map(len, answer))
            self._waiting -= size
            self._queued_for_client += size
            self._to_client += answer

    def _queue_for_broker(self, payload: bytes) -> None:
        self._queued_for_broker += SIZE.size + len(payload)
        self._to_broker += (SIZE.pack(len(payload)), payload)

    def _pass_to_broker(self, size: int) -> int:
        pieces = self._from_client.take(size)
        passed = sum(map(len, pieces))
        self._to_broker += pieces
        self._queued_for_broker += passed
        return passed

    def _pass_to_client(self, size: int) -> int:
        pieces = self._from_broker.take(size)
        passed = sum(map(len, pieces))
        self._to_client += pieces
        self._queued_for_client += passed
        return passed
