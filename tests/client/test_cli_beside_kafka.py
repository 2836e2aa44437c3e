"""What Kafka's own scripts tell and can do, our commands do as well; the facts are those that the scripts print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import kafkawire.testing
from kafkawire.cli import main
from kafkawire.client import TopicPartition
from kafkawire.client.admin import LogDir
from kafkawire.client.admin.log_dirs import ReplicaInfo
from kafkawire.client.blocking import Admin, Consumer
from kafkawire.testing import ThreadedBroker
from tests.client.cli_runner import Runner

OPTIONS = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS",
    "group.initial.rebalance.delay.ms": "0",
}


@pytest.fixture
def broker() -> Iterator[ThreadedBroker]:
    with kafkawire.testing.broker(topics={"flights": 2}, options=OPTIONS) as running:
        yield running


@pytest.fixture
def cli(broker: ThreadedBroker, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    run = Runner(capsys, broker.bootstrap_servers)
    lines = tmp_path / "lines"
    lines.write_text("a\nb\nc\n")
    assert run(f"produce flights {lines} -p 0 -q")[0] == 0
    return run


class TestTopics:
    """kafka-topics"""

    def test_a_topic_is_described_with_its_id_and_what_is_set(self, cli: Runner, broker: ThreadedBroker) -> None:
        cli("configs alter topic flights retention.ms=5")
        with Admin(broker.bootstrap_servers) as admin:
            topic_id = admin.describe_topics(["flights"])["flights"].topic_id
        row = cli.json("topics describe flights")[0]
        assert row["configs"]["retention.ms"] == "5"
        assert len(row["topicId"]) == 22
        first = cli("topics describe flights")[1].splitlines()[0]
        assert first.startswith(f"flights: id {row['topicId']}, 2 partitions, 1 replica, ")
        assert first.endswith(", retention.ms=5")
        assert str(topic_id) not in first

    def test_without_a_name_all_are_described(self, cli: Runner) -> None:
        cli("topics create airports")
        assert [row["topic"] for row in cli.json("topics describe")] == ["airports", "flights", "flights"]

    def test_replicas_can_be_placed_by_hand(self, cli: Runner) -> None:
        assert cli("topics create placed --replica-assignment 1,1,1")[:2] == (0, "created placed\n")
        assert [row["replicas"] for row in cli.json("topics describe placed")] == [[1], [1], [1]]
        assert cli("topics alter placed -p 4 --replica-assignment 1")[0] == 0
        assert len(cli.json("topics describe placed")) == 4
        assert cli("topics create x --replica-assignment 9")[0] == 1
        assert cli("topics create x --replica-assignment 1;2")[0] == 2
        assert cli("topics create x -p 2 --replica-assignment 1")[0] == 2

    def test_a_topic_that_is_gone_can_be_deleted_again(self, cli: Runner) -> None:
        assert cli("topics delete flights nosuch --if-exists")[:2] == (0, "deleted flights\n")
        assert cli("topics delete flights --if-exists")[:2] == (0, "deleted nothing: none is there\n")
        assert cli("topics delete flights")[0] == 1


class TestGroups:
    """kafka-consumer-groups, kafka-share-groups"""

    @pytest.mark.parametrize("protocol", ["classic", "consumer"])
    def test_lag_says_who_reads(self, cli: Runner, broker: ThreadedBroker, protocol: Any) -> None:
        options: dict[str, Any] = {"group_id": "readers", "group_protocol": protocol, "client_id": "me"}
        with Consumer(broker.bootstrap_servers, topics=["flights"], **options) as consumer:
            while len(consumer.assignment) < 2:
                consumer.fetch(timeout=0.1)
            (described,) = cli.json("groups describe readers")
            lag = cli.json("groups lag readers")
            table = cli.table("groups lag")
            text = cli("groups describe")[1]
            refused = cli("offsets reset readers flights --to earliest")
        member = described["members"][0]["memberId"]
        assert [(row["member"], row["client"]) for row in lag] == [(member, "me")] * 2
        assert table[0][-3:] == ["member", "host", "client"]
        assert all(row[-3:] == [member, lag[0]["host"], "me"] for row in table[1:])
        assert ("epoch" in text, "target" in text) == (protocol == "consumer",) * 2
        assert refused[:2] == (1, "")
        assert "group 'readers' is Stable, with 1 member" in refused[2]
        cli("offsets reset readers flights --to earliest --execute")
        assert cli.table("groups lag")[0][-1] == "lag"

    def test_offsets_go_into_a_file_and_come_back(self, cli: Runner, tmp_path: Path) -> None:
        cli("offsets reset readers flights --to latest --execute")
        kept = tmp_path / "kept.json"
        kept.write_text(cli("offsets committed readers --json")[1])
        csv = tmp_path / "kafka.csv"
        csv.write_text('"flights",0,1\n"flights",1,7\n')
        back = f"offsets reset readers --from-file {csv}"
        after = [(row["partition"], row["before"], row["after"]) for row in cli.json(back)]
        assert after == [(0, 3, 1), (1, 0, 0)]
        assert cli.json(f"offsets reset readers flights:0 --from-file {csv} --execute")[0]["after"] == 1
        assert cli.json(f"offsets reset readers --from-file {kept} --execute")[0]["after"] == 3
        csv.write_text("flights,9,1\n")
        assert "there is no partition flights-9" in cli(back)[2]
        csv.write_text("flights;9;1\n")
        assert cli(back)[0] == 2

    def test_a_share_group_forgets(self, cli: Runner) -> None:
        cli("configs alter group workers share.auto.offset.reset=earliest")
        assert cli("shares consume workers flights -c 3")[0] == 0
        assert {row["start"] for row in cli.json("shares offsets workers")} != {None}
        assert cli("shares delete-offsets workers flights")[:2] == (0, "forgotten: flights\n")
        assert cli.json("shares offsets workers") == []
        assert cli("shares delete-offsets nobody flights")[0] == 1


class TestOffsets:
    """kafka-get-offsets"""

    def test_without_a_name_all_topics_are_listed(self, cli: Runner) -> None:
        cli("offsets reset readers flights --to latest --execute")  # now there is a topic of Kafka's own
        assert {row["topic"] for row in cli.json("offsets list")} == {"flights"}

    def test_times_are_numbers_for_programs_and_have_a_zone_for_people(self, cli: Runner) -> None:
        assert cli.json("offsets list flights:0 --at max-timestamp")[0]["timestamp"] > 1_700_000_000_000
        assert cli.table("offsets list flights:0 --at max-timestamp")[1][-1].endswith("+00:00")

    def test_offsets_of_tiered_storage(self, cli: Runner) -> None:
        assert [row["at"] for row in cli.json("offsets list flights --at earliest-local")] == [0, 0]
        assert [row["at"] for row in cli.json("offsets list flights --at latest-tiered")] == [None, None]
        assert cli("offsets reset readers flights --to earliest-local")[0] == 2


class TestCluster:
    """kafka-log-dirs, kafka-leader-election, kafka-cluster, kafka-broker-api-versions"""

    def test_replicas_of_a_disk(self, cli: Runner) -> None:
        rows = cli.json("cluster log-dirs flights:0")
        assert [(row["topic"], row["partition"], row["broker"], row["offsetLag"]) for row in rows] == [
            ("flights", 0, 1, 0)
        ]
        assert (rows[0]["bytes"] > 0, rows[0]["future"]) == (True, False)
        assert len(cli.json("cluster log-dirs --replicas")) == 2

    def test_a_replica_that_moves_between_disks_is_there_twice(
        self, cli: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tp = TopicPartition("flights", 0)
        dirs = [LogDir("/a", {tp: ReplicaInfo(9, 0, False)}), LogDir("/b", {tp: ReplicaInfo(4, 5, True)})]
        monkeypatch.setattr(Admin, "describe_log_dirs", lambda *_, **__: {1: dirs})
        assert [line[3:] for line in cli.table("cluster log-dirs --replicas")[1:]] == [
            ["9", "0", "no", "/a"],
            ["4", "5", "yes", "/b"],
        ]

    def test_unclean_elections_need_names(self, cli: Runner) -> None:
        assert cli("cluster elect-leaders --unclean")[::2] == (
            2,
            "kafkawire: error: --unclean may lose records: name the partitions\n",
        )
        assert cli("cluster elect-leaders flights --unclean")[:2] == (0, "new leaders: none was needed\n")

    def test_fenced_brokers_are_shown(self, cli: Runner) -> None:
        assert cli.table("cluster describe --fenced")[2:] == [
            ["broker", "host", "port", "rack", "fenced"],
            ["1", "127.0.0.1", cli.address.partition(":")[2], "-", "no"],
        ]

    def test_a_broker_is_unregistered(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        gone: list[int] = []
        monkeypatch.setattr(Admin, "unregister_broker", lambda _, broker: gone.append(broker))
        assert cli("cluster unregister 7")[:2] == (0, "broker 7 is registered no more\n")
        assert gone == [7]

    def test_versions_that_both_speak(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Admin, "api_versions", lambda *_: {1: {3: (0, 99), 4: (200, 201), 9999: (0, 1)}})
        assert [(row["key"], row["usable"]) for row in cli.json("cluster apis")] == [(3, 13), (4, None), (9999, None)]


class TestQuorum:
    """kafka-metadata-quorum"""

    def test_ids_of_directories_are_kafkas(self, cli: Runner) -> None:
        found = cli.json("quorum describe")
        assert len(found["nodes"][0]["directoryId"]) == 22
        assert found["highestLagMs"] == 0

    def test_controllers_come_and_go(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        sent: list[Any] = []
        monkeypatch.setattr(Admin, "add_raft_voter", lambda _, *words: sent.append(words))
        monkeypatch.setattr(Admin, "remove_raft_voter", lambda _, *words: sent.append(words))
        directory = "--directory-id AAAAAAAAAAAAAAAAAAAABw"
        assert cli(f"quorum add-voter 4 {directory} --listener CONTROLLER=[::1]:9093")[0] == 0
        assert cli(f"quorum remove-voter 4 {directory}")[:2] == (0, "controller 4 votes no more\n")
        assert sent == [(4, UUID(int=7), {"CONTROLLER": ("::1", 9093)}), (4, UUID(int=7))]
        assert cli("quorum remove-voter 4 --directory-id short")[0] == 2
        assert cli(f"quorum add-voter 4 {directory} --listener CONTROLLER=host")[0] == 2


class TestTransactions:
    """kafka-transactions"""

    def test_transactions_of_one_producer(self, cli: Runner, broker: ThreadedBroker) -> None:
        from kafkawire.client.blocking import Producer

        with Producer(broker.bootstrap_servers, transactional_id="etl") as producer, producer.transaction():
            producer.send("flights", b"x", partition=1)
        (one,) = cli.json("transactions list")
        assert cli.json(f"transactions list --producer-id {one['producerId']}") == [one]
        assert cli.json("transactions list --producer-id 987654") == []
        assert [row["coordinatorEpoch"] for row in cli.json("transactions producers flights:1")] == [0]
        assert cli.json("transactions describe etl")[0]["seconds"] >= 0


class TestFeatures:
    """kafka-features"""

    def test_levels_of_metadata_have_the_names_of_releases(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = {row["feature"]: row for row in cli.json("features list")}
        assert (rows["metadata.version"]["level"], rows["metadata.version"]["release"]) == (30, "4.3-IV0")
        assert rows["group.version"]["release"] is None
        sent: list[Any] = []
        monkeypatch.setattr(Admin, "update_features", lambda _, updates, **__: sent.append(updates))
        for text in ("4.1", "4.1-IV0", "3.3-IV3", "25"):
            assert cli(f"features update metadata.version={text}")[0] == 0
        assert [one["metadata.version"].max_version_level for one in sent] == [27, 26, 7, 25]
        assert cli("features update metadata.version=2.8")[0] == 2
        assert cli("features update group.version=4.1")[0] == 2


class TestConfigs:
    """kafka-configs"""

    def test_synonyms_say_where_else_a_value_comes_from(self, cli: Runner) -> None:
        cli("configs alter topic flights max.message.bytes=2000000")
        line = cli.table("configs describe topic flights max.message.bytes --synonyms")[1]
        assert line[-1] == "DYNAMIC_TOPIC_CONFIG:max.message.bytes=2000000,DEFAULT_CONFIG:message.max.bytes=1048588"

    def test_options_come_from_a_file(self, cli: Runner, tmp_path: Path) -> None:
        (tmp_path / "f").write_text("retention.ms=7\nsegment.ms = 8000\n")
        assert cli(f"configs alter topic flights --from-file {tmp_path / 'f'} retention.ms=9")[0] == 0
        values = {row["option"]: row["value"] for row in cli.json("configs describe topic flights")}
        assert (values["retention.ms"], values["segment.ms"]) == ("9", "8000")


class TestAcls:
    """kafka-acls"""

    def test_what_a_producer_and_a_consumer_need(self, cli: Runner) -> None:
        words = "--principal User:dan --producer flights --transactional-id tx --idempotent"
        assert rules(cli.json(f"acls create {words}")) == {
            *(("TOPIC", "flights", operation) for operation in ("WRITE", "DESCRIBE", "CREATE")),
            *(("TRANSACTIONAL_ID", "tx", operation) for operation in ("WRITE", "DESCRIBE")),
            ("CLUSTER", "kafka-cluster", "IDEMPOTENT_WRITE"),
        }
        assert rules(cli.json("acls create --principal User:eve --consumer flights --group readers")) == {
            ("TOPIC", "flights", "READ"),
            ("TOPIC", "flights", "DESCRIBE"),
            ("GROUP", "readers", "READ"),
        }
        assert len(cli.json("acls list")) == 9

    @pytest.mark.parametrize(
        "words", ["", "--resource topic --name t", "--consumer t", "--producer t --resource topic --operation read"]
    )
    def test_half_a_rule_is_refused(self, words: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["acls", "create", "--principal", "User:a", *words.split(), "-b", "127.0.0.1:1"]) == 2
        assert "want --resource, --name and --operation, or --producer TOPIC" in capsys.readouterr().err


def rules(rows: Any) -> set[tuple[str, str, str]]:
    return {(row["resource"], row["name"], row["operation"]) for row in rows}


def test_the_page_names_commands_that_there_are() -> None:
    """Of each of Kafka's scripts the page says which command does the same."""
    page = Path(__file__).parents[2] / "docs/howto/command-line.md"
    rows = re.findall(r"^\| (`kafka-.*) \| (.*) \|$", page.read_text(), re.MULTILINE)
    commands = [command for _, here in rows for command in re.findall(r"`([^`]+)`", here)]
    assert {"topics", "features", "log dump"} <= {*commands}
    for command in commands:
        assert main([*command.split(), "--help"]) == 0, command
