"""The instrument itself: what counts as a miss, what is counted as a frame, and that all attacks are told apart."""

from __future__ import annotations

import struct

import pytest

from tests.abuse.attacks import ATTACKS
from tests.abuse.honest import Wait
from tests.abuse.measuring import Measured, Process, Waits
from tests.abuse.report import table
from tests.abuse.sending import FrameCounter, Outcome
from tests.abuse.verdict import Rounds

_QUIET = Waits(100, 0.001, 0.002, 0.003, lost=False)


def measured(
    stall: float = 0.01, *, after: float = 0.001, grown: int = 0, lines: int = 0, stop: float = 0.2
) -> Measured:
    during, later = Waits(100, 0.001, stall, stall, lost=False), Waits(100, after, after, after, lost=False)
    process = Process(grown, lines, stop)
    return Measured(1_000_000, 1.0, Outcome(), _QUIET, during, later, survived=True, process=process)


@pytest.mark.parametrize(
    ("ours", "kafka", "missed"),
    [
        (measured(), measured(0.004), []),
        (measured(0.2), measured(0.1), ["stall"]),
        (measured(0.05), measured(0.01), ["ratio"]),
        (measured(grown=102_000_001), measured(), ["memory"]),
        (measured(stop=5.1), measured(), ["stop"]),
        (measured(after=0.1), measured(), ["after"]),
        (measured(lines=13), measured(), ["log"]),
    ],
)
def test_each_target_is_missed_alone(ours: Measured, kafka: Measured, missed: list[str]) -> None:
    rounds = Rounds([ours], [kafka])
    assert rounds.misses() == missed
    assert table({"name": rounds}).splitlines()[-1].endswith(f"| {', '.join(missed) or 'nothing'} |")


def test_times_are_the_best_of_the_rounds_and_memory_the_worst() -> None:
    rounds = Rounds([measured(0.2, grown=1), measured(0.02, grown=200_000_000)], [measured(0.1), measured(0.01)])
    assert (rounds.stall, rounds.kafka_stall, rounds.ratio) == (0.02, 0.01, 2.0)
    assert rounds.misses() == ["memory"]


def test_no_further_round_where_it_cannot_change_the_verdict() -> None:
    assert Rounds([measured()], [measured()]).is_settled()
    assert Rounds([measured(1.1)], [measured()]).is_settled()
    assert not Rounds([measured(0.2)], [measured()]).is_settled()


def test_an_answer_that_never_came_is_a_miss_however_short_the_wait() -> None:
    waits = Waits.of([Wait(0.0, 0.001, answered=True), Wait(0.1, 0.05, answered=False)])
    assert waits.lost
    assert waits.longest == 0.05


@pytest.mark.parametrize("piece", [1, 3, 4, 5, 100])
def test_frames_are_counted_however_they_come(piece: int) -> None:
    counter = FrameCounter()
    stream = b"".join(struct.pack(">i", size) + bytes(size) for size in (1, 7, 30)) + struct.pack(">i", 5) + b"half"
    for at in range(0, len(stream), piece):
        counter.take(stream[at : at + piece])
    assert (counter.count, counter.size) == (3, len(stream))


def test_forty_attacks_each_with_a_sentence() -> None:
    assert len([attack for attack in ATTACKS.values() if not attack.more]) == 40
    assert all(attack.what.endswith(".") and "\n" not in attack.what for attack in ATTACKS.values())
