"""The server's end of a connection, without I/O.

The peer's bytes go into `receive_data`, requests come out as events in the order of the stream; each is answered with
`send` or, where the protocol wants no answer (produce with acks=0), let go through `skip`, in that same order. Nothing
is decoded that the application does not serve: `versions` says what that is, and a request outside of it ends the
connection, as does any that cannot be decoded. The one exception is ApiVersions (KIP-35): asked in a version we lack,
it is handed on as an empty request under the version that was asked for, and answered in version 0, so that a client
from the future learns what to ask instead.

Where clients have to authenticate, what a frame means depends on the answer to the one before: after version 0 of
SaslHandshake the next frames are bare tokens, and after the last of them they are requests. So until `authenticated` is
called requests come out one at a time, the next one after the answer; what the client sends ahead is held, unread.

Who only forwards takes requests undecoded, whatever their API and version: `receive_frames` is `receive_data` without
the decoding, and `send_frame` answers with a frame that came from elsewhere.

Whoever has many clients to be fair to takes one request at a time: `receive` only keeps bytes, and `next_request`
decodes the next of them. `receive_data` is both, for all requests that are whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, LimitExceeded, LocalProtocolError, RemoteProtocolError, UnsupportedVersion
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader
from kafkawire.protocol.events import RequestFrame, RequestReceived, ResponseFrame
from kafkawire.protocol.frames import Piece, decode_request_header, encode_response_pieces, frame_pieces, request_frame
from kafkawire.protocol.framing import FrameReader
from kafkawire.protocol.states import SERVER_TRANSITIONS, Input, State, step
from kafkawire.protocol.versions import api_name

if TYPE_CHECKING:
    from kafkawire.message import Response
    from kafkawire.messages import SaslAuthenticateResponse

__all__ = ["BARE_TOKEN", "ServerConnection"]

R = TypeVar("R", RequestReceived, RequestFrame)

BARE_TOKEN = -1
"""The version of a SaslAuthenticate request that came as a token in a frame of its own; it is answered with another."""
_NOTHING: Mapping[int, range] = {}
_AT_ONCE = 500  # frames that are cut from what is there
_AHEAD = 256 * 1024  # bytes that a client may send before it knows that it is let in: what one read brings
_KEY_VERSION_CORRELATION = Struct(">hhi")
_SIZE = Struct(">i")
_INPUTS = {
    int(ApiKey.API_VERSIONS): Input.API_VERSIONS,
    int(ApiKey.SASL_HANDSHAKE): Input.SASL_HANDSHAKE,
    int(ApiKey.SASL_AUTHENTICATE): Input.SASL_TOKEN,
}
# Before Python 3.12 a member of an Enum takes 0.2 us to look up, and every request needs several.
_READY, _REQUEST = State.READY, Input.REQUEST
_PRODUCE, _SASL_HANDSHAKE = int(ApiKey.PRODUCE), int(ApiKey.SASL_HANDSHAKE)
_API_VERSIONS, _UNSUPPORTED_VERSION = int(ApiKey.API_VERSIONS), int(ErrorCode.UNSUPPORTED_VERSION)
_TAKING_TOKENS, _PASSING_TOKENS = State.TAKING_TOKENS, State.PASSING_TOKENS


class _Open(NamedTuple):
    """A request that waits for its answer, and the version that the answer is written in."""

    correlation_id: int | None
    version: int


class ServerConnection:
    """One connection from one client. `versions`: API key -> versions served; `limits` bounds what comes in.

    `messages` are those that requests are read as; it has to know every API in `versions`, else `UnsupportedVersion` is
    raised. With `authenticates` nothing is served before the client has authenticated. Who only forwards serves nothing
    itself, and needs no `versions`.
    """

    def __init__(
        self,
        versions: Mapping[int, range] = _NOTHING,
        *,
        messages: MessageSet = PROTOCOL,
        limits: Limits = DEFAULT_LIMITS,
        authenticates: bool = False,
    ) -> None:
        messages.require(versions)
        self._messages = messages
        self.state = State.START if authenticates else _READY
        self._versions = versions
        self._limits = limits
        self._reader = FrameReader(limits.max_frame_size)
        self._frames: deque[bytes] = deque()
        self._open: deque[_Open] = deque()
        self._output: list[list[Piece]] = []
        self._error: RemoteProtocolError | None = None
        self._early = bytearray()  # of a client that is not known yet
        self._most_early = min(limits.max_sasl_message_size, limits.max_frame_size)
        self._most_open = limits.max_in_flight

    @property
    def is_holding(self) -> bool:
        """Whether there are bytes that wait for an answer to a request before them."""
        return bool(self._early and self._open) or (bool(self._frames) and len(self._open) >= self._most_open)

    @property
    def in_flight(self) -> int:
        """Requests that wait for their answer."""
        return len(self._open)

    @property
    def has_next(self) -> bool:
        """Whether `next_request` has something to return, or to raise."""
        if self.state is _READY or self.state is _PASSING_TOKENS:
            return len(self._open) < self._most_open and bool(self._frames or self._reader.has_failed)
        return not self._open and self._early_size() is not None

    def receive_data(self, data: bytes | bytearray | memoryview) -> list[RequestReceived]:
        """Take the next bytes of the stream; return the requests that are whole now.

        No more than `limits.max_in_flight` wait for their answer: the others come out of `next_requests` when some have
        been answered. Raises `RemoteProtocolError` for a frame out of bounds, an API or version that is not served, a
        request that cannot be decoded, and too many bytes of a client that has yet to authenticate; whole requests that
        came before are returned first, and the error by `check` or the next call. The connection is closed then.
        """
        self.receive(data)
        return self.next_requests()

    def receive(self, data: bytes | bytearray | memoryview) -> bool:
        """Take the next bytes of the stream, for `next_request`; returns `has_next`.

        Raises what ended the stream before.
        """
        if self._error is not None:
            raise self._error
        if self.state is not _READY and self.state is not _PASSING_TOKENS:
            self._keep_early(data)
            return self.has_next
        try:
            self._frames += self._reader.receive_data(data, _AT_ONCE)
        except RemoteProtocolError:
            return True  # `next_request` raises it, when it has handed out what came before
        return len(self._open) < self._most_open and bool(self._frames)

    def _keep_early(self, data: bytes | bytearray | memoryview) -> None:
        """Hold what nobody may read yet: a token and what one read may bring behind it, and no more."""
        most = _SIZE.size + self._most_early + _AHEAD
        if len(self._early) + len(data) > most:
            self._error = RemoteProtocolError(f"more than {most} bytes came before the client has authenticated")
            self.state = step(SERVER_TRANSITIONS, self.state, Input.FAILURE) or State.CLOSED
            self._early.clear()
            raise self._error
        self._early += data

    def next_requests(self) -> list[RequestReceived]:
        """All requests that may be read now. Raises `RemoteProtocolError` as `receive_data` does."""
        return _all(self.next_request)

    def receive_frames(self, data: bytes | bytearray | memoryview) -> list[RequestFrame]:
        """Take the next bytes of the stream; return the requests that are whole now, as they came.

        Bounds and order are those of `receive_data`. Raises `RemoteProtocolError` for a frame out of bounds, a header
        that cannot be one, and what a client may not send before it has authenticated.
        """
        self.receive(data)
        return self.next_frames()

    def next_frames(self) -> list[RequestFrame]:
        """All requests that may be passed on now. Raises `RemoteProtocolError` as `receive_frames` does."""
        return _all(self.next_frame)

    def next_frame(self) -> RequestFrame | None:
        """The next request as it came, if it is whole. Raises `RemoteProtocolError` as `receive_frames` does."""
        return self._next(self._frame, None)

    def next_request(self, limits: Limits | None = None) -> RequestReceived | None:
        """The next request, if it is whole and may be read now.

        Raises `RemoteProtocolError` as `receive_data` does. With `limits` that are tighter than those of the connection
        a request that goes past them raises `LimitExceeded` and stays the next one. A Produce request may have any
        size, as no time goes into its records here.
        """
        return self._next(self._request, limits)

    def _next(self, read: Callable[[bytes, Limits | None], R], limits: Limits | None) -> R | None:
        if self._error is not None:
            raise self._error
        try:
            if self.state is not _READY and self.state is not _PASSING_TOKENS:
                payload = None if self._open else self._early_payload()
                return None if payload is None else read(payload, None)
            if not self._frames:
                self._reader.check()
                return None
            if len(self._open) >= self._most_open:
                return None
            event = read(self._frames[0], limits)
            self._frames.popleft()
            if not self._frames and self._reader.has_more:
                self.receive(b"")  # the reader cuts so many frames at once, and these were the last of them
            return event
        except RemoteProtocolError as exc:
            self._error = exc
            self.state = step(SERVER_TRANSITIONS, self.state, Input.FAILURE) or State.CLOSED
            raise

    def authenticated(self) -> None:
        """The client is known: whatever it asks from now on is served. Raises `LocalProtocolError` out of turn."""
        state = step(SERVER_TRANSITIONS, self.state, Input.SASL_DONE)
        if state is None:
            raise LocalProtocolError(f"nobody authenticates in state {self.state.name}")
        self.state = state
        early, self._early = self._early, bytearray()
        self.receive(early)

    def check(self) -> None:
        """Raise the error that ended the stream, if one did."""
        if self._error is not None:
            raise self._error

    def send(self, correlation_id: int, response: Response) -> None:
        """Queue the answer to the oldest open request.

        Raises `LocalProtocolError` if that is another one; `EncodeError` leaves the request open.
        """
        opened = self._oldest(correlation_id)
        if opened.version == BARE_TOKEN:
            token = cast("SaslAuthenticateResponse", response).auth_bytes
            self._output.append([_SIZE.pack(len(token)) + token])
            self._open.popleft()
            return
        version = opened.version
        if response.API_KEY == _API_VERSIONS and getattr(response, "error_code", 0) == _UNSUPPORTED_VERSION:
            version = 0  # whatever was asked: whoever reads that code takes the response for one in version 0 (KIP-511)
        self._output.append(encode_response_pieces(response, version=version, correlation_id=correlation_id))
        self._open.popleft()

    def send_frame(self, response: ResponseFrame) -> None:
        """Queue a response as it came from elsewhere. Raises `LocalProtocolError` if another one is next."""
        correlation_id = self._open[0].correlation_id if self._open else None
        if correlation_id is not None:  # else it answers a token, and has no id
            correlation_id = int.from_bytes(response.payload[:4], "big", signed=True)
        self._oldest(correlation_id)
        self._output.append(frame_pieces(response.payload))
        self._open.popleft()

    def skip(self, correlation_id: int | None) -> None:
        """Let the oldest open request go without an answer."""
        self._oldest(correlation_id)
        self._open.popleft()

    def data_to_send(self) -> list[bytes]:
        """Take what is to be written, in order, a frame each; the list is the caller's from then on."""
        output, self._output = self._output, []
        return [b"".join(cast("list[bytes]", pieces)) for pieces in output]

    def pieces_to_send(self) -> list[Piece]:
        """Take what is to be written, in pieces: for who puts `StoredBytes` into responses, which are among them."""
        output, self._output = self._output, []
        return output[0] if len(output) == 1 else [piece for pieces in output for piece in pieces]

    def eof_received(self) -> None:
        """The client will send no more. Raises `RemoteProtocolError` if it stopped within a request."""
        self.state = step(SERVER_TRANSITIONS, self.state, Input.EOF) or State.CLOSED
        buffered = self._reader.buffered + len(self._early)
        if self._error is None and buffered:
            raise RemoteProtocolError(f"the stream ended {buffered} bytes into a frame")

    def _request(self, payload: bytes, limits: Limits | None) -> RequestReceived:
        if self.state is _TAKING_TOKENS:
            return self._token(payload)
        if len(payload) < _KEY_VERSION_CORRELATION.size:
            raise RemoteProtocolError(f"a frame of {len(payload)} bytes is too short for a request header")
        api_key, version, correlation_id = _KEY_VERSION_CORRELATION.unpack_from(payload)
        if limits is not None and len(payload) > limits.max_frame_size and api_key != _PRODUCE:
            raise LimitExceeded(f"a request of {len(payload)} bytes (at most {limits.max_frame_size})")
        what = _input(api_key, version, Input.BARE_HANDSHAKE) if api_key in _INPUTS else _REQUEST
        state = step(SERVER_TRANSITIONS, self.state, what)  # in line, as each request of a broker comes here
        if state is None:
            raise self._out_of_order(api_key)
        self.state = state
        if version not in self._versions.get(api_key, ()):
            return self._unserved(api_key, version, correlation_id)
        try:
            cls, header_version = self._messages.request(api_key, version)
            header, start = RequestHeader.decode_prefix(payload, header_version, limits=limits or self._limits)
            # Bytes behind the last field are not looked at, as in Apache Kafka: librdkafka 2.16 leaves three of them in
            # a Metadata request for all topics, and is understood.
            message, _ = cls.decode_prefix(
                payload, version, start, limits=limits or self._limits, zero_copy=api_key == _PRODUCE
            )
        except (DecodeError, UnsupportedVersion) as exc:
            if limits is not None and isinstance(exc, LimitExceeded):
                raise
            raise RemoteProtocolError(
                f"{api_name(api_key, self._messages)} v{version} cannot be decoded: {exc}"
            ) from exc
        self._open.append(_Open(correlation_id, version))
        return RequestReceived(correlation_id, api_key, version, header.client_id, message)

    def _frame(self, payload: bytes, _: Limits | None) -> RequestFrame:
        """A request as it came; the step that it takes is that of its header."""
        if self._is_token(payload):
            self._remote_step(Input.SASL_TOKEN, ApiKey.SASL_AUTHENTICATE)
            request = RequestFrame(None, ApiKey.SASL_AUTHENTICATE, BARE_TOKEN, None, True, payload)
        else:
            try:
                request = request_frame(payload, messages=self._messages, limits=self._limits)
            except DecodeError as exc:
                raise RemoteProtocolError(f"a frame of {len(payload)} bytes is no request: {exc}") from exc
            what = _input(request.api_key, request.version, Input.BARE_HANDSHAKE_PASSED)
            self._remote_step(what, request.api_key)
        if request.expects_response:
            self._open.append(_Open(request.correlation_id, request.version))
        return request

    def _is_token(self, payload: bytes) -> bool:
        """Whether a frame is a SASL token without a header; where that is not known, no request that we know is one."""
        if self.state is not _PASSING_TOKENS:
            return self.state is _TAKING_TOKENS
        try:
            decode_request_header(payload, messages=self._messages, limits=self._limits)
        except (DecodeError, UnsupportedVersion):
            return True
        return False

    def _remote_step(self, what: Input, api_key: int) -> None:
        state = step(SERVER_TRANSITIONS, self.state, what)
        if state is None:
            raise self._out_of_order(api_key)
        self.state = state

    def _out_of_order(self, api_key: int) -> RemoteProtocolError:
        name = api_name(api_key, self._messages)
        return RemoteProtocolError(f"{name} is not allowed in state {self.state.name}")

    def _early_payload(self) -> bytes | None:
        """The next frame of a client that is not known yet; such a one may not ask for much memory."""
        size = self._early_size()
        if size is None:
            return None
        if not 0 <= size <= self._most_early:
            raise RemoteProtocolError(f"frame announces {size} bytes (0 to {self._most_early} before authentication)")
        payload = bytes(self._early[_SIZE.size : _SIZE.size + size])
        del self._early[: _SIZE.size + size]
        return payload

    def _early_size(self) -> int | None:
        """The size of that frame, if it is whole or out of bounds."""
        if len(self._early) < _SIZE.size:
            return None
        size: int = _SIZE.unpack_from(self._early)[0]
        is_whole = len(self._early) - _SIZE.size >= size
        return size if is_whole or size > self._most_early else None

    def _token(self, payload: bytes) -> RequestReceived:
        from kafkawire.messages import SaslAuthenticateRequest

        self._open.append(_Open(0, BARE_TOKEN))
        return RequestReceived(
            0, ApiKey.SASL_AUTHENTICATE, BARE_TOKEN, None, SaslAuthenticateRequest(auth_bytes=payload)
        )

    def _unserved(self, api_key: int, version: int, correlation_id: int) -> RequestReceived:
        if api_key != ApiKey.API_VERSIONS:
            raise RemoteProtocolError(f"{api_name(api_key, self._messages)} v{version} is not served here")
        from kafkawire.messages import ApiVersionsRequest

        self._open.append(_Open(correlation_id, 0))
        return RequestReceived(correlation_id, api_key, version, None, ApiVersionsRequest())

    def _oldest(self, correlation_id: int | None) -> _Open:
        if not self._open:
            raise LocalProtocolError(f"nothing waits for an answer, {correlation_id} least of all")
        if self._open[0].correlation_id != correlation_id:
            raise LocalProtocolError(
                f"answers leave in order: {self._open[0].correlation_id} is next, not {correlation_id}"
            )
        return self._open[0]


def _input(api_key: int, version: int, bare_handshake: Input) -> Input:
    """What a request is to the table of states."""
    if api_key == _SASL_HANDSHAKE and version == 0:
        return bare_handshake
    return _INPUTS.get(api_key, _REQUEST)


def _all(following: Callable[[], R | None]) -> list[R]:
    """What comes until there is nothing more. An error is raised where nothing came before it."""
    events: list[R] = []
    try:
        while (event := following()) is not None:
            events.append(event)
    except RemoteProtocolError:
        if not events:
            raise
    return events
