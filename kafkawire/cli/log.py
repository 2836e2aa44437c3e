"""`kafkawire log`: look at the files of a broker, without the broker."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.cli import output
from kafkawire.cli.progress import some
from kafkawire.cli.usage import WANTED_TIME, UsageError, duration_ms, positive
from kafkawire.errors import DecodeError

if TYPE_CHECKING:
    from kafkawire.logfiles.finding import Partition
    from kafkawire.logfiles.index_report import IndexReport
    from kafkawire.logfiles.repair import Lost, Repaired

__all__ = ["add_parser"]

Run = Callable[[argparse.Namespace], int]

_EXAMPLES = """\
examples:
  kafkawire log dump data/flights-0 --records
  kafkawire log verify /var/lib/kafka/data
  kafkawire log stats data/flights-0
  kafkawire log extract data/flights-0 --since 2026-01-31T12:00 --until 2026-01-31T13:00 -o noon.jsonl
  kafkawire log repair data/flights-0 --into repaired

A path names a log directory, the directory of a partition, or a file of one. Nothing is ever written there, and a
broker may run meanwhile.

exit codes: 0 all is well, 1 something is damaged or failed, 2 the command was called wrongly"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "log",
        help="look at the files of a broker: dump, verify, measure, extract, repair",
        description="Look at the files of a broker: segments, indexes, snapshots, checkpoints.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True)
    _add_dump(commands)
    _add_verify(commands)
    _add_stats(commands)
    _add_index(commands)
    _add_extract(commands)
    _add_repair(commands)
    _add_tail(commands)


