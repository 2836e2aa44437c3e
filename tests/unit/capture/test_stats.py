"""Numbers over many exchanges: what they come to, and that they do not grow with what is counted."""

from __future__ import annotations

import random
import statistics
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.capture.stats import Latencies, Stats


def of(*latencies: float) -> Latencies:
    found = Latencies()
    for latency in latencies:
        found.add(latency)
    return found


def test_without_any_there_is_no_quantile() -> None:
    assert of().quantile(0.5) is None


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99, 1])
def test_what_took_the_same_each_time_took_that(share: float) -> None:
    assert of(*[250.0] * 6).quantile(share) == 250.0


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_quantiles_are_those_of_the_sorted_numbers(share: float) -> None:
    rng = random.Random(17)
    latencies = [rng.lognormvariate(1, 2) for _ in range(5000)]
    exact = statistics.quantiles(latencies, n=100, method="inclusive")[round(share * 100) - 1]
    assert of(*latencies).quantile(share) == pytest.approx(exact, rel=0.03)


def test_keys_and_versions_without_end_are_counted_together() -> None:
    stats = Stats()
    for version in range(20_000):
        stats.add(exchange(version=version))
    assert len(stats.apis) == 10_001
    assert sum(each.requests for each in stats.apis.values()) == 20_000
    assert stats.apis["others", -1].row()["version"] is None


def exchange(**fields: Any) -> Any:
    connection = SimpleNamespace(software_name=None, software_version=None, principal=None)
    usual = {"api": None, "api_key": 4711, "answer": None, "retry_of": None, "error": None, "latency_ms": 1.0}
    more: dict[str, Any] = {
        "request_size": 1,
        "response_size": None,
        "error_codes": [],
        "client_id": None,
        "server": "b:9092",
    }
    return SimpleNamespace(**usual, **more, connection=connection, **fields)
