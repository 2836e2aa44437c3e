"""The annotated dump: every field of encoded bytes with its offset, its bytes, its path, its type and its value.

Damaged bytes are shown as far as they make sense, then what is left over, then the error.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kafkawire.cli import names, output
from kafkawire.cli.notes import HIDDEN, SECRETS, holds_secrets
from kafkawire.error_code import ErrorCode
from kafkawire.errors import InvalidLength, KafkaWireError, TrailingBytes, Truncated
from kafkawire.explain_decode import Token, trace_prefix
from kafkawire.jsonform import uuid_text
from kafkawire.message import Message
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.spec import spec_of

__all__ = ["Piece", "Section", "json_lines", "message_section", "request_section", "response_section", "text_lines"]

_ROW = 8  # bytes in a row
_MOST_ROWS = 3  # rows of one field; longer runs are cut
_LONGEST_TEXT = 72


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
        secret = name in SECRETS and not self.show_secrets
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


# ------------------------------------------------------------------------------------------------------------ printing


def text_lines(section: Section) -> Iterator[str]:
    """The dump as text, in columns."""
    rows = [row for piece in _all_pieces(section) for row in _rows(piece, section.data)]
    if section.title:
        yield f"--- {section.title}"
    yield from output.text_table(("offset", "bytes", "field", "type", "value"), rows, numeric=(0,))
    if section.title and section.error is not None:
        yield f"--- wrong: {section.error}"


def json_lines(section: Section) -> Iterator[dict[str, Any]]:
    """The dump as objects, one for each piece, and one for the error."""
    where = {"section": section.title} if section.title else {}
    for piece in _all_pieces(section):
        raw = HIDDEN if piece.secret else section.data[piece.start : piece.stop].hex()
        size = piece.stop - piece.start
        yield where | {
            "offset": piece.start,
            "size": size,
            "hex": raw,
            "path": piece.path,
            "type": piece.type,
            "value": _json_value(piece),
        }
    if section.error is not None:
        yield where | {"error": str(section.error)}


def _all_pieces(section: Section) -> Iterator[Piece]:
    yield from section.pieces
    if section.left > 0:
        stop = section.position + section.left
        yield Piece(section.position, stop, "", f"not read: {_count(section.left)}", secret=section.rest_is_secret)


def _rows(piece: Piece, data: bytes) -> Iterator[tuple[str, str, str, str, str]]:
    """The first row tells everything; long runs go on in more rows."""
    size = piece.stop - piece.start
    if piece.secret:
        yield str(piece.start), HIDDEN, piece.path, piece.type, HIDDEN if piece.path else ""
        return
    rows = range(piece.start, max(piece.stop, piece.start + 1), _ROW)
    for number, start in enumerate(rows):
        if number == _MOST_ROWS and len(rows) > _MOST_ROWS + 1:
            yield "", f".. {piece.stop - start} more", "", "", ""
            return
        row = data[start : min(start + _ROW, piece.stop)].hex(" ")
        text = (piece.path, piece.type, _text(piece, size)) if number == 0 else ("", "", "")
        yield str(start), row, *text


def _text(piece: Piece, size: int) -> str:
    value = piece.value
    if value is None and piece.path and not piece.note:
        return "null"
    if isinstance(value, bytes | memoryview):
        shown = _count(len(value))
    elif isinstance(value, UUID):
        shown = uuid_text(value)
    else:
        shown = "" if value is None else output.json_text(value)
    if len(shown) > _LONGEST_TEXT:
        shown = f"{shown[:_LONGEST_TEXT]}.. ({_count(size)})"
    return f"{shown} {piece.note}".strip()


def _json_value(piece: Piece) -> Any:
    value = piece.value
    if piece.secret:
        return HIDDEN
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return uuid_text(value) if isinstance(value, UUID) else value


def _count(size: int) -> str:
    return "1 byte" if size == 1 else f"{size} bytes"


def _note(name: str, value: Any, messages: MessageSet) -> str:
    """The name behind a number, where it has one."""
    if name.endswith("error_code") and isinstance(value, int) and value:
        return f"({ErrorCode.of(value).name})"
    if name == "request_api_key" and value in messages:
        return f"({names.api_name(value, messages)})"
    return ""
