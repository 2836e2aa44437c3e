"""`kafkawire cluster`: brokers, features, controllers, disks, and what is under way."""

from __future__ import annotations

import argparse

from kafkawire.cli import admin_command as command

__all__ = ["add_parser"]


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "cluster", "brokers, features, controllers and disks of a cluster", "describe --json"
    )
    commands.add("describe", _describe, "show the cluster's id, its controller and its brokers", "")
    apis = commands.add("apis", _apis, "list the APIs and versions that a broker serves", "--broker 1")
    apis.add_argument("--broker", type=int, metavar="ID", help="default: the first")
    commands.add("features", _features, "list features with their version levels", "")
    commands.add("quorum", _quorum, "show the controllers and how far they have come", "")
    dirs = commands.add("log-dirs", _log_dirs, "show how full the disks of brokers are", "--broker 1")
    dirs.add_argument("--broker", type=int, action="append", metavar="ID", help="may be repeated; default: all")
    electing = commands.add("elect-leaders", _elect, "let preferred replicas lead again", "flights")
    electing.add_argument("partitions", nargs="*", metavar="TOPIC[:PARTITION]", help="default: all")


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        cluster = admin.describe_cluster()
    brokers = [{"broker": b.node_id, "host": b.host, "port": b.port, "rack": b.rack} for b in cluster.brokers]
    controller = None if cluster.controller_id < 0 else cluster.controller_id
    if args.json:
        command.show_one(args, {"cluster_id": cluster.cluster_id, "controller": controller, "brokers": brokers})
        return 0
    command.show_one(args, {"cluster": cluster.cluster_id, "controller": controller})
    command.show(args, brokers, ("broker", "host", "port", "rack"))
    return 0


def _apis(args: argparse.Namespace) -> int:
    from kafkawire.cli.names import api_name
    from kafkawire.messages import PROTOCOL

    with command.connected(args) as admin:
        broker = args.broker if args.broker is not None else admin.describe_cluster().brokers[0].node_id
        versions = admin.api_versions([broker])[broker]
    rows = [
        {"key": key, "name": api_name(key) if key in PROTOCOL else None, "lowest": low, "highest": high}
        for key, (low, high) in sorted(versions.items())
    ]
    command.show(args, rows, ("key", "name", "lowest", "highest"))
    return 0


def _features(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        features = admin.describe_features()
    names = sorted({*features.supported, *features.finalized})
    rows = [
        {
            "feature": name,
            "supported": _range(features.supported.get(name)),
            "level": features.finalized[name][1] if name in features.finalized else None,
        }
        for name in names
    ]
    command.show(args, rows, ("feature", "supported", "level"))
    return 0


def _range(levels: tuple[int, int] | None) -> str | None:
    return None if levels is None else f"{levels[0]}-{levels[1]}"


def _quorum(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        quorum = admin.describe_quorum()
    rows = []
    for role, replicas in (("voter", quorum.voters), ("observer", quorum.observers)):
        for one in replicas:
            role_now = "leader" if one.replica_id == quorum.leader_id else role
            behind = max(0, quorum.high_watermark - one.log_end_offset)
            rows.append({"node": one.replica_id, "role": role_now, "end": one.log_end_offset, "lag": behind})
    command.show(args, rows, ("node", "role", "end", "lag"))
    return 0


def _log_dirs(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        brokers, error = command.partly(lambda: admin.describe_log_dirs(args.broker))
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


def _elect(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        partitions = command.partitions_of(admin, args.partitions) if args.partitions else None
        elected = admin.elect_leaders("preferred", partitions)
    rows = [{"topic": tp.topic, "partition": tp.partition} for tp in elected]
    command.quietly(args, rows, f"new leaders: {', '.join(map(str, elected)) or 'none was needed'}")
    return 0
