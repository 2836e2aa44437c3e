"""Words of a command line that are wrong in ways that argparse does not see, and the types of those that it does."""

from __future__ import annotations

from datetime import datetime

__all__ = ["UsageError", "milliseconds", "positive"]


class UsageError(Exception):
    """The command was called wrongly; the text says how, and what to do. Ends with exit code 2.

    Of several texts each is a line of its own.
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


def positive(text: str) -> int:
    """As a type of argparse: a number above 0."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


positive.__name__ = "number above 0"  # what argparse calls the type in its error


def milliseconds(text: str, wanted: str = "milliseconds, or a time as 2024-05-01T12:00") -> int:
    """Milliseconds, or a time in ISO format (of this place, if it does not say). Raises `UsageError`."""
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return int(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{text}: want {wanted}") from None
