"""The `kafkawire` command. One module per command; a module is loaded only when its command is called.

Exit codes: 0 all is well, 1 something failed (the line on stderr says what), 2 the command was called wrongly,
130 stopped by Ctrl-C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module

from kafkawire._version import __version__
from kafkawire.cli.advice import advice
from kafkawire.cli.usage import UsageError
from kafkawire.errors import KafkaWireError

__all__ = ["COMMANDS", "main"]

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
    "cluster": "brokers, features, controllers and disks of a cluster",
    "acls": "list, create and delete access control lists",
    "console": "captures, log files, schemas and clusters in a browser",
    "log": "look at the files of a broker: dump, verify, measure, extract, repair",
    "spark": "reports about log directories and clusters, computed by Spark",
    "demo": "run the demo: broker, producer, consumer and Spark on real data",
}
"""Every command with a line about it. The modules beside this one have the same names."""

_EXAMPLES = """\
examples:
  kafkawire decode request 0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100 --annotate
  kafkawire apis --release 3.9
  kafkawire COMMAND --help

exit codes: 0 all is well, 1 something failed, 2 the command was called wrongly, 130 stopped by Ctrl-C"""

_FAILED, _WRONG_CALL, _INTERRUPTED, _NO_READER = 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. Errors are one line on stderr; no traceback for what is expected."""
    words = _command_first(list(sys.argv[1:] if argv is None else argv)) or ["--help"]
    name = _command_of(words)
    try:
        return _guarded(name, words)
    except SystemExit as exc:  # argparse ends --help and wrong options this way
        return exc.code if isinstance(exc.code, int) else 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # `| head` has seen enough. Python flushes once more when it ends, which must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NO_READER


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
        return _say(f"{exc}{advice(exc)}", _FAILED)
    except OSError as exc:
        return _say(f"{exc.filename}: {exc.strerror}" if exc.filename else exc, _FAILED)


def _run(name: str | None, words: Sequence[str]) -> int:
    if name is not None and name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, n=1)
        raise UsageError(
            f"there is no command {name!r}{f'; did you mean {near[0]}?' if near else ''}; `kafkawire --help` lists them"
        )
    args = _parse(_parser(name), words)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    finally:
        sys.stdout.flush()  # so that a closed pipe shows here and not when Python ends


def _parse(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Parse the words. Those of `data` may come after options, which argparse before Python 3.13 does not see."""
    args, rest = parser.parse_known_args(words)
    if rest:
        options = [word for word in rest if word.startswith("-") and word != "-"]
        if options or getattr(args, "data", None) != []:
            called: argparse.ArgumentParser | None = getattr(args, "parser", None)  # a subcommand's
            hint = "" if called is None else _nearest(called, options)
            (called or parser).error(f"unrecognized arguments: {' '.join(options or rest)}{hint}")
        args.data = rest
    return args


def _nearest(parser: argparse.ArgumentParser, options: Sequence[str]) -> str:
    known = re.findall(r"--[a-z][\w-]*", parser.format_help())
    near = [get_close_matches(option.partition("=")[0], known, n=1) for option in options]
    return "".join(f"; did you mean {words[0]}?" for words in near[:1] if words)


def _parser(name: str | None) -> argparse.ArgumentParser:
    """The whole command line, of which only the command that is called is filled in."""
    parser = argparse.ArgumentParser(
        prog="kafkawire",
        description="Apache Kafka's wire protocol on the command line.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kafkawire {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command, about in COMMANDS.items():
        if command == name:
            import_module(f"{__name__}.{command}").add_parser(commands)
        else:
            commands.add_parser(command, help=about, add_help=False)
    return parser


def _command_first(words: list[str]) -> list[str]:
    """Options that stand before the command, as in `kafkawire -b broker:9092 topics list`, belong to it."""
    first = next((at for at, word in enumerate(words) if word in COMMANDS), 0)
    return words if {*words[:first]} & {"-h", "--help", "--version"} else [*words[first:], *words[:first]]


def _command_of(words: Sequence[str]) -> str | None:
    return next((word for word in words if not word.startswith("-")), None)


def _missing(name: str | None, exc: ModuleNotFoundError) -> str:
    """What to install. A module of our own that is not there is a fault and keeps its traceback."""
    package = (exc.name or "").partition(".")[0]
    if package in ("", "kafkawire"):
        raise exc
    extra = f"'kafkawire[{name}]'" if name in ("console", "demo", "spark") else package
    return f"{name} needs the package {package}, which is not installed: pip install {extra}"


def _say(text: object, code: int) -> int:
    line = " ".join(str(text).split("\n"))
    print(f"kafkawire: error: {line}", file=sys.stderr)
    return code
