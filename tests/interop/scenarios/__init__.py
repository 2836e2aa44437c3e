"""What is asked, theme by theme. A scenario is a function of a `Session`; both brokers get the same calls in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from kafkawire.errors import KafkaWireError
from tests.interop.session import Exchange, Session

__all__ = ["SCENARIOS", "Scenario", "play"]

_THEMES = (
    "internal_topics",
    "versions",
    "topics",
    "metadata",
    "produce",
    "fetch",
    "offsets",
    "configs",
    "storage",
    "cluster",
    "producers",
    "transactions",
    "transaction_coordinator",
    "transactional_offsets",
    "classic_groups",
    "consumer_groups",
    "share_groups",
    "acls",
    "authentication",
    "quotas",
    "tokens",
    "deleted_internal_topics",
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of them. `old` ones also serve for the versions that Apache Kafka 4.0 removed."""

    run: Callable[[Session], None]
    old: bool


def _load() -> dict[str, Scenario]:
    found = {}
    for theme in _THEMES:
        module = import_module(f"{__name__}.{theme}")
        for run in module.SCENARIOS:
            found[run.__name__] = Scenario(run, run in getattr(module, "OLD", ()))
    return found


def play(session: Session, name: str, scenario: Scenario) -> None:
    """Run one scenario on connections of its own."""
    session.scenario = name
    try:
        scenario.run(session)
    except (
        AssertionError,
        AttributeError,
        IndexError,
        OSError,
        KafkaWireError,
    ) as exc:  # an answer it cannot go on with
        session.exchanges.append(Exchange(name, "broke off", "scenario", 0, repr(exc)))
    session.close()


SCENARIOS = _load()
