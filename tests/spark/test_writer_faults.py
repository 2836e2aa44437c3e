"""A few of the queries of `make spark-faults`, in a process of their own because they fork; and what a proof takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")

from kafkawire import messages
from kafkawire.messages import end_txn_response, produce_request, produce_response
from kafkawire.records import Record, write_batch
from tests.spark.exactly_once import judge_aborted
from tests.spark.sink_faults.placed import FEW, PlacedQuery
from tests.spark.sink_faults.places import Commits, Decision, Records, Stop

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "tests.spark.exactly_once", "--spark", "0", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("level", ["2", pytest.param("0", marks=pytest.mark.slow)])
def test_every_row_is_there_once_wherever_something_dies(level: str) -> None:
    said = run("--seeds", "0", "--placed", "few", "--level", level)
    assert f"{len(FEW)} of {len(FEW)} queries: 0 lost, 0 twice" in said


@pytest.mark.slow
@pytest.mark.parametrize("first", ["0", "7"])
def test_every_row_is_there_once_whatever_dies(first: str) -> None:
    said = run("--seeds", "2", "--placed", "none", "--level", "2", "--first", first)
    assert "2 of 2 queries: 0 lost, 0 twice" in said


def test_a_kill_that_no_records_were_lost_by_proves_nothing() -> None:
    query = PlacedQuery("", "t", FEW[0])
    assert judge_aborted(query, 0) == "no transaction with records was aborted, which proves nothing"
    assert judge_aborted(query, 1) == ""


# --------------------------------------------------------------------------------------------------------------- places


def produce(name: str, count: int) -> messages.ProduceRequest:
    records = write_batch([Record(value=b"x") for _ in range(count)])
    part = produce_request.PartitionProduceData(index=0, records=records)
    return messages.ProduceRequest(
        transactional_id=name, topic_data=[produce_request.TopicProduceData(partition_data=[part])]
    )


def produced(error_code: int = 0) -> messages.ProduceResponse:
    part = produce_response.PartitionProduceResponse(error_code=error_code)
    return messages.ProduceResponse(responses=[produce_response.TopicProduceResponse(partition_responses=[part])])


def end(name: str, *, commit: bool = True) -> messages.EndTxnRequest:
    return messages.EndTxnRequest(transactional_id=name, committed=commit)


ENDED: Any = end_txn_response.EndTxnResponse()


def test_half_a_batch_is_reached_when_the_broker_has_it() -> None:
    stop: Stop = Records(4)
    assert not stop.holds(produce("q-0-0", 3))
    assert not stop.holds_answer(produce("q-0-0", 3), produced())
    assert not stop.holds(produce("q-1-0", 2))
    assert stop.holds(produce("q-2-0", 1))
    assert stop.reached == ""
    assert stop.holds_answer(produce("q-1-0", 2), produced())
    assert [stop.reached] == ["q-1-0"]


def test_records_that_were_refused_are_not_there() -> None:
    stop = Records(1)
    assert not stop.holds(produce("q-0-0", 1))
    assert not stop.holds_answer(produce("q-0-0", 1), produced(error_code=7))
    assert not stop.holds(produce("q-0-0", 1))
    assert not stop.reached


def test_a_decision_comes_after_records() -> None:
    stop = Decision()
    assert not stop.holds(end("q-driver"))
    assert not stop.holds(produce("q-0-0", 1))
    assert not stop.holds(end("q-0-0"))
    assert stop.holds(end("q-driver"))
    assert stop.reached == "q-driver"


def test_two_of_three_are_committed_when_they_are_and_the_third_is_asked_for() -> None:
    stop = Commits(2, 3)
    assert [stop.holds(end(f"q-{index}-0")) for index in range(3)] == [False, False, True]
    assert not stop.holds(end("q-3-0", commit=False))
    stop.holds_answer(end("q-0-0"), ENDED)
    assert not stop.reached
    stop.holds_answer(end("q-1-0"), ENDED)
    assert stop.reached
