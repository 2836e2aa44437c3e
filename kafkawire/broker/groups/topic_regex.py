"""Regular expressions for topic names, in the syntax of RE2, matched in time that grows with the name alone.

A consumer of KIP-848 sends its pattern to the broker, so a pattern must not be able to keep the broker busy. Python's
`re` tries one way after the other, which takes forever for some patterns. Here all ways are followed at once, as a set
of places in a small program (Thompson's construction), and the program has a largest size. There are no
back-references and no look-around, as in RE2. Topic names are ASCII, so only ASCII characters are ever matched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kafkawire.broker.groups.topic_regex_parser import (
    ANY,
    Alternatives,
    Assertion,
    Characters,
    InvalidRegex,
    Node,
    Repeat,
    Sequence,
    parse,
)

__all__ = ["InvalidRegex", "TopicRegex"]

_MAX_PROGRAM = 10_000
_MAX_CACHE = 2_000
_WORD = ANY.intersection("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")

# An instruction: characters to pass, a condition to hold, or where to go on (one or two places). The end is ().
_Instruction = frozenset[str] | str | tuple[int, ...]
_Positions = frozenset[int]


class TopicRegex:
    """One compiled pattern. Raises `InvalidRegex`."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._program: list[_Instruction] = []
        self._work = 0
        self._emit(parse(pattern))
        self._put(())
        self._steps: dict[tuple[_Positions, str, str], _Positions] = {}

    def matches(self, name: str) -> bool:
        """Whether the pattern matches all of the name."""
        positions, before = frozenset({0}), ""
        for character in name:
            positions = self._step(positions, before, character)
            if not positions:
                return False
            before = character
        return any(self._program[position] == () for position in self._reach(positions, before, ""))

    def _step(self, positions: _Positions, before: str, character: str) -> _Positions:
        key = positions, before, character
        found = self._steps.get(key)
        if found is None:
            if len(self._steps) >= _MAX_CACHE:
                self._steps.clear()
            found = self._steps[key] = frozenset(self._passed(positions, before, character))
        return found

    def _passed(self, positions: _Positions, before: str, character: str) -> Iterator[int]:
        for position in self._reach(positions, before, character):
            instruction = self._program[position]
            if isinstance(instruction, frozenset) and character in instruction:
                yield position + 1

    def _reach(self, positions: Iterable[int], before: str, after: str) -> set[int]:
        """Every place that can be gone to from here without passing a character."""
        seen: set[int] = set()
        todo = list(positions)
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            instruction = self._program[position]
            if isinstance(instruction, tuple):
                todo += instruction
            elif isinstance(instruction, str) and _holds(instruction, before, after):
                todo.append(position + 1)
        return seen

    # Compiling

    def _put(self, instruction: _Instruction) -> int:
        if len(self._program) >= _MAX_PROGRAM:
            raise InvalidRegex("expression is too large")
        self._program.append(instruction)
        return len(self._program) - 1

    def _emit(self, node: Node) -> None:
        self._work += 1  # repeating nothing makes no program, but it does take time
        if self._work > _MAX_PROGRAM:
            raise InvalidRegex("expression is too large")
        match node:
            case Characters(allowed):
                self._put(allowed)
            case Assertion(kind):
                self._put(kind)
            case Sequence(parts):
                for part in parts:
                    self._emit(part)
            case Alternatives(choices):
                self._emit_choices(choices)
            case Repeat(inner, least, most):
                self._emit_repeat(inner, least, most)

    def _emit_choices(self, choices: tuple[Node, ...]) -> None:
        ends = []
        for choice in choices[:-1]:
            split = self._put(())
            self._emit(choice)
            ends.append(self._put(()))
            self._program[split] = (split + 1, len(self._program))
        self._emit(choices[-1])
        for end in ends:
            self._program[end] = (len(self._program),)

    def _emit_repeat(self, inner: Node, least: int, most: int | None) -> None:
        for _ in range(least):
            self._emit(inner)
        if most is None:
            split = self._put(())
            self._emit(inner)
            self._put((split,))
            self._program[split] = (split + 1, len(self._program))
            return
        splits = []
        for _ in range(most - least):
            splits.append(self._put(()))
            self._emit(inner)
        for split in splits:
            self._program[split] = (split + 1, len(self._program))


def _holds(assertion: str, before: str, after: str) -> bool:
    match assertion:
        case "start":
            return not before
        case "end":
            return not after
        case _:
            at_edge = (before in _WORD) != (after in _WORD)
            return at_edge if assertion == "edge" else not at_edge
