"""What the server of the console asks of a view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from kafkawire.errors import KafkaWireError

__all__ = ["Params", "Refused", "Route", "Told", "View"]

Params = Mapping[str, Any]
"""Texts of a query string, or values of a JSON body."""

Route = Callable[[Params], Awaitable[Any]]
"""From the parameters of a request to what JSON can say."""

Told = Callable[[str, int, int], None]
"""Is called now and then by what takes long: of what, how far it is, and how far that goes."""


class Refused(KafkaWireError):
    """What was asked for makes no sense, or is not there; the text is shown on the page."""


class View(Protocol):
    """One of the tabs of the page."""

    @property
    def name(self) -> str:
        """A word: the first part of its addresses, and the name of its script."""

    @property
    def title(self) -> str:
        """What stands on its tab."""

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it, by name."""

    def writing(self) -> Mapping[str, Route]:
        """What changes something, by name."""

    async def embed(self, told: Told, /) -> Any | None:
        """What an exported page has of it; None if it is left out there."""

    async def close(self) -> None:
        """End what it has open."""
