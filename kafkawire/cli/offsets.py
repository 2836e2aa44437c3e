"""`kafkawire offsets`: where partitions begin and end, what groups have committed, and setting that anew."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.groups import expect_no_members, lag_of
from kafkawire.cli.output import moment
from kafkawire.cli.usage import NotThere, UsageError, milliseconds

if TYPE_CHECKING:
    from kafkawire.client import TopicPartition
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser", "add_target", "show_reset", "targets"]

_WORDS = {"earliest": -2, "latest": -1, "max-timestamp": -3}
_TIERED = {"earliest-local": -4, "latest-tiered": -5, "earliest-pending-upload": -6}
_WHERE = "earliest, latest, max-timestamp, or a time: 2026-01-31T12:00, -2h, @SECONDS, or milliseconds"


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "offsets", "offsets of partitions and of groups", "reset readers flights --to earliest"
    )
    listing = commands.add("list", _list, "show where partitions begin and end", "flights --at 2026-01-31T12:00")
    everything = "all of a topic, or one (default: all topics that are not Kafka's own)"
    listing.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help=everything)
    command.add_regex(listing)
    about = f"show this instead: {_WHERE}; of tiered storage {', '.join(_TIERED)}"
    listing.add_argument("--at", metavar="WHERE", help=about)

    committed = commands.add("committed", _committed, "show what a group has committed", "readers")
    committed.add_argument("group", metavar="GROUP", help="its id")

    resetting = commands.add(
        "reset", _reset, "set the offsets of a group that has no members", "readers flights:3 --to latest --execute"
    )
    resetting.add_argument("group", metavar="GROUP", help="its id")
    resetting.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all it has committed")
    command.add_regex(resetting)
    add_target(resetting).add_argument(
        "--from-file",
        metavar="FILE",
        help="lines TOPIC,PARTITION,OFFSET as Kafka's --export writes them, or what `committed --json` prints",
    )

    deleting = commands.add("delete", _delete, "forget commits of a group", "readers flights")
    deleting.add_argument("group", metavar="GROUP", help="its id")
    deleting.add_argument("partitions", nargs="+", metavar="TOPIC[:PARTITION]", help="all of a topic, or one")
    command.add_regex(deleting)

    cutting = commands.add("delete-records", _cut, "delete records before an offset", "flights:0=1200 flights:1=-1")
    cutting.add_argument("before", nargs="+", metavar="TOPIC:PARTITION=OFFSET", help="-1: all records")


def add_target(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Where a group shall be, and whether that is meant."""
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--to", metavar="WHERE", help=_WHERE)
    target.add_argument("--to-offset", type=int, metavar="N", help="moved into the range that is there")
    target.add_argument("--by", type=int, metavar="N", help="forward, or back with a negative number")
    parser.add_argument("--execute", action="store_true", help="do it; without this it is only shown")
    return target


def _list(args: argparse.Namespace) -> int:
    specs = (
        {"at": _TIERED.get(args.at) or _when(args.at)}
        if args.at
        else {"begin": _WORDS["earliest"], "end": _WORDS["latest"]}
    )
    with command.connected(args) as admin:
        named = args.partitions or [name for name, info in admin.list_topics().items() if not info.is_internal]
        partitions = command.partitions_of(admin, named, regex=args.regex and bool(args.partitions))
        found = {name: admin.list_offsets(dict.fromkeys(partitions, spec)) for name, spec in specs.items()}
    rows: list[dict[str, Any]] = []
    for tp in partitions:
        row: dict[str, Any] = {"topic": tp.topic, "partition": tp.partition}
        row |= {name: None if listed[tp].offset < 0 else listed[tp].offset for name, listed in found.items()}
        if args.at:
            at = found["at"][tp].timestamp
            row["timestamp"] = (None if at < 0 else at) if args.json else moment(at)
        rows.append(row)
    command.show(args, rows, ("topic", "partition", *specs, *(["timestamp"] if args.at else [])))
    return 0


