"""`kafkawire quorum`: the controllers of KRaft, and how far each has come with the metadata log (KIP-595)."""

from __future__ import annotations

import argparse
from typing import Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import UsageError
from kafkawire.jsonform import uuid_from_text

__all__ = ["add_parser"]

_COLUMNS = ("node", "role", "end", "lag", "last_fetch_ms_ago", "last_caught_up_ms_ago", "directory_id", "listeners")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "quorum", "the controllers, and how far they have come", "describe")
    commands.add("describe", _describe, "show the leader, voters and observers of the metadata log", "--json")
    example = "4 --directory-id k8GjZ0b7SQ6yJ5m1sYbXrw --listener CONTROLLER=host4:9093"
    adding = commands.add("add-voter", _add, "let a controller that observes vote (Kafka 3.9)", example)
    removing = commands.add("remove-voter", _remove, "let a controller vote no more (Kafka 3.9)", example[:42].rstrip())
    for parser in (adding, removing):
        parser.add_argument("node", type=int, metavar="ID", help="of the controller")
        about = "of its log directory, as `describe` shows it"
        parser.add_argument("--directory-id", type=uuid_from_text, required=True, metavar="UUID", help=about)
    adding.add_argument(
        "--listener",
        action="append",
        required=True,
        metavar="NAME=HOST:PORT",
        help="where the other controllers reach it; may be repeated",
    )


def _add(args: argparse.Namespace) -> int:
    listeners = {name: _address(text) for name, text in command.pairs(args.listener, "--listener").items()}
    with command.connected(args) as admin:
        admin.add_raft_voter(args.node, args.directory_id, listeners)
    command.quietly(args, [{"node": args.node}], f"controller {args.node} votes now")
    return 0


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not (colon and port.isascii() and port.isdigit()):
        raise UsageError(f"--listener {text}: want NAME=HOST:PORT")
    return host.strip("[]"), int(port)


def _remove(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        admin.remove_raft_voter(args.node, args.directory_id)
    command.quietly(args, [{"node": args.node}], f"controller {args.node} votes no more")
    return 0


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        quorum = admin.describe_quorum()
        cluster_id = admin.describe_cluster().cluster_id
    leads = next((one for one in quorum.voters if one.replica_id == quorum.leader_id), None)
    rows = [
        _row(one, "leader" if one is leads else role, leads)
        for role, replicas in (("voter", quorum.voters), ("observer", quorum.observers))
        for one in replicas
    ]
    facts = {
        "cluster": cluster_id,
        "leader": quorum.leader_id,
        "leader_epoch": quorum.leader_epoch,
        "high_watermark": quorum.high_watermark,
        "highest_lag": max((row["lag"] for row in rows if row["role"] == "voter"), default=0),
        "highest_lag_ms": max((row["last_caught_up_ms_ago"] or 0 for row in rows if row["role"] == "voter"), default=0),
    }
    for row in rows:
        ends = quorum.nodes.get(row["node"], {})
        row["listeners"] = {name: f"{host}:{port}" for name, (host, port) in ends.items()}
    if args.json:
        command.show_one(args, facts | {"nodes": [command.json_object(row) for row in rows]})
        return 0
    command.show_one(args, facts)
    for row in rows:
        row["listeners"] = [f"{name}={end}" for name, end in row["listeners"].items()]
    command.show(args, rows, _COLUMNS)
    return 0


def _row(one: Any, role: str, leads: Any) -> dict[str, Any]:
    """Times are those of the leader's clock: its own last fetch is now."""
    return {
        "node": one.replica_id,
        "directory_id": one.directory_id,
        "role": role,
        "end": one.log_end_offset,
        "lag": 0 if leads is None else max(0, leads.log_end_offset - one.log_end_offset),
        "last_fetch_ms_ago": _ago(one.last_fetch_timestamp, leads and leads.last_fetch_timestamp),
        "last_caught_up_ms_ago": _ago(one.last_caught_up_timestamp, leads and leads.last_caught_up_timestamp),
    }


def _ago(timestamp: int, now: int | None) -> int | None:
    return None if timestamp < 0 or now is None or now < 0 else max(0, now - timestamp)
