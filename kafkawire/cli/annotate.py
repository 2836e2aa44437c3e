"""The annotated dump: every field of encoded bytes with its offset, its bytes, its path, its type and its value.

Damaged bytes are shown as far as they make sense, then what is left over, then the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from kafkawire.annotate.sections import Piece, Section, all_pieces, size_text
from kafkawire.cli import output
from kafkawire.jsonform import HIDDEN, uuid_text

__all__ = ["text_lines"]

_ROW = 8  # bytes in a row
_MOST_ROWS = 3  # rows of one field; longer runs are cut
_LONGEST_TEXT = 72


def text_lines(section: Section) -> Iterator[str]:
    """The dump as text, in columns."""
    rows = [row for piece in all_pieces(section) for row in _rows(piece, section.data)]
    if section.title:
        yield f"--- {section.title}"
    yield from output.text_table(("offset", "bytes", "field", "type", "value"), rows, numeric=(0,))
    if section.title and section.error is not None:
        yield f"--- wrong: {section.error}"


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
        shown = size_text(len(value))
    elif isinstance(value, UUID):
        shown = uuid_text(value)
    else:
        shown = "" if value is None else output.json_text(value)
    if len(shown) > _LONGEST_TEXT:
        shown = f"{shown[:_LONGEST_TEXT]}.. ({size_text(size)})"
    return f"{shown} {piece.note}".strip()
