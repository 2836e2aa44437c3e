from __future__ import annotations

from typing import Any

import pytest

from kafkawire.demo.delays import Delay, compare_delays, delays_from_source
from kafkawire.demo.errors import ResultsDiffer

DELAYS = [Delay("AA", 5, 3, 2, 7, 3.5), Delay("UA", 23, 1, 0, 0, None)]


def test_equal_results_are_accepted_in_any_order() -> None:
    compare_delays(DELAYS[::-1], DELAYS)


@pytest.mark.parametrize(
    "changes", [{"flights": 4}, {"departed": 1}, {"total": 8}, {"average": 3.5000001}, {"average": None}]
)
def test_a_difference_names_carrier_and_hour(changes: dict[str, Any]) -> None:
    with pytest.raises(ResultsDiffer, match="carrier AA, hour 5: Spark has"):
        compare_delays([DELAYS[0]._replace(**changes), DELAYS[1]], DELAYS)


@pytest.mark.parametrize(("found", "expected"), [(DELAYS[:1], DELAYS), (DELAYS, DELAYS[:1])])
def test_a_group_that_one_side_lacks_is_found(found: list[Delay], expected: list[Delay]) -> None:
    with pytest.raises(ResultsDiffer, match="carrier UA, hour 23"):
        compare_delays(found, expected)


def test_cancelled_flights_count_but_have_no_delay() -> None:
    pd = pytest.importorskip("pandas")
    flights = pd.DataFrame(
        {"carrier": ["AA", "UA", "AA", "AA"], "hour": [5, 23, 5, 5], "dep_delay": [9.0, None, None, -2.0]}
    )
    assert delays_from_source(flights) == DELAYS
