"""`kafkawire topics`: list, describe, create, delete topics, and give them more partitions."""

from __future__ import annotations

import argparse

from kafkawire.cli import admin_command as command

__all__ = ["add_parser"]


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "topics", "list, describe, create and delete topics", "list --json")
    listing = commands.add("list", _list, "list topics", "-b broker1:9092")
    listing.add_argument("patterns", nargs="*", metavar="REGEX", help="only those whose whole name fits")
    listing.add_argument("--internal", action="store_true", help="also those that Kafka keeps for itself")

    describing = commands.add("describe", _describe, "say where the partitions of topics are", "flights")
    describing.add_argument("topics", nargs="+", metavar="TOPIC", help="their names, or with --regex what they fit")
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
    creating.add_argument("--if-not-exists", action="store_true", help="a topic that is there already is fine")
    command.dry_run(creating)

    deleting = commands.add("delete", _delete, "delete topics with all that is in them", "flights")
    deleting.add_argument("topics", nargs="+", metavar="TOPIC", help="their names, or with --regex what they fit")
    command.add_regex(deleting)

    growing = commands.add("alter", _alter, "give topics more partitions", "flights -p 24")
    growing.add_argument("topics", nargs="+", metavar="TOPIC", help="their names")
    growing.add_argument("-p", "--partitions", type=int, required=True, metavar="N", help="how many there shall be")
    command.dry_run(growing)


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
        names = command.fitting(args.topics, admin.list_topics()) if args.regex else args.topics
        topics, error = command.partly(lambda: admin.describe_topics(names))
        rows = [
            {
                "topic": topic.name,
                "partition": p.partition,
                "leader": None if p.leader < 0 else p.leader,
                "leader_epoch": p.leader_epoch,
                "replicas": p.replicas,
                "isr": p.isr,
                "offline_replicas": p.offline_replicas,
                "topic_id": topic.topic_id,
            }
            for topic in topics.values()
            for p in topic.partitions
        ]
        command.show(args, rows, ("topic", "partition", "leader", "replicas", "isr", "offline_replicas"), error)
        return command.done(error)


def _create(args: argparse.Namespace) -> int:
    from kafkawire.client import NewTopic

    new = NewTopic(args.partitions, args.replication_factor, command.pairs(args.config, "--config"))
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
        gone, error = command.each(admin.delete_topics, names)
        if gone:
            command.quietly(args, [{"topic": name} for name in gone], f"deleted {', '.join(gone)}")
        return command.done(error)


def _alter(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.create_partitions(dict.fromkeys(args.topics, args.partitions), validate_only=args.dry_run)
    rows = [{"topic": name, "partitions": args.partitions} for name in args.topics]
    verb = "would have" if args.dry_run else "now with"
    command.quietly(args, rows, f"{', '.join(args.topics)}: {verb} {args.partitions} partitions")
    return 0
