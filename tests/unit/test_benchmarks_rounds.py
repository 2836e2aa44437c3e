"""What the benchmarks share: whose turn it is, who is left out, and processes that are spoken to."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from benchmarks.conversation import ProcessFailed, WorkerProcess
from benchmarks.rounds import Results, Row, Session, Target, turns


@dataclass(frozen=True)
class One:
    name: str


A, B, C = map(One, "abc")


def test_each_has_a_turn_in_a_round_and_the_order_moves_on() -> None:
    assert list(turns([A, B, C], 3)) == [A, B, C, B, C, A, C, A, B]
    assert list(turns([], 3)) == []


@pytest.mark.parametrize("problem", [ProcessFailed("gone"), BrokenPipeError("gone")])
def test_who_fails_is_noted_once_and_left_out(problem: Exception) -> None:
    session, seen = Session(results=Results({}, {}, (), ()), rounds=3), []

    def work(one: One) -> None:
        seen.append(one)
        if one is B:
            raise problem

    session.turns([A, B], "speed", work)
    assert (seen.count(A), seen.count(B)) == (3, 1)
    assert session.results.problems == ["speed, b: gone"]


def test_a_bound_on_a_ratio_is_drawn_at_its_part_of_the_peer() -> None:
    row = Row("speed", "m/s", {"a": [1, 2, 3], "b": [10, 10, 40]})
    assert Target("speed", 0.5, peer="b").height(row) == 5
    assert Target("speed", 0.5, peer="c").height(row) is None
    assert Target("speed", 0.5, unit="m/s").height(row) == 0.5


def test_what_cannot_be_imported_is_absent_and_does_not_answer() -> None:
    worker = WorkerProcess("benchmarks.worker", "no_such_library")
    assert worker.absent == "No module named 'benchmarks.libraries.no_such_library'"
    for _ in range(2):
        with pytest.raises(ProcessFailed, match=r"benchmarks\.worker no_such_library ended with 0"):
            worker.ask(operation="varint.decode", ms=1)
    worker.close()


def test_one_side_asks_and_the_other_answers() -> None:
    worker = WorkerProcess("benchmarks.worker", "kafkawire")
    assert worker.ask(operation="varint.decode", ms=0.01)["ns"] > 0
    assert worker.ask(operation="nothing", ms=0.01) == {"problem": "KeyError: 'nothing'"}
    worker.close()
