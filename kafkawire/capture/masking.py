"""The bytes of a connection without its secrets, as many as there were.

Most frames pass as they come, piece by piece. Those of APIs that carry secrets are kept until they are whole; secret
fields become asterisks, and the frame is written again. One that cannot be read, or is absurdly large, becomes
asterisks behind its header. After SaslHandshake 0, tokens go in frames of their own, which are secret as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any, Literal

from kafkawire.capture.facts import user_of
from kafkawire.capture.frames import body_at
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.message import SECRET_FIELDS, Message
from kafkawire.messages import PROTOCOL, ResponseHeader, SaslAuthenticateRequest, SaslHandshakeRequest
from kafkawire.spec import FieldPath, StructSpec, spec_of

__all__ = ["Masked"]

_SIZE = 4
_REQUEST = Struct(">hhi")  # key, version, correlation id
_SASL_HANDSHAKE, _SASL_AUTHENTICATE = 17, 36
_LARGEST = MIB  # of a frame that is kept
_MOST_OPEN = 1_000  # requests whose response holds secrets
_STAR = b"*"
_ALL = 1 << 62  # bytes

Part = Literal["request", "response"]
Change = Callable[[bytes], bytes]
"""What a frame without its size becomes, which is as long."""


class Masked:
    """Both directions of one connection."""

    def __init__(self) -> None:
        self.principal: str | None = None
        """Who logs in, as far as the first token says it in the clear."""
        self._mechanism: str | None = None
        self._takes_tokens = False
        self._handshake_id = -1
        self._tokens = 0  # without a header, which wait for a response
        self._secret: dict[int, tuple[int, int]] = {}  # correlation id -> API and version
        self._requests = _Direction(_REQUEST.size, self._of_request)
        self._responses = _Direction(_SIZE, self._of_response)

    def request(self, data: bytes | memoryview) -> bytes:
        """What may be shown of the client's next bytes."""
        return self._requests.receive_data(bytes(data))

    def response(self, data: bytes | memoryview) -> bytes:
        """What may be shown of the server's next bytes."""
        return self._responses.receive_data(bytes(data))

    def _of_request(self, head: bytes) -> Change | None:
        """What to do with a request that begins so, if anything."""
        if self._takes_tokens:
            return self._token
        if len(head) < _REQUEST.size:
            return None
        key, version, correlation_id = _REQUEST.unpack(head)
        if key == _SASL_HANDSHAKE:
            return self._handshake
        if _has_secrets(key, "response") and len(self._secret) < _MOST_OPEN:
            self._secret[correlation_id] = key, version
        return self._masked_request if _has_secrets(key, "request") else None

    def _of_response(self, head: bytes) -> Change | None:
        number = int.from_bytes(head, "big", signed=True)
        found = self._secret.pop(number, None) if len(head) == _SIZE else None
        if found is not None:
            return lambda frame: _without_secrets(frame, *found, "response")
        if self._tokens and number != self._handshake_id:
            self._tokens -= 1
            return lambda frame: _STAR * len(frame)
        return None

    def _handshake(self, frame: bytes) -> bytes:
        version, start = int.from_bytes(frame[2:4], "big"), body_at(frame, PROTOCOL)
        self._takes_tokens, self._handshake_id = version == 0, int.from_bytes(frame[4:8], "big", signed=True)
        if start:
            try:
                self._mechanism = SaslHandshakeRequest.decode_prefix(frame, version, start)[0].mechanism
            except KafkaWireError:
                self._mechanism = None
        return frame

    def _token(self, frame: bytes) -> bytes:
        """A token without a header, unless it is the request that follows the last one."""
        if body_at(frame, PROTOCOL):
            self._takes_tokens = False
            change = self._of_request(frame[: _REQUEST.size])
            return frame if change is None else change(frame)
        self.principal = self.principal or user_of(self._mechanism, frame)
        self._tokens += 1
        return _STAR * len(frame)

    def _masked_request(self, frame: bytes) -> bytes:
        key, version, _ = _REQUEST.unpack_from(frame)
        return _without_secrets(frame, key, version, "request", self._login if key == _SASL_AUTHENTICATE else None)

    def _login(self, message: Message) -> None:
        if isinstance(message, SaslAuthenticateRequest):
            self.principal = self.principal or user_of(self._mechanism, message.auth_bytes)


