"""The results as the table of README.md."""

from __future__ import annotations

from benchmarks.proxy.targets import PEERS
from benchmarks.rounds import OURS, Results, Row
from benchmarks.tables import number, section, table, targets_in_words, words_of


def markdown(results: Results) -> str:
    """All figures, with what is promised."""
    head = ["measure", "unit", *results.names, *(f"× {peer}" for peer in PEERS), "target", "met"]
    rule = ["---", "---", *("---:" for _ in (*results.names, *PEERS)), "---", "---"]
    return section(results, table(head, rule, *(_cells(results, row) for row in results.rows.values())))


def _cells(results: Results, row: Row) -> list[str]:
    values = [number(row.value(name)) for name in results.names]
    ratios = [number(row.ratio(OURS, peer)) for peer in PEERS]
    met = words_of(results, row)
    verdict = f"**{met}**" if met.startswith("NO") else met
    return [row.measure, row.unit, *values, *ratios, targets_in_words(results, row), verdict]
