"""`kafkawire quotas`: how much users, client ids and addresses may do (KIP-546)."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import ClientQuota

__all__ = ["add_parser"]

_TYPES = {"user": "user", "client_id": "client-id", "ip": "ip"}
"""Names of arguments, and what the protocol calls the types."""

_COLUMNS = ("user", "client_id", "ip", "quota", "value")
_DEFAULT = "<default>"


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "quotas", "see and set how much users, client ids and addresses may do", "list --user alice"
    )
    _add_entity(commands.add("list", _list, "list the quotas that are set", "--user alice"))
    _add_entity(
        commands.add("describe", _describe, "say which quotas hold for someone", "--user alice --client-id nightly")
    )
    altering = commands.add(
        "alter", _alter, "set and remove quotas", "--user alice producer_byte_rate=1048576 --delete request_percentage"
    )
    _add_entity(altering)
    altering.add_argument(
        "set_quotas",
        nargs="*",
        metavar="QUOTA=NUMBER",
        help="producer_byte_rate, consumer_byte_rate (bytes a second), request_percentage, controller_mutation_rate; "
        "of an ip: connection_creation_rate",
    )
    altering.add_argument(
        "--delete", action="append", default=[], metavar="QUOTA", help="take it away; may be repeated"
    )
    command.dry_run(altering)


def _add_entity(parser: argparse.ArgumentParser) -> None:
    for word, kind in _TYPES.items():
        which = parser.add_mutually_exclusive_group()
        which.add_argument(f"--{kind}", dest=word, metavar="NAME", help=f"the {kind} of that name")
        which.add_argument(f"--default-{kind}", action="store_true", help=f"every {kind} that has no quota of its own")


def _entity(args: argparse.Namespace) -> dict[str, str | None]:
    """Whom the words mean; a name of None is the default. Raises `UsageError` if they fit nobody."""
    named: dict[str, str | None] = {}
    for word, kind in _TYPES.items():
        if getattr(args, f"default_{word}") or getattr(args, word) is not None:
            named[kind] = getattr(args, word)
    if "ip" in named and len(named) > 1:
        raise UsageError("--ip: quotas of addresses know neither users nor client ids")
    return named


def _required(args: argparse.Namespace) -> dict[str, str | None]:
    entity = _entity(args)
    if not entity:
        raise UsageError("whose quotas? --user, --client-id, --ip, or --default-user and the like")
    return entity


def _list(args: argparse.Namespace) -> int:
    wanted = _entity(args)
    with command.connected(args) as admin:
        found = admin.describe_client_quotas(wanted or None)
    command.show(args, [row for quota in found for row in _rows(quota.entity, quota.values)], _COLUMNS)
    return 0


def _describe(args: argparse.Namespace) -> int:
    wanted = _required(args)
    with command.connected(args) as admin:
        found = admin.describe_client_quotas()
    command.show(args, _holding(found, wanted), ("quota", "value", "set_for"))
    return 0


def _holding(quotas: Iterable[ClientQuota], wanted: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """Per quota the value that a broker takes: of all entities that fit, the first in Kafka's order."""
    rows: dict[str, dict[str, Any]] = {}
    by_entity = {frozenset(quota.entity.items()): quota for quota in quotas}
    for entity in _in_order(wanted):
        quota = by_entity.get(frozenset(entity.items()))
        for name, value in (quota.values if quota else {}).items():
            rows.setdefault(name, {"quota": name, "value": _number(value), "set_for": _named(entity)})
    return [rows[name] for name in sorted(rows)]


def _in_order(wanted: Mapping[str, str | None]) -> list[dict[str, str | None]]:
    """The entities whose quotas may hold, the one that goes first at first: a user goes before a client id.

    Every connection has a user and a client id: who is not named is one without quotas of his own.
    """
    if "ip" not in wanted:
        wanted = {"user": None, "client-id": None} | dict(wanted)
    choices: list[dict[str, str | None]] = [{}]
    for kind in ("client-id", "user", "ip"):
        if kind in wanted:
            names = dict.fromkeys((wanted[kind], None))
            choices = [rest | {kind: name} for name in names for rest in choices] + choices
    return [choice for choice in choices if choice]


def _alter(args: argparse.Namespace) -> int:
    from kafkawire.client.admin import ClientQuota

    entity = _required(args)
    new: dict[str, float | None] = {name: _value(name, text) for name, text in _pairs(args.set_quotas)}
    both = new.keys() & set(args.delete)
    if both:
        raise UsageError(f"{', '.join(sorted(both))}: to be set, or to be deleted?")
    new |= dict.fromkeys(args.delete)
    if not new:
        raise UsageError("nothing to change: QUOTA=NUMBER sets one, --delete QUOTA removes one")
    with command.connected(args) as admin:
        admin.alter_client_quotas([ClientQuota(entity, new)], validate_only=args.dry_run)
    verb = "would change" if args.dry_run else "changed"
    command.quietly(args, _rows(entity, new), f"{verb} {', '.join(new)} of {_named(entity)}")
    return 0


def _pairs(texts: Sequence[str]) -> Iterable[tuple[str, str]]:
    return command.pairs(texts, "quotas alter").items()


def _value(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{name}={text}: {text!r} is no number") from None


def _rows(entity: Mapping[str, str | None], values: Mapping[str, float | None]) -> list[dict[str, Any]]:
    who = {word: _shown(entity[kind]) for word, kind in _TYPES.items() if kind in entity}
    return [who | {"quota": name, "value": _number(values[name])} for name in sorted(values)]


def _named(entity: Mapping[str, str | None]) -> str:
    return ", ".join(f"{kind} {_shown(entity[kind])}" for kind in _TYPES.values() if kind in entity)


def _shown(name: str | None) -> str:
    return _DEFAULT if name is None else name


def _number(value: float | None) -> float | int | None:
    return int(value) if value is not None and value.is_integer() else value
