"""The results as the tables of README.md."""

from __future__ import annotations

from benchmarks.rounds import OURS, Results, Row, verdicts
from benchmarks.tables import number, section, shown, table, words_of


def markdown(results: Results) -> str:
    """What became of each promise, the figures that are judged, and the others."""
    judged = [row for row in results.rows.values() if words_of(results, row)]
    others = [row for row in results.rows.values() if row not in judged]
    parts = ["What is promised, as ratios:", _promises(results), "The figures:", _figures(results, judged)]
    if others:
        parts += ["And what else was seen:", _figures(results, others)]
    return section(results, *parts)


def _promises(results: Results) -> str:
    head = ["measure", "client", "target", "found", "met"]
    cells = [[v.measure, v.name, v.target.words, shown(v), "yes" if v.met else "**NO**"] for v in verdicts(results)]
    return table(head, ["---", "---", "---", "---:", "---"], *cells)


def _figures(results: Results, rows: list[Row]) -> str:
    head = ["measure", "unit", *results.names, *(f"× {peer}" for peer in results.peers)]
    return table(head, ["---", "---", *("---:" for _ in head[2:])], *(_cells(results, row) for row in rows))


def _cells(results: Results, row: Row) -> list[str]:
    values = [number(row.value(name)) for name in results.names]
    ratios = [row.ratio(OURS, peer) for peer in results.peers]
    return [row.measure, row.unit, *values, *("" if ratio is None else f"{ratio:.2f}" for ratio in ratios)]
