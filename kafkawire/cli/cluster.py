"""`kafkawire cluster`: brokers, the APIs that they serve, disks, leaders, and what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.hanging import LONG_MS
from kafkawire.cli.health import CHECKS, Findings
from kafkawire.cli.output import printable
from kafkawire.cli.progress import some
from kafkawire.cli.usage import UsageError, duration_ms, names
from kafkawire.cli.words import nearest

if TYPE_CHECKING:
    from kafkawire.client.admin import LogDir

__all__ = ["add_parser"]

_REPLICA = ("topic", "partition", "broker", "bytes", "offset_lag", "future", "path")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "cluster", "brokers and disks of a cluster, and what is wrong with it", "health"
    )
    describing = commands.add("describe", _describe, "show the cluster's id, its controller and its brokers", "")
    describing.add_argument("--fenced", action="store_true", help="also brokers that are not in service (Kafka 4.0)")
    leaving = commands.add("unregister", _unregister, "forget a broker that will not come back", "3")
    leaving.add_argument("broker", type=int, metavar="ID", help="of the broker")
    apis = commands.add("apis", _apis, "list the APIs and versions that a broker serves", "--broker 1")
    apis.add_argument("--broker", type=int, metavar="ID", help="default: the first")
    dirs = commands.add("log-dirs", _log_dirs, "show how full the disks of brokers are", "--broker 1")
    dirs.add_argument("--broker", type=int, action="append", metavar="ID", help="may be repeated; default: all")
    about = "show the replicas of a whole topic, or of one partition"
    dirs.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help=about)
    dirs.add_argument("--replicas", action="store_true", help="show the replicas of all topics")
    checking = commands.add(
        "health", _health, "say what is wrong with the cluster, and what to do; ends with 1 if something is", "--json"
    )
    about = f"problems that are none here, by commas: {', '.join(CHECKS)}; may be repeated"
    checking.add_argument("--ignore", metavar="NAMES", type=names, action="extend", default=[], help=about)
    checking.add_argument(
        "--longer-than",
        type=duration_ms,
        default=LONG_MS,
        metavar="SPAN",
        help="a transaction that is open for more may hang (default: 15m)",
    )
    checking.add_argument(
        "--lag", type=int, default=0, metavar="N", help="so far may a group without members be behind (default: 0)"
    )
    electing = commands.add("elect-leaders", _elect, "let preferred replicas lead again", "flights")
    electing.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all")
    about = "let replicas lead that are not in sync, where no other is there: records may be lost"
    electing.add_argument("--unclean", action="store_true", help=about)


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        cluster = admin.describe_cluster(include_fenced_brokers=args.fenced)
    brokers = [
        {"broker": b.node_id, "host": b.host, "port": b.port, "rack": b.rack, "fenced": b.is_fenced}
        for b in cluster.brokers
    ]
    controller = None if cluster.controller_id < 0 else cluster.controller_id
    if args.json:
        command.show_one(args, {"cluster_id": cluster.cluster_id, "controller": controller, "brokers": brokers})
        return 0
    command.show_one(args, {"cluster": cluster.cluster_id, "controller": controller})
    command.show(args, brokers, ("broker", "host", "port", "rack", *(["fenced"] if args.fenced else [])))
    return 0


def _unregister(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.unregister_broker(args.broker)
    command.quietly(args, [{"broker": args.broker}], f"broker {args.broker} is registered no more")
    return 0


def _apis(args: argparse.Namespace) -> int:
    from kafkawire.cli.names import api_name
    from kafkawire.messages import PROTOCOL

    with command.connected(args) as admin:
        broker = args.broker if args.broker is not None else admin.describe_cluster().brokers[0].node_id
        versions = admin.api_versions([broker])[broker]
    rows = [
        {
            "key": key,
            "name": api_name(key) if key in PROTOCOL else None,
            "lowest": low,
            "highest": high,
            "usable": max((v for v in PROTOCOL.versions(key) if low <= v <= high), default=None)
            if key in PROTOCOL
            else None,
        }
        for key, (low, high) in sorted(versions.items())
    ]
    command.show(args, rows, ("key", "name", "lowest", "highest", "usable"))
    return 0


def _log_dirs(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        partitions = command.partitions_of(admin, args.partitions) if args.partitions else None
        brokers, error = command.partly(lambda: admin.describe_log_dirs(args.broker, partitions=partitions))
        if partitions or args.replicas:
            command.show(args, _replicas(brokers), _REPLICA, error)
            return command.done(error)
        rows = [
            {
                "broker": broker,
                "path": one.path,
                "replicas": len(one.replicas),
                "bytes": sum(replica.size for replica in one.replicas.values()),
                "usable": None if one.usable_bytes < 0 else one.usable_bytes,
                "total": None if one.total_bytes < 0 else one.total_bytes,
                "error": None if one.error is None else one.error.name,
            }
            for broker, dirs in brokers.items()
            for one in dirs
        ]
        command.show(args, rows, ("broker", "path", "replicas", "bytes", "usable", "total", "error"), error)
        return command.done(error)


def _replicas(brokers: Mapping[int, Sequence[LogDir]]) -> list[dict[str, Any]]:
    return [
        {
            "topic": tp.topic,
            "partition": tp.partition,
            "broker": broker,
            "bytes": replica.size,
            "offset_lag": replica.offset_lag,
            "future": replica.is_future,
            "path": one.path,
        }
        for broker, dirs in brokers.items()
        for one in dirs
        for tp, replica in sorted(one.replicas.items())
    ]


def _health(args: argparse.Namespace) -> int:
    for name in args.ignore:
        if name not in CHECKS:
            raise UsageError(f"--ignore: there is no problem {name!r}{nearest(name, CHECKS)}")
    with command.connected(args) as admin:
        looking = Findings(admin, args.longer_than, args.lag)
        found = looking.find(args.ignore)
        brokers, topics = len(looking.brokers), len(looking.topics)
    rows = [{"problem": f.problem, "where": f.where, "what": f.what, "advice": f.advice} for f in found]
    if args.json:
        command.show(args, rows, ())
    for one in () if args.json else found:
        print(printable(f"{one.problem}: {one.where}: {one.what}; {one.advice}"))
    for text in looking.unseen:
        print(f"kafkawire: not looked at: {printable(text)}", file=sys.stderr)
    if not (found or looking.unseen or args.json):
        print(f"all is well with {some(brokers, 'broker')} and {some(topics, 'topic')}")
    return int(bool(found or looking.unseen))


def _elect(args: argparse.Namespace) -> int:
    if args.unclean and not args.partitions:
        raise UsageError("--unclean may lose records: name the partitions")
    with command.connected(args) as admin:
        partitions = command.partitions_of(admin, args.partitions) if args.partitions else None
        elected = admin.elect_leaders("unclean" if args.unclean else "preferred", partitions)
    rows = [{"topic": tp.topic, "partition": tp.partition} for tp in elected]
    command.quietly(args, rows, f"new leaders: {', '.join(map(str, elected)) or 'none was needed'}")
    return 0
