"""What came out, as tables with verdicts, a plot, and JSON."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["HERE", "write"]

HERE = Path(__file__).resolve().parent
MOST_WALL, MOST_CPU, MOST_FIRST, MOST_WRITE = 0.6, 1.0, 1.0, 1.0
LEAST_RATE = 2_000_000
FIRST = "first query"
EXACTLY_ONCE = "kafkawire exactly once"


@dataclass(frozen=True, slots=True)
class Row:
    """Medians in seconds: Spark's own and ours, wall and processor time. Limits are of the ratios; None: none."""

    name: str
    wall: tuple[float, float]
    cpu: tuple[float, float]
    most_wall: float
    most_cpu: float | None = None

    @property
    def ratios(self) -> tuple[float, float]:
        """Ours by theirs: wall, processor."""
        return self.wall[1] / self.wall[0], self.cpu[1] / self.cpu[0]

    @property
    def is_kept(self) -> bool:
        """Whether it is as promised."""
        wall, cpu = self.ratios
        return wall <= self.most_wall and (self.most_cpu is None or cpu <= self.most_cpu)


def write(results: dict[str, Any], *, to: Path = HERE) -> bool:
    """README.md, results.json and results.png. Parts that are not in `results` stay as they are there.

    Returns whether all promises are kept.
    """
    path = to / "results.json"
    old = json.loads(path.read_text()) if path.exists() else {}
    results = old | results
    path.write_text(json.dumps(results, indent=1) + "\n")
    read = _read_rows(results.get("traffic", [])) + _read_rows(results.get("read", []))
    rows = list({row.name: row for row in read}.values()) + _write_rows(results.get("write", []))  # one first query
    rates: dict[str, float] = results.get("segments", {})
    (to / "README.md").write_text("\n".join(_text(results, rows, rates)) + "\n")
    _draw(rows, to / "results.png")
    return all(row.is_kept for row in rows) and all(rate >= LEAST_RATE for rate in _promised(rates))


def _promised(rates: dict[str, float]) -> Iterator[float]:
    """Of small records: of large ones it is bytes that take the time."""
    return (rate for name, rate in rates.items() if name.startswith("100B"))


def _read_rows(rounds: Sequence[dict[str, Any]]) -> list[Row]:
    names = list(rounds[0]["kafka"]) if rounds else []
    limits: dict[str, tuple[float, float | None]] = {FIRST: (MOST_FIRST, None)}
    return [_row(rounds, name, name, *limits.get(name, (MOST_WALL, MOST_CPU))) for name in names]


def _write_rows(rounds: Sequence[dict[str, Any]]) -> list[Row]:
    names = rounds[0]["kafka"] if rounds else ()
    return [_row(rounds, name, f"{name} write", MOST_WRITE, None) for name in names]


def _row(rounds: Sequence[dict[str, Any]], key: str, name: str, most_wall: float, most_cpu: float | None) -> Row:
    wall, cpu = ((_median(rounds, "kafka", key, part), _median(rounds, "kafkawire", key, part)) for part in (0, 1))
    return Row(name, wall, cpu, most_wall, most_cpu)


def _median(rounds: Sequence[dict[str, Any]], source: str, key: str, part: int) -> float:
    return float(statistics.median(each[source][key][part] for each in rounds))


# ------------------------------------------------------------------------------------------------------------- as text


def _text(results: dict[str, Any], rows: Sequence[Row], rates: dict[str, float]) -> Iterator[str]:
    yield "# The Spark source and sink beside Spark's own"
    yield ""
    yield _how(results)
    yield ""
    yield (
        f"Promised, as ratios of ours to Spark's own: reading, wall time at most {MOST_WALL} and processor time at "
        f"most {MOST_CPU}; writing, wall time at most {MOST_WRITE}; the first query of a session, wall time at most "
        f"{MOST_FIRST}; and from segments, with checksums, {LEAST_RATE:,} records of 100 B a second of one processor."
    )
    yield ""
    yield "| what | wall: Spark's, ours (s) | ratio | processor: Spark's, ours (s) | ratio | kept |"
    yield "|---|---|---|---|---|---|"
    yield from map(_line, rows)
    yield ""
    yield "![ratios](results.png)"
    if results.get("write"):
        yield from _exactly_once(results["write"])
    if rates:
        yield from _segments(rates)


def _how(results: dict[str, Any]) -> str:
    import pyspark

    rounds, of_traffic = max(len(results.get(part, [])) for part in ("read", "write")), len(results.get("traffic", []))
    where = f"PySpark {pyspark.__version__}, Python {platform.python_version()}, {os.cpu_count()} processors"
    return (
        f"Written by `make bench-spark`. Figures are medians of {rounds} Spark sessions of each, which took turns; "
        "what is measured ran once before, but for the first query. Topics have four partitions; the first ones hold "
        "records as applications send them (`benchmarks/traffic.py`, lz4; `topics.TRAFFIC_COUNTS` of them, times "
        f"{results.get('traffic_scale', 1):g}; {of_traffic} sessions of each), the others 2,000,000 "
        f"records of 100 B and 500,000 of 1 KB, times {results.get('scale', 1):g}, in batches of "
        "16 KB; a quarter of that is written. "
        f"{results['broker']}; {where}, `local[2]`. Processor time is that of Java and Python together, without the "
        "broker's. `aggregate` counts by partition, `noop` reads all and drops it."
    )


def _line(row: Row) -> str:
    wall, cpu = row.ratios
    return (
        f"| {row.name} | {row.wall[0]:.2f}, {row.wall[1]:.2f} | {wall:.2f} "
        f"| {row.cpu[0]:.2f}, {row.cpu[1]:.2f} | {cpu:.2f} | {_verdict(row.is_kept)} |"
    )


def _verdict(is_kept: bool) -> str:
    return "yes" if is_kept else "NO"


def _exactly_once(rounds: Sequence[dict[str, Any]]) -> Iterable[str]:
    """Nothing to compare it with: Spark's own sink cannot."""
    shown = (f"{name}: {_median(rounds, EXACTLY_ONCE, name, 0):.2f} s" for name in rounds[0][EXACTLY_ONCE])
    return "", "With `delivery=exactly-once`, which Spark's own sink does not have: " + "; ".join(shown) + "."


def _segments(rates: dict[str, float]) -> Iterable[str]:
    yield ""
    yield "| segments of | records a second of one processor | kept |"
    yield "|---|---|---|"
    for name, rate in rates.items():
        kept = _verdict(rate >= LEAST_RATE) if name.startswith("100B") else ""
        yield f"| {name} | {rate:,.0f} | {kept} |"


# ------------------------------------------------------------------------------------------------------------- as bars


def _draw(rows: Sequence[Row], path: Path) -> None:
    from matplotlib.figure import Figure

    picture = Figure(figsize=(9, 1 + 0.4 * len(rows)), layout="constrained")
    axes = picture.subplots()
    places = range(len(rows))
    for part, (label, color) in enumerate((("wall", "#4c78a8"), ("processor", "#f2a93b"))):
        ratios = [row.ratios[part] for row in rows]
        axes.barh([place + 0.4 * part - 0.2 for place in places], ratios, 0.4, label=label, color=color)
    axes.plot([row.most_wall for row in rows], places, "|", color="#1b3a5c", markersize=12, label="promised wall")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(list(places), [row.name for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel("kafkawire by Spark's own; less is better")
    axes.legend()
    picture.savefig(path, dpi=110, metadata={"Software": None})
