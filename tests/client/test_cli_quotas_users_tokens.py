"""Quotas, SCRAM users and delegation tokens on the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import kafkawire.testing
from kafkawire.testing import ThreadedBroker
from tests.client.cli_runner import Runner


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys, kafka_broker.bootstrap_servers)


class TestQuotas:
    def test_they_are_set_listed_and_removed(self, cli: Runner) -> None:
        code, out, _ = cli("quotas alter --user alice producer_byte_rate=1e6 request_percentage=12.5")
        assert (code, out) == (0, "changed producer_byte_rate, request_percentage of user alice\n")
        cli("quotas alter --default-user --client-id nightly consumer_byte_rate=5")
        assert cli("quotas alter --ip 10.0.0.7 connection_creation_rate=3")[0] == 0
        assert sorted(cli.table("quotas list")) == [
            ["-", "-", "10.0.0.7", "connection_creation_rate", "3"],
            ["<default>", "nightly", "-", "consumer_byte_rate", "5"],
            ["alice", "-", "-", "producer_byte_rate", "1000000"],
            ["alice", "-", "-", "request_percentage", "12.5"],
            ["user", "client", "id", "ip", "quota", "value"],
        ]
        assert cli.json("quotas list --default-user") == [
            {"user": "<default>", "clientId": "nightly", "quota": "consumer_byte_rate", "value": 5}
        ]
        assert cli("quotas alter --user alice --delete producer_byte_rate --delete request_percentage")[0] == 0
        assert cli.json("quotas list --user alice") == []

    def test_a_dry_run_changes_nothing(self, cli: Runner) -> None:
        assert cli("quotas alter --user a producer_byte_rate=1 --dry-run")[1] == (
            "would change producer_byte_rate of user a\n"
        )
        assert cli.json("quotas list") == []

    def test_the_nearest_entity_holds_for_each_quota(self, cli: Runner) -> None:
        for who, quotas in {
            "--user alice --client-id app": "producer_byte_rate=1",
            "--user alice --default-client-id": "producer_byte_rate=2 consumer_byte_rate=2",
            "--user alice": "consumer_byte_rate=3 request_percentage=3",
            "--default-user --client-id app": "controller_mutation_rate=4 request_percentage=4",
            "--client-id app": "controller_mutation_rate=5",
        }.items():
            assert cli(f"quotas alter {who} {quotas}")[0] == 0

        def holding(who: str) -> dict[str, tuple[int, str]]:
            return {row["quota"]: (row["value"], row["setFor"]) for row in cli.json(f"quotas describe {who}")}

        assert holding("--user alice --client-id app") == {
            "producer_byte_rate": (1, "user alice, client-id app"),
            "consumer_byte_rate": (2, "user alice, client-id <default>"),
            "request_percentage": (3, "user alice"),
            "controller_mutation_rate": (4, "user <default>, client-id app"),
        }
        assert holding("--user bob --client-id app")["controller_mutation_rate"][0] == 4
        assert holding("--user alice")["producer_byte_rate"] == (2, "user alice, client-id <default>")
        assert holding("--user bob") == {}

    @pytest.mark.parametrize(
        ("line", "code", "text"),
        [
            ("quotas alter producer_byte_rate=1", 2, "whose quotas?"),
            ("quotas alter --user a", 2, "nothing to change"),
            ("quotas alter --user a producer_byte_rate=fast", 2, "'fast' is no number"),
            (
                "quotas alter --user a producer_byte_rate=1 --delete producer_byte_rate",
                2,
                "to be set, or to be deleted?",
            ),
            ("quotas alter --user a --ip 10.0.0.1 producer_byte_rate=1", 2, "know neither users nor client ids"),
            ("quotas alter --user a --default-user producer_byte_rate=1", 2, "not allowed with argument"),
            ("quotas alter --user a producer_byterate=1", 1, "producer_byterate"),
        ],
    )
    def test_what_is_wrong_is_told(self, cli: Runner, line: str, code: int, text: str) -> None:
        found, out, err = cli(line)
        assert (found, out) == (code, "")
        assert text in err


class TestUsers:
    def test_a_password_comes_from_the_input_or_a_file(
        self, cli: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("secret\nmore\n"))
        code, out, _ = cli("users set alice --mechanism SCRAM-SHA-256 --mechanism SCRAM-SHA-512 --iterations 4096")
        assert (code, out) == (0, "set the password of alice for SCRAM-SHA-256, SCRAM-SHA-512\n")
        (tmp_path / "password").write_text("pencil\r\n")
        assert cli("users set bob --password-file", str(tmp_path / "password"))[0] == 0
        assert cli.json("users list") == [
            {"user": "alice", "mechanism": "SCRAM-SHA-256", "iterations": 4096},
            {"user": "alice", "mechanism": "SCRAM-SHA-512", "iterations": 4096},
            {"user": "bob", "mechanism": "SCRAM-SHA-512", "iterations": 8192},
        ]

    def test_at_a_terminal_it_is_asked_for_twice(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        words = iter(["one", "two"])
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("getpass.getpass", lambda prompt: next(words))
        assert cli("users set alice")[::2] == (2, "kafkawire: error: the two passwords differ\n")

    def test_an_empty_password_is_refused(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert cli("users set alice")[::2] == (2, "kafkawire: error: standard input: the password is empty\n")

    def test_the_password_is_no_word_of_the_command(self, cli: Runner) -> None:
        assert cli("users set alice secret")[0] == 2
        assert "--password PASSWORD" not in cli("users set --help")[1]

    def test_partial_success_of_a_deletion_is_told(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("secret"))
        cli("users set alice")
        code, out, err = cli("users delete alice nosuch")
        assert (code, out) == (1, "deleted SCRAM-SHA-512 of alice\n")
        assert "RESOURCE_NOT_FOUND (91): user 'nosuch'" in err
        assert cli.json("users list") == []

    def test_a_mechanism_without_a_password_is_told(self, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("secret"))
        cli("users set alice")
        code, out, err = cli("users delete alice --mechanism SCRAM-SHA-256")
        assert (code, out) == (1, "")
        assert "alice: no password for SCRAM-SHA-256" in err


class TestTokens:
    @pytest.fixture
    def cli(self, capsys: pytest.CaptureFixture[str]) -> Iterator[Runner]:
        options = {
            "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
            "sasl.enabled.mechanisms": "PLAIN",
            "delegation.token.secret.key": "for tests",
        }
        with kafkawire.testing.broker(users={"alice": "secret"}, options=options) as broker:
            names = ("security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN")
            who = ("sasl.username=alice", "sasl.password=secret")
            yield Runner(capsys, broker.bootstrap_servers, *[w for pair in (*names, *who) for w in ("-X", pair)])

    def test_a_token_is_created_listed_renewed_and_expired(self, cli: Runner) -> None:
        token = cli.json("tokens create --renewer User:bob --lifetime 2d")
        assert (token["owner"], token["renewers"]) == ("User:alice", ["User:bob"])
        assert len(token["hmac"]) > 20
        (listed,) = cli.json("tokens list")
        assert listed == {name: value for name, value in token.items() if name != "hmac"}
        assert listed["tokenId"] in cli("tokens list")[1]
        code, out, _ = cli(f"tokens renew {token['tokenId']} --after 1h")
        assert (code, out.split()[:3]) == (0, [token["tokenId"], "expires", "at"])
        assert cli(f"tokens expire {token['tokenId']} --json")[0] == 0
        assert cli.json("tokens list --owner User:alice") == []

    def test_what_does_not_exist_is_told(self, cli: Runner) -> None:
        code, _, err = cli("tokens renew nosuch")
        assert (code, "`kafkawire tokens list` has them" in err) == (1, True)
        assert "want TYPE:NAME" in cli("tokens create --owner bob")[2]
        assert cli("tokens create --lifetime soon")[0] == 2


def test_without_authentication_there_are_no_tokens(cli: Runner) -> None:
    code, out, err = cli("tokens create")
    assert (code, out) == (1, "")
    assert "DELEGATION_TOKEN" in err


def test_json_is_json(cli: Runner) -> None:
    assert json.loads(cli("quotas alter --user a producer_byte_rate=1 --json")[1]) == [
        {"user": "a", "quota": "producer_byte_rate", "value": 1}
    ]
