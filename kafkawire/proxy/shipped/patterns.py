"""Regular expressions of clients (RE2, as Kafka takes them) that are to match names behind a prefix, and no others."""

from __future__ import annotations

import re

from kafkawire.errors import KafkaWireError

__all__ = ["InvalidPattern", "behind", "without"]

_PIECE = re.compile(
    r"""\\[^QECpP]|\\[pP](?:\{[^{}]*\}|.)   # an escape
    |\[\^?\]?(?:\\[^QE]|\[:\^?\w+:\]|[^\]\\\[])*\]    # a class of characters
    |\((?:\?(?:P?<\w+>|[ims]*(?:-[ims]+)?[:)])|(?!\?))    # the beginning of a group, or flags that stand for themselves
    |[^\\\[(]""",
    re.VERBOSE | re.DOTALL,
)


class InvalidPattern(KafkaWireError):
    """A regular expression of which nobody could say that it stays behind its prefix."""


def behind(prefix: str, pattern: str) -> str:
    """The pattern for names that begin with a prefix. Raises `InvalidPattern` for one whose groups are not closed.

    The beginning of a name is that of what follows the prefix.
    """
    depth, at, parts = 0, 0, []
    while at < len(pattern):
        piece = _PIECE.match(pattern, at)
        if piece is None:
            raise InvalidPattern(f"{pattern!r}: cannot be understood from {at} on")
        text, at = piece[0], piece.end()
        depth += (text[0] == "(" and not text.endswith(")")) - (text == ")")
        if depth < 0:
            break
        parts.append("" if text in ("^", r"\A") else text)
    if depth:
        raise InvalidPattern(f"{pattern!r}: its parentheses do not match")
    return f"{_start(prefix)}{''.join(parts)})"


def without(prefix: str, pattern: str) -> str | None:
    """The pattern that `behind` was made from; None if it was made from none."""
    start = _start(prefix)
    return pattern[len(start) : -1] if pattern.startswith(start) and pattern.endswith(")") else None


def _start(prefix: str) -> str:
    return f"^{prefix.replace('.', '[.]')}(?:"
