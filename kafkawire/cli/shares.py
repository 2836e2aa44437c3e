"""`kafkawire shares`: read as a member of a share group (KIP-932), and see and set where one is."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.client_options import connection_of
from kafkawire.cli.groups import describe, expect_no_members
from kafkawire.cli.offsets import add_target, show_reset, targets
from kafkawire.cli.output import expect_reader, json_line
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.record_format import compile_format, json_fields, write
from kafkawire.cli.usage import duration_ms, positive

if TYPE_CHECKING:
    from kafkawire.cli.record_format import Formatter
    from kafkawire.client import ShareRecord, TopicPartition
    from kafkawire.client.admin import ShareGroupOffset
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser"]

_COLUMNS = ("group", "topic", "partition", "start", "lag")
_DEFAULT_FORMAT = r"%s\n"
_BETWEEN_LOOKS = 0.5  # seconds
_BATCH = 500


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "shares", "read as a share group, and see and set where one is", "consume workers jobs -c 10"
    )
    _add_consume(commands)
    describing = commands.add("describe", _describe, "show the state and the members of share groups", "workers")
    describing.add_argument("groups", nargs="+", metavar="GROUP", help="their ids")

    listing = commands.add("offsets", _offsets, "show where share groups are, and their lag", "workers")
    listing.add_argument("groups", nargs="+", metavar="GROUP", help="their ids")

    resetting = commands.add(
        "reset", _reset, "set where a share group without members begins", "workers jobs --to earliest --execute"
    )
    resetting.add_argument("group", metavar="GROUP", help="its id")
    resetting.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all that it has begun")
    add_target(resetting)

    deleting = commands.add("delete-offsets", _forget, "forget where a share group without members is", "workers jobs")
    deleting.add_argument("group", metavar="GROUP", help="its id")
    deleting.add_argument("topics", nargs="+", metavar="TOPIC", help="all partitions of these")


def _add_consume(commands: command.Subcommands) -> None:
    consuming = commands.add(
        "consume", _consume, "print records, and acknowledge them", "workers jobs -c 10 --acknowledge release"
    )
    consuming.add_argument("group", metavar="GROUP", help="its id")
    consuming.add_argument("topics", nargs="+", metavar="TOPIC", help="what to read")
    consuming.add_argument("-c", "--count", type=positive, help="stop after so many records")
    consuming.add_argument(
        "-t", "--timeout", type=duration_ms, metavar="SPAN", help="stop when no record has come for so long, 10s say"
    )
    consuming.add_argument(
        "--acknowledge",
        default="accept",
        choices=("accept", "release", "reject"),
        help="what is said of each record once it is printed; what is released comes again (default: %(default)s)",
    )
    consuming.add_argument(
        "-f",
        "--format",
        default=_DEFAULT_FORMAT,
        help=r"how a record is printed, in the letters of `kafkawire consume --help` (default: '%%s\n')",
    )


# --- reading --------------------------------------------------------------------------------------------------------


def _consume(args: argparse.Namespace) -> int:
    from kafkawire.client.share.options import ShareOptions
    from kafkawire.transport.aio import loop_factory

    given = {"group_id": args.group, "share_acknowledgement_mode": "explicit", "allow_auto_create_topics": False}
    brokers, options = connection_of(args, ShareOptions, given)
    show = _to_json if args.json else compile_format(args.format)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_print_all(args, brokers, options, show))
    return 0


async def _print_all(args: argparse.Namespace, brokers: str, options: dict[str, Any], show: Formatter) -> None:
    from kafkawire.client import ShareConsumer

    async with AsyncExitStack() as stack:
        with Patience(brokers, options):
            made = ShareConsumer(brokers, topics=args.topics, **options)
            consumer = await stack.enter_async_context(made)
        stack.enter_context(Outages("reading"))
        left, last = args.count, time.monotonic()
        while left is None or left > 0:
            records = await consumer.fetch(_BATCH if left is None else min(_BATCH, left), _BETWEEN_LOOKS)
            write(b"".join([show(record.topic, record.partition, record) for record in records]))
            for record in records:
                consumer.acknowledge(record, args.acknowledge)
            if records:
                last = time.monotonic()
                await consumer.commit()
            else:
                expect_reader()
            if args.timeout is not None and time.monotonic() - last > args.timeout / 1000:
                break
            left = None if left is None else left - len(records)


def _to_json(topic: str, partition: int, record: ShareRecord[bytes, bytes]) -> bytes:
    return json_line(json_fields(topic, partition, record) | {"deliveryCount": record.delivery_count})


# --- groups ---------------------------------------------------------------------------------------------------------


def _describe(args: argparse.Namespace) -> int:
    return describe(args, "share")


def _offsets(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        there, error = command.partly(lambda: admin.describe_groups(args.groups))  # others would have no offsets
        found = admin.list_share_group_offsets(list(there))
        rows = [row for group in there for row in _rows(admin, group, found[group])]
        command.show(args, rows, _COLUMNS, error)
        return command.done(error)


def _rows(admin: Admin, group: str, offsets: Mapping[TopicPartition, ShareGroupOffset]) -> list[dict[str, Any]]:
    """Where a group is in all partitions of its topics; what it has not begun has no start."""
    rows = []
    for tp in command.partitions_of(admin, sorted({tp.topic for tp in offsets})):
        at = offsets.get(tp)
        start, lag = (at.start_offset, at.lag) if at is not None else (None, -1)
        row = {"group": group, "topic": tp.topic, "partition": tp.partition, "start": start}
        rows.append(row | {"lag": None if lag < 0 else lag})
    return rows


def _reset(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        expect_no_members(admin, args.group)
        offsets = admin.list_share_group_offsets([args.group])[args.group]
        before = {tp: at.start_offset for tp, at in offsets.items()}
        new = targets(admin, args, before)
        if args.execute:
            admin.alter_share_group_offsets({args.group: new})
    return show_reset(args, before, new)


def _forget(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.delete_share_group_offsets({args.group: args.topics})
    command.quietly(args, [{"topic": topic} for topic in args.topics], f"forgotten: {', '.join(args.topics)}")
    return 0
