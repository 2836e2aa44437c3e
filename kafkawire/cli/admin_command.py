"""What the administrative commands have in common: subcommands, a client, and how results are printed."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from kafkawire.cli import output
from kafkawire.cli.client_options import add_client_arguments, connection_of
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.usage import NotThere, UsageError
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.jsonform import uuid_text

if TYPE_CHECKING:
    from kafkawire.client import TopicPartition
    from kafkawire.client.blocking import Admin

__all__ = [
    "Subcommands",
    "add_command",
    "add_regex",
    "connected",
    "done",
    "dry_run",
    "each",
    "filled",
    "fitting",
    "json_object",
    "pairs",
    "partition",
    "partitions_of",
    "partly",
    "quietly",
    "show",
    "show_one",
]

T = TypeVar("T")
Subparsers = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it
Run = Callable[[argparse.Namespace], int]
Rows = Sequence[Mapping[str, Any]]

_UNKNOWN_TOPIC = 3


class _Failed(KafkaWireError):
    """An error with a hint."""


class Subcommands:
    """The subcommands of one command; each has `-b`, `-X`, `--command-config` and `--json`."""

    def __init__(self, name: str, subparsers: Subparsers[argparse.ArgumentParser]) -> None:
        self._name = name
        self._subparsers = subparsers

    def add(self, name: str, run: Run, about: str, example: str) -> argparse.ArgumentParser:
        """One subcommand, with the words of an example that follow its name."""
        parser = self._subparsers.add_parser(
            name,
            help=about,
            description=about[0].upper() + about[1:] + ".",
            epilog=f"example:\n  kafkawire {self._name} {name} {example}".rstrip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        add_client_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.set_defaults(run=run, parser=parser)
        return parser


def add_command(subparsers: Subparsers[argparse.ArgumentParser], name: str, about: str, example: str) -> Subcommands:
    """A command that has subcommands."""
    parser = subparsers.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"example:\n  kafkawire {name} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return Subcommands(name, parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True))


@contextmanager
def connected(args: argparse.Namespace) -> Iterator[Admin]:
    """A client. What goes wrong with a topic that does not exist is raised with the nearest name that does."""
    from kafkawire.client.blocking import Admin
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import ClientOptions

    brokers, options = connection_of(args, ClientOptions, {})
    try:
        with ExitStack() as stack:
            with Patience(brokers, options):
                admin = stack.enter_context(Admin(brokers, **options))
            stack.enter_context(Outages("the command"))
            try:
                yield admin
            except KafkaError as exc:
                if hint := _hint(admin, exc):
                    raise _Failed(f"{exc}{hint}") from exc
                raise
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc


def _hint(admin: Admin, error: KafkaError) -> str:
    items = [*getattr(error, "errors", ()), getattr(error, "item", None)]
    if error.code != _UNKNOWN_TOPIC or items[0] is None:
        return ""
    first = items[0]
    near = difflib.get_close_matches(first if isinstance(first, str) else str(first[0]), admin.list_topics(), n=1)
    return f"; did you mean {near[0]!r}?" if near else "; `kafkawire topics list` has the names"


def partly(call: Callable[[], Mapping[Any, T]]) -> tuple[Mapping[Any, T], KafkaError | None]:
    """The results of a call about several things, and what is to be raised for those that failed."""
    try:
        return call(), None
    except KafkaError as exc:
        return getattr(exc, "results", {}), exc


def each(call: Callable[[Sequence[str]], object], names: Sequence[str]) -> tuple[list[str], KafkaError | None]:
    """The names for which a call did what it should, and what is to be raised for the others."""
    try:
        call(names)
    except KafkaError as exc:
        failed = {str(item) for item in getattr(exc, "errors", names)}
        return [name for name in names if name not in failed], exc
    return list(names), None


def done(error: KafkaError | None) -> int:
    """The exit code once all is printed. Raises what has failed."""
    if error is not None:
        raise error
    return 0


def show(args: argparse.Namespace, rows: Rows, columns: Sequence[str], error: KafkaError | None = None) -> None:
    """Rows as a JSON array with all that is known, or as a table of some columns; no table if all has failed."""
    if error is not None and not rows:
        return
    if args.json:
        output.print_json([*map(json_object, rows)])
        return
    cells = [[_cell(row.get(column)) for column in columns] for row in rows]
    numeric = [n for n, column in enumerate(columns) if any(isinstance(row.get(column), int) for row in rows)]
    output.print_table([column.replace("_", " ") for column in columns], cells, numeric=numeric)


def filled(rows: Rows, columns: Iterable[str]) -> tuple[str, ...]:
    """Of columns those that say something in a row."""
    return tuple(column for column in columns if any(row.get(column) not in (None, (), []) for row in rows))


def json_object(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts by the names that they have in JSON."""
    return {_camel(key): _plain(value) for key, value in facts.items()}


