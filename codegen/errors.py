"""The one error that broken schemas raise: it holds everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """A rule that a schema breaks: in which file, at which field (empty for the message as a whole), and which rule."""

    source: str
    path: str
    rule: str

    def __str__(self) -> str:
        return ": ".join(printable(part) for part in (self.source, self.path, self.rule) if part)


class SchemaError(ValueError):
    """Schemas break rules. The text has a line for each of the `problems`: file, field and rule."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))

    @classmethod
    def at(cls, source: str, path: str, rule: str) -> SchemaError:
        """The error for a single problem."""
        return cls(Problem(source, path, rule))


@contextmanager
def collected(problems: list[Problem]) -> Iterator[None]:
    """Go on behind the block if it raises a `SchemaError`, with its problems added to the list."""
    try:
        yield
    except SchemaError as exc:
        problems += exc.problems


def refuse(problems: list[Problem]) -> None:
    """Raise one `SchemaError` with all of the problems, if there are any."""
    if problems:
        raise SchemaError(*problems)


def printable(text: str) -> str:
    """One line of a bounded length, whatever a schema has put into it."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text[: _LONGEST + 1])
    return line if len(text) <= _LONGEST else f"{line[:_LONGEST]}..."
