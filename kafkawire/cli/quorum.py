"""`kafkawire quorum`: the controllers of KRaft, and how far each has come with the metadata log (KIP-595)."""

from __future__ import annotations

import argparse
from typing import Any

from kafkawire.cli import admin_command as command

__all__ = ["add_parser"]

_COLUMNS = ("node", "role", "end", "lag", "last_fetch_ms_ago", "last_caught_up_ms_ago")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "quorum", "the controllers, and how far they have come", "describe")
    commands.add("describe", _describe, "show the leader, voters and observers of the metadata log", "--json")


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
    }
    if args.json:
        ends = {row["node"]: quorum.nodes.get(row["node"], {}) for row in rows}
        listeners = {node: {name: f"{host}:{port}" for name, (host, port) in of.items()} for node, of in ends.items()}
        command.show_one(
            args, facts | {"nodes": [command.json_object(row | {"listeners": listeners[row["node"]]}) for row in rows]}
        )
        return 0
    command.show_one(args, facts)
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
