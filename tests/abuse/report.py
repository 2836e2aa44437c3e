"""The table for readers and the JSON for scripts."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from tests.abuse.attacks import ATTACKS
from tests.abuse.measuring import Measured
from tests.abuse.verdict import FRAMES, MEMORY, Rounds

_HEAD = (
    "attack",
    "requests MB",
    "answers, closed (ours)",
    "stall ms",
    "p99 ms",
    "memory MB (bound)",
    "SIGTERM s",
    "log lines",
    "answers, closed (Kafka)",
    "Kafka's stall ms",
    "ratio",
    "missed",
)


def table(found: dict[str, Rounds]) -> str:
    """Markdown, a line for each attack."""
    lines = [_HEAD, ("---",) * len(_HEAD), *(_line(name, rounds) for name, rounds in found.items())]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def as_json(found: dict[str, Rounds]) -> dict[str, Any]:
    """All that was measured."""
    return {
        name: {
            "what": ATTACKS[name].what,
            "stall_ms": _json_ms(rounds.stall) if rounds.ours else None,
            "kafka_stall_ms": _json_ms(rounds.kafka_stall) if rounds.kafka else None,
            "misses": rounds.misses(),
            **_finite(asdict(rounds)),
        }
        for name, rounds in found.items()
    }


def progress(measured: Measured) -> str:
    """One round in a few words."""
    did = f"{_what_came(measured)} in {measured.seconds:.1f} s"
    return f"stall {_ms(measured.during.longest)} ms (before {_ms(measured.before.longest)}), {did}"


def _line(name: str, rounds: Rounds) -> tuple[str, ...]:
    sent = f"{max((round_.under_way for round_ in rounds.ours + rounds.kafka), default=0) / 1e6:.1f}"
    ours = ("-",) * 6
    if rounds.ours:
        log_lines = max(round_.process.log_lines for round_ in rounds.ours if round_.process)
        stop = f"{rounds.stop:.1f}"
        ours = (_what_came(rounds.ours[0]), _stall(rounds.ours), _ms(rounds.p99), _memory(rounds), stop, str(log_lines))
    kafka = (_what_came(rounds.kafka[0]), _stall(rounds.kafka)) if rounds.kafka else ("-", "-")
    ratio = f"{rounds.ratio:.1f}" if rounds.ratio else "-"
    return name, sent, *ours, *kafka, ratio, ", ".join(rounds.misses()) or "nothing"


def _what_came(measured: Measured) -> str:
    return f"{measured.outcome.answers}, {measured.outcome.hung_up}"


def _memory(rounds: Rounds) -> str:
    grown = max(round_.process.grown for round_ in rounds.ours if round_.process)
    return f"{grown / 1e6:.0f} ({(FRAMES * rounds.ours[0].under_way + MEMORY) / 1e6:.0f})"


def _stall(rounds: list[Measured]) -> str:
    best = min((round_.during for round_ in rounds), key=lambda during: during.longest)
    return f"{'> ' if best.lost else ''}{_ms(best.longest)}"


def _ms(seconds: float) -> str:
    return "none" if math.isinf(seconds) else f"{seconds * 1e3:.1f}" if seconds < 0.1 else f"{seconds * 1e3:.0f}"


def _json_ms(seconds: float) -> float | None:
    return None if math.isinf(seconds) else round(seconds * 1e3, 3)


def _finite(tree: Any) -> Any:
    """Without infinities, which JSON does not have."""
    if isinstance(tree, dict):
        return {key: _finite(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_finite(value) for value in tree]
    return None if isinstance(tree, float) and math.isinf(tree) else tree
