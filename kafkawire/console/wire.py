"""The view of what went over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafkawire.console.view import Route

__all__ = ["WireView"]


class WireView:
    """Messages of a capture, one by one."""

    name, title = "wire", "Wire"

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it."""
        return {}

    def writing(self) -> Mapping[str, Route]:
        """Nothing changes."""
        return {}

    async def embed(self) -> Any | None:
        """The messages."""
        return None

    async def close(self) -> None:
        """Stop reading."""
