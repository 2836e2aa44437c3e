"""Reads the syntax of RE2 regular expressions into a tree, for `topic_regex`."""

from __future__ import annotations

import string
from dataclasses import dataclass

__all__ = ["ANY", "Alternatives", "Assertion", "Characters", "InvalidRegex", "Node", "Repeat", "Sequence", "parse"]

ANY = frozenset(map(chr, range(128)))
_MAX_DEPTH = 100
_MAX_REPEAT = 1000  # as RE2
_DIGIT, _SPACE = frozenset(string.digits), frozenset("\t\n\f\r ")
_WORD = frozenset(string.ascii_letters + string.digits + "_")
_CLASSES = {"d": _DIGIT, "D": ANY - _DIGIT, "s": _SPACE, "S": ANY - _SPACE, "w": _WORD, "W": ANY - _WORD}
_ASSERTIONS = {"A": "start", "z": "end", "b": "edge", "B": "no edge"}
_CONTROLS = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_POSIX = {
    "alnum": frozenset(string.ascii_letters + string.digits),
    "alpha": frozenset(string.ascii_letters),
    "ascii": ANY,
    "blank": frozenset(" \t"),
    "cntrl": frozenset(c for c in ANY if ord(c) < 32 or ord(c) == 127),
    "digit": _DIGIT,
    "graph": frozenset(c for c in ANY if 32 < ord(c) < 127),
    "lower": frozenset(string.ascii_lowercase),
    "print": frozenset(c for c in ANY if 32 <= ord(c) < 127),
    "punct": frozenset(string.punctuation),
    "space": _SPACE | {"\v"},
    "upper": frozenset(string.ascii_uppercase),
    "word": _WORD,
    "xdigit": frozenset(string.hexdigits),
}


class InvalidRegex(ValueError):
    """A pattern that is not in the syntax."""


@dataclass(frozen=True, slots=True)
class Characters:
    """One character out of these."""

    allowed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Assertion:
    """A condition on the place: `start`, `end`, `edge` (of a word) or `no edge`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of these."""

    choices: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """From `least` to `most` times; None: as often as one likes."""

    inner: Node
    least: int
    most: int | None


Node = Characters | Assertion | Sequence | Alternatives | Repeat


