"""Every field of encoded bytes with its offset, its bytes, its path, its type and its value.

Damaged bytes are followed as far as they make sense; then come what is left over, and the error.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kafkawire.error_code import ErrorCode
from kafkawire.errors import InvalidLength, KafkaWireError, TrailingBytes, Truncated
from kafkawire.explain_decode import Token, trace_prefix
from kafkawire.jsonform import HIDDEN, uuid_text
from kafkawire.message import SECRET_FIELDS, Message
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.spec import StructSpec, spec_of

__all__ = [
    "Piece",
    "Section",
    "all_pieces",
    "begins_a_request",
    "holds_secrets",
    "is_sized",
    "json_lines",
    "json_value",
    "message_section",
    "request_section",
    "response_section",
    "size_text",
]


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes `start` to `stop` of a section and what they are."""

    start: int
    stop: int
    path: str
    type: str
    value: Any = None
    note: str = ""
    secret: bool = False


@dataclass(slots=True)
class Section:
    """Some bytes, the pieces that they are made of, and the error that ended the reading, if one did."""

    data: bytes
    title: str = ""
    pieces: list[Piece] = field(default_factory=list)
    error: KafkaWireError | None = None
    rest_is_secret: bool = False
    show_secrets: bool = False
    messages: MessageSet = PROTOCOL
    start: int = 0
    stop: int = -1
    """Where in `data` the section ends; -1 is the end of it."""

    @property
    def position(self) -> int:
        """Where the next piece begins."""
        return self.pieces[-1].stop if self.pieces else self.start

    @property
    def left(self) -> int:
        """Bytes that no piece has yet."""
        return (len(self.data) if self.stop < 0 else self.stop) - self.position

    def message(self, cls: type[Message], version: int, prefix: str) -> bool:
        """Add the fields of a message; false if an error stopped that."""
        tokens, _, self.error = trace_prefix(cls, self.data, version, self.position)
        self.pieces += (self._piece(token, prefix) for token in tokens)
        self.rest_is_secret = not self.show_secrets and holds_secrets(spec_of(cls).root)
        return self.error is None

    def size(self) -> None:
        """Add the size in front of a frame. One that is not true is said when the rest has been read."""
        if len(self.data) < 4:
            self.error = Truncated(f"a frame begins with 4 bytes of size, here are {len(self.data)}")
            return
        (size,) = struct.unpack_from(">i", self.data)
        self.pieces.append(Piece(0, 4, "size", "int32", size))

    def end(self) -> None:
        """Nothing may follow, and the size in front must be what is there."""
        if self.error is None and self.pieces[:1] and self.pieces[0].path == "size":
            announced, there = self.pieces[0].value, len(self.data) - 4
            if announced != there:
                self.error = InvalidLength(f"the frame says {announced} bytes, here are {there}")
        if self.error is None and self.left:
            self.error = TrailingBytes(f"{self.left} bytes left over at offset {self.position}")

    def _piece(self, token: Token, prefix: str) -> Piece:
        name = token.path.rpartition(".")[2].partition("[")[0]
        secret = name in SECRET_FIELDS and not self.show_secrets
        path = (prefix + token.path).lstrip(".") or "message"
        return Piece(
            token.start, token.stop, path, token.type, token.value, _note(name, token.value, self.messages), secret
        )


def request_section(data: bytes, sized: bool, messages: MessageSet = PROTOCOL, show_secrets: bool = False) -> Section:
    """A request frame, with its size in front or without."""
    section = Section(data, show_secrets=show_secrets, messages=messages)
    if sized:
        section.size()
    if section.error is None:
        try:
            key, version = _key_and_version(data, section.position)
            body, header_version = messages.request(key, version)
        except KafkaWireError as exc:
            section.error = exc
        else:
            section.rest_is_secret = not show_secrets and holds_secrets(spec_of(body).root)
            if section.message(RequestHeader, header_version, "header"):
                section.message(body, version, "body")
    section.end()
    return section


def is_sized(data: bytes, told: bool | None, may_be_bare: bool) -> bool:
    """Whether a frame's size stands in front: as told, or if it is true, or if nothing else makes sense."""
    if told is not None:
        return told
    if len(data) < 4:
        return not may_be_bare
    (size,) = struct.unpack_from(">i", data)
    return bool(size == len(data) - 4) or not may_be_bare


def begins_a_request(data: bytes, messages: MessageSet) -> bool:
    """Whether the bytes begin with an API key and a version that exist."""
    if len(data) < 4:
        return False
    try:
        messages.request(*struct.unpack_from(">hh", data))
    except KafkaWireError:
        return False
    return True


def _key_and_version(data: bytes, pos: int) -> tuple[int, int]:
    if len(data) - pos < 4:
        raise Truncated(f"a request takes at least 4 bytes, here are {len(data) - pos}")
    key, version = struct.unpack_from(">hh", data, pos)
    return key, version


def response_section(
    data: bytes, key: int, version: int, sized: bool, messages: MessageSet = PROTOCOL, show_secrets: bool = False
) -> Section:
    """A response frame, with its size in front or without."""
    body, header_version = messages.response(key, version)
    section = Section(data, show_secrets=show_secrets)
    if sized:
        section.size()
    if section.error is None and section.message(ResponseHeader, header_version, "header"):
        section.message(body, version, "body")
    section.end()
    return section


def message_section(cls: type[Message], data: bytes, version: int, show_secrets: bool = False) -> Section:
    """A message without any frame around it."""
    section = Section(data, show_secrets=show_secrets)
    section.message(cls, version, "")
    section.end()
    return section


def json_lines(section: Section) -> Iterator[dict[str, Any]]:
    """The dump as objects, one for each piece, and one for the error."""
    where = {"section": section.title} if section.title else {}
    for piece in all_pieces(section):
        raw = HIDDEN if piece.secret else section.data[piece.start : piece.stop].hex()
        size = piece.stop - piece.start
        yield where | {
            "offset": piece.start,
            "size": size,
            "hex": raw,
            "path": piece.path,
            "type": piece.type,
            "value": json_value(piece),
        }
    if section.error is not None:
        yield where | {"error": str(section.error)}


def all_pieces(section: Section) -> Iterator[Piece]:
    """The pieces, and as the last one the bytes that could not be read."""
    yield from section.pieces
    if section.left > 0:
        stop = section.position + section.left
        yield Piece(section.position, stop, "", f"not read: {size_text(section.left)}", secret=section.rest_is_secret)


def json_value(piece: Piece) -> Any:
    """What a piece says, as JSON has it; bytes are hex digits."""
    value = piece.value
    if piece.secret:
        return HIDDEN
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return uuid_text(value) if isinstance(value, UUID) else value


def _note(name: str, value: Any, messages: MessageSet) -> str:
    """The name behind a number, where it has one."""
    if name.endswith("error_code") and isinstance(value, int) and value:
        return f"({ErrorCode.of(value).name})"
    if name == "request_api_key" and value in messages:
        return f"({messages.message_class(value, 'request').__name__.removesuffix('Request')})"
    return ""


def holds_secrets(struct: StructSpec) -> bool:
    """Whether any field below holds something to hide."""
    return any(
        field.attr in SECRET_FIELDS or (field.struct is not None and holds_secrets(field.struct))
        for field in struct.fields
    )


def size_text(size: int) -> str:
    """Bytes with their unit."""
    return "1 byte" if size == 1 else f"{size} bytes"
