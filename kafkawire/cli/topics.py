"""`kafkawire topics`: list, describe, create, delete topics, and give them more partitions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.cli import admin_command as command
from kafkawire.cli.output import printable
from kafkawire.cli.progress import some
from kafkawire.cli.usage import UsageError
from kafkawire.jsonform import uuid_text

if TYPE_CHECKING:
    from kafkawire.client.admin import TopicDescription
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser"]

_ELIGIBLE = ("eligible_leader_replicas", "last_known_elr")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "topics", "list, describe, create and delete topics", "list --json")
    listing = commands.add("list", _list, "list topics", "-b broker1:9092")
    listing.add_argument("patterns", nargs="*", metavar="REGEX", help="only those whose whole name fits")
    listing.add_argument("--internal", action="store_true", help="also those that Kafka keeps for itself")

    describing = commands.add(
        "describe", _describe, "say where the partitions of topics are, and what is set for them", "flights"
    )
    about = "their names, or with --regex what they fit (default: all)"
    describing.add_argument("topics", nargs="*", metavar="TOPIC", help=about)
    command.add_regex(describing)

    creating = commands.add("create", _create, "create topics", "flights -p 12 -r 3 -c retention.ms=86400000")
    creating.add_argument("topics", nargs="+", metavar="TOPIC", help="their names")
    default = "default: as the broker likes"
    creating.add_argument("-p", "--partitions", type=int, default=-1, metavar="N", help=default)
    creating.add_argument("-r", "--replication-factor", type=int, default=-1, metavar="N", help=default)
    creating.add_argument(
        "-c",
        "--config",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the topics; may be repeated",
    )
    _add_assignment(creating, "a partition")
    creating.add_argument("--if-not-exists", action="store_true", help="a topic that is there already is fine")
    command.dry_run(creating)

    deleting = commands.add("delete", _delete, "delete topics with all that is in them", "flights")
    deleting.add_argument("topics", nargs="+", metavar="TOPIC", help="their names, or with --regex what they fit")
    command.add_regex(deleting)
    deleting.add_argument("--if-exists", action="store_true", help="a topic that is not there is fine")

    growing = commands.add("alter", _alter, "give topics more partitions", "flights -p 24")
    growing.add_argument("topics", nargs="+", metavar="TOPIC", help="their names")
    growing.add_argument("-p", "--partitions", type=int, required=True, metavar="N", help="how many there shall be")
    _add_assignment(growing, "a new partition")
    command.dry_run(growing)


def _add_assignment(parser: argparse.ArgumentParser, what: str) -> None:
    about = f"the brokers of {what} joined by colons, the preferred leader first; the next partition after a comma"
    parser.add_argument("--replica-assignment", metavar="1:2,2:3", type=_assignment, help=about)


def _assignment(text: str) -> list[list[int]]:
    return [[int(broker) for broker in brokers.split(":")] for brokers in text.split(",")]


_assignment.__name__ = "list of brokers"  # what argparse calls the type in its error


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        topics = admin.list_topics()
    if args.patterns:
        topics = {name: topics[name] for name in command.fitting(args.patterns, topics)}
    rows = [
        {"topic": name, "partitions": len(info.partitions), "id": info.topic_id, "internal": info.is_internal}
        for name, info in topics.items()
        if args.internal or not info.is_internal
    ]
    command.show(args, rows, ("topic", "partitions"))
    return 0


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        names = args.topics or [name for name, info in admin.list_topics().items() if not info.is_internal]
        if args.regex and args.topics:
            names = command.fitting(args.topics, admin.list_topics())
        topics, error = command.partly(lambda: admin.describe_topics(names))
        configs = _set_for(admin, [topic.name for topic in topics.values()])
        rows = [
            {
                "topic": topic.name,
                "partition": p.partition,
                "leader": None if p.leader < 0 else p.leader,
                "leader_epoch": p.leader_epoch,
                "replicas": p.replicas,
                "isr": p.isr,
                "offline_replicas": p.offline_replicas,
                "eligible_leader_replicas": p.eligible_leader_replicas,
                "last_known_elr": p.last_known_elr,
                "topic_id": topic.topic_id,
                "configs": configs.get(topic.name, {}),
            }
            for topic in topics.values()
            for p in topic.partitions
        ]
        for topic in () if args.json else topics.values():
            print(_about(topic, configs.get(topic.name, {})))
        columns = ("topic", "partition", "leader", "replicas", "isr", "offline_replicas")
        command.show(args, rows, (*columns, *command.filled(rows, _ELIGIBLE)), error)
        return command.done(error)


def _set_for(admin: Admin, names: Iterable[str]) -> Mapping[str, Mapping[str, str | None]]:
    """What somebody has set for topics, as far as one may see it."""
    found, _ = command.partly(lambda: admin.describe_configs([("topic", name) for name in names]))
    return {
        name: {entry.name: entry.value for entry in entries.values() if not entry.is_default}
        for (_, name), entries in found.items()
    }


def _about(topic: TopicDescription, configs: Mapping[str, str | None]) -> str:
    replicas = max((len(p.replicas) for p in topic.partitions), default=0)
    options = "".join(f", {name}={value}" for name, value in sorted(configs.items()))
    counts = f"{some(len(topic.partitions), 'partition')}, {some(replicas, 'replica')}"
    return printable(f"{topic.name}: id {uuid_text(topic.topic_id)}, {counts}{options}")


def _create(args: argparse.Namespace) -> int:
    from kafkawire.client import NewTopic

    if args.replica_assignment and (args.partitions > 0 or args.replication_factor > 0):
        raise UsageError("--replica-assignment says how many partitions and replicas: no --partitions, no -r beside it")
    assignments = dict(enumerate(args.replica_assignment or ()))
    new = NewTopic(args.partitions, args.replication_factor, command.pairs(args.config, "--config"), assignments)
    with command.connected(args) as admin:
        topics = dict.fromkeys(args.topics, new)
        created, error = command.partly(
            lambda: admin.create_topics(topics, exist_ok=args.if_not_exists, validate_only=args.dry_run)
        )
        rows = [
            {"topic": topic.name, "partitions": topic.partitions, "replication_factor": topic.replication_factor}
            for topic in created.values()
        ]
        verb = "would create" if args.dry_run else "created"
        if created or error is None:
            command.quietly(args, rows, f"{verb} {', '.join(created) or 'nothing: all are there'}")
        return command.done(error)


def _delete(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        names = command.fitting(args.topics, admin.list_topics()) if args.regex else args.topics
        if args.if_exists:
            there = admin.list_topics()
            names = [name for name in names if name in there]
        gone, error = command.each(admin.delete_topics, names)
        if gone or error is None:
            text = f"deleted {', '.join(gone) or 'nothing: none is there'}"
            command.quietly(args, [{"topic": name} for name in gone], text)
        return command.done(error)


def _alter(args: argparse.Namespace) -> int:
    from kafkawire.client.admin.topics import NewPartitions

    new = NewPartitions(args.partitions, args.replica_assignment)
    with command.connected(args) as admin:
        admin.create_partitions(dict.fromkeys(args.topics, new), validate_only=args.dry_run)
    rows = [{"topic": name, "partitions": args.partitions} for name in args.topics]
    verb = "would have" if args.dry_run else "now with"
    command.quietly(args, rows, f"{', '.join(args.topics)}: {verb} {args.partitions} partitions")
    return 0
