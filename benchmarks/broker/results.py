"""Figures of a run: per measure one list of rounds for each broker, and what is made of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from statistics import median

from benchmarks.broker.brokers import KAFKA
from benchmarks.broker.targets import Target, targets_of


@dataclass
class Row:
    """One measure. Within a round the brokers took turns, so ratios are made round by round."""

    measure: str
    unit: str
    rounds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, broker: str, value: float) -> None:
        """One more round."""
        self.rounds.setdefault(broker, []).append(value)

    def value(self, broker: str) -> float | None:
        """The median of a broker."""
        return median(self.rounds[broker]) if broker in self.rounds else None

    def ratio(self, broker: str) -> float | None:
        """The median of what a broker has in a round over what Apache Kafka has in it."""
        if broker not in self.rounds or KAFKA not in self.rounds:
            return None
        pairs = zip(self.rounds[broker], self.rounds[KAFKA], strict=False)
        return median(one / kafka for one, kafka in pairs if kafka) if any(self.rounds[KAFKA]) else None


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
    def brokers(self) -> list[str]:
        """The names of the columns."""
        return list(self.versions)


@dataclass(frozen=True)
class Verdict:
    """What became of one promise, for one of our brokers."""

    measure: str
    broker: str
    target: Target
    found: float

    @property
    def met(self) -> bool:
        """Whether it was kept."""
        return self.target.holds(self.found)


def verdicts(results: Results) -> list[Verdict]:
    """Every promise that could be looked at in this run."""
    found = []
    for row in results.rows.values():
        for target in targets_of(row.measure):
            for broker in results.brokers:
                value = row.ratio(broker) if target.against_kafka else row.value(broker)
                if target.is_for(broker) and value is not None:
                    found.append(Verdict(row.measure, broker, target, value))
    return found


def as_json(results: Results) -> str:
    """Everything, every round too."""
    rows = [
        {
            "measure": row.measure,
            "unit": row.unit,
            "median": {name: _rounded(row.value(name)) for name in row.rounds},
            "ratio to Apache Kafka": {name: _rounded(row.ratio(name)) for name in row.rounds},
            "rounds": {name: [_rounded(value) for value in values] for name, values in row.rounds.items()},
        }
        for row in results.rows.values()
    ]
    judged = [
        {"measure": v.measure, "broker": v.broker, "target": v.target.words, "found": _rounded(v.found), "met": v.met}
        for v in verdicts(results)
    ]
    whole = {"machine": results.machine, "versions": results.versions, "rows": rows, "targets": judged}
    return json.dumps(whole | {"problems": results.problems}, indent=1, ensure_ascii=False) + "\n"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
