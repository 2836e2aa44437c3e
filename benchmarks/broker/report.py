"""The results as the tables of README.md."""

from __future__ import annotations

from benchmarks.broker.brokers import KAFKA
from benchmarks.rounds import OURS, UVLOOP, Results, Row
from benchmarks.tables import number, section, table, targets_in_words, words_of


def markdown(results: Results) -> str:
    """The figures that are judged, with their targets, and the others."""
    judged = [row for row in results.rows.values() if words_of(results, row)]
    others = [row for row in results.rows.values() if row not in judged]
    parts = ["What is promised:", _figures(results, judged), "And what else was seen:", _figures(results, others)]
    return section(results, *parts)


def _figures(results: Results, rows: list[Row]) -> str:
    promised = any(results.targets_of(row) for row in rows)
    head = ["measure", "unit", *results.names, f"× {KAFKA}", *(["target", "met"] if promised else [])]
    rule = ["---", "---", *("---:" for _ in results.names), "---:", *(["---", "---"] if promised else [])]
    return table(head, rule, *(_cells(results, row, promised=promised) for row in rows))


def _cells(results: Results, row: Row, *, promised: bool) -> list[str]:
    values = [number(row.value(name)) for name in results.names]
    ratios = [number(row.ratio(name, KAFKA)) for name in (OURS, UVLOOP)]
    met = words_of(results, row)
    verdict = [targets_in_words(results, row), f"**{met}**" if met.startswith("NO") else met] if promised else []
    return [row.measure, row.unit, *values, ", ".join(filter(None, ratios)), *verdict]
