from __future__ import annotations

import json

import pytest

from kafkawire.demo.flights import airline_names, flight_records, load_flights

pd = pytest.importorskip("pandas")


def test_what_is_missing_becomes_null_and_numbers_stay_whole() -> None:
    flights = pd.DataFrame(
        {
            "carrier": ["UA", "AA"],
            "dep_delay": [2.0, None],
            "distance": [1400, 7],
            "tailnum": ["N1", None],
            "time_hour": ["2013-01-01T10:00:00Z", "2013-07-01T09:00:00Z"],
        }
    )
    first, second = flight_records(flights)
    assert first == (
        0,
        1_357_034_400_000,
        b"UA",
        b'{"carrier":"UA","dep_delay":2,"distance":1400,"tailnum":"N1","time_hour":"2013-01-01T10:00:00Z"}',
    )
    assert (second.row, second.timestamp, second.key) == (1, 1_372_669_200_000, b"AA")
    assert json.loads(second.value)["dep_delay"] is None
    assert json.loads(second.value)["tailnum"] is None


def test_the_package_is_read_without_importing_it() -> None:
    pytest.importorskip("matplotlib")  # stands for the demo's extra; the package itself cannot be imported everywhere
    flights = load_flights(3)
    assert flights["carrier"].tolist() == ["UA", "UA", "AA"]
    assert airline_names()["UA"] == "United Air Lines Inc."
