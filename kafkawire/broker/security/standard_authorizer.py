"""The authorizer that goes by ACLs, as Apache Kafka's StandardAuthorizer.

Super users may do everything. For others one rule that denies outweighs all that allow; where no rule speaks of a
resource at all, `allow.everyone.if.no.acl.found` decides; where some do and none fits, the answer is no. A rule that
allows READ, WRITE, DELETE or ALTER allows DESCRIBE with it, and one for ALTER_CONFIGS allows DESCRIBE_CONFIGS; one that
denies denies itself alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.broker.security.acls import WILDCARD, Acl, Acls, Pattern, Permission
from kafkawire.broker.security.authorizer import Action, Client, Operation, ResourceType
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig

__all__ = ["StandardAuthorizer"]

_LOG = RateLimitedLogger("kafkawire.broker.authorizer")
_EVERYBODY = "User:*"
_ALL = 2
_IMPLIED_BY = {
    Operation.DESCRIBE: {
        *(Operation.DESCRIBE, Operation.READ, Operation.WRITE, Operation.DELETE, Operation.ALTER),
    },
    Operation.DESCRIBE_CONFIGS: {Operation.DESCRIBE_CONFIGS, Operation.ALTER_CONFIGS},
}


class StandardAuthorizer:
    """Says yes or no by `acls`."""

    def __init__(self, config: BrokerConfig, acls: Acls) -> None:
        self._acls = acls
        self._super_users = frozenset(name.strip() for name in config.super_users.split(";"))
        self._allows_unmentioned = config.allow_everyone_if_no_acl_found

    def allows(self, client: Client, action: Action) -> bool:
        """Whether the client may do it."""
        if client.principal in self._super_users:
            return True
        verdict = self._verdict(client, action)
        if not verdict:
            _LOG.info("%s at %s may not %s %s", client.principal, client.host, action.operation.name, action.name)
        return verdict

    def allows_some(self, client: Client, operation: Operation, resource_type: ResourceType) -> bool:
        """Whether the client may do that to any resource of a type, whether it is there or yet to be.

        A rule that allows counts unless one that denies covers all that it speaks of.
        """
        mine = [acl for acl in self._acls if acl.resource_type == resource_type and self._is_for(acl, client)]
        mine = [acl for acl in mine if acl.operation in (_ALL, operation)]
        denied = {(acl.pattern_type, acl.name) for acl in mine if acl.permission == Permission.DENY}
        allowed = [acl for acl in mine if acl.permission == Permission.ALLOW]
        if (Pattern.LITERAL, WILDCARD) in denied:
            return False
        return any(
            acl[1:3] == (WILDCARD, Pattern.LITERAL)
            or not (
                {(acl.pattern_type, acl.name), *((Pattern.PREFIXED, start) for start in _starts(acl.name))} & denied
            )
            for acl in allowed
        )

    def _is_for(self, acl: Acl, client: Client) -> bool:
        host = client.host.removeprefix("/")
        return acl.principal in (client.principal, _EVERYBODY) and acl.host in (host, WILDCARD)

    def _verdict(self, client: Client, action: Action) -> bool:
        is_mentioned = is_allowed = False
        host = client.host.removeprefix("/")
        for acl in self._acls.of(action.resource_type, action.name):
            is_mentioned = True
            if (
                acl.principal in (client.principal, _EVERYBODY)
                and acl.host in (host, WILDCARD)
                and _covers(acl, action)
            ):
                if acl.permission == Permission.DENY:
                    return False
                is_allowed = True
        return is_allowed if is_mentioned else self._allows_unmentioned


def _starts(name: str) -> Iterator[str]:
    return (name[:end] for end in range(1, len(name) + 1))


def _covers(acl: Acl, action: Action) -> bool:
    if acl.operation in (_ALL, action.operation):
        return True
    return acl.permission == Permission.ALLOW and acl.operation in _IMPLIED_BY.get(action.operation, ())
