"""`kafkawire users`: passwords of SCRAM users (KIP-554). None is ever a word of the command, which others can see."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path
from typing import Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import NotThere, UsageError

__all__ = ["add_parser"]

_MECHANISMS = ("SCRAM-SHA-256", "SCRAM-SHA-512")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "users", "list, set and delete passwords of SCRAM users", "list")
    listing = commands.add("list", _list, "list users, with the mechanisms that they have a password for", "alice")
    listing.add_argument("users", nargs="*", metavar="USER", help="default: all")

    setting = commands.add(
        "set", _set, "give a user a password: asked for, or the first line of the input", "alice < password.txt"
    )
    setting.add_argument("user", metavar="USER", help="the name, without User:")
    setting.add_argument("--password-file", metavar="FILE", help="the password is the first line of this file")
    _add_mechanism(setting, "default: SCRAM-SHA-512")
    setting.add_argument("--iterations", type=int, default=8192, metavar="N", help="of SCRAM (default: %(default)s)")

    deleting = commands.add("delete", _delete, "delete the passwords of users", "alice --mechanism SCRAM-SHA-256")
    deleting.add_argument("users", nargs="+", metavar="USER", help="names, without User:")
    _add_mechanism(deleting, "default: all that the user has")


def _add_mechanism(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--mechanism", action="append", default=[], choices=_MECHANISMS, help=f"may be repeated; {default}"
    )


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found, error = command.partly(lambda: admin.describe_user_scram_credentials(args.users or None))
        rows = [
            {"user": user, "mechanism": one.mechanism, "iterations": one.iterations}
            for user in sorted(found)
            for one in found[user]
        ]
        command.show(args, rows, ("user", "mechanism", "iterations"), error)
        return command.done(error)


def _set(args: argparse.Namespace) -> int:
    from kafkawire.client.admin import ScramUpsertion

    mechanisms = dict.fromkeys(args.mechanism or ["SCRAM-SHA-512"])
    password = _password(args.user, args.password_file)
    changes = [ScramUpsertion(args.user, password, mechanism, args.iterations) for mechanism in mechanisms]
    with command.connected(args) as admin:
        admin.alter_user_scram_credentials(changes)
    rows = [{"user": args.user, "mechanism": name, "iterations": args.iterations} for name in mechanisms]
    command.quietly(args, rows, f"set the password of {args.user} for {', '.join(mechanisms)}")
    return 0


def _password(user: str, file: str | None) -> str:
    """From a file, from whom sits at the terminal, or from what is piped in. Raises `UsageError` if there is none."""
    if file is None and sys.stdin.isatty():
        password = getpass.getpass(f"new password of {user}: ")
        if password != getpass.getpass("once more: "):
            raise UsageError("the two passwords differ")
    else:
        text = sys.stdin.readline() if file in (None, "-") else Path(str(file)).read_text().partition("\n")[0]
        password = text.rstrip("\r\n")
    if not password:
        raise UsageError(f"{file or 'standard input'}: the password is empty")
    return password


def _delete(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found, missing = command.partly(lambda: admin.describe_user_scram_credentials(args.users))
        there = [(user, one.mechanism) for user in found for one in found[user]]
        wanted = [pair for pair in there if not args.mechanism or pair[1] in args.mechanism]
        without = [user for user in found if user not in {name for name, _ in wanted}]
        if without:
            raise NotThere(f"{', '.join(without)}: no password for {', '.join(args.mechanism)}")
        gone, failed = _deleted(admin, wanted)
        if gone:
            rows = [{"user": user, "mechanism": mechanism} for user, mechanism in gone]
            command.quietly(args, rows, "deleted " + ", ".join(f"{mechanism} of {user}" for user, mechanism in gone))
        return command.done(failed or missing)


def _deleted(admin: Any, wanted: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], Any]:
    from kafkawire.client.admin import ScramDeletion

    if not wanted:
        return [], None
    results, error = command.partly(
        lambda: admin.alter_user_scram_credentials([ScramDeletion(*pair) for pair in wanted]) or dict.fromkeys(wanted)
    )
    return [pair for pair in wanted if pair in results], error
