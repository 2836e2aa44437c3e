"""How many bytes went through connections."""

from __future__ import annotations

__all__ = ["Traffic"]


class Traffic:
    """Bytes that were received and sent; several connections may share one."""

    __slots__ = ("received", "sent")

    def __init__(self) -> None:
        self.received = 0
        self.sent = 0

    def add(self, other: Traffic) -> None:
        """Count what has been counted elsewhere."""
        self.received += other.received
        self.sent += other.sent
