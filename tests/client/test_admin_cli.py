"""The administrative commands, against our own broker: what they print, and how they end."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.cli import COMMANDS, main, output
from kafkawire.cli.admin_command import partition
from kafkawire.cli.offsets import _when
from kafkawire.cli.usage import UsageError
from kafkawire.client.blocking import Admin
from kafkawire.testing.threaded import ThreadedBroker

ADMINISTRATIVE = (
    *("topics", "groups", "offsets", "transactions", "configs", "cluster", "acls", "quotas", "users", "tokens"),
    *("reassignments", "features", "quorum", "shares", "perf"),
)

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command, written as people write it; returns exit code, output, errors."""

    def run(line: str, *more: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*line.split(), *more, "-b", kafka_broker.bootstrap_servers])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def printed(cli: Cli, line: str) -> Any:
    code, out, err = cli(line + " --json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_topics(cli: Cli) -> None:
    assert cli("topics create flights airports -p 2 -c retention.ms=5000") == (0, "created flights, airports\n", "")
    assert cli("topics create flights --if-not-exists") == (0, "created nothing: all are there\n", "")
    code, out, err = cli("topics create flights")
    assert (code, out) == (1, "")
    assert re.fullmatch(r"kafkawire: error: TOPIC_ALREADY_EXISTS \(36\): topic 'flights'.*\n", err)
    assert cli("topics list")[1].splitlines() == [
        "topic     partitions",
        "airports           2",
        "flights            2",
    ]
    assert [(t["topic"], t["partitions"], t["internal"]) for t in printed(cli, "topics list")] == [
        ("airports", 2, False),
        ("flights", 2, False),
    ]
    assert cli("topics alter flights -p 3 --dry-run")[:2] == (0, "flights: would have 3 partitions\n")
    assert cli("topics alter flights -p 3")[:2] == (0, "flights: now with 3 partitions\n")
    assert [(p["partition"], p["leader"]) for p in printed(cli, "topics describe flights")] == [(0, 1), (1, 1), (2, 1)]
    assert cli("topics describe flights")[1].splitlines()[2].split() == ["flights", "0", "1", "1", "1", "-"]
    assert cli("topics create x --dry-run")[1] == "would create x\n"
    assert cli("topics delete flights airports")[1] == "deleted flights, airports\n"
    assert printed(cli, "topics list") == []


def test_a_topic_that_does_not_exist_is_told_with_the_nearest(cli: Cli) -> None:
    cli("topics create flights")
    code, out, err = cli("topics describe fligths flights")
    assert code == 1
    assert "flights" in out
    assert err.endswith("'fligths' (1 of 2 failed); did you mean 'flights'?\n")
    assert cli("topics describe zzz")[1:] == (
        "",
        "kafkawire: error: UNKNOWN_TOPIC_OR_PARTITION (3): topic 'zzz'; `kafkawire topics list` has the names\n",
    )


def test_members_are_removed_only_if_they_are_named_or_all_are_meant(cli: Cli) -> None:
    for words in ("", " --all --member m-1"):
        code, out, err = cli(f"groups remove-members readers{words}")
        assert (code, out) == (2, "")
        assert "name members with --member or --instance, or say --all, and not both" in err
    code, _, err = cli("groups remove-members readers --member m-1")
    assert code == 1
    assert "UNKNOWN_MEMBER_ID" in err


def test_groups_and_offsets(cli: Cli) -> None:
    cli("topics create flights -p 2")
    code, out, _ = cli("offsets reset readers flights --to earliest")
    assert (code, out.splitlines()[1].split()) == (0, ["flights", "0", "-", "0"])
    assert printed(cli, "groups list") == []
    assert cli("offsets reset readers flights --to latest --execute")[0] == 0
    assert [(g["group"], g["type"], g["state"]) for g in printed(cli, "groups list")] == [
        ("readers", "classic", "Empty")
    ]
    row = {"group": "readers", "topic": "flights", "partition": 0, "committed": 0, "end": 0, "lag": 0}
    nobody = {"member": None, "host": None, "client": None}
    assert printed(cli, "groups lag readers") == [row | nobody, row | nobody | {"partition": 1}]
    assert printed(cli, "offsets committed readers") == [row, row | {"partition": 1}]
    assert cli("groups describe readers")[1] == "readers: classic, Empty, coordinator 1\n"
    code, out, err = cli("groups describe readers nobody")
    assert (code, "readers: classic" in out) == (1, True)
    assert "GROUP_ID_NOT_FOUND (69): group 'nobody' (1 of 2 failed)" in err
    assert cli("groups lag nobody")[0] == 1
    assert cli("offsets delete readers flights:1")[1] == "forgotten: flights-1\n"
    assert printed(cli, "groups lag readers") == [row | nobody, row | nobody | {"partition": 1, "committed": None}]
    assert cli("offsets delete readers flights:1")[0] == 1
    assert cli("offsets reset readers flights:1 --by 1")[0] == 1
    assert cli("offsets list flights:7")[2] == "kafkawire: error: topic 'flights' has no partition 7, only 0 to 1\n"
    assert "say which topics are meant" in cli("offsets reset nobody --to earliest")[2]
    assert cli("groups delete readers")[1] == "deleted readers\n"
    assert cli("groups delete readers")[0] == 1


def test_offsets_move_within_what_is_there(cli: Cli, kafka_broker: ThreadedBroker, tmp_path: Any) -> None:
    (tmp_path / "lines").write_text("a\nb\nc\n")
    cli("topics create flights")
    assert cli("produce flights", str(tmp_path / "lines"), "-q")[0] == 0
    assert [(r["begin"], r["end"]) for r in printed(cli, "offsets list flights")] == [(0, 3)]

    def after(line: str) -> list[tuple[int | None, int]]:
        return [(row["before"], row["after"]) for row in printed(cli, f"offsets reset g flights --execute {line}")]

    assert after("--to-offset 2") == [(None, 2)]
    assert after("--by -1") == [(2, 1)]
    assert after("--by 10") == [(1, 3)]
    assert after("--to 2020-01-01T00:00") == [(3, 0)]
    assert after("--to 4000000000000") == [(0, 3)]
    assert printed(cli, "offsets delete-records flights:0=2") == [{"topic": "flights", "partition": 0, "begin": 2}]
    assert after("--to-offset 0") == [(3, 2)]
    assert [(r["at"], r["timestamp"] is not None) for r in printed(cli, "offsets list flights --at max-timestamp")] == [
        (2, True)
    ]
    assert [(r["committed"], r["lag"]) for r in printed(cli, "groups lag g")] == [(2, 1)]
    with Admin(kafka_broker.bootstrap_servers) as admin:
        admin.delete_topics(["flights"])
    assert cli("groups lag g")[0] == 0  # the commit may be there still


def test_configs(cli: Cli) -> None:
    cli("topics create flights -c retention.ms=5000")
    _, entry = printed(cli, "configs describe topic flights")  # beside min.insync.replicas, which is set for all
    assert (entry["option"], entry["value"], entry["source"]) == ("retention.ms", "5000", "DYNAMIC_TOPIC_CONFIG")
    assert cli("configs alter topic flights retention.ms=7 --append cleanup.policy=compact")[1] == (
        "changed retention.ms, cleanup.policy of topic flights\n"
    )
    assert cli("configs alter topic flights --delete retention.ms --subtract cleanup.policy=delete --dry-run")[0] == 0
    values = {entry["option"]: entry["value"] for entry in printed(cli, "configs describe topic flights")}
    assert values == {"retention.ms": "7", "cleanup.policy": "delete,compact", "min.insync.replicas": "1"}
    assert cli("configs describe topic flights segment.ms")[1].splitlines()[1].split() == [
        *("segment.ms", "604800000", "DEFAULT_CONFIG"),
    ]
    assert len(printed(cli, "configs describe topic flights --all")) > 10
    assert cli("configs alter topic flights")[0] == 2
    assert cli("configs alter topic flights retention.ms")[0] == 2
    assert cli("configs alter topic flights retention.mss=1")[0] == 1
    assert {"type": "topic", "name": "flights"} in printed(cli, "configs list --type topic")


def test_the_cluster(cli: Cli) -> None:
    cluster = printed(cli, "cluster describe")
    assert [broker["broker"] for broker in cluster["brokers"]] == [cluster["controller"]] == [1]
    assert cli("cluster describe")[1].splitlines()[2].split() == ["broker", "host", "port", "rack"]
    assert {"key": 3, "name": "Metadata", "lowest": 0, "highest": 13, "usable": 13} in printed(cli, "cluster apis")
    assert cli("cluster apis --broker 9")[0] == 1
    assert [(row["broker"], row["error"]) for row in printed(cli, "cluster log-dirs")] == [(1, None)]
    assert cli("cluster elect-leaders")[:2] == (0, "new leaders: none was needed\n")


def test_acls_say_what_they_would_do(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    def answer(self: Any, request: Any, *_: Any, **__: Any) -> Any:
        sent.append(request)
        return getattr(messages, type(request).__name__.replace("Request", "Response"))()

    async def call(*args: Any, **kwargs: Any) -> Any:
        return answer(*args, **kwargs)

    monkeypatch.setattr("kafkawire.client.admin.base.AdminBase._call", call)
    assert cli("acls list --resource topic --name t --pattern match --principal User:a")[0] == 0
    assert (sent[0].API_KEY, sent[0].resource_type_filter, sent[0].pattern_type_filter) == (ApiKey.DESCRIBE_ACLS, 2, 2)
    assert cli("acls delete")[::2] == (2, "kafkawire: error: that would delete all rules: say which, or --all\n")
    assert cli("acls list --resource topc")[::2] == (
        2,
        "kafkawire: error: no kind of resource is called 'topc': did you mean 'TOPIC'?\n",
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("topics lst", "there is no command 'kafkawire topics lst'; did you mean list?"),
        ("topics list --jsn", "unrecognized arguments: --jsn; did you mean --json?"),
        ("topics list --set clent_id=1", "unknown option 'clent_id': did you mean 'client.id'?"),
        ("topics create t -c retention.ms", "--config retention.ms: want NAME=VALUE"),
        ("offsets list t:x", "t:x: want TOPIC or TOPIC:PARTITION"),
        ("offsets list t --at yesterday", "yesterday: want earliest, latest"),
        ("groups list --state stabel", "stabel: no group is ever that; did you mean Stable?"),
        ("groups list --type shared", "shared: no group is ever that; did you mean share?"),
        ("topics list fl(", "fl(: not a regular expression"),
        ("offsets delete-records t=5", "t=5: want TOPIC:PARTITION=OFFSET"),
        ("offsets reset g t", "one of the arguments --to --to-offset --by --from-file is required"),
        ("configs describe topci t", "invalid choice: 'topci'"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_is_right(cli: Cli, line: str, text: str) -> None:
    code, out, err = cli(line)
    assert (code, out) == (2, "")
    assert text in err
    assert "Traceback" not in err


def test_no_broker_ends_with_1_and_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["topics", "list", "-b", "127.0.0.1:1", "--set", "default_api_timeout_ms=50"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "127.0.0.1:1" in err


@pytest.mark.parametrize("name", ADMINISTRATIVE)
def test_every_command_and_subcommand_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert name in COMMANDS
    assert importlib.import_module(f"kafkawire.cli.{name}").__doc__
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"example:\n  kafkawire {name} " in text
    subcommands = re.findall(r"^    ([a-z-]+) +\S", text, re.MULTILINE)
    assert subcommands
    for subcommand in subcommands:
        assert main([name, subcommand, "--help"]) == 0
        text = capsys.readouterr().out
        assert f"example:\n  kafkawire {name} {subcommand}" in text
        assert "--json" in text


def test_text_of_others_cannot_command_the_terminal() -> None:
    assert output.printable("a\x1b[2Jb\n\u202ec") == "a\\u001b[2Jb\\n\\u202ec"


@pytest.mark.parametrize(("text", "expected"), [("t", ("t", None)), ("t:3", ("t", 3)), ("a:b:3", ("a:b", 3))])
def test_partitions_are_written_with_a_colon(text: str, expected: tuple[str, int | None]) -> None:
    assert partition(text) == expected


def test_times() -> None:
    assert _when("earliest") == -2
    assert _when("1700000000000") == 1_700_000_000_000
    assert _when("2026-01-31T12:00:00+00:00") == 1_769_860_800_000
    with pytest.raises(UsageError):
        _when("-5")