class _Direction:
    """One direction of a connection: finds where frames begin, and keeps those that are to be changed."""

    def __init__(self, head: int, decide: Callable[[bytes], Change | None]) -> None:
        self._head, self._decide = head, decide
        self._parts: list[bytes] = []  # of a frame that is kept: `_have` bytes, and nothing is done before `_need`
        self._have = self._need = 0
        self._passes = 0  # bytes still to come of a frame that is not kept
        self._is_hidden = False  # whether these become asterisks
        self._change: Change | None = None

    def receive_data(self, data: bytes) -> bytes:
        """Take the next bytes; returns what may be shown by now."""
        if not self._parts and self._passes >= len(data):  # most of them
            self._passes -= len(data)
            return self._shown(data)
        self._parts.append(data)
        self._have += len(data)
        if self._have < self._need:
            return b""
        data, self._parts = b"".join(self._parts), []
        out: list[bytes] = []
        at = self._need = 0
        while at < len(data) and (passed := self._pass(data, at, out)):
            at += passed
        self._have = len(data) - at
        if self._have:
            self._parts = [data[at:]]
        return b"".join(out)

    def _shown(self, data: bytes) -> bytes:
        return _STAR * len(data) if self._is_hidden else data

    def _pass(self, data: bytes, at: int, out: list[bytes]) -> int:
        """Deal with what stands there; returns how many bytes that took, 0 if more are needed."""
        if self._passes:
            return self._pass_on(data[at : at + self._passes], out)
        there = len(data) - at
        if there < _SIZE:
            return self._wait_for(_SIZE)
        size = int.from_bytes(data[at : at + _SIZE], "big", signed=True)
        head = _SIZE + max(0, min(size, self._head))
        if self._change is None:
            if there < head:
                return self._wait_for(head)
            self._change = self._decide(data[at + _SIZE : at + head])
        if self._change is None or not 0 <= size <= _LARGEST:
            return self._begin_passing(data[at : at + head], size, out)
        end = _SIZE + size
        if there < end:
            return self._wait_for(end)
        change, self._change = self._change, None
        out.append(data[at : at + _SIZE] + change(data[at + _SIZE : at + end]))
        return end

    def _pass_on(self, piece: bytes, out: list[bytes]) -> int:
        self._passes -= len(piece)
        out.append(self._shown(piece))
        return len(piece)

    def _begin_passing(self, head: bytes, size: int, out: list[bytes]) -> int:
        """Show the header of a frame that is not kept, and say what becomes of the rest."""
        out.append(head)
        is_hidden, self._change = self._change is not None, None
        self._passes, self._is_hidden = size + _SIZE - len(head), is_hidden
        if size < 0:  # behind a size that cannot be there are no frames
            self._passes, self._is_hidden = _ALL, True
        return len(head)

    def _wait_for(self, size: int) -> int:
        self._need = size
        return 0


def _without_secrets(
    frame: bytes, key: int, version: int, part: Part, look: Callable[[Message], None] | None = None
) -> bytes:
    """A frame without its size, whose secret fields are asterisks."""
    head = _REQUEST.size if part == "request" else _SIZE
    try:
        cls, start = _body(frame, key, version, part)
        message, end = cls.decode_prefix(frame, version, start)
        if look is not None:
            look(message)
        for path in _secrets(cls):
            for holder in path.holders(message):
                _hide(holder, path.field.attr)
        masked = frame[:start] + bytes(message.encode(version)) + frame[end:]
    except KafkaWireError:
        masked = b""
    return masked if len(masked) == len(frame) else frame[:head] + _STAR * (len(frame) - head)


def _body(frame: bytes, key: int, version: int, part: Part) -> tuple[type[Message], int]:
    """The class of a message, and where it begins behind its header. Raises `KafkaWireError`."""
    if part == "request":
        return PROTOCOL.request(key, version)[0], body_at(frame, PROTOCOL)
    cls, header_version = PROTOCOL.response(key, version)
    return cls, ResponseHeader.decode_prefix(frame, header_version)[1]


def _hide(holder: Any, attr: str) -> None:
    value = getattr(holder, attr)
    if isinstance(value, str):
        setattr(holder, attr, "*" * len(value.encode()))
    elif value:
        setattr(holder, attr, _STAR * len(value))


@cache
def _has_secrets(key: int, part: Part) -> bool:
    """Whether a message may hold any; one of a version that is not known is taken to, if others of its API do."""
    return key in PROTOCOL and bool(_secrets(PROTOCOL.message_class(key, part)))


_SECRETS: dict[type[Message], list[FieldPath]] = {}


def _secrets(cls: type[Message]) -> list[FieldPath]:
    if cls not in _SECRETS:
        _SECRETS[cls] = _found(spec_of(cls).root, (), spec_of(cls).versions)
    return _SECRETS[cls]


def _found(struct: StructSpec, above: tuple[Any, ...], versions: range) -> list[FieldPath]:
    found = []
    for field in struct.fields:
        if field.attr in SECRET_FIELDS:
            found.append(FieldPath((*above, field), versions))
        if field.struct is not None:
            found += _found(field.struct, (*above, field), versions)
    return found
