"""`kafkawire features`: what the nodes of a cluster can do, and what they have agreed on (KIP-584)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import FeatureUpdate

__all__ = ["add_parser"]


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "features", "see and change the levels of features", "list")
    commands.add("list", _list, "list features with the levels that are supported and that hold", "--json")
    updating = commands.add(
        "update", _update, "raise or lower levels, all of them or none", "transaction.version=2 --dry-run"
    )
    updating.add_argument("levels", nargs="+", metavar="FEATURE=LEVEL", help="a level of 0 turns the feature off")
    lower = updating.add_mutually_exclusive_group()
    lower.add_argument("--downgrade", action="store_true", help="levels may become lower where nothing is lost")
    lower.add_argument("--unsafe-downgrade", action="store_true", help="also where metadata is lost by that")
    command.dry_run(updating)


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        features = admin.describe_features()
    rows = []
    for name in sorted({*features.supported, *features.finalized}):
        lowest, highest = features.supported.get(name, (None, None))
        level = features.finalized[name][1] if name in features.finalized else 0
        rows.append({"feature": name, "lowest": lowest, "highest": highest, "level": level, "epoch": features.epoch})
    command.show(args, rows, ("feature", "lowest", "highest", "level", "epoch"))
    return 0


def _update(args: argparse.Namespace) -> int:
    updates = {name: _level(args, name, text) for name, text in command.pairs(args.levels, "features update").items()}
    with command.connected(args) as admin:
        admin.update_features(updates, validate_only=args.dry_run)
    rows = [{"feature": name, "level": update.max_version_level} for name, update in updates.items()]
    verb = "would be" if args.dry_run else "is now"
    text = ", ".join(f"{row['feature']} {verb} at level {row['level']}" for row in rows)
    command.quietly(args, rows, text)
    return 0


def _level(args: argparse.Namespace, name: str, text: str) -> FeatureUpdate:
    from kafkawire.client.admin import FeatureUpdate

    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"{name}={text}: a level is a number, {name}=1 say; `kafkawire features list` has them")
    if args.unsafe_downgrade:
        return FeatureUpdate(int(text), "unsafe_downgrade")
    return FeatureUpdate(int(text), "safe_downgrade" if args.downgrade else "upgrade")
