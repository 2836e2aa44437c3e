"""Measuring on the command line: what is counted, not how fast it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.cli.perf import Latencies
from kafkawire.client.blocking import Consumer
from kafkawire.testing import ThreadedBroker
from tests.client.cli_runner import Runner


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Runner:
    kafka_broker.create_topic("perf", 2)
    return Runner(capsys, kafka_broker.bootstrap_servers)


def end_of(cli: Runner) -> int:
    return sum(row["end"] for row in cli.json("offsets list perf"))


def test_records_are_sent_and_measured_after_the_warm_up(cli: Runner) -> None:
    found = cli.json("perf produce perf --num-records 1500 --record-size 20 --warmup-records 500 --acks 1")
    assert (found["records"], found["bytes"], found["warmupRecords"], found["acks"]) == (1000, 20_000, 500, "1")
    assert end_of(cli) == 1500
    assert found["recordsPerSecond"] > 0
    assert 0 < found["p50Ms"] <= found["p95Ms"] <= found["p99Ms"] <= found["p999Ms"] <= found["maxLatencyMs"]
    assert 0 < found["avgLatencyMs"] <= found["maxLatencyMs"]


def test_acks_of_the_options_hold_where_the_command_says_nothing(cli: Runner) -> None:
    assert cli.json("perf produce perf -n 10 --record-size 20")["acks"] == "all"
    assert cli.json("perf produce perf -n 10 --record-size 20 -X acks=1 -X enable.idempotence=false")["acks"] == "1"


@pytest.mark.parametrize("acks", ["all", "0"])
def test_the_line_is_that_of_kafkas_tool(cli: Runner, acks: str) -> None:
    code, out, _ = cli(f"perf produce perf -n 100 --record-size 20 --warmup-records 10 --acks {acks}")
    assert code == 0
    assert out.startswith("90 records sent, ")
    for word in ("records/sec (", "MB/sec)", "ms avg latency", "ms max latency", "50th", "95th", "99th", "ms 99.9th"):
        assert word in out
    assert out.endswith(" (10 records before that to warm up).\n")


def test_the_rate_is_kept(cli: Runner) -> None:
    assert cli.json("perf produce perf -n 100 --record-size 5 --throughput 500")["seconds"] >= 0.19


def test_values_come_from_a_file(cli: Runner, tmp_path: Path) -> None:
    (tmp_path / "values").write_text("a;bb;")
    cli("perf produce perf -n 4 --payload-delimiter ; --payload-file", str(tmp_path / "values"))
    with Consumer(cli.address, topics=["perf"], group_id="g", auto_offset_reset="earliest") as consumer:
        records = iter(consumer)
        values = sorted(next(records).value or b"" for _ in range(4))
    assert values == [b"a", b"a", b"bb", b"bb"]


def test_progress_is_told_on_standard_error(cli: Runner) -> None:
    code, _, err = cli("perf produce perf -n 2000 --record-size 5 --reporting-interval 0")
    assert code == 0
    assert " records sent, " in err
    assert "ms max latency.\n" in err


@pytest.mark.parametrize("group", ["", " --group readers"])
def test_records_are_read_and_measured(cli: Runner, group: str) -> None:
    cli("perf produce perf -n 1000 --record-size 20")
    found = cli.json(f"perf consume perf -n 1000{group}")
    assert (found["records"], found["bytes"]) == (1000, 20_000)
    assert (found["joinMs"] > 0) == bool(group)


def test_fewer_records_than_asked_for_end_with_1(cli: Runner) -> None:
    cli("perf produce perf -n 10 --record-size 20")
    code, out, err = cli("perf consume perf -n 1000 --timeout 200ms")
    assert code == 1
    assert out.startswith("10 records read, ")
    assert err == "kafkawire: nothing came for 0.2 s, so that is all\n"
    assert cli("perf consume perf -n 10 --from-latest --timeout 200ms")[1].startswith("0 records read, ")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("perf produce perf -n 5 --record-size 1 --warmup-records 5", "want fewer than the 5 of all"),
        ("perf produce perf -n 5", "one of the arguments --record-size --payload-file is required"),
        ("perf produce perf -n 0 --record-size 1", "number above 0"),
        ("perf produce perf -n 5 --payload-file /dev/null", "there is nothing in it to send"),
    ],
)
def test_what_is_wrong_is_told(cli: Runner, line: str, text: str) -> None:
    code, out, err = cli(line)
    assert (code, out) == (2, "")
    assert text in err


def test_a_record_that_cannot_be_written_is_an_error(cli: Runner) -> None:
    code, _, err = cli("perf produce perf -n 5 --record-size 2000000")
    assert code == 1
    assert "a record of 2000026 bytes" in err


def test_percentiles_are_those_of_kafkas_tool() -> None:
    latencies = Latencies(1000)
    for ms in range(1000, 0, -1):
        latencies.add(float(ms))
    assert [*latencies.facts().values()] == [500.5, 1000.0, 501.0, 951.0, 991.0, 1000.0]
    assert [*latencies.facts()][2:] == ["p50_ms", "p95_ms", "p99_ms", "p999_ms"]


def test_a_sample_is_enough_for_many() -> None:
    latencies = Latencies(2_000_000)
    for _ in range(8):
        latencies.add(1.0)
    assert latencies.count == 8
    assert len(latencies._sample) == 2
