"""`kafkawire profile`: options of clients under a name, so that nobody has to type them twice."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path

from kafkawire.cli import admin_command as command
from kafkawire.cli.client_options import checked_options
from kafkawire.cli.option_names import SERVERS
from kafkawire.cli.output import print_json
from kafkawire.cli.profiles import Profiles, shown
from kafkawire.cli.settings import add_file_arguments, file_options, pairs_of
from kafkawire.cli.usage import NotThere, UsageError
from kafkawire.errors import KafkaWireError

__all__ = ["add_parser"]

_ABOUT = "keep brokers and options of clients under names"


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "profile",
        help=_ABOUT,
        description="Keep brokers and options of clients under names.",
        epilog="example:\n  kafkawire profile create prod -b broker:9094 -X security.protocol=SSL",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True)
    creating = _add(commands, "create", _create, "make a profile", "prod -F ~/.config/kcat.conf --ask sasl.password")
    creating.add_argument("name", metavar="NAME", help="of the new profile")
    add_file_arguments(creating)
    creating.add_argument(
        "--ask",
        metavar="NAME",
        action="append",
        default=[],
        help="ask for the value of this option; may be repeated",
    )
    creating.add_argument("--force", action="store_true", help="replace the profile of that name")
    listing = _add(commands, "list", _list, "list profiles; * is the one in use", "")
    listing.add_argument("--json", action="store_true", help="print JSON")
    showing = _add(commands, "show", _show, "show the options of a profile, without secrets", "prod")
    showing.add_argument("name", metavar="NAME", nargs="?", help="default: the one in use")
    showing.add_argument("--json", action="store_true", help="print JSON")
    using = _add(commands, "use", _use, "use a profile from now on", "prod")
    using.add_argument("name", metavar="NAME", help="of the profile; none: use no profile")
    deleting = _add(commands, "delete", _delete, "delete a profile", "prod")
    deleting.add_argument("name", metavar="NAME", help="of the profile")


def _add(
    commands: command.Subparsers[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    about: str,
    example: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"example:\n  kafkawire profile {name} {example}".rstrip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def _asked(name: str) -> str:
    """What whoever sits at the terminal types, or else the next line of what is piped in. Raises `UsageError`."""
    text = getpass(f"{name}: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    if not text:
        raise UsageError(f"--ask {name}: nothing was said")
    return text


def _create(args: argparse.Namespace) -> int:
    profiles = Profiles.load()
    if args.name in profiles.options and not args.force:
        raise KafkaWireError(f"there is a profile {args.name!r} already; --force replaces it")
    options = file_options(args) | pairs_of(args.set)
    if args.brokers:
        options[SERVERS] = args.brokers
    options |= {name: _asked(name) for name in args.ask}
    if not options:
        raise UsageError("a profile without options is of no use: -b HOST:PORT, -X NAME=VALUE, or -F FILE")
    options = checked_options({name: _from_anywhere(name, text) for name, text in options.items()})
    profiles.add(args.name, options)
    profiles.save()
    print(f"created profile {args.name}{'; it is in use' if profiles.current == args.name else ''}")
    return 0


def _from_anywhere(name: str, text: str) -> str:
    """A file is meant that lies here, wherever the profile is used."""
    return str(Path(text).expanduser().absolute()) if name.endswith(".location") and text else text


def _list(args: argparse.Namespace) -> int:
    profiles = Profiles.load()
    rows = [
        {"profile": name, "in_use": name == profiles.current, "brokers": profiles.options[name].get(SERVERS)}
        for name in sorted(profiles.options)
    ]
    if not args.json:
        rows = [row | {"in_use": "*" if row["in_use"] else ""} for row in rows]
    command.show(args, rows, ("in_use", "profile", "brokers"))
    return 0


def _show(args: argparse.Namespace) -> int:
    profiles = Profiles.load()
    name = args.name or profiles.current
    if name is None:
        raise NotThere("no profile is in use; `kafkawire profile list` has the names")
    options = {key: shown(key, text) for key, text in profiles.of(name).items()}
    if args.json:
        print_json(options)
    else:
        print(*(f"{key}={text}" for key, text in options.items()), sep="\n")
    return 0


def _use(args: argparse.Namespace) -> int:
    profiles = Profiles.load()
    if args.name == "none":
        profiles.current = None
    else:
        profiles.of(args.name)
        profiles.current = args.name
    profiles.save()
    print("no profile is in use" if profiles.current is None else f"profile {profiles.current} is in use")
    return 0


def _delete(args: argparse.Namespace) -> int:
    profiles = Profiles.load()
    profiles.remove(args.name)
    profiles.save()
    print(f"deleted profile {args.name}")
    return 0
