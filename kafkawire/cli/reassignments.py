"""`kafkawire reassignments`: move replicas between brokers (KIP-455), with plans in the form of Kafka's own tool.

A throttle is options of brokers and topics (KIP-73), as kafka-reassign-partitions sets them: rates on all brokers that
take part, and on each topic the replicas that are copied from and to. They are removed when nothing moves any more.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli import output
from kafkawire.cli.progress import some
from kafkawire.cli.usage import NotThere, UsageError, duration_ms, positive

if TYPE_CHECKING:
    from kafkawire.cli.replica_plan import Replicas
    from kafkawire.client import TopicPartition
    from kafkawire.client.admin import PartitionReassignment
    from kafkawire.client.blocking import Admin
    from kafkawire.errors import KafkaError

__all__ = ["add_parser", "from_plan", "to_plan"]

_RATES = ("leader.replication.throttled.rate", "follower.replication.throttled.rate")
_REPLICAS = ("leader.replication.throttled.replicas", "follower.replication.throttled.replicas")
_COLUMNS = ("topic", "partition", "replicas", "adding", "removing")
_SET_HERE = ("DYNAMIC_TOPIC_CONFIG", "DYNAMIC_BROKER_CONFIG")
_ANY_DIR = "any"


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "reassignments", "move partitions between brokers: plan, start, watch, cancel", "plan > plan.json"
    )
    planning = commands.add(
        "plan", _plan, "print a plan that spreads replicas evenly over brokers and racks", "flights > plan.json"
    )
    planning.add_argument("topics", nargs="*", metavar="TOPIC", help="default: all")
    planning.add_argument("--to", type=_brokers, metavar="ID,...", help="only these brokers (default: all)")
    planning.add_argument("--replication-factor", type=positive, metavar="N", help="default: as now")
    planning.add_argument("--ignore-racks", action="store_true", help="spread over brokers alone")
    planning.add_argument("--current", action="store_true", help="print where the replicas are now")

    starting = commands.add("start", _start, "begin to move what a plan says", "plan.json --throttle 50000000")
    starting.add_argument("file", metavar="FILE", help="a plan, also one of kafka-reassign-partitions; - for the input")
    starting.add_argument("--throttle", type=positive, metavar="BYTES", help="a second and broker, until `watch` ends")
    starting.add_argument("--backup", metavar="FILE", help="write the plan for the way back there")
    command.dry_run(starting)

    commands.add("list", _list, "list partitions that are being moved", "--json")

    cancelling = commands.add("cancel", _cancel, "end moves, and leave replicas where they were", "flights:3")
    cancelling.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all that move")
    command.dry_run(cancelling)

    watching = commands.add("watch", _watch, "wait until nothing moves any more, then end the throttle", "flights")
    watching.add_argument("topics", nargs="*", metavar="TOPIC", help="default: all that move")
    watching.add_argument("--timeout", type=duration_ms, metavar="SPAN", help="then end with 1 (default: never)")
    watching.add_argument(
        "--every", type=duration_ms, default=1000, metavar="SPAN", help="between two looks (default: 1s)"
    )
    watching.add_argument("--keep-throttle", action="store_true", help="leave the throttle as it is in the end")


def _brokers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


_brokers.__name__ = "list of broker ids"


# --- plans ----------------------------------------------------------------------------------------------------------


def to_plan(replicas: Mapping[TopicPartition, Sequence[int]]) -> dict[str, Any]:
    """A plan as kafka-reassign-partitions reads and writes it."""
    return {
        "version": 1,
        "partitions": [
            {"topic": tp.topic, "partition": tp.partition, "replicas": [*ids], "log_dirs": [_ANY_DIR] * len(ids)}
            for tp, ids in sorted(replicas.items())
        ],
    }


def _cause(exc: Exception) -> str:
    if isinstance(exc, KeyError):
        return f"something in it has no {exc}"
    return str(exc) if isinstance(exc, ValueError) else "it is of another form"


def from_plan(text: str, name: str) -> Replicas:
    """The replicas of a plan. Raises `UsageError` for what is none, and for partitions that it has twice."""
    from kafkawire.client import TopicPartition

    found: Replicas = {}
    try:
        plan = json.loads(text)
        if plan["version"] != 1:
            raise UsageError(f"{name}: version {plan['version']} of the format is not known")
        for entry in plan["partitions"]:
            tp, ids = TopicPartition(str(entry["topic"]), int(entry["partition"])), [*map(int, entry["replicas"])]
            if tp in found:
                raise UsageError(f"{name}: {tp} is there twice")
            if not ids or len(ids) != len(set(ids)):
                raise UsageError(f"{name}: {tp} needs brokers, each once, not {ids}")
            if {*entry.get("log_dirs", ())} - {_ANY_DIR}:
                raise UsageError(f"{name}: {tp}: moving to a certain log directory is not done here, only to 'any'")
            found[tp] = ids
    except (ValueError, TypeError, KeyError, AttributeError) as exc:
        raise UsageError(f"{name}: is no plan: {_cause(exc)}") from exc
    return found


def _plan(args: argparse.Namespace) -> int:
    from kafkawire.cli.replica_plan import spread

    with command.connected(args) as admin:
        present = _present(admin, args.topics or sorted(admin.list_topics()))
        racks = {broker.node_id: broker.rack for broker in admin.describe_cluster().brokers}
    unknown = set(args.to or ()) - racks.keys()
    if unknown:
        raise NotThere(f"--to: there is no broker {', '.join(map(str, sorted(unknown)))}")
    if args.ignore_racks or None in racks.values():
        racks = dict.fromkeys(racks)
    try:
        to = {broker: racks[broker] for broker in args.to or racks}
        new = present if args.current else spread(present, to, args.replication_factor)
    except ValueError as exc:
        raise NotThere(str(exc)) from exc
    output.print_json_line(to_plan({tp: new[tp] for tp in present if args.current or [*present[tp]] != new[tp]}))
    print(f"kafkawire: {_summary(present, new)}", file=sys.stderr)
    return 0


def _present(admin: Admin, topics: Iterable[str]) -> Replicas:
    from kafkawire.client import TopicPartition

    described = admin.describe_topics(dict.fromkeys(topics))
    return {
        TopicPartition(topic.name, p.partition): [*p.replicas] for topic in described.values() for p in topic.partitions
    }


def _summary(present: Mapping[TopicPartition, Sequence[int]], new: Mapping[TopicPartition, Sequence[int]]) -> str:
    copied = sum(len({*new[tp]} - {*present[tp]}) for tp in new)
    changed = sum([*present[tp]] != [*new[tp]] for tp in new)
    return f"{changed} of {some(len(present), 'partition')} to change, {some(copied, 'replica')} to copy"


# --- moving ---------------------------------------------------------------------------------------------------------


def _start(args: argparse.Namespace) -> int:
    name = "standard input" if args.file == "-" else args.file
    wanted = from_plan(sys.stdin.read() if args.file == "-" else Path(args.file).read_text(), name)
    with command.connected(args) as admin:
        before = _present(admin, {tp.topic for tp in wanted})
        _check(admin, name, wanted, before)
        rows = [_move_row(tp, before[tp], wanted[tp]) for tp in sorted(wanted) if before[tp] != wanted[tp]]
        error = None
        if not args.dry_run:
            if args.backup:
                with output.named(args.backup):
                    Path(args.backup).write_text(json.dumps(to_plan({tp: before[tp] for tp in wanted})) + "\n")
            if args.throttle:
                _throttle(admin, args.throttle, {tp: (before[tp], wanted[tp]) for tp in wanted})
            error = _altered(admin, wanted)
            failed = _failed(error, wanted)
            rows = [row for row in rows if (row["topic"], row["partition"]) not in failed]
        command.show(args, rows, _COLUMNS, error)
        return command.done(error)


def _check(admin: Admin, name: str, wanted: Replicas, before: Replicas) -> None:
    """A broker that does not exist is found before anything moves, as by Kafka's own tool."""
    missing = [str(tp) for tp in wanted if tp not in before]
    if missing:
        raise NotThere(f"{name}: there is no partition {', '.join(missing)}")
    brokers = {broker.node_id for broker in admin.describe_cluster().brokers}
    unknown = sorted({broker for ids in wanted.values() for broker in ids} - brokers)
    if unknown:
        raise NotThere(f"{name}: there is no broker {', '.join(map(str, unknown))}")


