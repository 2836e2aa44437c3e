"""What the client promises. The only place that says so; a run is judged by it."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from benchmarks.client.libraries import AIOKAFKA, COLUMNS, CONFLUENT, OURS, UVLOOP

_ASYNC = (OURS, UVLOOP)


@dataclass(frozen=True)
class Target:
    """An upper bound for the measures that match, on the figure or on its ratio to a peer's of the same round."""

    pattern: str
    bound: float
    peer: str = ""
    unit: str = ""
    clients: tuple[str, ...] = _ASYNC

    @property
    def words(self) -> str:
        """`≤ 0.5 × aiokafka`, `≤ 0.5 s`."""
        return f"≤ {self.bound:g} × {self.peer}" if self.peer else f"≤ {self.bound:g} {self.unit}"


TARGETS = (
    Target("produce *", 0.5, peer=AIOKAFKA),
    Target("produce *", 1.2, peer=CONFLUENT),
    Target("consume *", 1, peer=AIOKAFKA),
    Target("consume *", 1.2, peer=CONFLUENT, clients=(COLUMNS,)),
    Target("awaited send, p99", 1, peer=AIOKAFKA),
    Target("10,000 partitions, ready", 0.5, unit="s"),
    Target("memory, stalled broker, * over buffer_memory", 3, unit="times", clients=(OURS,)),
    Target("memory, slow application, over prefetch_max_bytes", 1.5, unit="times", clients=(OURS,)),
)


def targets_of(measure: str) -> list[Target]:
    """The bounds of a measure."""
    return [target for target in TARGETS if fnmatchcase(measure, target.pattern)]
