"""`kafkawire codegen`: hands everything to the code generator, which has a command line of its own."""

from __future__ import annotations

import argparse

from kafkawire.cli.usage import UsageError
from kafkawire.codegen import load_generator

__all__ = ["add_parser", "run"]

_ABOUT = "compile message schemas into Python; compare releases"
_EXAMPLE = "example:\n  kafkawire codegen --help"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line. Options and help are the generator's own."""
    # With a prefix that nobody types, nothing looks like an option, and all of it ends up in `words`.
    parser = subparsers.add_parser(
        "codegen",
        help=_ABOUT,
        description=f"{_ABOUT[0].upper()}{_ABOUT[1:]}.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        prefix_chars="\0",
        add_help=False,
    )
    parser.add_argument(
        "words", metavar="WORD", nargs="*", help="for the generator, which has commands and options of its own"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the generator and return its exit code."""
    try:
        generator = load_generator("__main__")
    except ImportError as exc:
        raise UsageError(str(exc)) from exc
    code: int = generator.main(args.words, prog="kafkawire codegen")
    return code
