"""Figures of a run: per measure one list of rounds for each client, and what is made of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from statistics import median

from benchmarks.client.targets import Target, targets_of


@dataclass
class Row:
    """One measure. Within a round the clients took turns, so ratios are made round by round."""

    measure: str
    unit: str
    rounds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, client: str, value: float) -> None:
        """One more round."""
        self.rounds.setdefault(client, []).append(value)

    def value(self, client: str) -> float | None:
        """The median of a client."""
        return median(self.rounds[client]) if client in self.rounds else None

    def ratio(self, client: str, peer: str) -> float | None:
        """The median of what a client has in a round over what the peer has in it."""
        pairs = zip(self.rounds.get(client, ()), self.rounds.get(peer, ()), strict=False)
        ratios = [one / other for one, other in pairs if other]
        return median(ratios) if ratios else None


@dataclass
class Results:
    """One run: the machine, the versions, and the rows in their order."""

    machine: dict[str, str]
    versions: dict[str, str]
    rows: dict[str, Row] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def row(self, measure: str, unit: str) -> Row:
        """The row of that measure, made if it is new."""
        return self.rows.setdefault(measure, Row(measure, unit))

    @property
    def clients(self) -> list[str]:
        """The names of the columns."""
        return list(self.versions)


@dataclass(frozen=True)
class Verdict:
    """What became of one promise, for one way to use our client."""

    measure: str
    client: str
    target: Target
    found: float

    @property
    def met(self) -> bool:
        """Whether it was kept."""
        return self.found <= self.target.bound


def verdicts(results: Results) -> list[Verdict]:
    """Every promise that could be looked at in this run."""
    found = []
    for row in results.rows.values():
        for target in targets_of(row.measure):
            for client in target.clients:
                value = row.ratio(client, target.peer) if target.peer else row.value(client)
                if value is not None:
                    found.append(Verdict(row.measure, client, target, value))
    return found


def as_json(results: Results) -> str:
    """Everything, every round too."""
    rows = [
        {
            "measure": row.measure,
            "unit": row.unit,
            "median": {name: _rounded(row.value(name)) for name in row.rounds},
            "rounds": {name: [_rounded(value) for value in values] for name, values in row.rounds.items()},
        }
        for row in results.rows.values()
    ]
    judged = [
        {"measure": v.measure, "client": v.client, "target": v.target.words, "found": _rounded(v.found), "met": v.met}
        for v in verdicts(results)
    ]
    whole = {"machine": results.machine, "versions": results.versions, "rows": rows, "targets": judged}
    return json.dumps(whole | {"problems": results.problems}, indent=1, ensure_ascii=False) + "\n"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
