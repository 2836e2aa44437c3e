"""Words in the order in which people write them."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.cli.advice import advice
from kafkawire.cli.usage import UsageError
from kafkawire.cli.words import called, command_first
from kafkawire.errors import KafkaError
from tests.unit.cli.conftest import Call


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(prog="tool")
    groups = main.add_subparsers(required=True)
    topics = groups.add_parser("topics").add_subparsers(required=True)
    for name in ("list", "describe"):
        leaf = topics.add_parser(name)
        leaf.add_argument("names", nargs="*")
        leaf.add_argument("-b", "--brokers")
        leaf.add_argument("-e", "--exit", action="store_true")
        leaf.add_argument("-c", "--count")
        leaf.add_argument("--at")
        leaf.add_argument("--diff", nargs=2)
        leaf.set_defaults(leaf=name)
    return main


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("topics list a -b x b", {"leaf": "list", "names": ["a", "b"], "brokers": "x"}),
        ("topics -b list describe a", {"leaf": "describe", "names": ["a"], "brokers": "list"}),
        ("topics list --at -2h a", {"at": "-2h", "names": ["a"]}),
        ("topics list a -ec 5 b", {"exit": True, "count": "5", "names": ["a", "b"]}),
        ("topics list -c5 a", {"count": "5", "names": ["a"]}),
        ("topics list --cou 5 a", {"count": "5", "names": ["a"]}),
        ("topics list --at=1 a -e", {"at": "1", "names": ["a"], "exit": True}),
        ("topics list a --diff 1 2 b", {"diff": ["1", "2"], "names": ["a", "b"]}),
        ("topics list -e -- -x --at", {"exit": True, "names": ["-x", "--at"]}),
        ("topics list - -e", {"names": ["-"], "exit": True}),
    ],
)
def test_options_may_stand_anywhere(line: str, expected: dict[str, object]) -> None:
    leaf, words = called(parser(), line.split())
    found = vars(leaf.parse_args(words))
    assert {name: found[name] for name in expected} == expected


def test_an_empty_value_is_a_value() -> None:
    leaf, words = called(parser(), ["topics", "list", "-b", "", "a"])
    assert vars(leaf.parse_args(words))["brokers"] == ""


def test_a_subcommand_that_there_is_not() -> None:
    with pytest.raises(UsageError, match=r"there is no command .tool topics lst.; did you mean list\?"):
        called(parser(), ["topics", "lst"])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-b x topics list", "topics list -b x"),
        ("--profile demo topics list", "topics list --profile demo"),  # though there is a command of that name
        ("--json -X a=b topics list -e", "topics list -e --json -X a=b"),
        ("--version topics", "--version topics"),
        ("tpoics -b x", "tpoics -b x"),
        ("", ""),
    ],
)
def test_options_may_stand_before_the_command(line: str, expected: str) -> None:
    assert command_first(line.split(), {"topics": "", "demo": ""}) == expected.split()


def test_the_nearest_subcommand_is_named(call: Call) -> None:
    result = call("topics", "lits")
    assert (result.code, result.out) == (2, "")
    assert "there is no command 'kafkawire topics lits'; did you mean list?" in result.err


def test_a_file_in_the_place_of_a_subcommand_is_told_which_there_are(call: Call) -> None:
    result = call("capture", "wire.pcapng")
    assert (result.code, result.out) == (2, "")
    assert "there is no command 'kafkawire capture wire.pcapng'; there are show, stats, follow, " in result.err


def test_an_option_between_the_words_of_data(call: Call) -> None:
    plain = call("decode", "records", "00", "00", "--json")
    assert call("decode", "records", "00", "--json", "00") == plain
    assert "unrecognized" not in plain.err


def test_the_value_of_an_option_is_no_command(call: Call) -> None:
    result = call("-b", "broker:9092")
    assert (result.code, result.out) == (2, "")
    assert "'kafkawire' needs a command behind it: decode, " in result.err


def test_a_command_of_commands_needs_one(call: Call) -> None:
    result = call("topics", "-b", "list")
    assert (result.code, result.out) == (2, "")
    assert "'kafkawire topics' needs a command behind it: list, describe, create, " in result.err


def test_tokens_that_are_switched_off_are_told_how_to_be_switched_on() -> None:
    assert advice(KafkaError(61)) == "; the broker has no delegation.token.secret.key, which switches them on"
