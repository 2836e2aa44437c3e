"""`kafkawire produce`: write records to a topic, one for each line of the input."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterable
from typing import IO, Any

from kafkawire.cli.client_options import add_client_arguments, client_options, escaped
from kafkawire.cli.errors import UsageError

__all__ = ["add_parser", "run"]

_EXAMPLE = r"""examples:
  printf 'AA:first\nUA:second\n' | kafkawire produce flights -K :
  kafkawire consume flights --json -e | kafkawire produce copy --json --compression zstd
"""
_DRAIN_EVERY = 500  # records between two looks at the buffer


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "produce",
        help="write records to a topic",
        description="Write each line of the input as a record.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("topic")
    parser.add_argument("file", nargs="?", default="-", help="the input (default: standard input)")
    add_client_arguments(parser)
    parser.add_argument("-p", "--partition", type=int, help="write to this partition (default: by key)")
    parser.add_argument("-K", "--key-delimiter", metavar="TEXT", help="what stands between key and value of a line")
    parser.add_argument("--json", action="store_true", help="lines are JSON objects with key, value and headers")
    parser.add_argument(
        "-H", "--header", action="append", default=[], metavar="NAME=VALUE", help="a header for every record"
    )
    parser.add_argument("--compression", default="none", choices=("none", "gzip", "snappy", "lz4", "zstd"))
    parser.add_argument("--acks", default="all", choices=("all", "1", "0"))
    parser.add_argument("-q", "--quiet", action="store_true", help="do not say how much was written")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write all lines. Returns 0; what goes wrong is raised."""
    from kafkawire.client.options import ProducerOptions
    from kafkawire.transport.aio import loop_factory

    acks: object = args.acks if args.acks == "all" else int(args.acks)
    given = {"compression_type": args.compression, "acks": acks}
    options = client_options(args.set, ProducerOptions, given)
    started = time.monotonic()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        count, size = runner.run(_produce(args, options))
    if not args.quiet:
        seconds = time.monotonic() - started
        print(f"{count} records, {size} bytes in {seconds:.1f} s", file=sys.stderr)
    return 0


async def _produce(args: argparse.Namespace, options: dict[str, Any]) -> tuple[int, int]:
    from kafkawire.client import Producer

    headers = [_header(text) for text in args.header]
    delimiter = None if args.key_delimiter is None else escaped(args.key_delimiter)
    count = size = 0
    async with Producer(args.brokers, **options) as producer:
        for line in _lines(args.file):
            record = _record(line, args.json, delimiter)
            record["headers"] = [*headers, *record.get("headers", ())]
            producer.send(args.topic, partition=args.partition, **record)
            count += 1
            size += len(record["value"] or b"")
            if not count % _DRAIN_EVERY:
                await producer.drain()
    return count, size


def _lines(name: str) -> Iterable[bytes]:
    if name == "-":
        yield from _stripped(sys.stdin.buffer)
    else:
        with open(name, "rb") as file:
            yield from _stripped(file)


def _stripped(file: IO[bytes]) -> Iterable[bytes]:
    for line in file:
        yield line.removesuffix(b"\n")


def _record(line: bytes, as_json: bool, delimiter: bytes | None) -> dict[str, Any]:
    if as_json:
        from kafkawire.cli.record_format import from_json

        return from_json(line)
    if delimiter is None or delimiter not in line:
        return {"key": None, "value": line}
    key, _, value = line.partition(delimiter)
    return {"key": key, "value": value}


def _header(text: str) -> tuple[str, bytes]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--header {text}: want NAME=VALUE")
    return name, value.encode()
