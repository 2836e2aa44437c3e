"""The targets, and which of them an attack's rounds miss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.abuse.measuring import Measured

STALL = 0.100
"""Seconds that the honest client may wait at most,"""
RATIO = 3.0
"""and how many times as long as beside the same attack on Apache Kafka."""
FRAMES, MEMORY = 2, 100_000_000
"""Memory may grow by so many times the requests under way, and so many bytes."""
STOP = 5.0
"""Seconds from SIGTERM to the end."""
SLOWER, SLACK = 2.0, 0.002
"""After an attack half of all answers come within so many times what they took before, and so many seconds."""
LINES, LINES_A_SECOND = 10, 2
"""Log lines that one attack may cause."""


@dataclass
class Rounds:
    """All rounds of one attack on both brokers. Times are the best of them, memory and log lines the worst."""

    ours: list[Measured] = field(default_factory=list)
    kafka: list[Measured] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Why the attack could not be made, by broker."""

    def misses(self) -> list[str]:
        """The targets that are missed, in a word each."""
        words = {
            "stall": self.stall > STALL,
            "ratio": self.ratio > RATIO,
            "memory": any(_grew_too_much(round_) for round_ in self.ours),
            "stop": bool(self.ours) and self.stop > STOP,
            "lost": any(round_.during.lost for round_ in self.ours),
            "after": bool(self.ours) and all(_is_slower(round_) for round_ in self.ours),
            "log": any(_logged_too_much(round_) for round_ in self.ours),
            "died": any(not round_.survived for round_ in self.ours),
            "failed": bool(self.failures),
        }
        return [word for word, missed in words.items() if missed]

    def is_settled(self) -> bool:
        """Whether no further round could change the verdict. No noise of a machine makes a stall ten times as long."""
        return (
            bool(self.failures) or self.stall > 10 * STALL or not {"stall", "ratio", "stop", "after"} & {*self.misses()}
        )

    @property
    def stall(self) -> float:
        """Seconds that ours lets the honest client wait."""
        return _best(self.ours, lambda round_: round_.during.longest)

    @property
    def kafka_stall(self) -> float:
        """Seconds that Apache Kafka lets it wait."""
        return _best(self.kafka, lambda round_: round_.during.longest)

    @property
    def ratio(self) -> float:
        """Of the two; 0 if one of them was not attacked."""
        return self.stall / self.kafka_stall if self.kafka and self.ours else 0.0

    @property
    def p99(self) -> float:
        """Seconds in which ours gave the honest client 99 of 100 answers."""
        return _best(self.ours, lambda round_: round_.during.p99)

    @property
    def stop(self) -> float:
        """Seconds from SIGTERM to the end, under attack."""
        return _best(self.ours, lambda round_: round_.process.stop if round_.process else 0.0)


def _best(rounds: Sequence[Measured], figure: Callable[[Measured], float]) -> float:
    return min(map(figure, rounds), default=0.0)


def _grew_too_much(measured: Measured) -> bool:
    return measured.process is not None and measured.process.grown > FRAMES * measured.under_way + MEMORY


def _is_slower(measured: Measured) -> bool:
    return measured.after.median > SLOWER * measured.before.median + SLACK


def _logged_too_much(measured: Measured) -> bool:
    allowed = LINES + LINES_A_SECOND * measured.seconds
    return measured.process is not None and measured.process.log_lines > allowed
