"""Regular expressions as Java writes them, in Python's terms.

Both agree on nearly all that a pattern for topics needs. What is spelled otherwise is translated; what means something
else in Python, or nothing, is refused, so that no pattern silently chooses other topics than Spark's own source does.
"""

from __future__ import annotations

import re

from kafkawire.client.errors import InvalidOption

__all__ = ["compile_java"]

_CLASSES = {
    "Lower": "a-z",
    "Upper": "A-Z",
    "Alpha": "a-zA-Z",
    "Digit": "0-9",
    "Alnum": "a-zA-Z0-9",
    "Punct": r"!-/:-@\[-`{-~",
    "XDigit": "0-9a-fA-F",
    "Space": r" \t\n\x0b\f\r",
    "Blank": r" \t",
    "Cntrl": r"\x00-\x1f\x7f",
    "ASCII": r"\x00-\x7f",
}
_QUOTED = re.compile(r"\\Q(.*?)(?:\\E|$)", re.DOTALL)
_POSIX = re.compile(r"\\p\{(\w+)\}")
_PIECE = re.compile(r"\\(?:p\{\w+\}|.)|\(\?<(?![=!])|\\?.", re.DOTALL)
_ONLY_JAVA = "hHRXGvVNkPpz0"  # escapes that Python lacks, or gives another meaning


def compile_java(name: str, pattern: str) -> re.Pattern[str]:
    """A pattern whose `fullmatch` is what Java's `matches` is. Raises `InvalidOption` naming the option.

    Digits, letters and blanks mean ASCII, as in Java. Names of topics are ASCII in any case.
    """
    try:
        return re.compile(_translate(name, pattern), re.ASCII)
    except (re.error, ValueError, RecursionError, OverflowError) as exc:
        raise InvalidOption(f"option {name!r} is no regular expression: {exc}") from exc


def _translate(name: str, pattern: str) -> str:
    parts = _QUOTED.split(pattern)  # literal texts are every second part
    return "".join(re.escape(part) if i % 2 else _outside_quotes(name, part) for i, part in enumerate(parts))


def _outside_quotes(name: str, pattern: str) -> str:
    out: list[str] = []
    members = -1  # of a class so far, [...]; -1 outside
    for piece in _PIECE.findall(pattern):
        if piece == "[":
            if members >= 0:
                raise _refused(name, "a class within a class")
            members = 0
        elif piece == "]" and members > 0:
            members = -1
        elif members >= 0 and (piece != "^" or members):  # what comes first is no end: []a]
            members += 1
            if piece == "&" == out[-1]:
                raise _refused(name, "an intersection of classes (&&)")
        out.append(_in_python(name, piece, in_class=members >= 0))
    return "".join(out)


def _in_python(name: str, piece: str, *, in_class: bool) -> str:
    if piece == "(?<":  # the beginning of a named group
        return "(?P<"
    posix = _POSIX.fullmatch(piece)
    if posix is not None and posix[1] in _CLASSES:
        members = _CLASSES[posix[1]]
        return members if in_class else f"[{members}]"
    if piece == r"\z":  # the end of the text
        return r"\Z"
    if len(piece) > 1 and piece[0] == "\\" and piece[1] in _ONLY_JAVA:
        raise _refused(name, piece)
    return piece


def _refused(name: str, what: str) -> InvalidOption:
    return InvalidOption(f"option {name!r}: {what} is not supported here; write it in another way")
