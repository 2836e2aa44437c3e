"""Numbers on the command line."""

from __future__ import annotations

__all__ = ["positive"]


def positive(text: str) -> int:
    """As a type of argparse: a number above 0."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


positive.__name__ = "number above 0"  # what argparse calls the type in its error
