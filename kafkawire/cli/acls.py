"""`kafkawire acls`: who may do what."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.usage import UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import Acl

__all__ = ["add_parser"]

_WRITING = ("WRITE", "DESCRIBE", "CREATE")
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
    creating.add_argument("--resource", help="topic, group, cluster, transactional_id, ...")
    creating.add_argument("--name", help="of the topic, ...; kafka-cluster for the cluster")
    creating.add_argument("--principal", required=True, action="append", help="such as User:alice; may be repeated")
    about = "read, write, all, ...; may be repeated"
    creating.add_argument("--operation", default=[], action="append", help=about)
    about = "all that who writes to this topic needs, in place of --resource, --name and --operation"
    creating.add_argument("--producer", metavar="TOPIC", help=about)
    about = "all that who reads this topic needs, with --group"
    creating.add_argument("--consumer", metavar="TOPIC", help=about)
    creating.add_argument("--group", help="in which --consumer reads")
    creating.add_argument("--transactional-id", metavar="ID", help="with which --producer writes")
    creating.add_argument("--idempotent", action="store_true", help="--producer needs it before Kafka 2.8")
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
        Acl(resource, name, principal, operation, args.permission.upper(), args.host, pattern)
        for principal in args.principal
        for resource, name, operation, pattern in _rules(args)
    ]
    with command.connected(args) as admin:
        admin.create_acls(acls)
    command.show(args, _rows(acls), _COLUMNS)
    return 0


def _rules(args: argparse.Namespace) -> list[tuple[str, str, str, str]]:
    """Resource, name, operation and pattern of what is to be allowed or denied. Raises `UsageError`."""
    whole = args.resource, args.name, args.operation
    roles = args.producer, args.consumer
    if any(whole) == any(roles) or (any(whole) and not all(whole)) or (args.consumer and not args.group):
        raise UsageError(
            "want --resource, --name and --operation, or --producer TOPIC, or --consumer TOPIC --group GROUP"
        )
    pattern = args.pattern.upper()
    rules = [(args.resource, args.name, operation, pattern) for operation in args.operation]
    rules += [("TOPIC", args.producer, operation, pattern) for operation in _WRITING if args.producer]
    if args.transactional_id:
        rules += [
            ("TRANSACTIONAL_ID", args.transactional_id, operation, pattern) for operation in ("WRITE", "DESCRIBE")
        ]
    if args.idempotent:
        rules.append(("CLUSTER", "kafka-cluster", "IDEMPOTENT_WRITE", "LITERAL"))
    rules += [("TOPIC", args.consumer, operation, pattern) for operation in ("READ", "DESCRIBE") if args.consumer]
    if args.consumer:
        rules.append(("GROUP", args.group, "READ", pattern))
    return [
        (resource.upper(), name, operation.upper(), kind) for resource, name, operation, kind in dict.fromkeys(rules)
    ]


def _delete(args: argparse.Namespace) -> int:
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
