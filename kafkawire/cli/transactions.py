"""`kafkawire transactions`: see transactions, and end those that hang."""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.hanging import LONG_MS, OpenTransaction, hanging
from kafkawire.cli.output import moment
from kafkawire.cli.usage import NotThere, UsageError, duration_ms

if TYPE_CHECKING:
    from kafkawire.client import TopicPartition
    from kafkawire.client.admin import ProducerState
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser"]


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "transactions", "list and describe transactions, and end those that hang", "list --state Ongoing"
    )
    listing = commands.add("list", _list, "list transactions of all coordinators", "--longer-than 15m")
    listing.add_argument("--state", action="append", default=[], help="Ongoing, CompleteCommit, ...; may be repeated")
    listing.add_argument(
        "--producer-id", type=int, action="append", default=[], metavar="N", help="only of this one; may be repeated"
    )
    listing.add_argument("--longer-than", type=duration_ms, metavar="SPAN", help="open for more than that (Kafka 3.8)")
    listing.add_argument("--pattern", metavar="REGEX", help="only those whose transactional id matches (Kafka 4.1)")
    describing = commands.add("describe", _describe, "show transactions with their partitions", "etl-1")
    describing.add_argument("ids", nargs="+", metavar="TRANSACTIONAL-ID", help="of producers")
    producers = commands.add("producers", _producers, "show who writes to partitions", "flights:0")
    producers.add_argument("partitions", nargs="+", metavar="TOPIC[:PARTITION]", help="all of a topic, or one")
    finding = commands.add(
        "hanging", _hanging, "find transactions that nobody will end, and end them", "flights --longer-than 15m --abort"
    )
    finding.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all")
    finding.add_argument(
        "--longer-than",
        type=duration_ms,
        default=LONG_MS,
        metavar="SPAN",
        help="open for more than that (default: 15m)",
    )
    finding.add_argument("--abort", action="store_true", help="abort all that are found")
    aborting = commands.add("abort", _abort, "abort the transaction that began at an offset", "flights:0 --offset 1234")
    aborting.add_argument("partition", metavar="TOPIC:PARTITION", help="where it writes")
    aborting.add_argument("--offset", type=int, required=True, help="where it began, as `producers` shows it")
    command.dry_run(aborting)
    ending = commands.add("terminate", _terminate, "abort what a transactional id has open, and fence it", "etl-1")
    ending.add_argument("id", metavar="TRANSACTIONAL-ID", help="of a producer")
    fencing = commands.add("fence", _fence, "shut out the producers that use transactional ids now", "etl-1")
    fencing.add_argument("ids", nargs="+", metavar="TRANSACTIONAL-ID", help="of producers")


def _list(args: argparse.Namespace) -> int:
    from kafkawire.client.errors import InvalidOption

    with command.connected(args) as admin:
        try:
            found = admin.list_transactions(
                states=args.state,
                producer_ids=args.producer_id,
                longer_than_ms=args.longer_than,
                pattern=args.pattern,
            )
        except InvalidOption as exc:
            raise UsageError(re.sub(r"^states\[\d+\]", "--state", str(exc))) from exc
    rows = [
        {
            "transactional_id": one.transactional_id,
            "producer_id": one.producer_id,
            "state": one.state,
            "coordinator": one.coordinator,
        }
        for one in found
    ]
    command.show(args, rows, ("transactional_id", "producer_id", "state", "coordinator"))
    return 0


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found, error = command.partly(lambda: admin.describe_transactions(args.ids))
    rows = [
        {
            "transactional_id": one.transactional_id,
            "state": one.state,
            "producer_id": one.producer_id,
            "epoch": one.producer_epoch,
            "timeout_ms": one.timeout_ms,
            "started": moment(one.start_time_ms),
            "seconds": None if one.start_time_ms < 0 else max(0, int(time.time() - one.start_time_ms / 1000)),
            "partitions": tuple(map(str, one.partitions)),
        }
        for one in found.values()
    ]
    columns = ("transactional_id", "state", "producer_id", "epoch", "timeout_ms", "started", "seconds", "partitions")
    command.show(args, rows, columns, error)
    return command.done(error)


