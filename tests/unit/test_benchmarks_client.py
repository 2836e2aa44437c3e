"""The client's benchmark judges as it says. Nothing is timed, and no client is started."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("resource", reason="it looks at processes as Unix shows them")

from benchmarks import tables
from benchmarks.client import report
from benchmarks.client.libraries import AIOKAFKA, BLOCKING, COLUMNS, CONFLUENT, MODULES, READERS, WRITERS
from benchmarks.client.measures import CONSUME, PARTITIONS, PRODUCE
from benchmarks.client.targets import PEERS, TARGETS
from benchmarks.rounds import OURS, UVLOOP, Results, verdicts


def results(measure: str, **rounds: list[float]) -> Results:
    names = {"ours": OURS, "uvloop": UVLOOP, "blocking": BLOCKING, "columns": COLUMNS}
    names |= {"aiokafka": AIOKAFKA, "confluent": CONFLUENT}
    found = Results({"cores": "2 cores"}, {names[name]: "1.0" for name in rounds}, TARGETS, PEERS)
    for name, values in rounds.items():
        for value in values:
            found.row(measure, "CPU s per million").add(names[name], value)
    return found


def test_promises_about_writing_are_ratios_within_the_rounds() -> None:
    found = results("produce 100 B", ours=[1, 4, 2], aiokafka=[4, 6, 8], confluent=[1, 2, 1], blocking=[9, 9, 9])
    judged = {(v.name, v.target.peer): (v.found, v.met) for v in verdicts(found)}
    assert judged == {(OURS, AIOKAFKA): (0.25, True), (OURS, CONFLUENT): (2, False)}
    assert tables.words_of(found, found.rows["produce 100 B"]) == f"NO: {OURS} 2.00 × {CONFLUENT}"
    assert "1 of 2 targets met; missed:" in tables.summary(found)


def test_columns_are_held_beside_confluents_objects_and_ours_beside_aiokafkas() -> None:
    found = results("consume 1 KB", ours=[2], columns=[1], aiokafka=[2], confluent=[1])
    assert {(v.name, v.target.peer, v.met) for v in verdicts(found)} == {
        (OURS, AIOKAFKA, True),
        (COLUMNS, CONFLUENT, True),
    }


def test_a_peer_that_is_not_there_is_missed_by_nobody() -> None:
    assert verdicts(results("produce 1 KB", ours=[1])) == []


def test_rates_are_shown_and_not_judged() -> None:
    found = results("rate, produce 1 KB", ours=[1], aiokafka=[9])
    assert verdicts(found) == []
    assert "| rate, produce 1 KB |" in report.markdown(found).partition("And what else was seen:")[2]


def test_everything_promised_is_measured_and_every_client_has_a_module() -> None:
    measures = [*PRODUCE, *CONSUME, "awaited send, p99", f"{PARTITIONS:,} partitions, ready"]
    measures += [f"memory, stalled broker, {size} B over buffer_memory" for size in (100, 1000)]
    measures += ["memory, slow application, over prefetch_max_bytes"]
    assert {target for measure in measures for target in TARGETS if target.is_for(measure)} == set(TARGETS)
    assert {*WRITERS, *READERS} <= set(MODULES)


def test_the_results_are_kept_with_all_rounds() -> None:
    kept = json.loads(tables.as_json(results("consume 100 B", ours=[1, 3, 2], aiokafka=[1, 1, 1])))
    assert kept["rows"][0]["rounds"][OURS] == [1, 3, 2]
    assert kept["targets"] == [
        {"measure": "consume 100 B", "name": OURS, "target": "≤ 1 × aiokafka", "found": 2.0, "met": False}
    ]
