"""Reassignments on the command line: against our one broker, and a cluster that is played."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli import reassignments
from kafkawire.cli.usage import UsageError
from kafkawire.client import TopicPartition
from kafkawire.client.admin import (
    AdminError,
    BrokerDescription,
    ClusterDescription,
    LogDir,
    PartitionDescription,
    PartitionReassignment,
    ReplicaInfo,
    SomeFailed,
    TopicDescription,
)
from kafkawire.client.blocking import Admin
from kafkawire.client.metadata import NO_TOPIC_ID
from kafkawire.testing import ThreadedBroker
from tests.client.cli_runner import Runner

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
RATES = ("leader.replication.throttled.rate", "follower.replication.throttled.rate")


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys, kafka_broker.bootstrap_servers)


class Played:
    """Three brokers and a topic; `moves` are told in turn, and `altered` is what was asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.replicas = {0: (1, 2), 1: (1, 2)}
        self.moves: list[dict[TopicPartition, PartitionReassignment]] = []
        self.refused: dict[TopicPartition, AdminError] = {}
        self.altered: list[Any] = []
        self.configs: dict[Any, dict[str, str | None]] = {}
        for name in ("describe_cluster", "describe_topics", "list_topics", "describe_log_dirs", "describe_configs"):
            monkeypatch.setattr(Admin, name, getattr(self, name))
        for name in ("alter_partition_reassignments", "list_partition_reassignments", "alter_configs"):
            monkeypatch.setattr(Admin, name, getattr(self, name))

    def describe_cluster(self) -> ClusterDescription:
        return ClusterDescription("id", 1, tuple(BrokerDescription(n, "host", n) for n in (1, 2, 3)))

    def list_topics(self) -> dict[str, None]:
        return {"t": None}

    def describe_topics(self, _: Any) -> dict[str, TopicDescription]:
        partitions = [PartitionDescription(n, ids[0], 0, ids, ids, ()) for n, ids in self.replicas.items()]
        return {"t": TopicDescription("t", NO_TOPIC_ID, False, tuple(partitions), None)}

    def describe_log_dirs(self, *, partitions: Any) -> dict[int, list[LogDir]]:
        def holds(size: int) -> list[LogDir]:
            return [LogDir("/d", {tp: ReplicaInfo(size, 0, False) for tp in partitions})]

        return {1: holds(1000), 3: holds(250)}

    def alter_partition_reassignments(self, targets: Mapping[TopicPartition, Any]) -> None:
        self.altered.append(dict(targets))
        if self.refused:
            raise SomeFailed(self.refused, {tp: None for tp in targets if tp not in self.refused})

    def list_partition_reassignments(self, _: Any = None) -> dict[TopicPartition, PartitionReassignment]:
        return self.moves.pop(0) if self.moves else {}

    def alter_configs(self, changes: Mapping[Any, Mapping[str, str | None]]) -> None:
        for resource, options in changes.items():
            self.configs[resource] = {**self.configs.get(resource, {}), **options}

    def describe_configs(self, resources: Any, **_: Any) -> dict[Any, Any]:
        def entry(kind: str, value: str | None) -> Any:
            return type("Entry", (), {"value": value, "source": f"DYNAMIC_{kind.upper()}_CONFIG"})

        return {r: {n: entry(r[0], v) for n, v in self.configs.get(r, {}).items()} for r in resources}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def plan(path: Path, replicas: Mapping[TopicPartition, list[int]]) -> str:
    path.write_text(json.dumps(reassignments.to_plan(replicas)))
    return str(path)


def test_a_plan_has_the_form_of_kafkas_tool(cli: Runner, cluster: Played) -> None:
    code, out, err = cli("reassignments plan t")
    assert code == 0
    assert json.loads(out) == {
        "version": 1,
        "partitions": [
            {"topic": "t", "partition": 0, "replicas": [3, 2], "log_dirs": ["any", "any"]},
        ],
    }
    assert err == "kafkawire: 1 of 2 partitions to change, 1 replica to copy\n"
    assert len(json.loads(cli("reassignments plan --current")[1])["partitions"]) == 2
    assert json.loads(cli("reassignments plan --to 3,2 --replication-factor 1")[1])["partitions"][0]["replicas"] == [3]


@pytest.mark.parametrize(
    ("line", "text"),
    [("--to 1,9", "there is no broker 9"), ("--to 1", "t-0 shall have 2 replicas, and there are 1 brokers")],
)
def test_a_plan_that_cannot_be(cli: Runner, cluster: Played, line: str, text: str) -> None:
    code, out, err = cli(f"reassignments plan {line}")
    assert (code, out) == (1, "")
    assert text in err


def test_a_start_with_throttle_and_a_plan_for_the_way_back(cli: Runner, cluster: Played, tmp_path: Path) -> None:
    path, back = plan(tmp_path / "plan", {T0: [3, 1], T1: [1, 2]}), tmp_path / "back"
    code, out, _ = cli(f"reassignments start {path} --throttle 1000 --backup {back}")
    assert code == 0
    assert [line.split() for line in out.splitlines()][1:] == [["t", "0", "3,1", "3", "2"]]
    assert cluster.altered == [{T0: [3, 1], T1: [1, 2]}]
    assert reassignments.from_plan(back.read_text(), "back") == {T0: [1, 2], T1: [1, 2]}
    assert cluster.configs == {
        **{("broker", str(n)): dict.fromkeys(RATES, "1000") for n in (1, 2, 3)},
        ("topic", "t"): {
            "leader.replication.throttled.replicas": "0:1,0:2,1:1,1:2",
            "follower.replication.throttled.replicas": "0:3",
        },
    }