def _producers(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        partitions = command.partitions_of(admin, args.partitions)
        found, error = command.partly(lambda: admin.describe_producers(partitions))
    rows = [
        {
            "topic": tp.topic,
            "partition": tp.partition,
            "producer_id": one.producer_id,
            "epoch": one.producer_epoch,
            "coordinator_epoch": None if one.coordinator_epoch < 0 else one.coordinator_epoch,
            "last_sequence": one.last_sequence,
            "last_written": moment(one.last_timestamp),
            "transaction_offset": None if one.current_txn_start_offset < 0 else one.current_txn_start_offset,
        }
        for tp, producers in found.items()
        for one in producers
    ]
    columns = ("topic", "partition", "producer_id", "epoch", "coordinator_epoch", "last_sequence", "last_written")
    command.show(args, rows, (*columns, "transaction_offset"), error)
    return command.done(error)


def _hanging(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        named = args.partitions or list(admin.list_topics())
        found, unseen = hanging(admin, command.partitions_of(admin, named), args.longer_than)
        rows = [_hanging_row(one) for one in found]
        failed = None
        for row, one in zip(rows, found, strict=True) if args.abort else ():
            ended, error = command.partly(partial(_end, admin, one.partition, one.producer))
            row["aborted"] = bool(ended)
            failed = failed or error
        columns = ("topic", "partition", "producer_id", "epoch", "coordinator_epoch", "begins_at", "last_written")
        command.show(args, rows, (*columns, "minutes", *(["aborted"] if args.abort else [])), unseen)
        return command.done(failed or unseen)


def _hanging_row(one: OpenTransaction) -> dict[str, Any]:
    tp, producer = one.partition, one.producer
    return {
        "topic": tp.topic,
        "partition": tp.partition,
        "producer_id": producer.producer_id,
        "epoch": producer.producer_epoch,
        "coordinator_epoch": producer.coordinator_epoch,
        "begins_at": producer.current_txn_start_offset,
        "last_written": moment(producer.last_timestamp),
        "minutes": one.open_ms // 60_000,
    }


def _end(admin: Admin, tp: TopicPartition, producer: ProducerState) -> dict[TopicPartition, None]:
    """Abort the transaction that a producer has open on a partition; -1, no coordinator yet, counts as epoch 0."""
    epoch = max(0, producer.coordinator_epoch)
    admin.abort_transaction(tp, producer.producer_id, producer.producer_epoch, coordinator_epoch=epoch)
    return {tp: None}


def _abort(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        if command.partition(args.partition)[1] is None:
            raise UsageError(f"{args.partition}: want TOPIC:PARTITION")
        (tp,) = command.partitions_of(admin, [args.partition])
        producers = admin.describe_producers([tp])[tp]
        found = [one for one in producers if one.current_txn_start_offset == args.offset]
        if not found:
            begins = [str(one.current_txn_start_offset) for one in producers if one.current_txn_start_offset >= 0]
            others = f"others that are open began at {', '.join(begins)}" if begins else "none is open"
            raise NotThere(f"no open transaction of {tp} began at offset {args.offset}; {others}")
        one = found[0]
        rows = [{"topic": tp.topic, "partition": tp.partition, "producer_id": one.producer_id}]
        if args.dry_run:
            command.quietly(args, rows, f"would abort the transaction of producer {one.producer_id} on {tp}")
            return 0
        _end(admin, tp, one)
    command.quietly(args, rows, f"aborted the transaction of producer {one.producer_id} on {tp}")
    return 0


def _terminate(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.describe_transactions([args.id])  # else one that nobody has would come into being
        admin.force_terminate_transaction(args.id)
    command.quietly(args, [{"transactional_id": args.id}], f"{args.id} has nothing open any more, and is fenced")
    return 0


def _fence(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found, error = command.partly(lambda: admin.fence_producers(args.ids))
    rows = [
        {"transactional_id": name, "producer_id": one.producer_id, "epoch": one.producer_epoch}
        for name, one in found.items()
    ]
    command.show(args, rows, ("transactional_id", "producer_id", "epoch"), error)
    return command.done(error)
