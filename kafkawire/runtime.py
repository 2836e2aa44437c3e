"""What generated code may count on: the number of the interface between it and kafkawire.

The number goes up with every change that generated modules have to follow. They state the one that they were made for.
"""

from __future__ import annotations

RUNTIME = 3
"""The interface of this kafkawire."""


def require_runtime(needed: int, package: str) -> None:
    """`ImportError` where a package was generated for another interface than this kafkawire has."""
    if needed != RUNTIME:
        advice = "a newer kafkawire is needed" if needed > RUNTIME else "generate it again with this kafkawire"
        raise ImportError(
            f"{package} was generated for version {needed} of kafkawire's interface to generated code, but this "
            f"kafkawire has version {RUNTIME}: {advice}",
            name=package,
        )
