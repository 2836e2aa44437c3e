"""`kafkawire features`: what the nodes of a cluster can do, and what they have agreed on (KIP-584)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import FeatureUpdate

__all__ = ["add_parser"]

_METADATA, _LOWEST = "metadata.version", 7
_RELEASES = (
    *("3.3-IV3", "3.4-IV0", "3.5-IV0", "3.5-IV1", "3.5-IV2", "3.6-IV0", "3.6-IV1", "3.6-IV2", "3.7-IV0", "3.7-IV1"),
    *("3.7-IV2", "3.7-IV3", "3.7-IV4", "3.8-IV0", "3.9-IV0", "4.0-IV0", "4.0-IV1", "4.0-IV2", "4.0-IV3", "4.1-IV0"),
    *("4.1-IV1", "4.2-IV0", "4.2-IV1", "4.3-IV0", "4.4-IV0"),
)
"""What Kafka calls the levels of metadata.version, from the lowest on."""


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "features", "see and change the levels of features", "list")
    commands.add("list", _list, "list features with the levels that are supported and that hold", "--json")
    updating = commands.add(
        "update", _update, "raise or lower levels, all of them or none", "transaction.version=2 --dry-run"
    )
    about = "a level of 0 turns the feature off; of metadata.version also a release, 4.1 or 4.1-IV0"
    updating.add_argument("levels", nargs="+", metavar="FEATURE=LEVEL", help=about)
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
        row = {"feature": name, "lowest": lowest, "highest": highest, "level": level, "release": _release(name, level)}
        rows.append(row | {"epoch": features.epoch})
    command.show(args, rows, ("feature", "lowest", "highest", "level", "release", "epoch"))
    return 0


def _release(feature: str, level: int) -> str | None:
    """What Kafka calls a level of metadata.version; None for one that is newer than this table."""
    known = feature == _METADATA and _LOWEST <= level < _LOWEST + len(_RELEASES)
    return _RELEASES[level - _LOWEST] if known else None


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

    level = _number(name, text)
    if args.unsafe_downgrade:
        return FeatureUpdate(level, "unsafe_downgrade")
    return FeatureUpdate(level, "safe_downgrade" if args.downgrade else "upgrade")


def _number(name: str, text: str) -> int:
    """A level: a number, or for metadata.version the last level of a release, or one by its whole name."""
    if text.isascii() and text.isdigit():
        return int(text)
    fitting = [n for n, known in enumerate(_RELEASES, _LOWEST) if text in (known, known.partition("-")[0])]
    if name == _METADATA and fitting:
        return fitting[-1]
    raise UsageError(f"{name}={text}: a level is a number, {name}=1 say; `kafkawire features list` has them")
