"""The broker's benchmark judges as it says. Nothing is timed, and no other broker is started."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="it looks at processes as Unix shows them")

from benchmarks import tables
from benchmarks.broker import measures, report
from benchmarks.broker.brokers import KAFKA, KFAKE
from benchmarks.broker.targets import PEERS, TARGETS
from benchmarks.rounds import OURS, UVLOOP, Results, verdicts

HERE = Path(measures.__file__).parent


def results(**measured: dict[str, list[float]]) -> Results:
    """Measures by name with `_` for a space."""
    found = Results({"cores": "2 cores"}, dict.fromkeys((OURS, UVLOOP, KAFKA, KFAKE), "1.0"), TARGETS, PEERS)
    for name, brokers in measured.items():
        for broker, values in brokers.items():
            for value in values:
                found.row(name.replace("_", " "), "records/s").add(broker, value)
    return found


def test_a_ratio_is_made_within_the_rounds() -> None:
    row = results(produce_1_KB={OURS: [100, 10, 60], KAFKA: [100, 20, 100]}).rows["produce 1 KB"]
    assert row.value(OURS) == 60
    assert row.ratio(OURS, KAFKA) == 0.6
    assert row.ratio(KFAKE, KAFKA) is None


def test_promises_are_judged_for_ours_alone_on_either_loop() -> None:
    found = results(produce_1_KB={OURS: [70], UVLOOP: [69], KAFKA: [100], KFAKE: [1]})
    judged = {verdict.name: verdict.met for verdict in verdicts(found)}
    assert judged == {OURS: True, UVLOOP: False}
    assert tables.words_of(found, found.rows["produce 1 KB"]) == f"NO: {UVLOOP} 0.69 × {KAFKA}"
    assert "1 of 2 targets met; missed:" in tables.summary(found)


def test_without_kafka_nothing_is_said_about_ratios_to_it() -> None:
    found = results(produce_1_KB={OURS: [1]}, memory_after_500_MB={OURS: [81]})
    assert [(verdict.measure, verdict.met) for verdict in verdicts(found)] == [("memory after 500 MB", False)]
    assert tables.words_of(found, found.rows["produce 1 KB"]) == ""


def test_what_is_not_promised_stands_in_the_second_table() -> None:
    found = results(consume_1_KB={OURS: [2], KAFKA: [1]}, memory__peak={OURS: [40]})
    promised, others = report.markdown(found).split("And what else was seen:")
    assert "| consume 1 KB | records/s | 2 |  | 1 |  | 2 | ≥ 0.7 × Apache Kafka | yes |" in promised
    assert "memory  peak" in others
    assert json.loads(tables.as_json(found))["targets"][0]["met"] is True


def test_every_target_has_a_measure_in_the_last_run() -> None:
    last = json.loads((HERE / "results.json").read_text("utf-8"))
    names = [row["measure"] for row in last["rows"]]
    judged = {target for name in names for target in TARGETS if target.is_for(name)}
    assert judged == set(TARGETS)
    assert {*measures.PRODUCE, *measures.CONSUME} <= set(names)


def test_the_page_and_the_figures_name_no_machine_nor_place() -> None:
    for name in ("README.md", "results.json"):
        text = (HERE / name).read_text("utf-8")
        assert not re.search(r"/(home|root|tmp|work|Users)/", text), name