def parse(pattern: str) -> Node:
    """The tree of a pattern. Raises `InvalidRegex`."""
    reader = _Reader(pattern)
    node = reader.alternatives(0)
    if not reader.at_end:
        raise InvalidRegex("unexpected )")
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._ignores_case = False
        self._dot_is_all = False

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def alternatives(self, depth: int) -> Node:
        if depth > _MAX_DEPTH:
            raise InvalidRegex("expression nests too deeply")
        flags = self._ignores_case, self._dot_is_all
        choices = [self._sequence(depth)]
        while self._take("|"):
            choices.append(self._sequence(depth))
        self._ignores_case, self._dot_is_all = flags  # flags end with the group that they are set in
        return choices[0] if len(choices) == 1 else Alternatives(tuple(choices))

    def _sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while not self.at_end and self._text[self._at] not in "|)":
            if self._take("\\Q"):
                quoted, _, _ = self._text[self._at :].partition("\\E")
                self._at += len(quoted) + 2
                parts += [self._literal(character) for character in quoted]
                continue
            atom = self._atom(depth)
            if atom is not None:
                parts.append(self._repeated(atom))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _atom(self, depth: int) -> Node | None:
        character = self._next("")
        match character:
            case "(":
                return self._group(depth)
            case "[":
                return Characters(self._folded(self._class()))
            case ".":
                return Characters(ANY if self._dot_is_all else ANY - {"\n"})
            case "^":
                return Assertion("start")
            case "$":
                return Assertion("end")
            case "*" | "+" | "?":
                raise InvalidRegex("missing argument to repetition operator")
            case "\\":
                return self._escape()
        return self._literal(character)

    def _repeated(self, atom: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return atom
        self._take("?")  # whether it is greedy makes no difference to what matches
        if self._bounds() is not None:
            raise InvalidRegex("invalid nested repetition operator")
        return Repeat(atom, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        for operator, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(operator):
                return bounds
        inside, brace, _ = self._text[self._at + 1 :].partition("}")
        least, comma, most = inside.partition(",")
        numbers = [number for number in (least, most) if number or number is least]
        if not (self._text.startswith("{", self._at) and brace and all(map(_is_number, numbers))):
            return None  # a brace that counts nothing is a brace
        self._at += len(inside) + 2
        found = int(least), int(most) if most else (None if comma else int(least))
        if max(found[0], found[1] or 0) > _MAX_REPEAT or (found[1] is not None and found[1] < found[0]):
            raise InvalidRegex("invalid repeat count")
        return found

    def _group(self, depth: int) -> Node | None:
        if self._take("?") and not self._take(":"):
            if self._take("P<") or (self._take("<") and self._peek() not in "=!"):
                name = self._until(">")
                if not name or not set(name) <= _WORD:
                    raise InvalidRegex("invalid named capture")
            elif self._flags():
                return None
        node = self.alternatives(depth + 1)
        if not self._take(")"):
            raise InvalidRegex("missing closing )")
        return node

    def _flags(self) -> bool:
        """Flags of the form (?i) or (?i:...); True if nothing follows them."""
        value = True
        while (character := self._next("missing closing )")) not in "):":
            match character:
                case "-":
                    value = False
                case "i":
                    self._ignores_case = value
                case "s":
                    self._dot_is_all = value
                case "m" | "U":
                    pass  # lines and greed make no difference to a whole topic name
                case _:
                    raise InvalidRegex("invalid or unsupported Perl syntax")
        return character == ")"

    def _escape(self) -> Node:
        character = self._next("trailing \\ at end of expression")
        if character in _ASSERTIONS:
            return Assertion(_ASSERTIONS[character])
        return Characters(self._folded(_CLASSES.get(character) or frozenset(self._escaped(character))))

    def _escaped(self, character: str) -> str:
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character == "x":
            digits = self._until("}") if self._take("{") else self._next("") + self._next("")
            if not digits or not set(digits) <= _POSIX["xdigit"] or int(digits, 16) > 0x10FFFF:
                raise InvalidRegex("invalid escape sequence")
            return chr(int(digits, 16))
        if character in _WORD or character not in ANY:
            raise InvalidRegex("invalid escape sequence")
        return character

    def _class(self) -> frozenset[str]:
        is_negated = self._take("^")
        found: set[str] = set()
        is_first = True
        while is_first or not self._take("]"):
            is_first = False
            found |= self._class_item()
        return ANY - found if is_negated else frozenset(found)

    def _class_item(self) -> frozenset[str]:
        if self._take("[:"):
            name = self._until(":]")
            members = _POSIX.get(name.removeprefix("^"))
            if members is None:
                raise InvalidRegex("invalid character class range")
            return ANY - members if name.startswith("^") else members
        first = self._next("missing closing ]")
        if first == "\\":
            first = self._next("missing closing ]")
            if first in _CLASSES:
                return _CLASSES[first]
            first = self._escaped(first)
        return self._range(first)

    def _range(self, first: str) -> frozenset[str]:
        if self._peek() != "-" or self._text.startswith("-]", self._at):
            return frozenset(first)
        self._take("-")
        last = self._next("missing closing ]")
        if last == "\\":
            last = self._escaped(self._next("missing closing ]"))
        if last < first:
            raise InvalidRegex("invalid character class range")
        return frozenset(c for c in ANY if first <= c <= last)

    def _literal(self, character: str) -> Characters:
        return Characters(self._folded(frozenset(character)))

    def _folded(self, characters: frozenset[str]) -> frozenset[str]:
        if not self._ignores_case:
            return characters
        return characters | {c.lower() for c in characters} | {c.upper() for c in characters}

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1] or " "

    def _next(self, error: str) -> str:
        if self.at_end:
            raise InvalidRegex(error or "unexpected end of expression")
        self._at += 1
        return self._text[self._at - 1]

    def _take(self, text: str) -> bool:
        found = self._text.startswith(text, self._at)
        self._at += len(text) if found else 0
        return found

    def _until(self, end: str) -> str:
        found, closing, _ = self._text[self._at :].partition(end)
        if not closing:
            raise InvalidRegex(f"missing closing {end}")
        self._at += len(found) + len(end)
        return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_REPEAT)) + 1
