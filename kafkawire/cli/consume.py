"""`kafkawire consume`: print the records of topics."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from typing import TYPE_CHECKING, Any

from kafkawire.cli.client_options import add_client_arguments, client_options
from kafkawire.cli.errors import UsageError
from kafkawire.cli.record_format import LETTERS, Formatter, compile_format, printable, to_json

if TYPE_CHECKING:
    from kafkawire.client import Consumer, TopicPartition

__all__ = ["add_parser", "run"]

_EXAMPLE = (
    r"""examples:
  kafkawire consume flights -o beginning -e -f '%t %p %o %k %s\n'
  kafkawire consume flights --group readers --json | jq .key

letters of a format: """
    + LETTERS
)

_BATCH = 5_000
_BETWEEN_LOOKS = 0.5  # seconds between two looks at whether the end is reached


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "consume",
        help="read records of a topic",
        description="Print the records of topics.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("topics", nargs="+", metavar="topic")
    add_client_arguments(parser)
    parser.add_argument("-g", "--group", help="read as a member of this group, and commit")
    parser.add_argument("-p", "--partition", type=int, help="read only this partition")
    parser.add_argument(
        "-o",
        "--offset",
        default="beginning",
        metavar="WHERE",
        help="beginning, end, an offset, or -N for the last N of each partition (default: %(default)s); "
        "in a group this is for partitions without a commit",
    )
    parser.add_argument("-c", "--count", type=int, help="stop after so many records")
    parser.add_argument("-e", "--exit", action="store_true", help="stop at the end of the partitions")
    look = parser.add_mutually_exclusive_group()
    look.add_argument("-f", "--format", default=r"%s\n", help=r"how a record is printed (default: '%%s\n')")
    look.add_argument("--json", action="store_true", help="print JSON lines")
    parser.add_argument("--progress", action="store_true", help="say on standard error how far it is")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print records until there is a reason to stop. Returns 0; what goes wrong is raised."""
    from kafkawire.client.options import ConsumerOptions
    from kafkawire.transport.aio import loop_factory

    given: dict[str, object] = {"auto_offset_reset": "latest" if args.offset == "end" else "earliest"}
    if args.group:
        given["group_id"] = args.group
    options = client_options(args.set, ConsumerOptions, given)
    show = to_json if args.json else compile_format(args.format)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_consume(args, options, show))
    return 0


async def _consume(args: argparse.Namespace, options: dict[str, Any], show: Formatter) -> None:
    from kafkawire.client import Consumer

    where = _where(args)
    in_group = bool(args.group) and args.partition is None and where is None
    progress = _Progress(args.progress)
    async with Consumer(args.brokers, topics=args.topics if in_group else (), **options) as consumer:
        if not in_group:
            await _assign(consumer, args, where)
        left = args.count
        while left is None or left > 0:
            chunks = await consumer.fetch(_BATCH if left is None else min(_BATCH, left), _BETWEEN_LOOKS)
            for chunk in chunks:
                _print(b"".join([show(chunk.topic, chunk.partition, record) for record in chunk]))
                left = None if left is None else left - len(chunk)
                progress.add(len(chunk), consumer)
            if args.exit and _at_end(consumer):
                break
        progress.end(consumer)


def _where(args: argparse.Namespace) -> int | None:
    """The offset to begin at, negative ones from the end; None for the words."""
    if args.offset in ("beginning", "end"):
        return None
    try:
        return int(args.offset)
    except ValueError:
        raise UsageError(f"--offset {args.offset}: want beginning, end, a number, or a negative number") from None


async def _assign(consumer: Consumer, args: argparse.Namespace, where: int | None) -> None:
    partitions = [tp for topic in args.topics for tp in await consumer.partitions(topic)]
    if args.partition is not None:
        partitions = [tp for tp in partitions if tp.partition == args.partition]
    if not partitions:
        raise UsageError(f"there is no partition {args.partition} of {', '.join(args.topics)}")
    consumer.assign(partitions)
    if where is not None:
        await _seek(consumer, partitions, where)


async def _seek(consumer: Consumer, partitions: list[TopicPartition], where: int) -> None:
    if where >= 0:
        for tp in partitions:
            consumer.seek(tp, where)
        return
    starts = await consumer.offsets_for_times(dict.fromkeys(partitions, -2))
    ends = await consumer.offsets_for_times(dict.fromkeys(partitions, -1))
    for tp in partitions:
        consumer.seek(tp, max(starts[tp], ends[tp] + where))


def _at_end(consumer: Consumer) -> bool:
    lag = consumer.lag()
    return len(lag) == len(consumer.assignment) > 0 and not any(lag.values())


def _print(data: bytes) -> None:
    """Bytes as they are into a file or a pipe; a terminal is spared what it could take for commands."""
    if sys.stdout.isatty():
        sys.stdout.write(printable(data))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


class _Progress:
    """A line on standard error, written anew a few times a second."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._count = 0
        self._started = self._told = time.monotonic()

    def add(self, count: int, consumer: Consumer) -> None:
        """`count` more records have been printed."""
        self._count += count
        now = time.monotonic()
        if self._shown and now - self._told > 0.2:
            self._told = now
            print(f"\r{self._line(consumer)}", end="", file=sys.stderr, flush=True)

    def end(self, consumer: Consumer) -> None:
        """The last word."""
        if self._shown:
            print(f"\r{self._line(consumer)}", file=sys.stderr)

    def _line(self, consumer: Consumer) -> str:
        seconds = max(time.monotonic() - self._started, 1e-6)
        left = sum(consumer.lag().values())
        return f"{self._count} records, {self._count / seconds:.0f} a second, {left} left   "
