"""Which of many tests to run first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

__all__ = ["quickest", "spread"]


def spread(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """The quickest case of every test function, then the second of each, and so on."""
    cases: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        cases[test.partition("[")[0]].append(test)
    rounds = [(place, seconds[test], test) for each in cases.values() for place, test in enumerate(each)]
    return [test for _, _, test in sorted(rounds)]


def quickest(tests: Iterable[str], seconds: dict[str, float], budget: float) -> list[str]:
    """So many of them, spread, as take that many seconds together; one at least."""
    chosen: list[str] = []
    for test in spread(tests, seconds):
        budget -= seconds[test]
        if budget < 0 and chosen:
            break
        chosen.append(test)
    return chosen
