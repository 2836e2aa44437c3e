"""JSON as Kafka's schema files have it: with comments, trailing commas and, once, a bracket too many."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

# A string comes first in both patterns, so that what looks like a comment inside one is left alone.
# What is never closed is matched, too: looking for its end from every place in it would take the square of its length.
_STRING = r'"(?:\\.|[^"\\\n])*\\?(?:"|(?=\n)|\Z)'
_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"{_STRING}|,(?=\s*[\]}}])")
_NOT_NEWLINE = re.compile(r"[^\n]")


def loads(text: str, warnings: list[str] | None = None) -> Any:
    """The value of a JSON text; raises `ValueError` with line and column where it is no such thing.

    Closing brackets after the value are passed over, as Kafka's own reader does, with a line added to `warnings`.
    """
    notes = [] if warnings is None else warnings
    plain = _TRAILING_COMMA.sub(_blank_unless_string, _COMMENT.sub(_blank_unless_string, text.removeprefix("\ufeff")))
    start = len(plain) - len(plain.lstrip())
    try:
        value, end = _decoder(notes).raw_decode(plain, start)
    except RecursionError:
        raise ValueError("brackets in brackets, too deep to read") from None
    rest = plain[end:].strip()
    if rest.strip("]} \t\r\n"):
        raise json.JSONDecodeError("text after the end of the value", plain, end)
    if rest:
        notes.append(f"{rest!r} after the end of the value is passed over")
    return value


def _blank_unless_string(match: re.Match[str]) -> str:
    """Spaces in place of a comment or comma, so that positions in error messages stay those of the file."""
    found = match[0]
    if found.startswith("/*") and (len(found) < 4 or not found.endswith("*/")):
        raise json.JSONDecodeError("a comment without an end", match.string, match.start())
    return found if found.startswith('"') else _NOT_NEWLINE.sub(" ", found)


def _decoder(notes: list[str]) -> json.JSONDecoder:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(items)
        if len(value) < len(items):
            twice = sorted(key for key, times in Counter(key for key, _ in items).items() if times > 1)
            notes.append(f"key given twice, the last counts: {', '.join(twice)}")
        return value

    return json.JSONDecoder(object_pairs_hook=pairs)
