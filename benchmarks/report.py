"""Results as lines on a terminal, as a table in README.md and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure, Results, Row
from benchmarks.tables import table, to_json
from benchmarks.targets import targets_of

BEGIN = "<!-- {name}: written by python -m benchmarks, do not edit -->"
END = "<!-- end of {name} -->"
_WIDTH = 38


def micros(us: float) -> str:
    """Microseconds with three digits or more: 0.48, 12.3, 1,943."""
    return f"{us:.2f}" if us < 10 else f"{us:.1f}" if us < 100 else f"{us:,.0f}"


def times(ratio: float) -> str:
    """A ratio: 0.87, 4.6 or 12."""
    return f"{ratio:.2f}" if ratio < 2 else f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def misses(row: Row) -> dict[str, float]:
    """Factors that were not reached, by peer. A peer that was not measured cannot be missed."""
    wanted = targets_of(row.operation)
    return {peer: wanted[peer] for peer in wanted if peer in row.peers and row.peers[peer].ratio < wanted[peer]}


def wanted(row: Row) -> str:
    """The targets in words, of the peers that were measured."""
    factors = targets_of(row.operation)
    return ", ".join(f"{peer} ≥ {factor:g}" for peer, factor in factors.items() if peer in row.peers)


def verdict(row: Row) -> str:
    """`yes`, `NO` with what is missing, or nothing where nothing is promised."""
    missed = misses(row)
    if missed:
        return "NO: " + ", ".join(f"{peer} {row.peers[peer].ratio:.3g}" for peer in missed)
    return "yes" if wanted(row) else ""


def head_line(peers: Iterable[str]) -> str:
    """What stands above the lines of the terminal."""
    columns = "".join(f"{peer + ' µs':>18} {'×':>5}" for peer in peers)
    return f"{'operation':<{_WIDTH}}{'our µs':>9}{columns}  target"


def line(row: Row, peers: Iterable[str]) -> str:
    """One row for the terminal."""
    columns = "".join(_columns(row.peers.get(peer)) for peer in peers)
    target = f"  {wanted(row)}: {verdict(row)}" if wanted(row) else ""
    return f"{row.operation:<{_WIDTH}}{micros(row.ours.us):>9}{columns}{target}"


def _columns(figure: Figure | None) -> str:
    if figure is None:
        return f"{'-':>18} {'':>5}"
    return f"{micros(figure.us) + ('*' if figure.note else ''):>18} {times(figure.ratio):>5}"


def markdown(results: Results) -> str:
    """The table of README.md with what was compared above and what was missed below."""
    peers = [name for name in results.libraries if any(name in row.peers for row in results.rows)]
    head = ["operation", "kafkawire µs", *(f"{peer} µs (×)" for peer in peers), "target", "met"]
    rows = [_cells(row, peers) for row in results.rows]
    rule = ["---", "---:", *("---:" for _ in peers), "---", "---"]
    return "\n\n".join([_compared(results), table(head, rule, *rows), *_notes(results), summary(results)])


def _compared(results: Results) -> str:
    libraries = ", ".join(f"{name} {version}" for name, version in results.libraries.items())
    return f"Python {results.python}; {libraries}."


def _cells(row: Row, peers: list[str]) -> list[str]:
    found = (row.peers.get(peer) for peer in peers)
    columns = [f"{micros(f.us)}{'*' if f.note else ''} ({times(f.ratio)})" if f else "" for f in found]
    met = verdict(row)
    return [row.operation, micros(row.ours.us), *columns, wanted(row), f"**{met}**" if met.startswith("NO") else met]


def _notes(results: Results) -> list[str]:
    notes = {figure.note: None for row in results.rows for figure in row.peers.values() if figure.note}
    refused = [
        f"- {row.operation} of {peer} is left out: {why}" for row in results.rows for peer, why in row.refused.items()
    ]
    return [*(f"\\* {note}." for note in notes), *(["\n".join(refused)] if refused else [])]


def summary(results: Results) -> str:
    """How many targets were met, and the others by name."""
    promised = [(row, peer) for row in results.rows for peer in targets_of(row.operation) if peer in row.peers]
    missed = [
        f"{row.operation} against {peer}: {row.peers[peer].ratio:.3g}, wanted {factor:g}"
        for row in results.rows
        for peer, factor in misses(row).items()
    ]
    words = f"{len(promised) - len(missed)} of {len(promised)} targets met"
    return "\n".join([words + ("; missed:" if missed else "."), *(f"- {miss}" for miss in missed)])


def as_json(results: Results) -> str:
    """Everything, with targets and verdicts beside the figures."""
    rows: list[dict[str, Any]] = [
        asdict(row) | {"targets": targets_of(row.operation), "missed": sorted(misses(row))} for row in results.rows
    ]
    return to_json(asdict(results) | {"rows": rows})


def replace_between(text: str, name: str, new: str) -> str:
    """The text with what stands between the two marker lines of that name replaced."""
    begin, end = BEGIN.format(name=name), END.format(name=name)
    before, found, rest = text.partition(begin)
    _, also_found, after = rest.partition(end)
    if not (found and also_found):
        raise ValueError(f"the marker lines of {name!r} are missing")
    return f"{before}{begin}\n\n{new}\n\n{end}{after}"


def write_into(path: Path, name: str, new: str) -> None:
    """`replace_between` in a file."""
    path.write_text(replace_between(path.read_text("utf-8"), name, new), "utf-8")
