"""The results as lines on a terminal and as the tables of README.md."""

from __future__ import annotations

from benchmarks.broker.report import number
from benchmarks.client.libraries import AIOKAFKA, CONFLUENT, OURS
from benchmarks.client.results import Results, Row, Verdict, verdicts

_WIDTH = 48
_PEERS = (AIOKAFKA, CONFLUENT)


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _verdicts(results: Results, row: Row) -> list[Verdict]:
    return [verdict for verdict in verdicts(results) if verdict.measure == row.measure]


def words_of(results: Results, row: Row) -> str:
    """`yes`, or `NO` with what was missed, or nothing where nothing was promised or could be compared."""
    found = _verdicts(results, row)
    missed = [f"{verdict.client} {shown(verdict)}" for verdict in found if not verdict.met]
    return f"NO: {', '.join(missed)}" if missed else "yes" if found else ""


def shown(verdict: Verdict) -> str:
    """What was found, with its unit."""
    peer = verdict.target.peer
    return f"{verdict.found:.2f} × {peer}" if peer else f"{number(verdict.found)} {verdict.target.unit}"


def line(results: Results, row: Row) -> str:
    """One row for the terminal."""
    columns = "  ".join(f"{name} {number(row.value(name))}" for name in results.clients if name in row.rounds)
    words = words_of(results, row)
    return f"{row.measure + ', ' + row.unit:<{_WIDTH}}{columns}{f'  {words}' if words else ''}"


def markdown(results: Results) -> str:
    """Machine and versions, the tables, what was missed and what could not be measured."""
    judged = [row for row in results.rows.values() if words_of(results, row)]
    others = [row for row in results.rows.values() if row not in judged]
    versions = ", ".join(f"{name} {version}".strip() for name, version in results.versions.items())
    parts = [f"{versions}.", f"{', '.join(results.machine.values())}.", "What is promised, as ratios:"]
    parts += [_promises(results), "The figures:", _table(results, judged)]
    if others:
        parts += ["And what else was seen:", _table(results, others)]
    parts.append(summary(results))
    if results.problems:
        parts.append("\n".join(["Could not be measured:", *(f"- {problem}" for problem in results.problems)]))
    return "\n\n".join(parts)


def _promises(results: Results) -> str:
    head = ["measure", "client", "target", "found", "met"]
    cells = [[v.measure, v.client, v.target.words, shown(v), "yes" if v.met else "**NO**"] for v in verdicts(results)]
    return _lines([head, ["---", "---", "---", "---:", "---"], *cells])


def _table(results: Results, rows: list[Row]) -> str:
    head = ["measure", "unit", *results.clients, *(f"× {peer}" for peer in _PEERS)]
    rule = ["---", "---", *("---:" for _ in head[2:])]
    cells = [
        [
            row.measure,
            row.unit,
            *(number(row.value(name)) for name in results.clients),
            *(_ratio(row.ratio(OURS, peer)) for peer in _PEERS),
        ]
        for row in rows
    ]
    return _lines([head, rule, *cells])


def _lines(cells: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def summary(results: Results) -> str:
    """How many promises were kept, and the others by name."""
    found = verdicts(results)
    missed = [verdict for verdict in found if not verdict.met]
    words = f"{len(found) - len(missed)} of {len(found)} targets met"
    lines = [f"- {v.measure}, {v.client}: {shown(v)}, wanted {v.target.words}" for v in missed]
    return "\n".join([words + ("; missed:" if missed else "."), *([""] if missed else []), *lines])
