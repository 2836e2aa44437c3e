"""Access control lists: who may do what to which resources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.names import OPERATIONS, Names
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import to_controller

if TYPE_CHECKING:
    from kafkawire.messages import CreateAclsRequest, DeleteAclsRequest, DescribeAclsRequest

__all__ = ["Acl", "AclFilter", "AclsAdmin"]

RESOURCES = Names(
    "kind of resource",
    {1: "ANY", 2: "TOPIC", 3: "GROUP", 4: "CLUSTER", 5: "TRANSACTIONAL_ID", 6: "DELEGATION_TOKEN", 7: "USER"},
)
PATTERNS = Names("kind of pattern", {1: "ANY", 2: "MATCH", 3: "LITERAL", 4: "PREFIXED"})
PERMISSIONS = Names("permission", {1: "ANY", 2: "DENY", 3: "ALLOW"})

_LITERAL, _PREFIXES, _USERS = 3, 1, 3
"""Number of the pattern LITERAL, and the versions from which other patterns and USER are known."""


@dataclass(frozen=True, slots=True)
class Acl:
    """One rule: `Acl("TOPIC", "flights", "User:alice", "READ")`. `host` "*" is everywhere."""

    resource_type: str
    resource_name: str
    principal: str
    operation: str
    permission: str = "ALLOW"
    host: str = "*"
    pattern_type: str = "LITERAL"


@dataclass(frozen=True, slots=True)
class AclFilter:
    """Which rules are meant. None and "ANY" are all; `pattern_type` "MATCH" is whatever applies to that name."""

    resource_type: str = "ANY"
    resource_name: str | None = None
    principal: str | None = None
    operation: str = "ANY"
    permission: str = "ANY"
    host: str | None = None
    pattern_type: str = "ANY"


class AclsAdmin(AdminBase):
    """Calls about access control lists."""

    async def describe_acls(self, matching: Acl | AclFilter | None = None) -> list[Acl]:
        """The rules that match, or all."""
        wanted = matching or AclFilter()
        response = await self._call(_describe_request(wanted), "list ACLs", at_least=_version([wanted]), item=matching)
        return [_acl(resource, acl) for resource in response.resources for acl in resource.acls]

    async def create_acls(self, acls: Iterable[Acl]) -> None:
        """Add rules; one that is there already stays."""

        def read(outcome: Outcome[Acl, None], response: Any) -> None:
            for acl, result in zip(outcome.about, response.results, strict=False):  # results have an order, no names
                outcome.put(acl, None, result.error_code, result.error_message)

        wanted = list(acls)
        await self._each(wanted, _label, to_controller, _create_request, read, at_least=_version(wanted))

    async def delete_acls(self, matching: Iterable[Acl | AclFilter]) -> dict[Acl | AclFilter, list[Acl]]:
        """Remove all rules that match one of the filters. Returns what was removed for each filter."""

        def read(outcome: Outcome[Acl | AclFilter, list[Acl]], response: Any) -> None:
            for one, result in zip(outcome.about, response.filter_results, strict=False):
                failed = [acl for acl in result.matching_acls if acl.error_code]
                worst = failed[0] if failed and not result.error_code else result
                removed = [_acl(acl, acl) for acl in result.matching_acls if not acl.error_code]
                outcome.put(one, removed, worst.error_code, worst.error_message)

        wanted = list(matching)
        return await self._each(wanted, _label, to_controller, _delete_request, read, at_least=_version(wanted))


def _label(acl: Acl | AclFilter) -> str:
    text = f"{acl.permission} {acl.operation} on {acl.resource_type} {acl.resource_name or '(any)'}"
    return f"ACL {acl.principal or '(any)'} {text}"


def _version(acls: Sequence[Acl | AclFilter]) -> int:
    """The version from which a broker understands all of them."""
    if any(acl.resource_type.upper() == "USER" for acl in acls):
        return _USERS
    return int(any(PATTERNS.number(acl.pattern_type) != _LITERAL for acl in acls)) * _PREFIXES


def _acl(resource: Any, acl: Any) -> Acl:
    return Acl(
        RESOURCES.name(resource.resource_type),
        resource.resource_name,
        acl.principal,
        OPERATIONS.name(acl.operation),
        PERMISSIONS.name(acl.permission_type),
        acl.host,
        PATTERNS.name(resource.pattern_type),
    )


def _filter_fields(acl: Acl | AclFilter) -> dict[str, Any]:
    """The fields of a filter, which two requests have in common."""
    return {
        "resource_type_filter": RESOURCES.number(acl.resource_type),
        "resource_name_filter": acl.resource_name,
        "pattern_type_filter": PATTERNS.number(acl.pattern_type),
        "principal_filter": acl.principal,
        "host_filter": acl.host,
        "operation": OPERATIONS.number(acl.operation),
        "permission_type": PERMISSIONS.number(acl.permission),
    }


def _describe_request(acl: Acl | AclFilter) -> DescribeAclsRequest:
    from kafkawire.messages import DescribeAclsRequest

    return DescribeAclsRequest(**_filter_fields(acl))


def _create_request(acls: Iterable[Acl]) -> CreateAclsRequest:
    from kafkawire.messages import CreateAclsRequest
    from kafkawire.messages.create_acls_request import AclCreation

    return CreateAclsRequest(
        creations=[
            AclCreation(
                resource_type=RESOURCES.number(acl.resource_type),
                resource_name=acl.resource_name,
                resource_pattern_type=PATTERNS.number(acl.pattern_type),
                principal=acl.principal,
                host=acl.host,
                operation=OPERATIONS.number(acl.operation),
                permission_type=PERMISSIONS.number(acl.permission),
            )
            for acl in acls
        ]
    )


def _delete_request(acls: Iterable[Acl | AclFilter]) -> DeleteAclsRequest:
    from kafkawire.messages import DeleteAclsRequest
    from kafkawire.messages.delete_acls_request import DeleteAclsFilter

    return DeleteAclsRequest(filters=[DeleteAclsFilter(**_filter_fields(acl)) for acl in acls])
