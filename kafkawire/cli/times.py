"""Points in time as people write them."""

from __future__ import annotations

from datetime import datetime

from kafkawire.cli.errors import UsageError

__all__ = ["milliseconds"]


def milliseconds(text: str, wanted: str = "milliseconds, or a time as 2024-05-01T12:00") -> int:
    """Milliseconds, or a time in ISO format (of this place, if it does not say). Raises `UsageError`."""
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return int(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{text}: want {wanted}") from None