def _add(commands: Any, name: str, run: Run, about: str, example: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"example:\n  kafkawire log {name} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="+", metavar="DIR_OR_FILE", help="a log directory, a partition's, or a file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run, parser=parser)
    return parser


# ----------------------------------------------------------------------------------------------------------------- dump


def _add_dump(commands: Any) -> None:
    about = "print what is in the files: batches, records, indexes, snapshots, checkpoints"
    parser = _add(commands, "dump", _dump, about, "data/__consumer_offsets-0 --records --json")
    parser.add_argument("-r", "--records", action="store_true", help="records, too; of Kafka's own topics decoded")
    parser.add_argument("--topic", help="whose records they are, if the name of the directory does not say")


def _dump(args: argparse.Namespace) -> int:
    from kafkawire.cli.log_dump import dump, line_text
    from kafkawire.logfiles.finding import find

    failed = 0
    for directory in find(args.paths):
        for line in dump(directory, records=args.records, topic=args.topic):
            failed += "error" in line
            if args.json:
                output.print_json_line(line)
            else:
                print(line_text(line))
    if failed:
        sys.stdout.flush()
        raise DecodeError(
            f"{some(failed, 'place')} cannot be read; the lines {'error' if args.json else 'ERROR'} say why"
        )
    return 0


# --------------------------------------------------------------------------------------------------------------- verify


def _add_verify(commands: Any) -> None:
    about = "check every checksum, offset, index entry, producer, snapshot and checkpoint"
    parser = _add(commands, "verify", _verify, about, "/var/lib/kafka/data")
    parser.add_argument("--deep", action="store_true", help="decompress and decode all records, too")
    parser.add_argument("-q", "--quiet", action="store_true", help="only damage, no notes and no summary")


def _verify(args: argparse.Namespace) -> int:
    from kafkawire.logfiles.finding import find
    from kafkawire.logfiles.verify import Looked, verify

    looked, damage, notes = Looked(), 0, 0
    told = output.Told("verified")
    for fault in verify(find(args.paths), deep=args.deep, looked=looked, told=told.at):
        damage += fault.is_damage
        notes += not fault.is_damage
        if not fault.is_damage and args.quiet:
            continue
        told.clear()
        if args.json:
            output.print_json_line({"damage" if fault.is_damage else "note": _fault(fault)})
        else:
            print(_fault_text(fault))
    told.clear()
    if args.json:
        counts = {"files": looked.files, "batches": looked.batches, "bytes": looked.bytes}
        output.print_json_line({"summary": counts | {"damage": damage, "notes": notes}})
    elif not args.quiet:
        verdict = some(damage, "damaged place") if damage else "no damage"
        counted = f"{some(looked.files, 'file')}, {some(looked.batches, 'batch')}, {some(looked.bytes, 'byte')}"
        print(f"{counted} in segments: {verdict}")
    return 1 if damage else 0


def _fault(fault: Any) -> dict[str, Any]:
    return {"path": fault.path, "position": fault.position, "offset": fault.offset, "message": fault.text}


def _fault_text(fault: Any) -> str:
    where = "" if fault.position is None else f", position {fault.position}"
    which = "" if fault.offset is None else f", offset {fault.offset}"
    kind = "" if fault.is_damage else "note: "
    return f"{kind}{output.printable(f'{fault.path}{where}{which}: {fault.text}')}"


# ---------------------------------------------------------------------------------------------------------------- stats


def _add_stats(commands: Any) -> None:
    about = "count what is in partitions: codecs, producers, transactions, keys, what compaction would keep"
    parser = _add(commands, "stats", _stats, about, "data/flights-0")
    parser.add_argument("--no-keys", action="store_true", help="look at headers only, which is much quicker")
    help_ = "memory for the keys of a partition, in MiB (default: 128, for 5 million keys)"
    parser.add_argument("--memory", type=positive, default=128, metavar="MIB", help=help_)


def _stats(args: argparse.Namespace) -> int:
    from kafkawire.cli.log_stats import stats_json, stats_text
    from kafkawire.limits import MIB
    from kafkawire.logfiles.stats import stats_of

    damaged, told = 0, output.Told("counted")
    for partition in _partitions(args.paths):
        found = stats_of(partition, keys=not args.no_keys, memory=args.memory * MIB, told=told.at)
        told.clear()
        damaged += len(found.damaged)
        if args.json:
            output.print_json_line({"partition": str(partition)} | stats_json(found))
        else:
            print(*stats_text(partition, found), sep="\n")
    return _done(damaged)


def _partitions(paths: Sequence[str]) -> Iterator[Partition]:
    from kafkawire.logfiles.finding import NoLogFile, find

    found = [partition for directory in find(paths) for partition in directory.partitions if partition.segments]
    if not found:
        raise NoLogFile(f"{', '.join(paths)}: there are no segments")
    yield from found


def _done(damaged: int) -> int:
    if damaged:
        sys.stdout.flush()
        raise DecodeError(f"{some(damaged, 'damaged place')} left out; `kafkawire log verify` names them")
    return 0


# ---------------------------------------------------------------------------------------------------------------- index


def _add_index(commands: Any) -> None:
    about = "hold the entries of indexes against the batches that they lead to"
    parser = _add(commands, "index", _index, about, "data/flights-0 --entries")
    parser.add_argument("--entries", action="store_true", help="print the entries, too")


def _index(args: argparse.Namespace) -> int:
    from kafkawire.logfiles.index_report import look_at_indexes

    wrong = 0
    for partition in _partitions(args.paths):
        for segment in partition.segments:
            for report in look_at_indexes(segment):
                wrong += any(is_damage for _, _, is_damage in report.wrong)
                _print_index(args, report)
    return 1 if wrong else 0


def _print_index(args: argparse.Namespace, report: IndexReport) -> None:
    from kafkawire.cli.log_dump import dump_small, line_text

    faults = [{"position": at, "message": text, "damage": is_damage} for at, text, is_damage in report.wrong]
    entries = list(dump_small(report.path))[1:] if args.entries and report.is_there else []
    if args.json:
        facts = {"path": report.path, "isThere": report.is_there, "size": report.size, "entries": report.entries}
        listed = {"list": [line.get("entry", line) for line in entries]} if args.entries else {}
        output.print_json_line({"index": facts | {"longest": report.longest, "wrong": faults} | listed})
        return
    longest = f", {report.longest} bytes of log between two at most" if report.longest else ""
    unused = f", {report.size - report.used} unused bytes" if report.size > report.used else ""
    verdict = f"{report.entries} entries{longest}{unused}" if report.is_there else "missing; a broker makes it anew"
    print(f"{output.printable(report.path)}: {verdict}{'' if report.wrong else ', sound' * report.is_there}")
    print(
        *(f"  position {fault['position']}: {fault['message']}" for fault in faults), sep="\n", end="\n" * bool(faults)
    )
    print(*(f"  {line_text(line)}" for line in entries), sep="\n", end="\n" * bool(entries))


# -------------------------------------------------------------------------------------------------------------- extract


def _add_extract(commands: Any) -> None:
    about = "take records out by offset, time or key: as JSON lines, Parquet, or a segment"
    parser = _add(commands, "extract", _extract, about, "data/flights-0 --since -2h --key-regex ^AA -o recent.parquet")
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="OFFSET", help="the first offset")
    parser.add_argument("--to", type=int, default=2**63 - 1, metavar="OFFSET", help="the offset before which to stop")
    parser.add_argument("--since", metavar="TIME", help=f"records of this time or later: {WANTED_TIME}")
    parser.add_argument("--until", metavar="TIME", help="records before this time")
    parser.add_argument("--key-regex", metavar="REGEX", help="records in whose key this is found")
    parser.add_argument("--committed", action="store_true", help="leave out aborted and undecided transactions")
    formats = "JSON lines; .parquet columns; .log whole batches as they are"
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help=f"by its ending: .jsonl or - {formats}")


