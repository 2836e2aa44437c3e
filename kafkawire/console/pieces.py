"""Sections of bytes as the page shows them: what each byte is beside the bytes."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from kafkawire.annotate.sections import Piece, Section, all_pieces, json_value, size_text
from kafkawire.console.values import for_page

__all__ = ["section_json"]

_MOST_BYTES = 256 * 1024  # of a section that the page shows
_MOST_PIECES = 50_000


def section_json(section: Section, docs: Mapping[str, str], *, title: str | None = None) -> dict[str, Any]:
    """The section. What is secret is neither in the values nor in the bytes; `hidden` says where it was.

    `docs` say by path what fields are for. Of a long section the beginning is given; `size` is that of all of it.
    """
    stop = len(section.data) if section.stop < 0 else section.stop
    data = bytearray(section.data[section.start : min(stop, section.start + _MOST_BYTES)])
    end = section.start + len(data)
    pieces: list[list[Any]] = []
    hidden: list[tuple[int, int]] = []
    size = 0
    for piece in all_pieces(section):
        size += 1
        if piece.secret:
            until = max(piece.start, min(piece.stop, end))
            hidden.append((piece.start, until))
            data[piece.start - section.start : until - section.start] = bytes(until - piece.start)
        if len(pieces) < _MOST_PIECES and piece.start <= end:
            pieces.append([piece.start, piece.stop, piece.path, piece.type, _shown(piece), for_page(piece.note)])
    return {
        "title": section.title if title is None else title,
        "start": section.start,
        "size": stop - section.start,
        "bytes": base64.b64encode(data).decode(),
        "pieces": pieces,
        "count": size,
        "hidden": hidden,
        "docs": docs,
        "error": None if section.error is None else str(section.error),
    }


def _shown(piece: Piece) -> Any:
    if isinstance(piece.value, bytes | memoryview) and not piece.secret:
        return size_text(len(piece.value))
    return for_page(json_value(piece))
