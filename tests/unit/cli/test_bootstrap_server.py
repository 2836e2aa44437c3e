"""`--bootstrap-server`, as Kafka's own tools call what is `-b` here."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from kafkawire.cli import COMMANDS, whole_parser
from kafkawire.cli.words import command_first, subcommands


def _all_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for below in subcommands(parser).values():
        yield from _all_of(below)


def test_every_command_that_takes_brokers_takes_them_by_the_name_of_kafkas_tools() -> None:
    taking = [p for p in _all_of(whole_parser()) if "--brokers" in p._option_string_actions]
    assert len(taking) > 50
    for parser in taking:
        known = parser._option_string_actions
        assert known.get("--bootstrap-server") is known["--brokers"], parser.prog


@pytest.mark.parametrize("option", ["-b", "--brokers", "--bootstrap-server"])
def test_it_may_stand_before_the_command(option: str) -> None:
    words = command_first([option, "a:1", "topics", "list"], COMMANDS)
    assert words == ["topics", "list", option, "a:1"]
