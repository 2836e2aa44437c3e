"""`kafkawire groups`: list and describe groups, their lag, and remove them or their members."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from kafkawire.cli import admin_command as command
from kafkawire.cli.progress import some
from kafkawire.cli.usage import NotThere, UsageError
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin.groups import GroupType
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser", "describe", "expect_no_members", "lag_of"]

W = TypeVar("W", bound=str)

_COMMITTING: tuple[GroupType, ...] = ("classic", "consumer", "streams")
_READER = {"member": "member_id", "host": "client_host", "client": "client_id"}


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "groups", "list, describe and delete groups, and see their lag", "lag readers"
    )
    listing = commands.add("list", _list, "list groups of all types", "--state Stable --type consumer")
    listing.add_argument("--state", action="append", default=[], help="only in this state; may be repeated")
    listing.add_argument(
        "--type", action="append", default=[], help="only classic, consumer, share or streams groups; may be repeated"
    )

    describing = commands.add("describe", _describe, "show the members of groups and what they read", "readers")
    describing.add_argument("groups", nargs="*", metavar="GROUP", help="their ids (default: all)")

    lagging = commands.add("lag", _lag, "show how far groups are behind, by partition, and who reads", "readers --json")
    lagging.add_argument("groups", nargs="*", metavar="GROUP", help="their ids (default: all that commit offsets)")

    deleting = commands.add("delete", _delete, "delete groups that have no members", "readers")
    deleting.add_argument("groups", nargs="+", metavar="GROUP", help="their ids")

    removing = commands.add("remove-members", _remove, "remove members of a classic group", "readers --instance host-7")
    removing.add_argument("group", metavar="GROUP", help="its id")
    removing.add_argument(
        "--member", action="append", default=[], metavar="ID", help="a member, as `describe` shows it; may be repeated"
    )
    removing.add_argument(
        "--instance", action="append", default=[], metavar="ID", help="a static member; may be repeated"
    )
    removing.add_argument("--all", action="store_true", help="all members")
    removing.add_argument("--reason", help="what the broker writes into its log")


def _list(args: argparse.Namespace) -> int:
    from kafkawire.client.admin.groups import GroupState, GroupType

    states, types = _known(args.state, get_args(GroupState)), _known(args.type, get_args(GroupType))
    with command.connected(args) as admin:
        groups = admin.list_groups(states=states, types=types)
    rows = [{"group": g.group_id, "type": g.type, "state": g.state, "protocol": g.protocol_type} for g in groups]
    command.show(args, rows, ("group", "type", "state", "protocol"))
    return 0


def _known(words: list[str], known: Sequence[W]) -> list[W]:
    """The words as the protocol writes them. Raises `UsageError` for others, of which a broker would say nothing."""
    by_lower = {name.lower(): name for name in known}
    for word in words:
        if word.lower() not in by_lower:
            near = get_close_matches(word.lower(), by_lower, n=1)
            hint = f"did you mean {by_lower[near[0]]}?" if near else f"there are {', '.join(known)}"
            raise UsageError(f"{word}: no group is ever that; {hint}")
    return [by_lower[word.lower()] for word in words]


def _describe(args: argparse.Namespace) -> int:
    return describe(args)


def describe(args: argparse.Namespace, only: str | None = None) -> int:
    """Show the groups that are named. Raises `NotThere` if they shall all be of one type, and one is not."""
    with command.connected(args) as admin:
        names = args.groups or [group.group_id for group in admin.list_groups()]
        groups, error = command.partly(lambda: admin.describe_groups(names))
        others = [group for group in groups.values() if only not in (None, group.type)]
        if others:
            raise NotThere(f"group {others[0].group_id!r} is no {only} group but a {others[0].type} one")
        if args.json:
            command.show(args, [{"group": g.group_id} | _fields(g) for g in groups.values()], (), error)
        else:
            for group in groups.values():
                _print(args, group)
        return command.done(error)


def _fields(group: Any) -> dict[str, Any]:
    names = ("type", "state", "protocol_type", "assignor", "coordinator", "group_epoch", "assignment_epoch", "members")
    return {name: getattr(group, name) for name in names}


def _print(args: argparse.Namespace, group: Any) -> None:
    assignor = f", {group.assignor}" if group.assignor else ""
    epochs = "" if group.group_epoch < 0 else f", epoch {group.group_epoch}, assignment of {group.assignment_epoch}"
    print(f"{group.group_id}: {group.type}, {group.state}{assignor}, coordinator {group.coordinator}{epochs}")
    rows = [
        {
            "member": member.member_id,
            "instance": member.instance_id,
            "client": member.client_id,
            "host": member.client_host,
            "epoch": None if member.member_epoch < 0 else member.member_epoch,
            "assignment": member.assignment or [f"{name}-{n}" for name, tasks in member.tasks for n in tasks],
            "target": member.target_assignment,
        }
        for member in group.members
    ]
    if rows:
        more = command.filled(rows, ("epoch",)), command.filled(rows, ("target",))
        command.show(args, rows, ("member", "instance", "client", "host", *more[0], "assignment", *more[1]))


def _lag(args: argparse.Namespace) -> int:
    from kafkawire.client import TopicPartition
    from kafkawire.client.admin.lag import topics_of

    with command.connected(args) as admin:
        names = args.groups or [group.group_id for group in admin.list_groups(types=_COMMITTING)]
        described = admin.describe_groups(names)  # one that does not exist is an error, not one without offsets
        rows = []
        for name, group in described.items():
            readers = {tp: member for member in group.members for tp in member.assignment}
            for row in lag_of(admin, name, topics_of(group)):
                reader = readers.get(TopicPartition(row["topic"], row["partition"]))
                rows.append(row | {to: reader and getattr(reader, of) for to, of in _READER.items()})
    command.show(args, rows, ("group", "topic", "partition", "committed", "end", "lag", *command.filled(rows, _READER)))
    return 0


def lag_of(admin: Admin, group: str, topics: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Per partition what a group has committed, where the partition ends, and the records between.

    Partitions without a commit are those of its topics and of `topics`; all their records are still to be read.
    """
    from kafkawire.client.admin.lag import group_lag
    from kafkawire.client.blocking_runtime import run

    found = run(group_lag(admin.asynchronous, group, topics))
    return [
        {
            "group": group,
            "topic": one.topic,
            "partition": one.partition,
            "committed": one.committed,
            "end": one.end,
            "lag": one.lag,
        }
        for one in found
    ]


def expect_no_members(admin: Admin, group: str) -> None:
    """Raise `KafkaWireError` for a group that has members, in which a broker sets no offsets."""
    found, _ = command.partly(lambda: admin.describe_groups([group]))
    if group in found and found[group].members:
        count = some(len(found[group].members), "member")
        raise KafkaWireError(
            f"group {group!r} is {found[group].state}, with {count}: its offsets can only be set without"
        )


def _delete(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        gone, error = command.each(admin.delete_groups, args.groups)
        if gone:
            command.quietly(args, [{"group": group} for group in gone], f"deleted {', '.join(gone)}")
        return command.done(error)


def _remove(args: argparse.Namespace) -> int:
    who = [*args.member, *args.instance]
    if bool(who) == args.all:
        raise UsageError("name members with --member or --instance, or say --all, and not both")
    named = {} if args.all else {"member_ids": args.member, "instance_ids": args.instance}
    with command.connected(args) as admin:
        admin.remove_members(args.group, reason=args.reason, **named)
    command.quietly(args, [{"group": args.group, "members": who}], f"removed {', '.join(who) or 'all members'}")
    return 0
