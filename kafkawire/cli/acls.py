"""`kafkawire acls`: who may do what."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command

if TYPE_CHECKING:
    from kafkawire.client.admin import Acl

__all__ = ["add_parser"]

_COLUMNS = ("principal", "permission", "operation", "resource", "name", "pattern", "host")


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers, "acls", "list, create and delete access control lists", "list --principal User:alice"
    )
    _filter(commands.add("list", _list, "list rules", "--resource topic --name flights --pattern match"))

    creating = commands.add(
        "create", _create, "add rules", "--resource topic --name flights --principal User:alice --operation read"
    )
    creating.add_argument("--resource", required=True, help="topic, group, cluster, transactional_id, ...")
    creating.add_argument("--name", required=True, help="of the topic, ...; kafka-cluster for the cluster")
    creating.add_argument("--principal", required=True, action="append", help="such as User:alice; may be repeated")
    creating.add_argument("--operation", required=True, action="append", help="read, write, all, ...; may be repeated")
    creating.add_argument("--permission", default="allow", help="allow or deny (default: %(default)s)")
    creating.add_argument("--host", default="*", help="from where, an address (default: everywhere)")
    creating.add_argument("--pattern", default="literal", help="literal or prefixed (default: %(default)s)")

    deleting = commands.add("delete", _delete, "delete the rules that match", "--principal User:alice")
    _filter(deleting)
    deleting.add_argument("--all", action="store_true", help="needed to delete without any other word")
    command.dry_run(deleting)


def _filter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resource", default="any", help="topic, group, cluster, ... (default: %(default)s)")
    parser.add_argument("--name", help="of the topic, ...; kafka-cluster for the cluster (default: any)")
    parser.add_argument(
        "--pattern",
        default="any",
        help="literal, prefixed, or match: whatever applies to the name (default: %(default)s)",
    )
    parser.add_argument("--principal", help="such as User:alice (default: any)")
    parser.add_argument("--operation", default="any", help="read, write, all, ... (default: %(default)s)")
    parser.add_argument("--permission", default="any", help="allow or deny (default: %(default)s)")
    parser.add_argument("--host", help="an address, or * for rules that hold everywhere (default: any)")


def _wanted(args: argparse.Namespace) -> Any:
    from kafkawire.client.admin import AclFilter

    return AclFilter(args.resource, args.name, args.principal, args.operation, args.permission, args.host, args.pattern)


def _list(args: argparse.Namespace) -> int:
    with command.connected(args) as admin:
        found = admin.describe_acls(_wanted(args))
    command.show(args, _rows(found), _COLUMNS)
    return 0


def _create(args: argparse.Namespace) -> int:
    from kafkawire.client.admin import Acl

    acls = [
        Acl(
            args.resource.upper(),
            args.name,
            principal,
            operation.upper(),
            args.permission.upper(),
            args.host,
            args.pattern.upper(),
        )
        for principal in args.principal
        for operation in args.operation
    ]
    with command.connected(args) as admin:
        admin.create_acls(acls)
    command.show(args, _rows(acls), _COLUMNS)
    return 0


def _delete(args: argparse.Namespace) -> int:
    from kafkawire.cli.usage import UsageError
    from kafkawire.client.admin import AclFilter

    wanted = _wanted(args)
    if not args.all and wanted == AclFilter("any", operation="any", permission="any", pattern_type="any"):
        raise UsageError("that would delete all rules: say which, or --all")
    with command.connected(args) as admin:
        gone = admin.describe_acls(wanted) if args.dry_run else admin.delete_acls([wanted])[wanted]
    command.show(args, _rows(gone), _COLUMNS)
    return 0


def _rows(acls: Iterable[Acl]) -> list[dict[str, Any]]:
    return [
        {
            "principal": acl.principal,
            "permission": acl.permission,
            "operation": acl.operation,
            "resource": acl.resource_type,
            "name": acl.resource_name,
            "pattern": acl.pattern_type,
            "host": acl.host,
        }
        for acl in acls
    ]
