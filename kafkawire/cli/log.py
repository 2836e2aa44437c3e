"""`kafkawire log`: look at the files of a broker, without the broker."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from kafkawire.cli import output
from kafkawire.errors import DecodeError

__all__ = ["add_parser"]

Run = Callable[[argparse.Namespace], int]

_EXAMPLES = """\
examples:
  kafkawire log dump data/flights-0 --records
  kafkawire log verify /var/lib/kafka/data
  kafkawire log stats data/flights-0
  kafkawire log extract data/flights-0 --from @2026-01-31T12:00 --to +1h -o noon.jsonl
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
        raise DecodeError(f"{failed} places cannot be read; the lines {'error' if args.json else 'ERROR'} say why")
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
        verdict = f"{damage} damaged places" if damage else "no damage"
        print(f"{looked.files} files, {looked.batches} batches, {looked.bytes} bytes in segments: {verdict}")
    return 1 if damage else 0


def _fault(fault: Any) -> dict[str, Any]:
    return {"path": fault.path, "position": fault.position, "offset": fault.offset, "message": fault.text}


def _fault_text(fault: Any) -> str:
    where = "" if fault.position is None else f", position {fault.position}"
    which = "" if fault.offset is None else f", offset {fault.offset}"
    kind = "" if fault.is_damage else "note: "
    return f"{kind}{output.printable(f'{fault.path}{where}{which}: {fault.text}')}"
