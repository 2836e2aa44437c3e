"""The command line: `python -m codegen`, or `kafkawire codegen` from an installed wheel."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import commands
from .errors import SchemaError
from .generated import UsageError

_ABOUT = """\
Compiles Kafka message schemas into Python, and compares and shows them. Schemas are Kafka's published JSON files as
they are, a directory with such files anywhere below it, or your own messages in the same format.

exit codes: 0 all is well, 1 something differs or a schema is broken, 2 the command was called wrongly"""

_EXAMPLES = {
    "generate": """\
  {prog} generate                                        kafkawire's own messages
  {prog} generate my_schemas --out my_package/messages   your messages
  {prog} generate kafka-3.9 kafka-4.4 --out messages     two releases in one""",
    "check": """\
  {prog} check                                           is what is committed up to date?
  {prog} check my_schemas --out my_package/messages""",
    "diff": """\
  {prog} diff kafka-4.3 kafka-4.4                        what changed, per API and field
  {prog} diff --merged kafka-4.5                         what 4.5 would bring to our schemas
  {prog} diff --json kafka-4.3 kafka-4.4                 the same for a script""",
    "merge": """\
  {prog} merge schemas kafka-4.5 --out schemas           take a release into our schema files""",
    "show": """\
  {prog} show MetadataRequest --version 12               the grammar of one version
  {prog} show Fetch                                      request and response, newest versions""",
}


def main(argv: Sequence[str] | None = None, *, prog: str = "python -m codegen") -> int:
    """Run one command and return its exit code. `prog` is the command's own name, for help texts and errors."""
    try:
        args = _parser(prog).parse_args(argv)
    except SystemExit as exc:  # argparse ends --help and wrong options this way
        return int(exc.code or 0)
    try:
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except SchemaError as exc:
        print(*(f"{prog}: error: {problem}" for problem in exc.problems), sep="\n", file=sys.stderr)
        return 1
    except (UsageError, OSError) as exc:
        print(f"{prog}: error: {exc}", file=sys.stderr)
        return 2


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description=_ABOUT, **_examples(prog, *_EXAMPLES))
    add = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_emitters(add, prog)
    _add_diff(_command(add, prog, "diff", commands.diff, "print what changed between two releases"))
    _add_merge(_command(add, prog, "merge", commands.merge, "write several releases as one set of schema files"))
    _add_show(_command(add, prog, "show", commands.show, "print the grammar of one version of a message"))
    return parser


def _examples(prog: str, *names: str) -> dict[str, Any]:
    text = "\n".join(_EXAMPLES[name] for name in names).format(prog=prog)
    return {"epilog": f"examples:\n{text}", "formatter_class": argparse.RawDescriptionHelpFormatter}


def _command(
    add: Any, prog: str, name: str, command: Callable[[argparse.Namespace], int], about: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = add.add_parser(name, help=about, description=about, **_examples(prog, name))
    parser.set_defaults(command=command)
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings about what is odd but harmless")
    return parser


def _add_emitters(add: Any, prog: str) -> None:
    generate = _command(add, prog, "generate", commands.generate, "write the Python modules of all messages")
    check = _command(add, prog, "check", commands.check, "fail where the written modules are not up to date")
    for parser in (generate, check):
        about = (
            "directories or files, one per release, oldest first; the newest wins, older ones fill in (default: ours)"
        )
        parser.add_argument("schemas", metavar="SCHEMAS", nargs="*", type=Path, help=about)
        about = "directory of the generated files (default: our own package; needed with SCHEMAS)"
        parser.add_argument("--out", metavar="DIR", type=Path, help=about)
        about = "dotted import name of that directory (default: as its __init__.py files have it)"
        parser.add_argument("--package", metavar="NAME", help=about)


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", nargs="?", type=Path, help="the older release (default: our schemas)")
    parser.add_argument("new", metavar="NEW", type=Path, help="the newer release")
    about = "compare with NEW merged into OLD, so that versions which only OLD has are not shown as removed"
    parser.add_argument("--merged", action="store_true", help=about)
    parser.add_argument("--json", action="store_true", help="print an object with a list of changes")


def _add_merge(parser: argparse.ArgumentParser) -> None:
    about = "directories or files, one per release, oldest first"
    parser.add_argument("schemas", metavar="SCHEMAS", nargs="+", type=Path, help=about)
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="directory of the schema files to write")


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("message", metavar="MESSAGE", help="a message, or an API for its request and response")
    parser.add_argument("--version", metavar="N", type=int, help="which version (default: the newest)")
    parser.add_argument("--schemas", metavar="DIR", type=Path, help="where to look for it (default: our schemas)")
    about = "a package of generated messages, in which it is looked for first"
    parser.add_argument("--messages", metavar="PACKAGE", help=about)


if __name__ == "__main__":
    sys.exit(main())
