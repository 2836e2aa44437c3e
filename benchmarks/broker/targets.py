"""What the broker promises. The only place that says so; a run is judged by it."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Target:
    """A bound for the measures that match, on the figure itself or on its ratio to Apache Kafka's of the same run."""

    pattern: str
    bound: float
    at_least: bool = False
    against_kafka: bool = False
    unit: str = ""

    @property
    def words(self) -> str:
        """`≥ 0.7 × Apache Kafka`, `≤ 50 ms`."""
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {self.bound:g} × Apache Kafka" if self.against_kafka else f"{sign} {self.bound:,g} {self.unit}"

    def holds(self, found: float) -> bool:
        """Whether a figure keeps the promise."""
        return found >= self.bound if self.at_least else found <= self.bound

    def is_for(self, broker: str) -> bool:
        """Promises are about ours, on either event loop."""
        return broker.startswith("kafkawire")


TARGETS = (
    Target("ready, in process, first", 50, unit="ms"),
    Target("ready, in process, later", 50, unit="ms"),
    Target("ready, as a command", 400, unit="ms"),
    Target("pytest fixture, later test", 150, unit="ms"),
    Target("produce *B", 0.7, at_least=True, against_kafka=True),
    Target("produce *B, 16 KB batches", 0.7, at_least=True, against_kafka=True),
    Target("consume *B", 0.7, at_least=True, against_kafka=True),
    Target("acks=1 at 1,000/s, p99", 1, against_kafka=True),
    Target("memory after * MB", 80, unit="MB"),
    Target("memory after 1,000 MB, read back", 80, unit="MB"),
    Target("memory, growth from 250 to 1,000 MB", 8, unit="MB"),
    Target("1,000 idle connections, produce with over without", 0.9, at_least=True, unit=""),
    Target("5,000 partitions, held", 5000, at_least=True, unit="partitions"),
)


def targets_of(measure: str) -> list[Target]:
    """The bounds of a measure."""
    return [target for target in TARGETS if fnmatchcase(measure, target.pattern)]
