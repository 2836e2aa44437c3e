"""Share groups on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import kafkawire.testing
from kafkawire.client.blocking import Admin, Producer
from tests.client.cli_runner import Runner


@pytest.fixture
def cli(capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Runner]:
    options = {"group.share.assignment.interval.ms": "0"}
    with kafkawire.testing.broker(topics={"jobs": 2}, options=options) as broker:
        with Admin(broker.bootstrap_servers) as admin:
            admin.alter_configs({("group", "workers"): {"share.auto.offset.reset": "earliest"}})
        with Producer(broker.bootstrap_servers) as producer:
            for n in range(6):
                producer.send("jobs", b"%d" % n, key=b"k", partition=n % 2)
        yield Runner(capsysbinary, broker.bootstrap_servers)


def test_records_are_printed_and_accepted(cli: Runner) -> None:
    code, out, err = cli("shares consume workers jobs -c 6 -f", r"%t %k %s\n")
    assert (code, err) == (0, "")
    assert sorted(out.splitlines()) == [f"jobs k {n}" for n in range(6)]
    assert cli.table("shares offsets workers") == [
        ["group", "topic", "partition", "start", "lag"],
        ["workers", "jobs", "0", "0", "0"],  # the start moves when the broker next stores it, as in Apache Kafka
        ["workers", "jobs", "1", "0", "0"],
    ]


def test_what_is_released_comes_again(cli: Runner) -> None:
    assert cli("shares consume workers jobs -c 6 --acknowledge release")[0] == 0
    code, out, _ = cli("shares consume workers jobs -c 6 --json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert sorted(record["value"] for record in records) == [str(n) for n in range(6)]
    assert {record["deliveryCount"] for record in records} == {2}


def test_what_is_rejected_does_not(cli: Runner) -> None:
    assert cli("shares consume workers jobs -c 6 --acknowledge reject")[0] == 0
    assert cli("shares consume workers jobs --timeout 200ms")[:2] == (0, "")


def test_a_group_is_described(cli: Runner) -> None:
    cli("shares consume workers jobs -c 1")
    assert cli("shares describe workers")[1].startswith("workers: share, Empty")
    assert cli.json("shares describe workers")[0]["type"] == "share"
    cli("offsets reset readers jobs --to earliest --execute")
    assert cli("shares describe readers")[::2] == (
        1,
        "kafkawire: error: group 'readers' is no share group but a classic one\n",
    )


def test_a_reset_is_shown_and_then_done(cli: Runner) -> None:
    cli("shares consume workers jobs -c 6")
    code, out, err = cli("shares reset workers --to latest")
    assert [line.split() for line in out.splitlines()][1:] == [["jobs", "0", "0", "3"], ["jobs", "1", "0", "3"]]
    assert (code, err) == (0, "kafkawire: nothing was changed; --execute does it\n")
    assert [row["start"] for row in cli.json("shares offsets workers")] == [0, 0]
    assert cli("shares reset workers jobs:0 --to-offset 1 --execute")[0] == 0
    assert [(row["start"], row["lag"]) for row in cli.json("shares offsets workers")] == [(1, 2), (0, 0)]


def test_a_partition_that_has_not_begun_has_no_start(cli: Runner) -> None:
    cli("shares reset workers jobs:1 --to-offset 2 --execute")
    assert [(row["start"], row["lag"]) for row in cli.json("shares offsets workers")] == [(None, None), (2, 1)]


def test_partial_success_is_told(cli: Runner) -> None:
    cli("shares consume workers jobs -c 6")
    code, out, err = cli("shares offsets workers nobody")
    assert code == 1
    assert "workers" in out
    assert "group 'nobody'" in err
