"""One round, which is the same again with its seed where PYTHONHASHSEED is 0."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import patch

from tests.client.virtual_time import run

__all__ = ["Round", "play"]

Round = Callable[[int], Coroutine[Any, Any, Counter[str]]]


def play(kind: Round, seed: int) -> Counter[str]:
    """What happened in it."""
    with patch("os.urandom", random.Random(seed).randbytes):  # ids of members, for one
        return run(kind(seed))
