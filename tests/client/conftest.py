"""What holds for all tests of the client."""

from __future__ import annotations

import random
from itertools import count
from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each client draws the same numbers in every run: pauses and sticky partitions hang on them."""
    seeds = count()
    seeded = SimpleNamespace(Random=lambda: random.Random(next(seeds)))
    for runtime in ("runtime", "blocking_runtime"):
        monkeypatch.setattr(f"kafkawire.client.{runtime}.random", seeded)
