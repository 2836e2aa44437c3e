"""`kafkawire produce`: write records to a topic, one for each line of the input."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from kafkawire.cli import recording
from kafkawire.cli.client_options import add_client_arguments, connection_of, escaped
from kafkawire.cli.lines import lines_of
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.progress import Progress
from kafkawire.cli.record_format import SPELLINGS, from_json, unspelled
from kafkawire.cli.schemas import Encode, add_schema_arguments, encoder
from kafkawire.cli.settings import settings_of
from kafkawire.cli.usage import UsageError
from kafkawire.records import Header

__all__ = ["add_parser", "run"]

_EXAMPLE = r"""examples:
  printf 'AA:first\nUA:second\n' | kafkawire produce flights -K :
  kafkawire consume flights --json -e | kafkawire produce copy --json --compression zstd
  echo '{"origin": "LIS"}' | kafkawire produce flights --value avro --registry http://localhost:8081
  printf 'AA:\n' | kafkawire produce flights -K : -Z      # deletes AA from a compacted topic
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
    parser.add_argument("topic", metavar="TOPIC", help="where to")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="the input (default: standard input)")
    add_client_arguments(parser)
    recording.add_arguments(parser)
    parser.add_argument("-p", "--partition", type=int, help="write to this partition (default: by key)")
    parser.add_argument("-K", "--key-delimiter", metavar="TEXT", help="what stands between key and value of a line")
    parser.add_argument("-k", "--key-text", metavar="TEXT", help="the key of every record whose line has none")
    parser.add_argument(
        "-Z", "--null", action="store_true", help="an empty key or value is null: a value that deletes its key"
    )
    parser.add_argument("--json", action="store_true", help="lines are JSON objects, as `consume --json` prints them")
    parser.add_argument("--as", dest="spelling", choices=SPELLINGS, default="text", help="what keys and values are in")
    add_schema_arguments(parser)
    parser.add_argument("--message", metavar="NAME", help="with --value protobuf: which message of the schema")
    parser.add_argument(
        "-H",
        "--header",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a header for every record; may be repeated",
    )
    codecs = ("none", "gzip", "snappy", "lz4", "zstd")
    parser.add_argument("-z", "--compression", choices=codecs, help="of the batches (default: none)")
    parser.add_argument("--acks", choices=("all", "1", "0"), help="default: all")
    parser.add_argument("--progress", action="store_true", help="say how far it is, also where it is no terminal")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not say how much was written")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Write all lines. Returns 0; what goes wrong is raised."""
    from kafkawire.client.options import ProducerOptions
    from kafkawire.transport.aio import loop_factory

    given: dict[str, object] = {} if args.compression is None else {"compression_type": args.compression}
    if args.acks is not None:
        given["acks"] = args.acks if args.acks == "all" else int(args.acks)
    brokers, options = connection_of(args, ProducerOptions, given)
    reader = _Reader(args)
    is_typed = args.file == "-" and sys.stdin.isatty()  # between lines that somebody types nothing else is written
    progress = Progress(not args.quiet and (args.progress or (sys.stderr.isatty() and not is_typed)))
    with recording.recorder_of(args) as recorder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_produce(args, brokers, {**options, "recorder": recorder}, reader, progress))
    if not args.quiet:
        progress.end()
    return 0


async def _produce(
    args: argparse.Namespace, brokers: str, options: dict[str, Any], reader: _Reader, progress: Progress
) -> None:
    from kafkawire.client import Producer

    headers = [_header(text) for text in args.header]
    async with AsyncExitStack() as stack:
        with Patience(brokers, options):
            producer = await stack.enter_async_context(Producer(brokers, **options))
        stack.enter_context(Outages("writing"))
        first = 1
        async for lines in lines_of(args.file):
            for begin in range(0, len(lines), _DRAIN_EVERY):
                size = 0
                for number, line in enumerate(lines[begin : begin + _DRAIN_EVERY], first + begin):
                    try:
                        key, value, own = reader.record(line)
                    except UsageError as exc:
                        raise UsageError(f"{_name(args.file)}, line {number}: {exc}") from exc
                    size += len(value or b"")
                    producer.send(args.topic, value, key=key, headers=[*headers, *own], partition=args.partition)
                progress.add(min(_DRAIN_EVERY, len(lines) - begin), size)
                await producer.drain()
            first += len(lines)
        await producer.flush()  # while somebody says what it waits for


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


class _Reader:
    """Makes records of lines."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._as_json = args.json
        self._delimiter = None if args.key_delimiter is None else escaped(args.key_delimiter)
        self._spelling = args.spelling
        self._empty_is_null = args.null
        self._encode = {part: _encoder(args, part) for part in ("key", "value")}
        self._key = None if args.key_text is None else self._part(args.key_text.encode(), "key")

    def record(self, line: bytes) -> tuple[bytes | None, bytes | None, Sequence[Header]]:
        """Key, value and headers. Raises `UsageError`."""
        if self._as_json:
            fields = from_json(line, **self._encode)
            return fields["key"], fields["value"], fields["headers"]
        key, value = self._key, line
        if self._delimiter is not None and self._delimiter in line:
            text, _, value = line.partition(self._delimiter)
            key = self._part(text, "key")
        return key, self._part(value, "value"), ()

    def _part(self, text: bytes, part: str) -> bytes | None:
        if self._empty_is_null and not text:
            return None
        encode = self._encode[part]
        return unspelled(self._spelling, text) if encode is None else encode(_json(text))


def _encoder(args: argparse.Namespace, part: str) -> Encode | None:
    kind = args.key_kind if part == "key" else args.value_kind
    if kind is None:
        return None
    if args.spelling != "text":
        raise UsageError("--value and --key take JSON, which --as has no part in")
    message = args.message if part == "value" else None
    return encoder(kind, args.registry, settings_of(args), f"{args.topic}-{part}", message)


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise UsageError(f"{text[:80]!r} is not JSON, which a value with a schema is here: {exc}") from exc


def _header(text: str) -> tuple[str, bytes]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--header {text}: want NAME=VALUE")
    return name, value.encode()
