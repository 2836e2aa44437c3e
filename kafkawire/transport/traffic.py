"""What went through connections: how many bytes, and, for whoever records them, which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

__all__ = ["Recorded", "Recorder", "Traffic"]


class Recorded(Protocol):
    """One connection that is recorded, `kafkawire.capture.recorder.Recorded` say."""

    def request(self, data: bytes | memoryview) -> None:
        """Bytes that the client has sent."""

    def response(self, data: bytes | memoryview) -> None:
        """Bytes that the server has sent."""

    def end(self) -> None:
        """The connection is closed."""


@runtime_checkable
class Recorder(Protocol):
    """What writes down what goes over connections, `kafkawire.capture.Recorder` say. It must not raise."""

    def open(
        self, client: tuple[str, int], server: tuple[str, int], facts: Mapping[str, str] | None = None, /
    ) -> Recorded:
        """A connection begins between these addresses and ports."""


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
