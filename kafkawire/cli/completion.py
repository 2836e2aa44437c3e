"""`kafkawire completion`: what a shell needs to complete commands, options and files, by shtab."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kafkawire.cli.client_options import add_client_arguments
from kafkawire.cli.words import subcommands

__all__ = ["add_parser", "run"]

_SHELLS = ("bash", "zsh", "fish")
_EXAMPLE = """\
examples:
  kafkawire completion bash > ~/.local/share/bash-completion/completions/kafkawire
  kafkawire completion zsh > ~/.zfunc/_kafkawire            # a directory in $fpath
  kafkawire completion fish > ~/.config/fish/completions/kafkawire.fish"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "completion",
        help="print what a shell needs to complete commands and options",
        description="Print what a shell needs to complete commands, options and files.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=_SHELLS, help="for which")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Print it. Returns 0; `ModuleNotFoundError` where shtab is not installed."""
    import shtab

    from kafkawire.cli import whole_parser

    parser = whole_parser()
    add_client_arguments(parser)  # which may stand before the command as well
    for action in _actions(parser):
        words = str(action.metavar)
        if "DIR" in words:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        if "FILE" in words or "PATH" in words:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        if args.shell == "zsh" and isinstance(action.metavar, str):
            action.metavar = action.metavar.replace(":", r"\:")  # else HOST:PORT are two values
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    yield from parser._actions  # noqa: SLF001 - argparse has no public name for it
    for below in subcommands(parser).values():
        yield from _actions(below)
