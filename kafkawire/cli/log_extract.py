"""Where `kafkawire log extract` writes records: JSON lines, columns of Parquet, or a segment of whole batches."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO

from kafkawire.cli import output
from kafkawire.cli.internal_records import to_internal_json
from kafkawire.cli.record_format import to_json
from kafkawire.cli.usage import UsageError, milliseconds
from kafkawire.internal_records import INTERNAL
from kafkawire.logfiles.extract import Wanted, extract_batches, extract_records
from kafkawire.logfiles.finding import Partition
from kafkawire.records import Record

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["extract", "printer"]

_ROWS = 10_000
_NEVER = 2**63 - 1


def extract(args: argparse.Namespace, partitions: Sequence[Partition]) -> int:
    """Write what is wanted; returns how many damaged places were left out."""
    wanted, damage = _wanted(args), _Damage()
    _, ending = os.path.splitext(args.output)
    write = {".parquet": _parquet, ".log": _segment}.get(ending, _json_lines)
    if args.output != "-" and ending not in (".parquet", ".log", ".jsonl", ".json"):
        raise UsageError(f"--output {args.output}: want a name that ends with .jsonl, .parquet or .log, or -")
    with nullcontext() if args.output == "-" else output.named(args.output):
        write(args.output, partitions, wanted, damage)
    return damage.places


class _Damage:
    """Counts, and says, what is left out."""

    places = 0

    def __call__(self, path: str, position: int, cause: str) -> None:
        self.places += 1
        if self.places <= 10:
            print(f"kafkawire: left out: {path}, position {position}: {cause}", file=sys.stderr)


def _wanted(args: argparse.Namespace) -> Wanted:
    try:
        key = None if args.key_regex is None else re.compile(args.key_regex.encode())
    except re.error as exc:
        raise UsageError(f"--key-regex {args.key_regex}: not a regular expression: {exc}") from exc
    return Wanted(
        args.start,
        args.to,
        0 if args.since is None else milliseconds(args.since),
        _NEVER if args.until is None else milliseconds(args.until),
        key,
        args.committed,
    )


def _line(partition: Partition) -> Callable[[Record], bytes]:
    spell = to_internal_json if partition.topic in INTERNAL else to_json
    return lambda record: spell(partition.topic, partition.number, record)


def printer(partition: Partition) -> Callable[[Record], None]:
    """What prints a record of a partition as a line of JSON."""
    line = _line(partition)

    def show(record: Record) -> None:
        sys.stdout.write(line(record).decode())

    return show


def _json_lines(name: str, partitions: Sequence[Partition], wanted: Wanted, damage: _Damage) -> None:
    with _opened(name) as file:
        for partition in partitions:
            line = _line(partition)
            file.writelines(line(record) for record in extract_records(partition, wanted, damage))


def _opened(name: str) -> Any:
    return _Standard() if name == "-" else open(name, "wb")


class _Standard:
    """Standard output, which stays open."""

    def __enter__(self) -> BinaryIO:
        sys.stdout.flush()
        return sys.stdout.buffer

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()


def _segment(name: str, partitions: Sequence[Partition], wanted: Wanted, damage: _Damage) -> None:
    if len(partitions) != 1:
        raise UsageError("a segment holds batches of one partition; name one")
    if wanted.key is not None or wanted.committed:
        raise UsageError("a segment takes whole batches as they are: --key-regex and --committed choose records")
    with open(name, "wb") as file:
        file.writelines(batch.data for _, _, batch in extract_batches(partitions[0], wanted, damage))


def _parquet(name: str, partitions: Sequence[Partition], wanted: Wanted, damage: _Damage) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    header = pa.struct([("key", pa.string()), ("value", pa.binary())])
    schema = pa.schema(
        [
            ("topic", pa.string()),
            ("partition", pa.int32()),
            ("offset", pa.int64()),
            ("timestamp", pa.timestamp("ms", tz="UTC")),
            ("key", pa.binary()),
            ("value", pa.binary()),
            ("headers", pa.list_(header)),
        ]
    )
    with pyarrow.parquet.ParquetWriter(name, schema) as writer:
        for partition in partitions:
            for rows in _in_groups(_rows(partition, extract_records(partition, wanted, damage))):
                writer.write_table(_table(rows, schema))


def _table(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    import pyarrow as pa

    return pa.Table.from_pylist(rows, schema)


def _rows(partition: Partition, records: Iterator[Record]) -> Iterator[dict[str, Any]]:
    for record in records:
        yield {
            "topic": partition.topic,
            "partition": partition.number,
            "offset": record.offset,
            "timestamp": None if record.timestamp < 0 else record.timestamp,
            "key": record.key,
            "value": record.value,
            "headers": [{"key": name, "value": value} for name, value in record.headers],
        }


def _in_groups(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append(row)
        if len(group) == _ROWS:
            yield group
            group = []
    if group:
        yield group