def _extract(args: argparse.Namespace) -> int:
    from kafkawire.cli.log_extract import extract

    left_out = extract(args, list(_partitions(args.paths)))
    return _done(left_out)


# --------------------------------------------------------------------------------------------------------------- repair


def _add_repair(commands: Any) -> None:
    about = "write what is sound of partitions into a new directory, and say what was lost"
    parser = _add(commands, "repair", _repair, about, "data/flights-0 --into repaired")
    parser.add_argument("--into", required=True, metavar="DIR", help="a directory that does not exist, or is empty")


def _repair(args: argparse.Namespace) -> int:
    from kafkawire.logfiles.repair import Lost, repair

    lost = 0
    for partition in _partitions(args.paths):
        name = os.path.basename(os.path.abspath(partition.path))
        into = os.path.join(args.into, name)
        for event in _naming(into, repair(partition, into)):
            lost += isinstance(event, Lost)
            if args.json:
                output.print_json_line({type(event).__name__.lower(): event._asdict()})
            elif isinstance(event, Lost):
                print(output.printable(_lost_text(event)))
            else:
                print(
                    f"wrote {output.printable(event.path)}: {some(event.batches, 'batch')}, {some(event.size, 'byte')}"
                )
    return 1 if lost else 0


def _naming(path: str, events: Iterator[Lost | Repaired]) -> Iterator[Lost | Repaired]:
    """What comes of writing into a directory; an error says which."""
    with output.named(path):
        yield from events


def _lost_text(lost: Lost) -> str:
    first, end = lost.from_offset, lost.to_offset
    offsets = f"offsets from {first} on" if end is None else f"offsets {first} to {end - 1}" if end > first else "none"
    return f"lost {lost.path}, position {lost.position}: {lost.size} bytes, {offsets}: {lost.cause}"


# ----------------------------------------------------------------------------------------------------------------- tail


def _add_tail(commands: Any) -> None:
    parser = _add(commands, "tail", _tail, "print records as they are written, until Ctrl-C", "data/flights-0")
    parser.add_argument("-a", "--all", action="store_true", help="begin with the records that are there")
    parser.add_argument("-c", "--count", type=positive, help="stop after so many records")
    every = "between two looks (default: 200ms)"
    parser.add_argument("--every", type=duration_ms, default=200, metavar="SPAN", help=every)


def _tail(args: argparse.Namespace) -> int:
    from kafkawire.cli.log_extract import printer
    from kafkawire.logfiles.following import follow

    if len(args.paths) != 1:
        raise UsageError("tail follows one partition")
    (partition,) = _partitions(args.paths)
    show = printer(partition)
    left = args.count
    cut = lambda text: print(f"kafkawire: {text}", file=sys.stderr)  # noqa: E731 - said once, used once

    def wait() -> None:
        output.expect_reader()
        time.sleep(args.every / 1000)

    for batch in follow(args.paths[0], from_beginning=args.all, wait=wait, on_cut=cut):
        for record in () if batch.is_control else batch.records():
            show(record)
            left = None if left is None else left - 1
            if left == 0:
                return 0
        sys.stdout.flush()
    return 0
