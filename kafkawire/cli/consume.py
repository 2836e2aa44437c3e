"""`kafkawire consume`: print the records of topics."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from kafkawire.cli import recording
from kafkawire.cli.admin_command import fitting
from kafkawire.cli.client_options import add_client_arguments, connection_of
from kafkawire.cli.internal_records import INTERNAL, to_internal_json
from kafkawire.cli.output import expect_reader
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.progress import Progress
from kafkawire.cli.record_format import (
    LETTERS,
    SPELLINGS,
    Formatter,
    by_schema,
    compile_format,
    spelled,
    to_json,
    write,
)
from kafkawire.cli.schemas import add_schema_arguments, decoder
from kafkawire.cli.settings import settings_of
from kafkawire.cli.span import WHERE, Span
from kafkawire.cli.usage import NotThere, UsageError, positive

if TYPE_CHECKING:
    from kafkawire.client import Consumer, TopicPartition

__all__ = ["add_parser", "run"]

_EXAMPLE = (
    r"""examples:
  kafkawire consume flights -o beginning -e -f '%t %p %o %k %s\n'
  kafkawire consume flights -o s@2024-05-01T00:00 -o e@2024-05-02T00:00 --json
  kafkawire consume flights --group readers --json | jq .key
  kafkawire consume --regex 'flights-.*' -e -f '%t %s\n'
  kafkawire consume flights --value avro --registry http://localhost:8081 -e
  kafkawire consume __consumer_offsets -e        # typed records, as JSON