def _move_row(tp: TopicPartition, before: Sequence[int], after: Sequence[int]) -> dict[str, Any]:
    adding = [broker for broker in after if broker not in before]
    removing = [broker for broker in before if broker not in after]
    row = {"topic": tp.topic, "partition": tp.partition, "replicas": [*after]}
    return row | {"adding": adding, "removing": removing}


def _altered(admin: Admin, targets: Mapping[TopicPartition, Sequence[int] | None]) -> KafkaError | None:
    _, error = command.partly(lambda: admin.alter_partition_reassignments(targets) or {})
    return error


def _failed(error: KafkaError | None, asked: Collection[TopicPartition]) -> Collection[object]:
    """What of it did not come about: an error that names nothing is about all of it."""
    failed: Collection[object] = () if error is None else getattr(error, "errors", asked)
    return failed


def _throttle(admin: Admin, rate: int, moves: Mapping[TopicPartition, tuple[Sequence[int], Sequence[int]]]) -> None:
    """All replicas that a move copies from, and those that it copies to, share `rate` bytes a second on each broker."""
    sources: dict[str, list[str]] = {}
    targets: dict[str, list[str]] = {}
    for tp, (before, after) in moves.items():
        sources.setdefault(tp.topic, []).extend(f"{tp.partition}:{broker}" for broker in before)
        adding = [broker for broker in after if broker not in before]
        targets.setdefault(tp.topic, []).extend(f"{tp.partition}:{broker}" for broker in adding)
    brokers = {broker for pair in moves.values() for ids in pair for broker in ids}
    rates = {("broker", str(broker)): dict.fromkeys(_RATES, str(rate)) for broker in sorted(brokers)}
    replicas = {
        ("topic", topic): dict(zip(_REPLICAS, (",".join(sources[topic]), ",".join(targets[topic])), strict=True))
        for topic in sources
    }
    admin.alter_configs({**rates, **replicas})


