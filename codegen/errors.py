"""The one error that a broken schema raises."""

from __future__ import annotations

_LONGEST = 300


class SchemaError(ValueError):
    """A schema breaks a rule; the text names the file, the field and the rule."""

    def __init__(self, source: str, path: str, rule: str) -> None:
        self.source = source
        self.path = path
        self.rule = rule
        super().__init__(": ".join(printable(part) for part in (source, path, rule) if part))


def printable(text: str) -> str:
    """One line of a bounded length, whatever a schema has put into it."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text[: _LONGEST + 1])
    return line if len(text) <= _LONGEST else f"{line[:_LONGEST]}..."
