"""Lines of Python, indented."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Collects lines of code."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self._depth = depth

    def line(self, text: str = "") -> None:
        """Add a line at the current depth."""
        self.lines.append("    " * self._depth + text if text else "")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line, and what is added within the `with` one step deeper."""
        self.line(head)
        self._depth += 1
        yield
        self._depth -= 1

    def text(self) -> str:
        """All of it, ending in a line feed."""
        return "\n".join(self.lines) + "\n"
