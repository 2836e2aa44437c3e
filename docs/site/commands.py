"""A page for each command, made from the parsers: `python -m docs.site.commands` writes them before the site is built.

They are not kept in the repository: how argparse lays out a usage differs between releases of Python.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from kafkawire.cli import COMMANDS, whole_parser
from kafkawire.cli.words import subcommands

HERE = Path(__file__).parent.parent / "reference" / "commands"
_WIDTH = 100
_COLOUR = re.compile(r"\x1b\[[\d;]*m")  # argparse's, since Python 3.14


def pages() -> dict[str, str]:
    """The text of each page, by the name of its command."""
    parsers = subcommands(whole_parser())
    return {name: "\n\n".join(_sections(parsers[name], 1)) + "\n" for name in COMMANDS}


def write(directory: Path) -> None:
    """Write all pages, and remove those of commands that are no more."""
    directory.mkdir(parents=True, exist_ok=True)
    texts = pages()
    for path in directory.glob("*.md"):
        if path.stem not in texts:
            path.unlink()
    for name, text in texts.items():
        (directory / f"{name}.md").write_text(text, "utf-8")


def _sections(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    """A command, then its subcommands, each under a heading one deeper."""
    below = subcommands(parser)
    yield f"{'#' * level} {parser.prog}"
    if parser.description:
        yield _literal(parser.description)
    yield _block(_COLOUR.sub("", _usage(parser)))
    if options := [*_options(parser)]:
        yield "\n".join(options)
    if parser.epilog:
        yield _block(parser.epilog)
    for one in below.values():
        yield from _sections(one, level + 1)


def _usage(parser: argparse.ArgumentParser) -> str:
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups)  # noqa: SLF001
    return formatter.format_help()


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A line for each argument: how it is written, and what its help says, defaults included."""
    formatter = argparse.HelpFormatter(parser.prog)
    for action in parser._actions:  # noqa: SLF001 - argparse has no public name for it
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            continue
        words = _COLOUR.sub("", formatter._format_action_invocation(action))  # noqa: SLF001
        about = formatter._expand_help(action) if action.help else ""  # noqa: SLF001
        yield f"- `{words}`" + (f": {_literal(' '.join(about.split()))}" if about else "")


def _block(text: str) -> str:
    """Lines as they are."""
    return f"```text\n{textwrap.dedent(text).strip()}\n```"


def _literal(text: str) -> str:
    """Text of a terminal in which nothing is taken for Markdown, but for code."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]#$|{}~^`])", r"\\\1", part) for part in parts)


if __name__ == "__main__":
    write(HERE)