def _committed(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.describe_groups([args.group])
        rows = lag_of(admin, args.group)
    command.show(args, rows, ("topic", "partition", "committed", "end", "lag"))
    return 0


def _reset(args: argparse.Namespace) -> int:
    wanted = _from_file(args.from_file) if args.from_file else None
    with command.connected(args) as admin:
        expect_no_members(admin, args.group)
        committed = admin.list_group_offsets([args.group])[args.group]
        before = {tp: at.offset for tp, at in committed.items()}
        new = targets(admin, args, before) if wanted is None else _within(admin, args, wanted)
        if args.execute:
            admin.alter_group_offsets({args.group: new})
    return show_reset(args, before, new)


def _from_file(name: str) -> dict[TopicPartition, int]:
    """The offsets that a file has: CSV, or JSON of ours. Raises `UsageError`."""
    from kafkawire.client import TopicPartition

    text = Path(name).read_text()
    try:
        if text.lstrip().startswith("["):
            rows = [(row["topic"], row["partition"], row["committed"]) for row in json.loads(text)]
        else:
            rows = [(topic, int(n), int(offset)) for topic, n, offset in csv.reader(text.splitlines())]
        found = {TopicPartition(str(topic), int(n)): int(offset) for topic, n, offset in rows}
    except (ValueError, TypeError, KeyError) as exc:
        raise UsageError(
            f"{name}: want lines TOPIC,PARTITION,OFFSET, or what `offsets committed --json` prints"
        ) from exc
    return found


def _within(admin: Admin, args: argparse.Namespace, wanted: dict[TopicPartition, int]) -> dict[TopicPartition, int]:
    """The offsets of a file, of the partitions that are named or of all, within what is there."""
    texts = args.partitions or map(str, dict.fromkeys(tp.topic for tp in wanted))
    there = command.partitions_of(admin, texts, regex=args.regex and bool(args.partitions))
    missing = [] if args.partitions else [str(tp) for tp in wanted if tp not in there]
    if missing:
        raise NotThere(f"{args.from_file}: there is no partition {', '.join(missing)}")
    starts, ends = (admin.list_offsets(dict.fromkeys(there, spec)) for spec in (-2, -1))
    return {tp: min(max(wanted[tp], starts[tp].offset), ends[tp].offset) for tp in there if tp in wanted}


def show_reset(
    args: argparse.Namespace, before: Mapping[TopicPartition, int], new: Mapping[TopicPartition, int]
) -> int:
    """Where a group was, and is now or would be."""
    rows = [
        {"topic": tp.topic, "partition": tp.partition, "before": before.get(tp), "after": offset}
        for tp, offset in new.items()
    ]
    command.show(args, rows, ("topic", "partition", "before", "after"))
    if not args.execute:
        print("kafkawire: nothing was changed; --execute does it", file=sys.stderr)
    return 0


def targets(admin: Admin, args: argparse.Namespace, before: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
    """Where a group shall be in the partitions that are named, or in all in which it was. Raises `NotThere`."""
    regex = getattr(args, "regex", False)
    partitions = command.partitions_of(admin, args.partitions, regex=regex) if args.partitions else sorted(before)
    if not partitions:
        raise NotThere(f"group {args.group!r} has committed nothing yet: say which topics are meant")
    ends = {tp: at.offset for tp, at in admin.list_offsets(dict.fromkeys(partitions, -1)).items()}
    if args.to is not None:
        found = admin.list_offsets(dict.fromkeys(partitions, _when(args.to)))
        return {tp: ends[tp] if at.offset < 0 else at.offset for tp, at in found.items()}  # nothing is that late
    starts = {tp: at.offset for tp, at in admin.list_offsets(dict.fromkeys(partitions, -2)).items()}
    without = [str(tp) for tp in partitions if tp not in before]
    if args.by is not None and without:
        raise NotThere(f"--by: group {args.group!r} has committed nothing for {', '.join(without)}")
    wanted = {tp: args.to_offset if args.by is None else before[tp] + args.by for tp in partitions}
    return {tp: min(max(offset, starts[tp]), ends[tp]) for tp, offset in wanted.items()}


def _delete(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        committed = admin.list_group_offsets([args.group])[args.group]
        named = [command.partition(text) for text in args.partitions]
        if args.regex:
            topics = {tp.topic for tp in committed}
            named = [(topic, n) for pattern, n in named for topic in command.fitting([pattern], topics)]
        gone = [tp for tp in sorted(committed) if any(t == tp.topic and n in (None, tp.partition) for t, n in named)]
        if not gone:
            raise NotThere(f"group {args.group!r} has committed nothing for {', '.join(args.partitions)}")
        admin.delete_group_offsets({args.group: gone})
    rows = [{"topic": tp.topic, "partition": tp.partition} for tp in gone]
    command.quietly(args, rows, f"forgotten: {', '.join(map(str, gone))}")
    return 0


def _cut(args: argparse.Namespace) -> int:
    from kafkawire.client import TopicPartition

    offsets: dict[TopicPartition, int] = {}
    for text, offset in command.pairs(args.before, "").items():
        topic, index = command.partition(text)
        if index is None or not offset.lstrip("-").isdigit():
            raise UsageError(f"{text}={offset}: want TOPIC:PARTITION=OFFSET")
        offsets[TopicPartition(topic, index)] = int(offset)
    with command.connected(args) as admin:
        starts = admin.delete_records(offsets)
    rows = [{"topic": tp.topic, "partition": tp.partition, "begin": start} for tp, start in starts.items()]
    command.show(args, rows, ("topic", "partition", "begin"))
    return 0


def _when(text: str) -> int:
    """A word, milliseconds, or a time in ISO format, as the number that the protocol has for it."""
    return _WORDS[text] if text in _WORDS else milliseconds(text, _WHERE)
