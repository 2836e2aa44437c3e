"""The words of a command line, put into an order that argparse takes: options may stand anywhere, as people write them.

argparse wants all positional words of a command in one run, takes a value such as `-2h` for an option, and knows no
option of a subcommand in front of its name.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from kafkawire.cli.usage import UsageError

__all__ = ["called", "command_first", "first_name", "nearest", "subcommands"]

_WITH_VALUE = {
    *("-b", "--brokers", "--bootstrap-server", "-X", "--set"),
    *("-F", "--kcat-config", "--command-config", "--profile"),
}
"""Options that all commands have that speak to brokers; they may come before the name of a command."""


def command_first(words: Sequence[str], commands: Mapping[str, object]) -> list[str]:
    """The words with the name of the command in front, and what stood before it behind."""
    at = first_name(words)
    if at is None or words[at] not in commands or {*words[:at]} & {"-h", "--help", "--version"}:
        return [*words]
    return [words[at], *words[at + 1 :], *words[:at]]


def first_name(words: Sequence[str]) -> int | None:
    """Where the first word stands that is neither an option nor the value of one."""
    at = 0
    while at < len(words):
        if not words[at].startswith("-") or words[at] == "-":
            return at
        at += 2 if words[at] in _WITH_VALUE else 1
    return None


def called(parser: argparse.ArgumentParser, words: Sequence[str]) -> tuple[argparse.ArgumentParser, list[str]]:
    """The parser of the subcommand that is called, and the words for it. Raises `UsageError` if there is none."""
    words = [*words]
    while choices := subcommands(parser):
        at = first_name(words)
        if {"-h", "--help", "--version"} & {*words[:at]}:
            break  # argparse shows it
        if at is None:
            raise UsageError(f"'{parser.prog}' needs a command behind it: {', '.join(choices)}")
        if words[at] not in choices:
            hint = nearest(words[at], choices) or f"; there are {', '.join(choices)}"
            raise UsageError(f"there is no command '{parser.prog} {words[at]}'{hint}")
        parser = choices[words.pop(at)]
    return parser, _arranged(parser, words)


def subcommands(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The parsers of subcommands, by name."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public name for it
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            return action.choices
    return {}


def nearest(word: str, known: Mapping[str, object] | Sequence[str]) -> str:
    """`; did you mean ...?`, or nothing."""
    near = get_close_matches(word, [*known], n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _arranged(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """Options first, each in one word with its value; then those that stand for themselves."""
    if "-" not in parser.prefix_chars:
        return [*words]
    options: list[str] = []
    others: list[str] = []
    left = [*words]
    while left:
        word = left.pop(0)
        if word == "--":
            others += left
            break
        if word == "-" or not word.startswith("-"):
            others.append(word)
            continue
        count = _values_of(parser, word)
        values, left = left[:count], left[count:]
        if count == 1 and any(values):
            options.append(f"{word}={values[0]}" if word.startswith("--") else word + values[0])
        else:
            options += [word, *values]
    return [*options, "--", *others] if others else options


def _values_of(parser: argparse.ArgumentParser, word: str) -> int:
    """How many of the next words belong to this option."""
    known = parser._option_string_actions  # noqa: SLF001
    if word.startswith("--"):
        fitting = [name for name in known if name == word] or [name for name in known if name.startswith(word)]
        return _count(known[fitting[0]]) if len({id(known[name]) for name in fitting}) == 1 else 0
    for at, letter in enumerate(word[1:], 2):  # -ec 5: flags in one word, the last of which has a value
        action = known.get(f"-{letter}")
        if action is None or _count(action):
            return 0 if action is None or at < len(word) else _count(action)
    return 0


def _count(action: argparse.Action) -> int:
    return action.nargs if isinstance(action.nargs, int) else int(action.nargs is None)
