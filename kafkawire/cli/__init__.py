"""The `kafkawire` command. One module per command; a module is loaded only when its command is called.

Exit codes: 0 all is well, 1 something failed or is not there (the line on stderr says what), 2 the command was called
wrongly: its words or its input have a wrong form, 130 stopped by Ctrl-C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from kafkawire._version import __version__
from kafkawire.cli.advice import Advised, advice
from kafkawire.cli.usage import UsageError
from kafkawire.cli.words import called, command_first, first_name, nearest
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["COMMANDS", "main", "whole_parser"]

COMMANDS = {
    "decode": "say what bytes mean: a request, a response, any message, record batches",
    "capture": "what went over the wire: requests and responses of a capture, or live",
    "apis": "list APIs and versions, of kafkawire or of a Kafka release",
    "codegen": "compile message schemas into Python; compare releases",
    "broker": "run a broker",
    "proxy": "stand between clients and a cluster",
    "produce": "write records to a topic",
    "consume": "read records of a topic",
    "topics": "list, describe, create and delete topics",
    "groups": "list, describe and delete groups, and see their lag",
    "offsets": "offsets of partitions and of groups",
    "transactions": "list and describe transactions, and end those that hang",
    "configs": "see and change options of topics, brokers and groups",
    "cluster": "brokers and disks of a cluster, and what is wrong with it",
    "acls": "list, create and delete access control lists",
    "quotas": "see and set how much users, client ids and addresses may do",
    "users": "list, set and delete passwords of SCRAM users",
    "tokens": "create, list, renew and expire delegation tokens",
    "reassignments": "move partitions between brokers: plan, start, watch, cancel",
    "features": "see and change the levels of features",
    "quorum": "the controllers, and how far they have come",
    "shares": "read as a share group, and see and set where one is",
    "perf": "measure how fast records are written and read",
    "console": "captures, log files, schemas and clusters in a browser",
    "profile": "keep brokers and options of clients under names",
    "log": "look at the files of a broker: dump, verify, measure, extract, repair",
    "spark": "reports about log directories and clusters, computed by Spark",
    "completion": "print what a shell needs to complete commands and options",
    "man": "write manual pages",
    "demo": "run the demo: broker, producer, consumer and Spark on real data",
}
"""Every command with a line about it. The modules beside this one have the same names."""

_EXAMPLES = """\
examples:
  kafkawire decode request 0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100 --annotate
  kafkawire apis --release 3.9
  kafkawire COMMAND --help

exit codes: 0 all is well, 1 something failed or is not there, 2 it was called wrongly, 130 stopped by Ctrl-C"""

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_FAILED, _WRONG_CALL, _INTERRUPTED, _NO_READER = 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. Errors are one line on stderr; no traceback for what is expected."""
    _open_streams()
    words = command_first(sys.argv[1:] if argv is None else argv, COMMANDS) or ["--help"]
    at = first_name(words)
    name = None if at is None else words[at]
    try:
        return _guarded(name, words)
    except SystemExit as exc:  # argparse ends --help and wrong options this way
        return exc.code if isinstance(exc.code, int) else 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # `| head` has seen enough
        return _NO_READER


def _open_streams() -> None:
    """Whoever closes standard output or error (`>&-`) wants nothing of it; else the first file opened would get it.

    What the locale has no letters for (LANG=C) is escaped.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _guarded(name: str | None, words: Sequence[str]) -> int:
    """Run it, and turn the errors that are meant for people into a line and an exit code."""
    try:
        return _run(name, words)
    except UsageError as exc:
        for text in exc.args:
            _say(text, _WRONG_CALL)
        return _WRONG_CALL
    except ModuleNotFoundError as exc:
        return _say(_missing(name, exc), _FAILED)
    except BrokenPipeError:
        raise
    except KafkaWireError as exc:
        return _say(exc, _FAILED)
    except OSError as exc:
        return _say(_what_failed(exc), _FAILED)


def _run(name: str | None, words: Sequence[str]) -> int:
    if name is not None and name not in COMMANDS:
        raise UsageError(f"there is no command {name!r}{nearest(name, COMMANDS)}; `kafkawire --help` lists them")
    try:
        return _call(_parse(*called(_parser(name), words)))
    finally:
        sys.stdout.flush()  # so that a closed pipe or a full disk shows here and not when Python ends


def _call(args: argparse.Namespace) -> int:
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except KafkaWireError as exc:
        if more := advice(exc, getattr(args, "settings", None)):
            raise Advised(f"{str(exc).rstrip('.')}{more}") from exc
        raise


def _parse(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Parse the words of a command, with the nearest option for one that there is not."""
    args, rest = parser.parse_known_args(words)
    if rest:
        options = [word for word in rest if word.startswith("-") and word not in ("-", "--")]
        known = re.findall(r"--[a-z][\w-]*", parser.format_help())
        hint = "".join(nearest(option.partition("=")[0], known) for option in options[:1])
        parser.error(f"unrecognized arguments: {' '.join(options or rest)}{hint}")
    return args


def whole_parser() -> argparse.ArgumentParser:
    """The whole command line with all commands, for completion and manual pages."""
    return _parser(*COMMANDS)


class _Parser(argparse.ArgumentParser):
    """Says so when it cannot print help: argparse itself keeps silent. Parsers of commands are of this class, too."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stderr).write(message)


def _parser(*filled: str | None) -> argparse.ArgumentParser:
    """The whole command line, of which only some commands are filled in: mostly the one that is called."""
    parser = _Parser(
        prog="kafkawire",
        description="Apache Kafka's wire protocol on the command line.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kafkawire {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command, about in COMMANDS.items():
        if command in filled:
            import_module(f"{__name__}.{command}").add_parser(commands)
        else:
            commands.add_parser(command, help=about, add_help=False)
    return parser


def _what_failed(exc: OSError) -> str:
    """Which file, and why. An error of standard output does not say so: whether it is one, another line tells."""
    where = exc.filename
    if where is None and exc.errno in _NO_ROOM:
        try:
            print(flush=True)
        except OSError:
            where = "standard output"
            _drop_output()
    return f"{where}: {exc.strerror}" if where and exc.strerror else exc.strerror or str(exc)


def _drop_output() -> None:
    """Python flushes once more when it ends, which must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _missing(name: str | None, exc: ModuleNotFoundError) -> str:
    """What to install. A module of our own that is not there is a fault and keeps its traceback."""
    package = (exc.name or "").partition(".")[0]
    if package in ("", "kafkawire"):
        raise exc
    extras = {"completion": "cli", "console": "console", "demo": "demo", "spark": "spark"}
    extras |= dict.fromkeys(("produce", "consume"), "registry")  # many packages, of which any may be the one
    by_package = {"pyarrow": "arrow", "numpy": "arrow"}
    extra = extras.get(name or "") or by_package.get(package)
    extra = package if extra is None else f"'kafkawire[{extra}]'"
    return f"{name} needs the package {package}, which is not installed: pip install {extra}"


def _say(text: object, code: int) -> int:
    line = " ".join(str(text).split("\n"))
    print(f"kafkawire: error: {line}", file=sys.stderr)
    return code
