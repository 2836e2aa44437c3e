"""`kafkawire tokens`: delegation tokens (KIP-48). The connection itself has to be authenticated for them."""

from __future__ import annotations

import argparse
import base64
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.output import moment
from kafkawire.cli.usage import NotThere, duration_ms

if TYPE_CHECKING:
    from kafkawire.client.admin import DelegationToken
    from kafkawire.client.blocking import Admin

__all__ = ["add_parser"]

_COLUMNS = ("token_id", "owner", "requester", "renewers", "issued", "expires", "at_most_until")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "tokens", "create, list, renew and expire delegation tokens", "create --lifetime 1d --json"
    )
    creating = commands.add(
        "create", _create, "create a token, and print its id and secret", "--renewer User:spark --lifetime 1d"
    )
    creating.add_argument("--owner", metavar="TYPE:NAME", help="for whom, User:alice say (default: for oneself)")
    creating.add_argument(
        "--renewer", action="append", default=[], metavar="TYPE:NAME", help="who may renew it, too; may be repeated"
    )
    creating.add_argument("--lifetime", type=duration_ms, default=-1, metavar="SPAN", help="the broker's, by default")

    listing = commands.add("list", _list, "list the tokens that one may see, without secrets", "--owner User:alice")
    listing.add_argument(
        "--owner", action="append", default=[], metavar="TYPE:NAME", help="only whose these are; may be repeated"
    )

    for name, run, about, default in (
        ("renew", _renew, "let a token live for longer", "as long as the broker likes"),
        ("expire", _expire, "let a token live no longer", "it ends at once"),
    ):
        ending = commands.add(name, run, about, "MkU3OEVBNTcwNTJENDM2Qg --after 1h")
        ending.add_argument("token_id", metavar="TOKEN-ID", help="as `create` and `list` show it")
        ending.add_argument(
            "--after", type=duration_ms, default=-1, metavar="SPAN", help=f"from now (default: {default})"
        )


def _create(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        token = admin.create_delegation_token(renewers=args.renewer, owner=args.owner, max_lifetime_ms=args.lifetime)
    command.show_one(args, {"token_id": token.token_id, "hmac": base64.b64encode(token.hmac).decode()} | _row(token))
    return 0


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        tokens = admin.describe_delegation_tokens(args.owner or None)
    command.show(args, [_row(token) for token in tokens], _COLUMNS)
    return 0


def _renew(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        expiry_ms = admin.renew_delegation_token(_hmac(admin, args.token_id), renew_period_ms=args.after)
    return _tell(args, expiry_ms, "expires")


def _expire(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        expiry_ms = admin.expire_delegation_token(_hmac(admin, args.token_id), expiry_period_ms=args.after)
    return _tell(args, expiry_ms, "expired" if args.after < 0 else "expires")


def _tell(args: argparse.Namespace, expiry_ms: int, verb: str) -> int:
    at = moment(expiry_ms)
    command.quietly(args, [{"token_id": args.token_id, "expires": at}], f"{args.token_id} {verb} at {at}")
    return 0


def _hmac(admin: Admin, token_id: str) -> bytes:
    """The secret by which brokers know a token: it need not be a word of the command, who may see the token is told."""
    for token in admin.describe_delegation_tokens():
        if token.token_id == token_id:
            return token.hmac
    raise NotThere(f"{token_id}: there is no such token, or none that we may see; `kafkawire tokens list` has them")


def _row(token: DelegationToken) -> dict[str, Any]:
    return {
        "token_id": token.token_id,
        "owner": token.owner,
        "requester": token.requester or None,
        "renewers": token.renewers,
        "issued": moment(token.issue_timestamp_ms),
        "expires": moment(token.expiry_timestamp_ms),
        "at_most_until": moment(token.max_timestamp_ms),
    }
