"""`kafkawire man`: manual pages, one for each command, made of what `--help` is made of."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from kafkawire._version import __version__
from kafkawire.cli.output import named
from kafkawire.cli.words import subcommands

__all__ = ["add_parser", "page", "run"]

_EXIT_CODES = """\
.SH EXIT STATUS
0: all is well. 1: something failed. 2: the command was called wrongly. 130: stopped by Ctrl\\-C. 141: nobody reads the
output any more."""
_WIDTH = 80
_COLOUR = re.compile(r"\x1b\[[\d;]*m")  # argparse's, since Python 3.14
_EXAMPLE = "example:\n  kafkawire man ~/.local/share/man/man1 && man kafkawire-topics"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "man",
        help="write manual pages",
        description="Write a manual page for each command.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", metavar="DIR", type=Path, help="where the pages go; made if it is not there")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Write all pages. Returns 0."""
    from kafkawire.cli import COMMANDS, whole_parser

    parser = whole_parser()
    args.directory.mkdir(parents=True, exist_ok=True)
    pages = {"kafkawire": page(parser, "kafkawire", "Apache Kafka's wire protocol on the command line")}
    for name, below in subcommands(parser).items():
        pages[f"kafkawire-{name}"] = page(below, f"kafkawire-{name}", COMMANDS[name])
    for name, text in pages.items():
        with named(file := args.directory / f"{name}.1"):
            file.write_text(text, "utf-8")
    print(f"{len(pages)} pages in {args.directory}")
    return 0


def page(parser: argparse.ArgumentParser, name: str, about: str) -> str:
    """A page in roff."""
    lines = [f'.TH {name.upper()} 1 "" "kafkawire {__version__}"', ".SH NAME", f"{_roff(name)} \\- {_roff(about)}"]
    lines += [".SH SYNOPSIS", *_usage(parser), ".SH DESCRIPTION", _roff(parser.description or about)]
    commands = subcommands(parser)
    if name == "kafkawire":
        lines += [".SH COMMANDS", *_list_of_commands(parser), *_options(parser, ".SH OPTIONS")]
    else:
        lines += _options(parser, ".SH OPTIONS")
        for word, below in commands.items():
            lines += [f'.SH "{_roff(word.upper())}"', _roff(below.description or ""), ".PP", *_usage(below)]
            lines += [*_options(below, ".PP"), *_verbatim(below.epilog)]
    lines += [*_verbatim(parser.epilog), _EXIT_CODES]
    return "\n".join(line for line in lines if line) + "\n"


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups)  # noqa: SLF001
    yield from _verbatim(_COLOUR.sub("", formatter.format_help()).replace("usage:", "      ", 1))


def _list_of_commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public name for it
        for choice in getattr(action, "_choices_actions", ()):
            yield from (".TP", f".BR kafkawire\\-{_roff(choice.dest)} (1)", _roff(choice.help or ""))


def _options(parser: argparse.ArgumentParser, heading: str) -> Iterator[str]:
    """Arguments with what they are for, as the help has them."""
    formatter = argparse.HelpFormatter(parser.prog)
    shown = [a for a in parser._actions if a.help != argparse.SUPPRESS and not _is_subcommand(a)]  # noqa: SLF001
    if shown:
        yield heading
    for action in shown:
        about = formatter._expand_help(action) if action.help else ""  # noqa: SLF001
        words = _COLOUR.sub("", formatter._format_action_invocation(action))  # noqa: SLF001
        yield from (".TP", f".B {_roff(words)}", _roff(about) or "\\&")


def _is_subcommand(action: argparse.Action) -> bool:
    """Whether it is the choice of a subcommand."""
    return isinstance(action, argparse._SubParsersAction)  # noqa: SLF001


def _verbatim(text: str | None) -> Iterator[str]:
    """Lines as they are: usage and examples."""
    if text:
        yield from (".PP", ".nf", *map(_roff, textwrap.dedent(text).strip().splitlines()), ".fi")


def _roff(text: str) -> str:
    """Text in which nothing is taken for a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped, flags=re.MULTILINE)
