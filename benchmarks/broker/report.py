"""The results as lines on a terminal and as the tables of README.md."""

from __future__ import annotations

from benchmarks.broker.brokers import KAFKA, OURS
from benchmarks.broker.results import Results, Row, Verdict, verdicts
from benchmarks.broker.targets import targets_of

_WIDTH = 50


def number(value: float | None) -> str:
    """Three digits, or all of a large one: 0.48, 12.3, 198,423."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def words_of(results: Results, row: Row) -> str:
    """`yes`, or `NO` with the brokers that missed it, or nothing where nothing was promised or could be compared."""
    found = [verdict for verdict in verdicts(results) if verdict.measure == row.measure]
    missed = [f"{verdict.broker} {_shown(verdict)}" for verdict in found if not verdict.met]
    return f"NO: {', '.join(missed)}" if missed else "yes" if found else ""


def line(results: Results, row: Row) -> str:
    """One row for the terminal."""
    columns = "  ".join(f"{name} {number(row.value(name))}" for name in results.brokers if name in row.rounds)
    ratio = f"  ({number(row.ratio(OURS))} × {KAFKA})" if row.ratio(OURS) is not None else ""
    target = f"  {_target(row)}: {words_of(results, row)}" if words_of(results, row) else ""
    return f"{row.measure + ' ' + row.unit:<{_WIDTH}}{columns}{ratio}{target}"


def markdown(results: Results) -> str:
    """Machine and versions, the table, what was missed and what could not be measured."""
    judged = [row for row in results.rows.values() if words_of(results, row)]
    others = [row for row in results.rows.values() if row not in judged]
    versions = ", ".join(f"{name} {version}".strip() for name, version in results.versions.items())
    machine = ", ".join(f"{value}" for value in results.machine.values())
    parts = [f"{versions}.", f"{machine}.", "What is promised:", _table(results, judged)]
    parts += ["And what else was seen:", _table(results, others), summary(results)]
    if results.problems:
        parts.append("\n".join(["Could not be measured:", *(f"- {problem}" for problem in results.problems)]))
    return "\n\n".join(parts)


def _table(results: Results, rows: list[Row]) -> str:
    promised = any(targets_of(row.measure) for row in rows)
    head = ["measure", "unit", *results.brokers, "× Apache Kafka", *(["target", "met"] if promised else [])]
    rule = ["---", "---", *("---:" for _ in results.brokers), "---:", *(["---", "---"] if promised else [])]
    cells = [head, rule, *(_cells(results, row, promised=promised) for row in rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def _cells(results: Results, row: Row, *, promised: bool) -> list[str]:
    ratios = [number(row.ratio(name)) for name in results.brokers if name.startswith(OURS) and name in row.rounds]
    met = words_of(results, row)
    verdict = [_target(row), f"**{met}**" if met.startswith("NO") else met] if promised else []
    values = [number(row.value(name)) for name in results.brokers]
    return [row.measure, row.unit, *values, ", ".join(filter(None, ratios)), *verdict]


def _target(row: Row) -> str:
    return ", ".join(target.words for target in targets_of(row.measure))


def _shown(verdict: Verdict) -> str:
    unit = f"× {KAFKA}" if verdict.target.against_kafka else verdict.target.unit
    return f"{number(verdict.found)} {unit}".rstrip()


def summary(results: Results) -> str:
    """How many promises were kept, and the others by name."""
    found = verdicts(results)
    missed = [verdict for verdict in found if not verdict.met]
    words = f"{len(found) - len(missed)} of {len(found)} targets met"
    lines = [f"- {v.measure}, {v.broker}: {_shown(v)}, wanted {v.target.words}" for v in missed]
    return "\n".join([words + ("; missed:" if missed else "."), *([""] if missed else []), *lines])
