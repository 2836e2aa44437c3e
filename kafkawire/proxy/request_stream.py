"""What a client sends: which request begins next, and whether it may come now.

What may follow what is in the table of `kafkawire.protocol.states`. Of a request that nobody looks at only the first
bytes are read; one that somebody does is waited for until it is whole, so it may not be larger than `max_frame_size`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from struct import Struct

from kafkawire.api_key import ApiKey
from kafkawire.errors import DecodeError, LocalProtocolError, RemoteProtocolError, UnsupportedVersion
from kafkawire.limits import Limits
from kafkawire.message_set import MessageSet
from kafkawire.protocol.frames import decode_request_header
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.protocol.states import SERVER_TRANSITIONS, Input, State, step
from kafkawire.protocol.versions import api_name
from kafkawire.proxy.exchange import Exchange
from kafkawire.proxy.intake import Intake
from kafkawire.proxy.produce_head import USUAL_HEAD, wants_answer

__all__ = ["CHANGES_STATE", "PRODUCE", "REQUEST_HEAD", "SIZE", "RequestStream"]

SIZE = Struct(">i")
REQUEST_HEAD = Struct(">ihhi")
"""Size, key, version and correlation id, which all requests begin with."""
PRODUCE = int(ApiKey.PRODUCE)
_API_VERSIONS, _SASL_HANDSHAKE = int(ApiKey.API_VERSIONS), int(ApiKey.SASL_HANDSHAKE)
_SASL_AUTHENTICATE = int(ApiKey.SASL_AUTHENTICATE)
CHANGES_STATE = frozenset((_API_VERSIONS, _SASL_HANDSHAKE, _SASL_AUTHENTICATE))
"""The APIs whose requests may change the state of the client's side."""
_MOST_HEAD = 40_000  # bytes that a request header may take, and some more
_READY, _PASSING_TOKENS, _TAKING_TOKENS = State.READY, State.PASSING_TOKENS, State.TAKING_TOKENS


class RequestStream:
    """The bytes of a client that nobody has dealt with yet, in `intake`, and the state of its side.

    `kept` are the keys of the APIs whose requests are needed whole; `serves` says whether an API and version may pass.
    """

    def __init__(
        self,
        kept: Container[int],
        serves: Callable[[int, int], bool] | None,
        *,
        messages: MessageSet,
        limits: Limits,
        authenticates: bool,
    ) -> None:
        self.state = State.START if authenticates else _READY
        self.intake = Intake()
        self._kept, self._serves, self._authenticates = kept, serves, authenticates
        self._messages, self._limits = messages, limits

    def close(self) -> None:
        """Forget what came, and what may come."""
        self.state = State.CLOSED
        self.intake.clear()

    def authenticated(self) -> None:
        """The client is let in. Raises `LocalProtocolError` if nobody authenticates."""
        state = step(SERVER_TRANSITIONS, self.state, Input.SASL_DONE)
        if state is None:
            raise LocalProtocolError(f"nobody authenticates in state {self.state.name}")
        self.state = state

    def begin(self) -> tuple[Exchange, int] | None:
        """The next request, and the size of its frame; None while too few of its bytes are there.

        Its frame is still in `intake`, of which it is the first. Raises `RemoteProtocolError` for what may not come.
        """
        if len(self.intake) < SIZE.size:
            return None
        if self.state is _TAKING_TOKENS or self.state is _PASSING_TOKENS:
            is_token = self._is_token()
            if is_token is not False:
                return self._begin_token() if is_token else None
        head = self.intake.peek(REQUEST_HEAD.size)
        if head is None:
            self._check_size(self._size())
            return None
        size, api_key, version, correlation_id = REQUEST_HEAD.unpack_from(head)
        self._check_size(size)
        if self._serves is not None and not self._serves(api_key, version):
            raise self._broken(f"{api_name(api_key, self._messages)} v{version} is not served here")
        is_answered = api_key != PRODUCE or self._is_answered(size, version)
        if is_answered is None or (api_key in self._kept and not self._is_whole(size)):
            return None
        self._step(api_key, version)
        return Exchange(api_key, version, correlation_id, expects_response=is_answered), size

    def _size(self) -> int:
        size: int = SIZE.unpack_from(self.intake.peek(SIZE.size) or b"")[0]
        return size

    def _check_size(self, size: int) -> None:
        """A client that is not known yet may not ask for much memory."""
        if size < REQUEST_HEAD.size - SIZE.size:
            raise self._broken(f"a frame of {size} bytes is no request")
        most = self._limits.max_sasl_message_size
        if size > most and self.state is not _READY and self.state is not _PASSING_TOKENS:
            raise self._broken(f"a request of {size} bytes (at most {most} before authentication)")

    def _is_whole(self, size: int) -> bool:
        """Whether all of a frame is there, which has to be kept, and so may not be too large."""
        if size > self._limits.max_frame_size:
            raise self._broken(f"a request of {size} bytes ({self._limits.max_frame_size} are allowed)")
        return len(self.intake) >= SIZE.size + size

    def _is_answered(self, size: int, version: int) -> bool | None:
        """Whether a Produce request wants an answer; None if too few of its bytes are there to know."""
        there = min(SIZE.size + size, len(self.intake))
        for enough in (min(there, USUAL_HEAD), there):
            payload = bytes(memoryview(self.intake.peek(enough) or b"")[SIZE.size : enough])
            is_answered = wants_answer(payload, version, self._messages, self._limits)
            if is_answered is not None:
                return is_answered
        if there == SIZE.size + size:
            return True  # it ends before that: the broker will say what it thinks of it
        self._is_whole(size)
        return None

    def _begin_token(self) -> tuple[Exchange, int] | None:
        """A SASL token in a frame of its own. It may not be large, and is answered with another one."""
        size = self._size()
        if not 0 <= size <= self._limits.max_sasl_message_size:
            raise self._broken(f"a SASL token of {size} bytes (at most {self._limits.max_sasl_message_size})")
        if _SASL_AUTHENTICATE in self._kept and len(self.intake) < SIZE.size + size:
            return None
        return Exchange(_SASL_AUTHENTICATE, BARE_TOKEN, None), size

    def _is_token(self) -> bool | None:
        """Whether the next frame is a token: where that is not known, no request of a known API and version is one."""
        if self.state is _TAKING_TOKENS:
            return True
        enough = SIZE.size + min(max(self._size(), 0), _MOST_HEAD)
        head = self.intake.peek(enough)
        if head is None:
            return None
        try:
            decode_request_header(bytes(memoryview(head)[SIZE.size : enough]), messages=self._messages)
        except (DecodeError, UnsupportedVersion):
            return True
        return False

    def _step(self, api_key: int, version: int) -> None:
        """What a request does to the state of the client's side."""
        what = Input.REQUEST
        if api_key == _SASL_HANDSHAKE:
            bare = Input.BARE_HANDSHAKE if self._authenticates else Input.BARE_HANDSHAKE_PASSED
            what = Input.SASL_HANDSHAKE if version else bare
        elif api_key == _API_VERSIONS:
            what = Input.API_VERSIONS
        elif api_key == _SASL_AUTHENTICATE:
            what = Input.SASL_TOKEN
        elif self.state is _READY:
            return
        state = step(SERVER_TRANSITIONS, self.state, what)
        if state is None:
            raise self._broken(f"{api_name(api_key, self._messages)} is not allowed in state {self.state.name}")
        self.state = state

    def _broken(self, what: str) -> RemoteProtocolError:
        self.close()
        return RemoteProtocolError(what)
