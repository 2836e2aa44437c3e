"""Features, quorum, health and hanging transactions on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

import kafkawire.testing
from kafkawire.cli import health
from kafkawire.client import TopicPartition
from kafkawire.client.admin import (
    BrokerDescription,
    ClusterDescription,
    FeatureUpdate,
    PartitionDescription,
    PartitionReassignment,
    QuorumInfo,
    QuorumReplica,
    TopicDescription,
)
from kafkawire.client.blocking import Admin, Producer
from kafkawire.errors import KafkaError
from kafkawire.testing import ThreadedBroker
from tests.client.cli_runner import Runner, leave_hanging

NO_ID = UUID(int=0)


@pytest.fixture
def broker() -> Iterator[ThreadedBroker]:
    options = {"transaction.partition.verification.enable": "false"}
    with kafkawire.testing.broker(topics={"flights": 1}, options=options) as running:
        yield running


@pytest.fixture
def cli(broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys, broker.bootstrap_servers)


class TestFeatures:
    def test_levels_are_listed(self, cli: Runner) -> None:
        levels = {row["feature"]: row for row in cli.json("features list")}
        ours = levels["transaction.version"]
        assert (ours["lowest"], ours["highest"], ours["level"]) == (0, 2, 2)
        assert cli.table("features list")[0] == ["feature", "lowest", "highest", "level", "release", "epoch"]

    @pytest.mark.parametrize(
        ("words", "kind"),
        [("", "upgrade"), (" --downgrade", "safe_downgrade"), (" --unsafe-downgrade", "unsafe_downgrade")],
    )
    def test_an_update_is_sent_as_it_is_meant(
        self, cli: Runner, monkeypatch: pytest.MonkeyPatch, words: str, kind: Any
    ) -> None:
        sent: list[Any] = []
        monkeypatch.setattr(Admin, "update_features", lambda _, features, **more: sent.append((features, more)))
        code, out, _ = cli(f"features update share.version=0 group.version=1 --dry-run{words}")
        assert (code, out) == (0, "share.version would be at level 0, group.version would be at level 1\n")
        assert sent == [
            (
                {"share.version": FeatureUpdate(0, kind), "group.version": FeatureUpdate(1, kind)},
                {"validate_only": True},
            )
        ]

    def test_what_is_wrong_is_told(self, cli: Runner) -> None:
        assert "a level is a number" in cli("features update share.version=on")[2]
        assert cli("features update share.version=1 --downgrade --unsafe-downgrade")[0] == 2
        code, out, err = cli("features update share.version=99")
        assert (code, out) == (1, "")
        assert "feature 'share.version'" in err


class TestQuorum:
    def test_our_broker_is_its_own_controller(self, cli: Runner) -> None:
        found = cli.json("quorum describe")
        assert (found["leader"], found["highestLag"]) == (1, 0)
        assert [(node["node"], node["role"], node["lag"]) for node in found["nodes"]] == [(1, "leader", 0)]
        assert "leader epoch" in cli("quorum describe")[1]

    def test_lag_is_behind_the_end_of_the_leader(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        voters = (QuorumReplica(1, 100, 9_000, 9_000), QuorumReplica(2, 90, 8_500, 8_000))
        observers = (QuorumReplica(4, 70),)
        quorum = QuorumInfo(1, 3, 95, voters, observers, {2: {"CONTROLLER": ("host", 9)}})
        monkeypatch.setattr(Admin, "describe_quorum", lambda _: quorum)
        zero, times = "AAAAAAAAAAAAAAAAAAAAAA", ["last", "fetch", "ms", "ago", "last", "caught", "up", "ms", "ago"]
        assert cli.table("quorum describe")[5:] == [
            ["highest", "lag", "ms", "1000"],
            ["node", "role", "end", "lag", *times, "directory", "id", "listeners"],
            ["1", "leader", "100", "0", "0", "0", zero, "-"],
            ["2", "voter", "90", "10", "500", "1000", zero, "CONTROLLER=host:9"],
            ["4", "observer", "70", "30", "-", "-", zero, "-"],
        ]
        found = cli.json("quorum describe")
        assert (found["highestLag"], found["nodes"][1]["listeners"]) == (10, {"CONTROLLER": "host:9"})
        assert found["nodes"][1]["lastCaughtUpMsAgo"] == 1000


class TestHanging:
    def test_a_transaction_that_no_coordinator_knows_is_found_and_aborted(self, cli: Runner) -> None:
        leave_hanging(cli.address, "flights", 4711, age_ms=20 * 60_000)
        (found,) = cli.json("transactions hanging")
        assert (found["topic"], found["producerId"], found["beginsAt"], found["minutes"]) == ("flights", 4711, 0, 20)
        assert cli.json("transactions hanging --longer-than 1h") == []
        code, out, _ = cli("cluster health")
        what = "transaction of producer 4711 open for 20 min"
        advice = "`kafkawire transactions abort flights:0 --offset 0`"
        assert (code, out) == (1, f"hanging-transaction: flights-0: {what}; {advice}\n")
        assert cli.json("transactions hanging flights --abort")[0]["aborted"] is True
        assert cli.json("transactions hanging") == []

    def test_one_that_is_alive_is_none(self, cli: Runner) -> None:
        with Producer(cli.address, transactional_id="etl") as producer, producer.transaction():
            producer.send("flights", b"x", timestamp_ms=1)
            producer.flush()
            assert cli.json("transactions hanging --longer-than 0") == []

    def test_partial_success_is_told(self, cli: Runner, broker: ThreadedBroker) -> None:
        broker.create_topic("other")
        leave_hanging(cli.address, "flights", 1, age_ms=3_600_000)
        leave_hanging(cli.address, "other", 2, age_ms=3_600_000)
        with broker.fail("WriteTxnMarkers", times=1, error="CLUSTER_AUTHORIZATION_FAILED"):
            code, out, err = cli("transactions hanging --abort")
        assert code == 1
        assert [line.split()[-1] for line in out.splitlines()] == ["aborted", "no", "yes"]
        assert "CLUSTER_AUTHORIZATION_FAILED" in err


class TestHealth:
    def test_all_is_well(self, cli: Runner) -> None:
        assert cli("cluster health") == (0, "all is well with 1 broker and 1 topic\n", "")
        assert cli.json("cluster health") == []

    def test_a_group_that_nobody_reads_for(self, cli: Runner) -> None:
        with Producer(cli.address) as producer:
            for _ in range(3):
                producer.send("flights", b"x")
        cli("offsets reset readers flights --to-offset 1 --execute")
        (found,) = cli.json("cluster health", code=1)
        assert (found["problem"], found["where"]) == ("forsaken-group", "group readers")
        assert found["what"] == "no members, 2 records behind"
        assert cli("cluster health --lag 2")[0] == 0
        assert cli("cluster health --ignore forsaken-group")[0] == 0
        assert cli("cluster health --ignore nonsense")[0] == 2

    def test_what_could_not_be_looked_at_is_told(self, cli: Runner, broker: ThreadedBroker) -> None:
        with broker.fail("DescribeLogDirs", error="CLUSTER_AUTHORIZATION_FAILED"):
            code, out, err = cli("cluster health")
        assert (code, out) == (1, "")
        assert err.startswith("kafkawire: not looked at: broken-disk: CLUSTER_AUTHORIZATION_FAILED")


class _Sick:
    """A cluster with one of everything: what `Admin` would say of it."""

    def __init__(self) -> None:
        self.refusing = {2}

    def describe_cluster(self, **_: bool) -> ClusterDescription:
        brokers = tuple(BrokerDescription(n, "host", 9000 + n, is_fenced=n == 3) for n in (1, 2, 3))
        return ClusterDescription("id", 1, brokers)

    def list_topics(self) -> dict[str, None]:
        return {"t": None}

    def describe_topics(self, _: Any) -> dict[str, TopicDescription]:
        def partition(index: int, leader: int, replicas: tuple[int, ...], isr: tuple[int, ...]) -> PartitionDescription:
            return PartitionDescription(index, leader, 0, replicas, isr, ())

        partitions = (
            partition(0, 1, (1, 2), (1, 2)),
            partition(1, -1, (2,), (2,)),
            partition(2, 1, (1, 3), (1,)),
            partition(3, 2, (1, 2), (2, 1)),
            partition(4, 1, (1, 9), (9, 1)),
            partition(5, 1, (2, 1), (1,)),  # 2 is being added
        )
        return {"t": TopicDescription("t", NO_ID, False, partitions, None)}

    def api_versions(self, nodes: list[int]) -> None:
        if {*nodes} & self.refusing:
            raise KafkaError(8, "nobody there")

    def describe_log_dirs(self, brokers: list[int]) -> dict[int, list[Any]]:
        assert brokers == [1, 2]
        return {}

    def describe_configs(self, resources: Any, **_: Any) -> dict[Any, Any]:
        entry = type("Entry", (), {"value": "2"})
        return {resource: {"min.insync.replicas": entry} for resource in resources}

    def list_partition_reassignments(self, partitions: list[TopicPartition]) -> dict[TopicPartition, Any]:
        moving = TopicPartition("t", 5)
        assert partitions == [TopicPartition("t", 2), moving]
        return {moving: PartitionReassignment((2, 1), (2,), ())}

    def describe_producers(self, partitions: Any) -> dict[Any, Any]:
        return {tp: [] for tp in partitions}

    def list_groups(self, **_: Any) -> list[Any]:
        return []


def test_each_sickness_is_one_finding_with_what_to_do() -> None:
    admin: Any = _Sick()
    looking = health.Findings(admin, 1000, 0)
    found = [(one.problem, one.where) for one in looking.find()]
    assert found == [
        ("unreachable", "broker 2 at host:9002"),
        ("unreachable", "broker 3 at host:9003"),
        ("unreachable", "broker 9"),
        ("offline", "t-1"),
        ("under-min-isr", "t-2"),
        ("under-min-isr", "t-5"),
        ("under-replicated", "t-2"),
        ("leader-not-preferred", "t-3"),
    ]
    assert looking.unseen == []
    advice = {one.where: one.advice for one in looking.find()}
    assert advice["t-1"] == "start broker 2"
    assert "`kafkawire cluster unregister 3`" in advice["broker 3 at host:9003"]
    assert advice["t-3"] == "`kafkawire cluster elect-leaders t:3`"
