"""The client's end of a connection, without I/O.

Requests go in through `send`, bytes come out of `data_to_send`, the peer's bytes go into `receive_data` and answers
come out as events. `initiate` starts the one conversation that this class holds by itself: which versions the broker
speaks (KIP-35, KIP-511). A broker answers in the order of the requests, so the next response must carry the oldest open
correlation id; anything else means that the stream cannot be trusted any more.

Who forwards the requests of another client hands them to `send_frame`, and gets the responses undecoded. Nothing has to
be negotiated for these: the client whose requests they are does that itself. Requests of both kinds may be mixed.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire._version import __version__
from kafkawire.api_key import ApiKey
from kafkawire.errors import DecodeError, LocalProtocolError, RemoteProtocolError
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.events import Event, RequestFrame, ResponseFrame, ResponseReceived, VersionsNegotiated
from kafkawire.protocol.frames import encode_request, expects_response, frame_pieces, is_refusal, read_response
from kafkawire.protocol.framing import FrameReader
from kafkawire.protocol.sasl.exchange import SaslExchange
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism
from kafkawire.protocol.states import CLIENT_TRANSITIONS, Input, State, step
from kafkawire.protocol.versions import ApiVersions, api_name

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import ApiVersionsResponse

__all__ = ["ClientConnection"]

_MAX_CORRELATION_ID = 2**31 - 1


class _Open(NamedTuple):
    """A request that waits for its response, and what that is: its class, and the version of the header before it."""

    correlation_id: int
    api_key: int
    version: int
    response: tuple[type[Response], int]


class _Passed(NamedTuple):
    """A request of somebody else that waits for its response, which is not decoded. A SASL token may have no id."""

    correlation_id: int | None
    api_key: int
    version: int


class ClientConnection:
    """One connection to one broker. `client_id` goes into every request header; `limits` bounds what may come back.

    `messages` are those that responses are read as. Among them has to be what the connection itself asks (ApiVersions,
    and with `sasl` SaslHandshake and SaslAuthenticate), so messages of one's own are given as `PROTOCOL | mine`.

    With `sasl`, which serves this one connection, the client authenticates before it is ready. With `zero_copy` records
    come as views of what was received.
    """

    def __init__(
        self,
        client_id: str | None = "kafkawire",
        *,
        messages: MessageSet = PROTOCOL,
        limits: Limits = DEFAULT_LIMITS,
        sasl: Mechanism | None = None,
        zero_copy: bool = False,
    ) -> None:
        self.client_id = client_id
        self.state = State.START
        self.versions: ApiVersions | None = None
        self._messages = messages
        self._limits = limits
        self._zero_copy = zero_copy
        self._reader = FrameReader(limits.max_frame_size)
        self._open: deque[_Open | _Passed] = deque()
        self._output: list[bytes] = []
        self._next_id = 0
        self._sasl = None if sasl is None else SaslExchange(sasl, limits.max_sasl_message_size)
        self._error: RemoteProtocolError | AuthenticationFailed | None = None

    @property
    def in_flight(self) -> int:
        """Requests that wait for their response."""
        return len(self._open)

    @property
    def session_lifetime_ms(self) -> int:
        """For how long the broker lets an authentication count (KIP-368); 0 is for ever."""
        return 0 if self._sasl is None else self._sasl.lifetime_ms

    def initiate(self) -> None:
        """Ask for the broker's versions. Requests may be sent once `VersionsNegotiated` has come."""
        from kafkawire.messages import ApiVersionsRequest

        version = self._messages.versions(ApiVersionsRequest)[-1]
        self._local_step(Input.API_VERSIONS)
        self._ask_versions(version)

    def send(self, request: Request, version: int, *, expect_response: bool | None = None) -> int:
        """Queue a request; returns the correlation id under which the response will come.

        A Produce request with acks=0 has none; of another that has none `expect_response` has to say so. Raises
        `LocalProtocolError` before negotiation, after the end, or with too many requests open. `EncodeError`, and
        `UnsupportedVersion` where the request or its response is not known in that version, leave all as it was.
        """
        self._local_step(Input.REQUEST)
        self._check_in_flight()
        if expect_response is None:
            expect_response = expects_response(request)
        return self._write(request, version, expect_response)

    def send_frame(self, request: RequestFrame) -> None:
        """Queue the request of another client as it is; its response comes as a `ResponseFrame`, if there is one.

        It keeps its correlation id. Raises `LocalProtocolError` within negotiation, after the end, or with too many
        requests open.
        """
        self._local_step(Input.FRAME)
        self._check_in_flight()
        self._output += cast("list[bytes]", frame_pieces(request.payload))
        if request.expects_response:
            self._open.append(_Passed(request.correlation_id, request.api_key, request.version))

    def data_to_send(self) -> list[bytes]:
        """Take what is to be written, in order; the list is the caller's from then on."""
        output, self._output = self._output, []
        return output

    @property
    def missing(self) -> int:
        """Bytes up to the end of the size field or the response that comes: see `FrameReader.missing`."""
        return self._reader.missing

    def receive_data(self, data: bytes | bytearray | memoryview) -> list[Event]:
        """Take the peer's next bytes; return what they mean.

        Raises `RemoteProtocolError` if they break the protocol, or `AuthenticationFailed`; the connection is closed for
        good after either. Events that came before the fault are returned first; the error waits for `check` or the next
        call.
        """
        self.check()
        events: list[Event] = []
        try:
            for payload in self._reader.receive_data(data):
                event = self._receive_payload(payload)
                if event is not None:
                    events.append(event)
            self._reader.check()
        except (RemoteProtocolError, AuthenticationFailed) as exc:
            self._fail(exc)
            if not events:
                raise
        return events

    def check(self) -> None:
        """Raise what ended this connection, if the peer broke the protocol or did not let us in."""
        if self._error is not None:
            raise self._error

    def eof_received(self) -> None:
        """The peer will send no more. Raises `RemoteProtocolError` if it stopped inside a frame."""
        self.check()
        self.state = State.CLOSED
        if self._reader.buffered:
            self._fail(RemoteProtocolError(f"the stream ends {self._reader.buffered} bytes into a frame"))
            self.check()

    def close(self) -> None:
        """Our side will send no more."""
        self.state = State.CLOSED

    def _ask_versions(self, version: int) -> None:
        from kafkawire.messages import ApiVersionsRequest

        request = ApiVersionsRequest(client_software_name="kafkawire", client_software_version=__version__)
        self._write(request, version)

    def _check_in_flight(self) -> None:
        if len(self._open) >= self._limits.max_in_flight:
            raise LocalProtocolError(f"{len(self._open)} requests are waiting for their response already")

    def _write(self, request: Request, version: int, expect_response: bool = True) -> int:
        # Looked up before anything is written: what nobody could read is not asked for.
        response = self._messages.response_to(type(request), version) if expect_response else None
        correlation_id = self._next_id
        frame = encode_request(request, version=version, correlation_id=correlation_id, client_id=self.client_id)
        self._output.append(frame)
        self._next_id = correlation_id + 1 if correlation_id < _MAX_CORRELATION_ID else 0
        if response is not None:
            self._open.append(_Open(correlation_id, request.API_KEY, version, response))
        return correlation_id

    def _receive_payload(self, payload: bytes) -> Event | None:
        sent = self._match(payload)
        if isinstance(sent, _Passed):
            self._remote_step(Input.RESPONSE)
            return ResponseFrame(*sent, payload)
        if self.state is State.AUTHENTICATING:
            return self._receive_token(payload, sent)
        if sent.api_key != ApiKey.API_VERSIONS or self.state is State.READY:
            self._remote_step(Input.RESPONSE)
            return self._decode(payload, sent)
        return self._receive_versions(payload, sent)

    def _match(self, payload: bytes) -> _Open | _Passed:
        if self._open and self._open[0].correlation_id is None:
            return self._open.popleft()
        if len(payload) < 4:
            raise RemoteProtocolError(f"a response of {len(payload)} bytes has no correlation id")
        correlation_id = int.from_bytes(payload[:4], "big", signed=True)
        if not self._open:
            raise RemoteProtocolError(f"response {correlation_id} was never asked for")
        if correlation_id != self._open[0].correlation_id:
            raise RemoteProtocolError(f"response {correlation_id} came where {self._open[0].correlation_id} was due")
        return self._open.popleft()

    def _receive_versions(self, payload: bytes, sent: _Open) -> VersionsNegotiated | None:
        from kafkawire.messages import ApiVersionsRequest

        asked, refused = sent.version, is_refusal(payload, sent.api_key)
        if refused:
            sent = sent._replace(version=0, response=self._messages.response_to(ApiVersionsRequest, 0))
        event = self._decode(payload, sent)
        response: ApiVersionsResponse = event.message  # type: ignore[assignment]
        versions = ApiVersions.from_response(response, self._messages)
        if refused:
            self._remote_step(Input.VERSIONS_REFUSED)
            offered = versions.ranges.get(ApiKey.API_VERSIONS, (0, 0))
            self._ask_versions(max(0, min(offered[1], asked - 1)))
            return None
        if response.error_code:
            raise RemoteProtocolError(f"the broker answers ApiVersions with error {response.error_code}")
        self._remote_step(Input.VERSIONS_KNOWN)
        self.versions = versions
        if self._sasl is None:
            return VersionsNegotiated(versions)
        self._local_step(Input.SASL_HANDSHAKE)
        self._write(*self._sasl.begin(versions))
        return None

    def _receive_token(self, payload: bytes, sent: _Open) -> VersionsNegotiated | None:
        assert self._sasl is not None
        assert self.versions is not None
        following = self._sasl.received(self._decode(payload, sent).message)
        if following is None:
            self._local_step(Input.SASL_DONE)
            return VersionsNegotiated(self.versions)
        self._local_step(Input.SASL_TOKEN)
        self._write(*following)
        return None

    def _decode(self, payload: bytes, sent: _Open) -> ResponseReceived:
        _, api_key, version, found = sent
        try:
            _, message = read_response(payload, found, version, limits=self._limits, zero_copy=self._zero_copy)
        except DecodeError as exc:
            name = api_name(api_key, self._messages)
            raise RemoteProtocolError(f"the response to {name} v{version} is broken: {exc}") from exc
        return ResponseReceived(sent.correlation_id, api_key, version, message, len(payload))

    def _local_step(self, what: Input) -> None:
        following = step(CLIENT_TRANSITIONS, self.state, what)
        if following is None:
            raise LocalProtocolError(f"{what.name} is not possible in state {self.state.name}")
        self.state = following

    def _remote_step(self, what: Input) -> None:
        following = step(CLIENT_TRANSITIONS, self.state, what)
        if following is None:
            raise RemoteProtocolError(f"{what.name} is out of order in state {self.state.name}")
        self.state = following

    def _fail(self, error: RemoteProtocolError | AuthenticationFailed) -> None:
        self.state = State.CLOSED
        self._error = error
        self._open.clear()
