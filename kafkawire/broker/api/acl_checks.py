"""What the handlers of the three APIs for ACLs have in common."""

from __future__ import annotations

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.security.acls import ANY, Pattern, Permission
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.errors import RemoteProtocolError

__all__ = ["NO_AUTHORIZER", "STORAGE_FAILED", "UNKNOWN", "has_acls", "name_of", "refuse_unknown"]

NO_AUTHORIZER = "No Authorizer is configured."
STORAGE_FAILED = "The change could not be written down."
UNKNOWN = "UNKNOWN"
"""The name of every number that has none."""
_ALL = 2
_NAMES = {
    "resourceType": {ANY: "ANY", **{kind.value: kind.name for kind in ResourceType}},
    "operation": {ANY: "ANY", _ALL: "ALL", **{operation.value: operation.name for operation in Operation}},
    "patternType": {kind.value: kind.name for kind in Pattern},
    "permissionType": {kind.value: kind.name for kind in Permission},
}


def has_acls(ctx: Context) -> bool:
    """Whether there is an authorizer that goes by them; one of a user's own may not."""
    return isinstance(ctx.node.authorizer, StandardAuthorizer)


def name_of(field: str, value: int) -> str:
    """Kafka's name for a number."""
    return _NAMES[field].get(value, UNKNOWN)


def refuse_unknown(*numbers: int) -> None:
    """Raise `RemoteProtocolError` where a number stands for nothing at all: Kafka hangs up on that."""
    if 0 in numbers:
        raise RemoteProtocolError("an ACL, or a filter for some, with an element of type 0")