letters of a format: """
    + LETTERS
)

_BATCH = 5_000
_BETWEEN_LOOKS = 0.5  # seconds between two looks at whether the end is reached
_DEFAULT_FORMAT = r"%s\n"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "consume",
        help="read records of a topic",
        description="Print the records of topics.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("topics", nargs="+", metavar="TOPIC", help="what to read")
    parser.add_argument("--regex", action="store_true", help="TOPIC is a regular expression that the whole name fits")
    add_client_arguments(parser)
    recording.add_arguments(parser)
    _add_what(parser)
    _add_how(parser)
    parser.set_defaults(run=run, parser=parser)


def _add_what(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-g", "-G", "--group", help="read as a member of this group, and commit")
    parser.add_argument("-p", "--partition", type=int, help="read only this partition")
    parser.add_argument(
        "-o",
        "--offset",
        action="append",
        default=[],
        metavar="WHERE",
        help=f"{WHERE}; may be repeated (default: beginning; in a group this is for partitions without a commit)",
    )
    parser.add_argument("-c", "--count", type=positive, help="stop after so many records")
    parser.add_argument("-e", "--exit", action="store_true", help="stop at the end of the partitions")


def _add_how(parser: argparse.ArgumentParser) -> None:
    look = parser.add_mutually_exclusive_group()
    look.add_argument("-f", "--format", help=r"how a record is printed (default: '%%s\n')")
    look.add_argument("-J", "--json", action="store_true", help="print JSON lines")
    look.add_argument(
        "--schema",
        choices=("auto", "internal", "none"),
        default="auto",
        help="print records of Kafka's own topics as typed JSON; auto: if it is one, and no other look is asked for",
    )
    parser.add_argument(
        "--as", dest="spelling", choices=SPELLINGS, default="text", help="how keys and values are shown"
    )
    add_schema_arguments(parser)
    parser.add_argument("--progress", action="store_true", help="say on standard error how far it is")


def run(args: argparse.Namespace) -> int:
    """Print records until there is a reason to stop. Returns 0; what goes wrong is raised."""
    from kafkawire.client.options import ConsumerOptions
    from kafkawire.transport.aio import loop_factory

    span = Span.parse(args.offset)
    given: dict[str, object] = {
        "auto_offset_reset": "latest" if span.word == "end" else "earliest",
        "allow_auto_create_topics": False,  # who mistypes a name wants no topic of that name
    }
    args.group = args.group or settings_of(args).above.get("group.id")
    given["group_id"] = args.group  # one that a file has for some application is not meant
    brokers, options = connection_of(args, ConsumerOptions, given)
    show = _look(args)
    with recording.recorder_of(args) as recorder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_consume(args, brokers, {**options, "recorder": recorder}, span, show))
    return 0


def _look(args: argparse.Namespace) -> Formatter:
    if args.value_kind or args.key_kind:
        return _decoded(args)
    if args.json:
        return spelled(args.spelling, to_json)
    plain = spelled(args.spelling, compile_format(_DEFAULT_FORMAT if args.format is None else args.format))
    if args.schema == "none" or args.format is not None or args.spelling != "text":
        return plain
    others = [topic for topic in args.topics if topic not in INTERNAL]
    if args.schema == "internal" and others:
        raise UsageError(f"--schema internal: {others[0]} is none of {', '.join(INTERNAL)}")
    return lambda topic, partition, record: (to_internal_json if topic in INTERNAL else plain)(topic, partition, record)


def _decoded(args: argparse.Namespace) -> Formatter:
    if args.spelling != "text" or args.schema != "auto":
        raise UsageError("--value and --key show JSON, which --as and --schema have no part in")
    kinds = (args.key_kind, args.value_kind)
    key, value = (kind and decoder(kind, args.registry, settings_of(args)) for kind in kinds)
    show = to_json if args.json else compile_format(_DEFAULT_FORMAT if args.format is None else args.format)
    return by_schema(show, key, value, as_json=args.json)


async def _consume(
    args: argparse.Namespace, brokers: str, options: dict[str, Any], span: Span, show: Formatter
) -> None:
    from kafkawire.client import Consumer

    in_group = bool(args.group) and args.partition is None and span.is_plain
    async with AsyncExitStack() as stack:
        with Patience(brokers, options):
            wanted: dict[str, Any] = {"topics": args.topics}
            if args.regex:
                wanted = {"topic_pattern": "|".join(f"(?:{pattern})" for pattern in args.topics)}
                args.topics = await _fitting(brokers, options, args.topics)
            made = Consumer(brokers, **(wanted if in_group else {}), **options)
            consumer = await stack.enter_async_context(made)
            # Also in a group, which would wait for a topic that does not exist, and say nothing.
            partitions = [tp for topic in args.topics for tp in await consumer.partitions(topic)]
            if not in_group:
                await _assign(consumer, args, span, partitions)
        with Outages("reading"):
            await _print_all(consumer, args, span, show)


async def _fitting(brokers: str, options: dict[str, Any], patterns: list[str]) -> list[str]:
    """The topics that regular expressions mean, without those that Kafka keeps for itself. Raises `UsageError`."""
    from kafkawire.client import Admin
    from kafkawire.spark.security import common_arguments

    async with Admin(brokers, **common_arguments(options)) as admin:
        topics = await admin.list_topics()
    return fitting(patterns, [name for name, info in topics.items() if not info.is_internal])


async def _print_all(consumer: Consumer, args: argparse.Namespace, span: Span, show: Formatter) -> None:
    progress = Progress(args.progress)
    left = args.count
    while left is None or left > 0:
        chunks = await consumer.fetch(_BATCH if left is None else min(_BATCH, left), _BETWEEN_LOOKS)
        for chunk in chunks:
            records = span.cut(chunk.tp, chunk.records)
            _print_records(chunk.tp, records, show)
            left = None if left is None else left - len(records)
            progress.add(len(records), sum(len(r.value or b"") for r in records), sum(consumer.lag().values()))
        if not chunks:
            expect_reader()
        if span.is_over(consumer) or (args.exit and _at_end(consumer)):
            break
    if args.progress:
        progress.end(sum(consumer.lag().values()))


async def _assign(consumer: Consumer, args: argparse.Namespace, span: Span, partitions: list[TopicPartition]) -> None:
    if args.partition is not None:
        partitions = [tp for tp in partitions if tp.partition == args.partition]
    if not partitions:
        raise NotThere(f"there is no partition {args.partition} of {', '.join(args.topics)}")
    consumer.assign(partitions)
    await span.apply(consumer, partitions)


def _at_end(consumer: Consumer) -> bool:
    lag = consumer.lag()
    return len(lag) == len(consumer.assignment) > 0 and not any(lag.values())


def _print_records(tp: TopicPartition, records: list[Any], show: Formatter) -> None:
    """All of them, or those before the one that cannot be shown."""
    lines: list[bytes] = []
    try:
        for record in records:
            lines.append(show(tp.topic, tp.partition, record))  # noqa: PERF401 - some count though the next one raises
    finally:
        write(b"".join(lines))
