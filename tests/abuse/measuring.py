"""One attack on one broker: an honest client before, during and after, and what the broker's process does."""

from __future__ import annotations

import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass

from tests.abuse.attacker import Attacker
from tests.abuse.attacks import Attack
from tests.abuse.brokers import Broker, OurBroker
from tests.abuse.honest import HonestClient, Wait
from tests.abuse.sending import Attacking, Outcome

# Seconds, all of them to let pass: the honest client is watched meanwhile, and the broker is to be in the midst of it.
BEFORE, LINGER, AFTER = 0.4, 0.1, 0.4
_UNDER_ATTACK = 0.1


@dataclass(frozen=True)
class Waits:
    """An honest client's, in seconds, over some time."""

    count: int
    median: float
    p99: float
    longest: float
    lost: bool
    """Whether an answer never came: then the longest is only how long the client had patience."""

    @classmethod
    def of(cls, waits: list[Wait]) -> Waits:
        """Of one part of the time; without any in it, all are infinite."""
        seconds = sorted(wait.seconds for wait in waits) or [float("inf")]
        p99, lost = seconds[int(len(seconds) * 0.99)], not all(wait.answered for wait in waits)
        return cls(len(waits), statistics.median(seconds), p99, seconds[-1], lost)


@dataclass(frozen=True)
class Process:
    """What our broker's process did."""

    grown: int
    """Bytes of memory at the peak, above those before."""
    log_lines: int
    stop: float
    """Seconds from SIGTERM to its end, under attack."""


@dataclass(frozen=True)
class Measured:
    """One round."""

    under_way: int
    """Bytes of requests that were with the broker at once."""
    seconds: float
    """From the beginning to the attacker's end."""
    outcome: Outcome
    before: Waits
    during: Waits
    after: Waits
    survived: bool
    process: Process | None = None


def measure(broker: Broker, attack: Attack) -> Measured:
    """One round. Raises `ChildFailed` if the attack could not be made ready, or one of the two clients broke."""
    if isinstance(broker, OurBroker) or not (broker.is_up() and broker.stage.is_at_rest()):
        broker.restart()
    with ExitStack() as stack:
        honest = HonestClient(broker.stage.plain)
        stack.callback(honest.end)
        attacker = Attacker(attack, broker.stage)
        stack.callback(attacker.end)
        if isinstance(broker, OurBroker):
            return _with_process(broker, attacker, honest)
        return beside(honest, broker, attacker)


def _with_process(broker: OurBroker, attacker: Attacker, honest: HonestClient) -> Measured:
    resting, lines = broker.forget_peak(), broker.log_lines()
    measured = beside(honest, broker, attacker)
    grown, lines = (broker.peak() - resting, broker.log_lines() - lines) if broker.is_up() else (0, 0)
    attacker.begin()
    time.sleep(_UNDER_ATTACK)
    process = Process(grown, lines, broker.stop())
    return Measured(**{**vars(measured), "process": process})


def beside(honest: HonestClient, broker: Broker, attacking: Attacking) -> Measured:
    """Attack once, with an honest client that works before, during and after."""
    honest.begin()
    time.sleep(BEFORE)
    began = time.perf_counter()
    outcome = attacking()
    ended = time.perf_counter()
    time.sleep(LINGER)
    answered = honest.until_answered()
    time.sleep(AFTER)
    waits = honest.finish()
    return Measured(
        attacking.under_way,
        ended - began,
        outcome,
        before=Waits.of([wait for wait in waits if wait.until < began]),
        during=Waits.of([wait for wait in waits if wait.until >= began and wait.since < answered]),
        after=Waits.of([wait for wait in waits if wait.since >= answered]),
        survived=broker.is_up(),
    )