def _unthrottle(admin: Admin, topics: Iterable[str]) -> bool:
    """End the throttle of topics of which nothing moves, and of all brokers if nothing does. Whether there was any."""
    moving = {tp.topic for tp in admin.list_partition_reassignments()}
    brokers = () if moving else admin.describe_cluster().brokers
    named = [("broker", str(broker.node_id)) for broker in brokers]
    named += [("topic", topic) for topic in sorted(set(topics) - moving)]
    found = admin.describe_configs(named, names=[*_RATES, *_REPLICAS])
    changes: dict[tuple[str, str], dict[str, None]] = {}
    for resource, entries in found.items():
        set_here = [name for name, entry in entries.items() if entry.value and entry.source in _SET_HERE]
        if set_here:
            changes[resource] = dict.fromkeys(set_here)
    if changes:
        admin.alter_configs(changes)
    return bool(changes)


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        moves = admin.list_partition_reassignments()
    rows = [_row(tp, moves[tp]) for tp in sorted(moves)]
    command.show(args, rows, _COLUMNS)
    return 0


def _row(tp: TopicPartition, move: PartitionReassignment) -> dict[str, Any]:
    row = {"topic": tp.topic, "partition": tp.partition, "replicas": move.replicas}
    return row | {"adding": move.adding_replicas, "removing": move.removing_replicas}


def _cancel(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        named = command.partitions_of(admin, args.partitions) if args.partitions else None
        moves = admin.list_partition_reassignments(named)
        error = None
        if moves and not args.dry_run:
            error = _altered(admin, dict.fromkeys(moves))
        failed = _failed(error, moves)
        ended = [tp for tp in sorted(moves) if tp not in failed]
        if ended and not args.dry_run:
            _unthrottle(admin, {tp.topic for tp in ended})
        verb = "would cancel" if args.dry_run else "cancelled"
        if ended or error is None:
            text = f"{verb} {', '.join(map(str, ended)) or 'nothing: nothing moves'}"
            command.quietly(args, [_row(tp, moves[tp]) for tp in ended], text)
        return command.done(error)


# --- watching -------------------------------------------------------------------------------------------------------


def _watch(args: argparse.Namespace) -> int:
    ends = None if args.timeout is None else time.monotonic() + args.timeout / 1000
    with command.connected(args) as admin:
        told = ""
        while moves := _moving(admin, args.topics):
            told = _tell(_progress(admin, moves), told)
            if ends is not None and time.monotonic() >= ends:
                _end_of_line(told)
                command.show(args, [_row(tp, moves[tp]) for tp in sorted(moves)], _COLUMNS)
                return 1
            time.sleep(args.every / 1000)
        _end_of_line(told)
        lifted = not args.keep_throttle and _unthrottle(admin, args.topics or admin.list_topics())
    command.quietly(args, [], f"nothing moves{'; the throttle is removed' if lifted else ''}")
    return 0


def _moving(admin: Admin, topics: Sequence[str]) -> dict[TopicPartition, PartitionReassignment]:
    moves = admin.list_partition_reassignments()
    return {tp: move for tp, move in moves.items() if not topics or tp.topic in topics}


def _progress(admin: Admin, moves: Mapping[TopicPartition, PartitionReassignment]) -> str:
    """How much of the largest replica of each partition its new replicas have, all in all."""
    sizes: dict[TopicPartition, dict[int, int]] = {tp: {} for tp in moves}
    dirs, _ = command.partly(lambda: admin.describe_log_dirs(partitions=moves))
    for broker, directories in dirs.items():
        for tp, replica in ((tp, r) for one in directories for tp, r in one.replicas.items() if tp in sizes):
            sizes[tp][broker] = replica.size
    whole = sum(max(sizes[tp].values(), default=0) * len(move.adding_replicas) for tp, move in moves.items())
    here = sum(sizes[tp].get(broker, 0) for tp, move in moves.items() for broker in move.adding_replicas)
    return f"{some(len(moves), 'partition')} on the move, {here} of {whole} bytes copied ({here / max(whole, 1):.0%})"


def _end_of_line(told: str) -> None:
    if told and sys.stderr.isatty():
        print(file=sys.stderr)


def _tell(line: str, told: str) -> str:
    """On a terminal as one line that changes, else as a line whenever there is news."""
    if sys.stderr.isatty():
        line = line[: get_terminal_size().columns - 1]
        print(f"\r{line:{len(told)}}", end="", file=sys.stderr, flush=True)
    elif line != told:
        print(line, file=sys.stderr, flush=True)
    return line
