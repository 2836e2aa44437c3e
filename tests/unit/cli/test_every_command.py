"""What holds for every command: help with an example, options that say what they are for, one word for one thing."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import pytest

from kafkawire.cli import whole_parser
from kafkawire.cli.words import subcommands


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for below in subcommands(parser).values():
        yield from parsers(below)


EVERY = [*parsers(whole_parser())]


def arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (action for action in parser._actions if not isinstance(action, argparse._SubParsersAction))


@pytest.mark.parametrize("parser", EVERY, ids=lambda parser: parser.prog)
def test_every_argument_has_a_help_text(parser: argparse.ArgumentParser) -> None:
    assert [action.option_strings or action.dest for action in arguments(parser) if not action.help] == []


@pytest.mark.parametrize("parser", EVERY, ids=lambda parser: parser.prog)
def test_every_command_has_an_example_of_it(parser: argparse.ArgumentParser) -> None:
    _, found, examples = (parser.epilog or "").partition("example")
    assert found
    assert parser.prog in examples


@pytest.mark.parametrize("parser", EVERY, ids=lambda parser: parser.prog)
def test_what_can_be_given_again_says_so(parser: argparse.ArgumentParser) -> None:
    again = (argparse._AppendAction, argparse._ExtendAction)
    silent = [a.option_strings for a in arguments(parser) if isinstance(a, again) and "be repeated" not in str(a.help)]
    assert silent == []


def test_the_value_of_an_option_has_one_name_in_all_commands() -> None:
    """Of those that take the same thing everywhere; `--config`, `--from` and the like are other things elsewhere."""
    found: dict[str, set[object]] = defaultdict(set)
    for parser in EVERY:
        for action in arguments(parser):
            for name in action.option_strings:
                found[name].add(action.metavar)
    for name in ("--set", "-X", "--ignore", "--timeout", "--longer-than", "--every", "-b", "--port", "--columns"):
        assert len(found[name]) == 1, (name, found[name])
    assert found["--set"] == {"NAME=VALUE"}


def test_a_regular_expression_and_a_file_format_have_options_of_their_own() -> None:
    kinds: dict[str, set[str]] = defaultdict(set)
    for parser in EVERY:
        for action in arguments(parser):
            for name in action.option_strings:
                kinds[name].add(f"{action.metavar}" if action.choices is None else "choice")
    assert kinds["--key"] == {"choice"}
    assert kinds["--key-regex"] == {"REGEX"}
    assert kinds["--format"] == {"None"}
    assert kinds["--file-format"] == {"choice"}
