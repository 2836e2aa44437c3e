"""`kafkawire configs`: see and change the options of topics, brokers, groups and client metrics."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from pathlib import Path

from kafkawire.cli import admin_command as command
from kafkawire.cli.properties import parse
from kafkawire.cli.usage import NotThere, UsageError

__all__ = ["add_parser"]

_KINDS = ("topic", "broker", "broker_logger", "client_metrics", "group")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "configs", "see and change options of topics, brokers and groups", "describe topic flights"
    )
    listing = commands.add("list", _list, "list what has options (Kafka 4.1)", "--type topic")
    listing.add_argument("--type", action="append", default=[], choices=_KINDS, help="only this kind; may be repeated")

    describing = commands.add("describe", _describe, "show the options that somebody has set", "topic flights --all")
    _resource(describing)
    describing.add_argument("options", nargs="*", metavar="OPTION", help="only these, set or not")
    describing.add_argument("--all", action="store_true", help="also those that nobody has set")
    describing.add_argument("--documentation", action="store_true", help="with what they mean")
    describing.add_argument("--synonyms", action="store_true", help="with all places that set them, the first counts")

    altering = commands.add("alter", _alter, "change options", "topic flights retention.ms=1000 --delete segment.ms")
    _resource(altering)
    altering.add_argument("changes", nargs="*", metavar="NAME=VALUE", help="options with their new values")
    altering.add_argument(
        "--delete", action="append", default=[], metavar="NAME", help="back to the default; may be repeated"
    )
    altering.add_argument(
        "--append", action="append", default=[], metavar="NAME=VALUE", help="add to a list; may be repeated"
    )
    altering.add_argument(
        "--subtract", action="append", default=[], metavar="NAME=VALUE", help="take from a list; may be repeated"
    )
    altering.add_argument("--from-file", metavar="FILE", help="a properties file with options and their new values")
    command.dry_run(altering)


def _resource(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("type", choices=_KINDS, help="what has the options")
    parser.add_argument("name", help="of the topic, the group, ...; of a broker its number, or '' for all of them")


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found = admin.list_config_resources(args.type)
    command.show(args, [{"type": resource.type, "name": resource.name} for resource in found], ("type", "name"))
    return 0


def _describe(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        (entries,) = admin.describe_configs(
            [(args.type, args.name)], names=args.options or None, synonyms=True, documentation=args.documentation
        ).values()
        all_names: list[str] = []
        if any(name not in entries for name in args.options):
            (known,) = admin.describe_configs([(args.type, args.name)]).values()
            all_names = [*known]
    rows = [
        {
            "option": entry.name,
            "value": "(hidden)" if entry.is_sensitive and entry.value is None else entry.value,
            "source": entry.source,
            "type": entry.type,
            "read_only": entry.is_read_only,
            "sensitive": entry.is_sensitive,
            "synonyms": entry.synonyms if args.json else [f"{s.source}:{s.name}={s.value}" for s in entry.synonyms],
            "documentation": entry.documentation,
        }
        for entry in sorted(entries.values(), key=lambda entry: entry.name)
        if args.all or args.options or not entry.is_default
    ]
    columns = ["option", "value", "source"]
    columns += ["documentation"] * args.documentation + ["synonyms"] * args.synonyms
    if rows or not args.options:
        command.show(args, rows, columns)
    missing = [name for name in args.options if name not in entries]
    if missing:
        near = get_close_matches(missing[0], all_names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NotThere(f"{args.type} {args.name!r} has no option {missing[0]!r}{hint}")
    return 0


def _alter(args: argparse.Namespace) -> int:
    from kafkawire.client.admin import ConfigChange

    given = parse(Path(args.from_file).read_bytes()) if args.from_file else {}
    given |= command.pairs(args.changes, "")
    changes = {name: ConfigChange("set", value) for name, value in given.items()}
    changes |= {name: ConfigChange("delete") for name in args.delete}
    changes |= {name: ConfigChange("append", v) for name, v in command.pairs(args.append, "--append").items()}
    changes |= {name: ConfigChange("subtract", v) for name, v in command.pairs(args.subtract, "--subtract").items()}
    if not changes:
        raise UsageError("nothing to change: want NAME=VALUE, --from-file, --delete, --append or --subtract")
    with command.connected(args) as admin:
        admin.alter_configs({(args.type, args.name): changes}, validate_only=args.dry_run)
    rows = [{"option": name, "operation": change.operation, "value": change.value} for name, change in changes.items()]
    verb = "would change" if args.dry_run else "changed"
    command.quietly(args, rows, f"{verb} {', '.join(changes)} of {args.type} {args.name or '(all)'}")
    return 0
