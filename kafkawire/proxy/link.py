"""One client's way to one broker past the filters: drives a session, and has the chain decide on what it hands out.

A request whose filters answer at once is decided on within the call that brought its bytes. One that makes a filter
wait is finished by a task; the session sees to it that nothing overtakes it.

Whoever has the sockets gives bytes to `client_data` and `broker_data`, and is told by `flush` that there may be bytes
to write, and by `close` that it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError
from kafkawire.limits import DEFAULT_LIMITS, MIB, Limits
from kafkawire.message import Request, Response
from kafkawire.messages import ApiVersionsRequest, ApiVersionsResponse, ResponseHeader
from kafkawire.protocol.error_responses import error_response
from kafkawire.protocol.frames import (
    decode_request_payload,
    decode_response_payload,
    encode_request,
    encode_response,
)
from kafkawire.protocol.states import State
from kafkawire.protocol.versions import ApiVersions, api_name
from kafkawire.proxy.chain import Chain, FilterFailed, Passage
from kafkawire.proxy.context import Connection, Context
from kafkawire.proxy.exchange import Exchange, Stage
from kafkawire.proxy.filters import Filter, Verdict
from kafkawire.proxy.session import Session
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.transport.errors import ConnectionLost

if TYPE_CHECKING:
    from kafkawire.proxy.context import Surroundings

__all__ = ["Carrier", "Link"]

_LOG = RateLimitedLogger("kafkawire.proxy.filters")
_CLIENT_ID = "kafkawire-proxy"
_UNKNOWN = (State.START, State.AUTHENTICATING, State.TAKING_TOKENS)


class Carrier(Protocol):
    """Whoever has the sockets."""

    def flush(self) -> None:
        """There may be bytes to write, and who is paused may have changed."""

    def close(self, error: Exception | None) -> None:
        """Write what is there, and hang up on both sides; `error` says why, if somebody is at fault."""


class _Note:
    """What is remembered of an exchange: the context of its filters, and the version that the broker was asked in."""

    __slots__ = ("ctx", "version")

    def __init__(self, ctx: Context, version: int) -> None:
        self.ctx = ctx
        self.version = version


class Link:
    """A client, a broker, and the filters between them. With `closes_on_error` a filter that fails ends the connection.

    Keywords of `Connection` say what is known of the client.
    """

    def __init__(
        self,
        chain: Chain,
        carrier: Carrier,
        surroundings: Surroundings,
        *,
        limits: Limits = DEFAULT_LIMITS,
        max_queued: int = MIB,
        closes_on_error: bool = False,
        authenticates: bool = False,
        versions: ApiVersions | None = None,
        **known: Any,
    ) -> None:
        self.session = Session(
            chain.requests,
            chain.responses,
            serves=chain.serves if chain.is_choosy else None,
            messages=chain.messages,
            limits=limits,
            max_queued=max_queued,
            authenticates=authenticates,
        )
        self.connection = Connection(surroundings, self._ask, **known)
        self.versions = versions
        """What the broker speaks, once that is known."""
        self._chain, self._carrier = chain, carrier
        self._closes_on_error = closes_on_error
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._next_id = 0
        for one in chain.filters:
            self._tell(one, one.opened)

    # ---------------------------------------------------------------------------------------------------------- bytes

    def client_data(self, data: bytes) -> None:
        """The client's next bytes."""
        self.session.receive_from_client(data)
        self.pump()

    def broker_data(self, data: bytes) -> None:
        """The broker's next bytes."""
        self.session.receive_from_broker(data)
        self.pump()

    def pump(self) -> None:
        """Deal with what has come as far as that goes now, and have the rest written."""
        if self._is_closed:
            return
        if self.connection.is_refused:
            self._end(None)
            return
        try:
            self._take_responses()
            self._take_requests()
        except KafkaWireError as exc:
            self._end(exc)
            return
        self._carrier.flush()
        if self.session.is_over or (self.session.is_draining and self.session.is_idle):
            self._end(None)

    def drain(self) -> None:
        """Take no new requests; end when those that are open have been answered."""
        self.session.is_draining = True
        self.pump()

    def lost(self, error: Exception | None = None) -> None:
        """Either side has hung up."""
        if self._is_closed:
            return
        self._is_closed = True
        for task in self._tasks:
            # Not at once: one that has yet to begin would leave what it is to wait for without anybody who does.
            asyncio.get_running_loop().call_soon(task.cancel)
        for exchange in self.session.abandon():
            if isinstance(exchange.note, asyncio.Future) and not exchange.note.done():
                exchange.note.set_exception(ConnectionLost(f"the broker's connection ended: {error or 'closed'}"))
                exchange.note.exception()  # seen: whoever waited may be gone
        for one in self._chain.filters:
            self._tell(one, one.closed)

    def _tell(self, one: Filter, told: Callable[[Connection], None]) -> None:
        """Tell a filter that the client came or is gone; if it fails the others are told all the same."""
        try:
            told(self.connection)
        except Exception:  # noqa: BLE001 - whatever one filter does, the connection goes on
            _LOG.exception("%s failed at a connection that was opened or closed", type(one).__name__)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return self.session.is_idle

    def _end(self, error: Exception | None) -> None:
        self._carrier.flush()
        self._carrier.close(error)
        self.lost(error)

    # -------------------------------------------------------------------------------------------------------- requests

    def _take_requests(self) -> None:
        while not self._is_closed and (exchange := self.session.next_request()) is not None:
            ctx = Context(
                self.connection, exchange.api_key, exchange.version, exchange.correlation_id, exchange.payload
            )
            exchange.note = _Note(ctx, exchange.version)
            self._decide(exchange, partial(self._chain.request, ctx), self._request_passed, self._request_failed)

    def _request_passed(self, exchange: Exchange, passage: Passage) -> None:
        """What the filters have decided about a request."""
        if passage.verdict is Verdict.CLOSE:
            self._end(None)
        elif passage.verdict is not None:
            self.session.drop(exchange)
        elif passage.is_answer:
            self._answer(exchange, passage)
        else:
            self._forward(exchange, passage)

    def _answer(self, exchange: Exchange, passage: Passage) -> None:
        """A filter has answered: those before it see that, which may take time."""
        assert isinstance(passage.message, Response)
        look = partial(self._chain.answer, _note(exchange).ctx, passage.message, passage.place)
        self._decide(exchange, look, self._answered, self._request_failed)

    def _forward(self, exchange: Exchange, passage: Passage) -> None:
        try:
            payload = passage.encoded()
        except KafkaWireError as exc:
            self._request_failed(exchange, exc)
            return
        note = _note(exchange)
        note.version, note.ctx.payload = passage.version, b""
        if note.version != exchange.version:
            exchange.wants_response = True  # it comes in another version than the client's
        self.session.forward(exchange, payload, is_answered=passage.is_answered)

    def _answered(self, exchange: Exchange, passage: Passage) -> None:
        """A filter has answered, and those before it have seen that."""
        if passage.verdict is Verdict.CLOSE:
            self._end(None)
        elif passage.is_dropped:
            self.session.drop(exchange)
        else:
            try:
                payload = passage.encoded() or b""
            except KafkaWireError as exc:
                self._request_failed(exchange, exc)
                return
            self._leave_word(exchange)
            self.session.answer(exchange, payload)
            self._follow_authentication()

    def _follow_authentication(self) -> None:
        """What an answer may have said to a client that is not known yet."""
        if self.connection.is_refused:
            self._end(None)
        elif self.connection.is_authenticated and self.session.state in _UNKNOWN:
            self.session.authenticated()

    def _request_failed(self, exchange: Exchange, error: FilterFailed | KafkaWireError) -> None:
        payload = self._failed(exchange, error)
        if payload is None:
            self._end(None)
        else:
            self.session.answer(exchange, payload)

    # ------------------------------------------------------------------------------------------------------- responses

    def _take_responses(self) -> None:
        while not self._is_closed and (exchange := self.session.next_response()) is not None:
            if exchange.is_own:
                self._own_answered(exchange)
                continue
            note = _note_of(exchange, self.connection)
            note.ctx.payload = exchange.payload
            look = partial(self._chain.response, note.ctx, note.version)
            self._decide(exchange, look, self._response_passed, self._response_failed)

    def _response_passed(self, exchange: Exchange, passage: Passage) -> None:
        if passage.verdict is Verdict.CLOSE:
            self._end(None)
        elif passage.is_dropped:
            self.session.drop(exchange)
        else:
            try:
                payload = passage.encoded()
            except KafkaWireError as exc:
                self._response_failed(exchange, exc)
                return
            self._leave_word(exchange)
            self.session.deliver(exchange, payload)

    def _leave_word(self, exchange: Exchange) -> None:
        """Tell the session what filters want done to the bytes of the answer and behind them: hardly ever anything."""
        ctx = _note(exchange).ctx
        if ctx.change_bytes is not None or ctx.is_last:
            exchange.change_bytes, exchange.is_last = ctx.change_bytes, ctx.is_last

    def _response_failed(self, exchange: Exchange, error: FilterFailed | KafkaWireError) -> None:
        payload = self._failed(exchange, error)
        if payload is None:
            self._end(None)
        else:
            self.session.deliver(exchange, payload)

    # ----------------------------------------------------------------------------------------------------- own requests

    async def _ask(self, request: Request, version: int | None) -> Response:
        if version is None:
            if self.versions is None:
                await self._learn_versions()
            assert self.versions is not None
            version = self.versions.choose(request.API_KEY)
        return await self._exchange(request, version)

    async def _learn_versions(self) -> None:
        response = await self._exchange(ApiVersionsRequest(), 0)  # all brokers have this version
        assert isinstance(response, ApiVersionsResponse)
        self.versions = ApiVersions.from_response(response, self._chain.messages)

    async def _exchange(self, request: Request, version: int) -> Response:
        if self._is_closed:
            raise ConnectionLost("the connection is closed")
        correlation_id = self._next_id
        self._next_id = (correlation_id + 1) & 0x7FFFFFFF
        frame = encode_request(request, version=version, correlation_id=correlation_id, client_id=_CLIENT_ID)
        exchange = self.session.ask(request.API_KEY, version, correlation_id, frame[4:])
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        exchange.note = future
        self._carrier.flush()
        return await future

    def _own_answered(self, exchange: Exchange) -> None:
        future = exchange.note
        if not isinstance(future, asyncio.Future) or future.done():
            return
        try:
            _, response = decode_response_payload(
                exchange.payload,
                exchange.api_key,
                exchange.version,
                messages=self._chain.messages,
                limits=self._limits,
            )
        except KafkaWireError as exc:
            future.set_exception(exc)
            return
        future.set_result(response)

    # -------------------------------------------------------------------------------------------------------- deciding

    def _decide(
        self,
        exchange: Exchange,
        look: Callable[[], Passage | Awaitable[Passage]],
        passed: Callable[[Exchange, Passage], object],
        failed: Callable[[Exchange, FilterFailed | KafkaWireError], None],
    ) -> None:
        """Have filters look at a message, and go on with what they say: at once, or in a task if one has to wait."""
        try:
            passage = look()
        except FilterFailed as exc:
            failed(exchange, exc)
            return
        if isinstance(passage, Passage):
            passed(exchange, passage)
        else:
            self._start(self._later(exchange, passage, passed, failed))

    # ------------------------------------------------------------------------------------------------------------ tasks

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _leave(self) -> None:
        """The task that runs is done with what it was started for."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.discard(task)

    async def _later(
        self,
        exchange: Exchange,
        passage: Awaitable[Passage],
        passed: Callable[[Exchange, Passage], object],
        failed: Callable[[Exchange, FilterFailed | KafkaWireError], None],
    ) -> None:
        """Wait for a filter, and go on as if it had answered at once."""
        try:
            passed(exchange, await passage)
        except FilterFailed as exc:
            failed(exchange, exc)
        except KafkaWireError as exc:
            self._end(exc)
        self._leave()  # it may end the link, and so the tasks of that, but not itself
        self.pump()

    def _failed(self, exchange: Exchange, error: FilterFailed | KafkaWireError) -> bytes | None:
        """What the client is told when a filter has failed; None if the connection is to be closed."""
        name = error.filter if isinstance(error, FilterFailed) else "what a filter returned cannot be written: it"
        api, client = api_name(exchange.api_key, self._chain.messages), self.connection.client_id
        cause = error.__cause__ or error
        _LOG.error("%s failed at %s v%d of client %r: %r", name, api, exchange.version, client, cause, exc_info=cause)
        if self._closes_on_error or exchange.correlation_id is None:
            return None
        if not exchange.expects_response:
            return b""
        try:
            response = self._error_of(exchange)
            if response is None:
                return None
            header = ResponseHeader(correlation_id=exchange.correlation_id)
            return encode_response(response, version=exchange.version, header=header)[4:]
        except KafkaWireError:  # it is of no version that could be answered
            return None

    def _error_of(self, exchange: Exchange) -> Response | None:
        """UNKNOWN_SERVER_ERROR at each place of the response; of one that has come, only where that is at the top.

        What was asked is not kept for so long, and so not what each topic would be called.
        """
        error, messages = int(ErrorCode.UNKNOWN_SERVER_ERROR), self._chain.messages
        if exchange.stage is Stage.ASKED:
            _, request = decode_request_payload(exchange.payload, messages=messages, limits=self._limits)
            return error_response(request, exchange.version, error, messages=messages)
        cls, _ = messages.request(exchange.api_key, exchange.version)
        response = error_response(cls(), exchange.version, error, messages=messages)
        return response if getattr(response, "error_code", 0) == error else None


def _note(exchange: Exchange) -> _Note:
    assert isinstance(exchange.note, _Note)
    return exchange.note


def _note_of(exchange: Exchange, connection: Connection) -> _Note:
    """What is remembered; of a request that nobody has looked at it is made now."""
    if exchange.note is None:
        ctx = Context(connection, exchange.api_key, exchange.version, exchange.correlation_id, b"")
        exchange.note = _Note(ctx, exchange.version)
    return _note(exchange)
