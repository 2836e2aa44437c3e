"""Figures as text: numbers, tables, JSON, and what a run of `rounds.py` has to say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from benchmarks.rounds import OURS, Results, Row, Verdict, verdicts

_WIDTH = 50


def number(value: float | None) -> str:
    """Three digits, or all of a large one: 0.48, 12.3, 198,423."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(*rows: Sequence[str]) -> str:
    """Markdown: a head, a rule, and lines."""
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def to_json(value: Any) -> str:
    """Text of a file. Figures have four digits: more would be noise."""
    return json.dumps(_rounded(value), indent=1, ensure_ascii=False) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


# ---- of a run in which columns take turns


def shown(verdict: Verdict) -> str:
    """What was found, with its unit."""
    target, found = verdict.target, verdict.found
    return f"{found:.2f} × {target.peer}" if target.peer else f"{number(found)} {target.unit}".rstrip()


def words_of(results: Results, row: Row) -> str:
    """`yes`, or `NO` with what was missed, or nothing where nothing was promised or could be compared."""
    found = [verdict for verdict in verdicts(results) if verdict.measure == row.measure]
    missed = [f"{verdict.name} {shown(verdict)}" for verdict in found if not verdict.met]
    return f"NO: {', '.join(missed)}" if missed else "yes" if found else ""


def targets_in_words(results: Results, row: Row) -> str:
    """All that is promised about a measure."""
    return ", ".join(target.words for target in results.targets_of(row))


def line(results: Results, row: Row) -> str:
    """One row for the terminal."""
    parts = [f"{name} {number(row.value(name))}" for name in results.names if name in row.rounds]
    ratios = {peer: row.ratio(OURS, peer) for peer in results.peers}
    parts += [f"({number(ratio)} × {peer})" for peer, ratio in ratios.items() if ratio is not None]
    if words := words_of(results, row):
        parts.append(f"{targets_in_words(results, row)}: {words}")
    measure = ", ".join(filter(None, (row.measure, row.unit)))
    return "  ".join([f"{measure:<{_WIDTH}}", *parts])


def section(results: Results, *parts: str) -> str:
    """What README.md says of a run: machine and versions, the parts, what was missed and could not be measured."""
    versions = ", ".join(f"{name} {version}".strip() for name, version in results.versions.items())
    parts = (f"{versions}.", f"{', '.join(results.machine.values())}.", *parts, summary(results))
    problems = [f"- {problem}" for problem in results.problems]
    return "\n\n".join([*parts, *(["\n".join(["Could not be measured:", *problems])] if problems else [])])


def summary(results: Results) -> str:
    """How many promises were kept, and the others by name."""
    found = verdicts(results)
    missed = [verdict for verdict in found if not verdict.met]
    words = f"{len(found) - len(missed)} of {len(found)} targets met"
    lines = [f"- {v.measure}, {v.name}: {shown(v)}, wanted {v.target.words}" for v in missed]
    return "\n".join([words + ("; missed:" if missed else "."), *([""] if missed else []), *lines])


def as_json(results: Results) -> str:
    """Everything, every round too."""
    judged = [
        {"measure": v.measure, "name": v.name, "target": v.target.words, "found": v.found, "met": v.met}
        for v in verdicts(results)
    ]
    rows = [_row_as_json(row, results.peers) for row in results.rows.values()]
    whole = {"machine": results.machine, "versions": results.versions, "rows": rows, "targets": judged}
    return to_json(whole | {"problems": results.problems})


def _row_as_json(row: Row, peers: Sequence[str]) -> dict[str, Any]:
    ratios = {f"ratio to {peer}": {name: row.ratio(name, peer) for name in row.rounds} for peer in peers}
    medians = {name: row.value(name) for name in row.rounds}
    return {"measure": row.measure, "unit": row.unit, "median": medians, **ratios, "rounds": row.rounds}