def test_a_dry_run_moves_nothing(cli: Runner, cluster: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = plan(tmp_path / "plan", {T0: [3, 1]})
    monkeypatch.setattr("sys.stdin", io.StringIO(Path(path).read_text()))
    assert cli.json("reassignments start - --dry-run --throttle 5")[0]["adding"] == [3]
    assert (cluster.altered, cluster.configs) == ([], {})


def test_partial_success_is_told(cli: Runner, cluster: Played, tmp_path: Path) -> None:
    cluster.refused = {T0: AdminError(39, "no", T0, "partition t-0")}
    code, out, err = cli("reassignments start " + plan(tmp_path / "plan", {T0: [3, 1], T1: [3, 2]}))
    assert code == 1
    assert [line.split()[:2] for line in out.splitlines()][1:] == [["t", "1"]]
    assert "t-0: no (1 of 2 failed)" in err


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x", "is no plan: Expecting value"),
        ("[]", "is no plan: it is of another form"),
        ('{"version": 2, "partitions": []}', "version 2 of the format is not known"),
        ('{"version": 1, "partitions": [{"topic": "t"}]}', "is no plan: something in it has no 'partition'"),
        ('{"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": [1, 1]}]}', "each once"),
        ('{"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": []}]}', "needs brokers"),
        (
            '{"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": [1], "log_dirs": ["/d"]}]}',
            "moving to a certain log directory",
        ),
    ],
)
def test_what_is_no_plan(text: str, error: str) -> None:
    with pytest.raises(UsageError, match="^FILE: .*" + error):
        reassignments.from_plan(text, "FILE")


@pytest.mark.parametrize(
    ("replicas", "text"), [({T0: [9]}, "there is no broker 9"), ({TopicPartition("t", 7): [1]}, "no partition t-7")]
)
def test_what_does_not_exist_is_found_before_anything_moves(
    cli: Runner, cluster: Played, tmp_path: Path, replicas: Any, text: str
) -> None:
    code, _, err = cli("reassignments start " + plan(tmp_path / "plan", replicas))
    assert code == 1
    assert text in err
    assert cluster.altered == []


MOVE = PartitionReassignment((1, 2, 3), (3,), (2,))


def test_watching_ends_with_the_last_move_and_removes_the_throttle(cli: Runner, cluster: Played) -> None:
    cluster.configs = {("broker", "1"): dict.fromkeys(RATES, "9"), ("topic", "t"): {}}
    cluster.moves = [{T0: MOVE, T1: MOVE}, {T1: MOVE}]
    code, out, err = cli("reassignments watch --every 1ms")
    assert (code, out) == (0, "nothing moves; the throttle is removed\n")
    assert err.splitlines() == [
        "2 partitions on the move, 500 of 2000 bytes copied (25%)",
        "1 partition on the move, 250 of 1000 bytes copied (25%)",
    ]
    assert cluster.configs["broker", "1"] == dict.fromkeys(RATES)
    cluster.moves = [{T0: MOVE}, {T0: MOVE}]
    code, out, _ = cli("reassignments watch --timeout 0")
    assert (code, out.splitlines()[1].split()) == (1, ["t", "0", "1,2,3", "3", "2"])


def test_a_throttle_stays_as_long_as_others_move(cli: Runner, cluster: Played) -> None:
    cluster.configs = {("broker", "1"): dict.fromkeys(RATES, "9")}
    cluster.moves = [{}, {TopicPartition("other", 0): MOVE}]
    assert cli("reassignments watch t")[:2] == (0, "nothing moves\n")
    assert cluster.configs["broker", "1"] == dict.fromkeys(RATES, "9")


def test_cancelling(cli: Runner, cluster: Played) -> None:
    cluster.moves = [{T0: MOVE}] * 2
    assert cli("reassignments cancel --dry-run")[:2] == (0, "would cancel t-0\n")
    assert cluster.altered == []
    assert cli("reassignments cancel t:0")[:2] == (0, "cancelled t-0\n")
    assert cluster.altered == [{T0: None}]
    assert cli("reassignments cancel")[:2] == (0, "cancelled nothing: nothing moves\n")


def test_one_broker_has_nowhere_to_move_to(cli: Runner, tmp_path: Path) -> None:
    cli("topics create t -p 2")
    assert json.loads(cli("reassignments plan")[1])["partitions"] == []
    path = plan(tmp_path / "plan", {T0: [1], T1: [1]})
    assert cli.json(f"reassignments start {path}") == []
    assert cli.json("reassignments list") == []
    assert cli("reassignments watch")[:2] == (0, "nothing moves\n")
    assert cli("reassignments cancel")[:2] == (0, "cancelled nothing: nothing moves\n")