def show_one(args: argparse.Namespace, facts: Mapping[str, Any]) -> None:
    """One thing as a JSON object, or line by line."""
    if args.json:
        output.print_json(json_object(facts))
    else:
        width = max(map(len, facts))
        for key, value in facts.items():
            print(f"{key.replace('_', ' '):{width}}  {_cell(value)}".rstrip())


def quietly(args: argparse.Namespace, rows: Rows, text: str) -> None:
    """What has been done: as JSON for scripts, in a word for people."""
    if args.json:
        show(args, rows, ())
    else:
        print(text)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | frozenset):
        return ",".join(map(str, sorted(value) if isinstance(value, frozenset) else value)) or "-"
    return output.printable(_word(value))


def _word(value: Any) -> str:
    return uuid_text(value) if isinstance(value, UUID) else str(value)


def _plain(value: Any) -> Any:
    """A value as JSON has it: dataclasses and named tuples as objects."""
    names = getattr(value, "__dataclass_fields__", None) or getattr(value, "_fields", None)
    if names:
        return {_camel(name): _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else _word(value)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def pairs(texts: Iterable[str], option: str) -> dict[str, str]:
    """NAME=VALUE words. Raises `UsageError`."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise UsageError(f"{option} {text}: want NAME=VALUE".lstrip())
        found[name] = value
    return found


def partition(text: str) -> tuple[str, int | None]:
    """TOPIC or TOPIC:PARTITION. Raises `UsageError`."""
    topic, colon, index = text.rpartition(":")
    if not colon:
        return text, None
    if not (index.isascii() and index.isdigit()):
        raise UsageError(f"{text}: want TOPIC or TOPIC:PARTITION")
    return topic, int(index)


def add_regex(parser: argparse.ArgumentParser) -> None:
    """`--regex`."""
    parser.add_argument("--regex", action="store_true", help="TOPIC is a regular expression that the whole name fits")


def partitions_of(admin: Admin, texts: Iterable[str], *, regex: bool = False) -> list[TopicPartition]:
    """The partitions that words mean: of a whole topic, or one; with `regex` of all topics that one fits."""
    from kafkawire.client import TopicPartition

    named = [partition(text) for text in texts]
    if regex:
        names = admin.list_topics()
        named = [(name, index) for pattern, index in named for name in fitting([pattern], names)]
    topics = admin.describe_topics(dict.fromkeys(topic for topic, _ in named))
    found = []
    for topic, index in named:
        there = [p.partition for p in topics[topic].partitions]
        if index is not None and index not in there:
            raise NotThere(f"topic {topic!r} has no partition {index}, only 0 to {len(there) - 1}")
        found += [TopicPartition(topic, n) for n in there if index in (None, n)]
    return found


def fitting(patterns: Sequence[str], names: Iterable[str]) -> list[str]:
    """Of some names those that a regular expression is all of.

    Raises `UsageError` for what is no regular expression, `NotThere` for one that is all of no name.
    """
    names = sorted(names)
    found = []
    for pattern in patterns:
        try:
            compiled = re.compile(pattern)
        except re.error as exc:
            raise UsageError(f"{pattern}: not a regular expression: {exc}") from exc
        some = [name for name in names if compiled.fullmatch(name)]
        if not some:
            raise NotThere(f"no name fits the regular expression {pattern!r}")
        found += some
    return list(dict.fromkeys(found))


def dry_run(parser: argparse.ArgumentParser) -> None:
    """`--dry-run`."""
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
