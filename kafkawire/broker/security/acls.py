"""Access control lists: what they are, and which of them speak of a resource. Kept in the metadata log as Kafka does.

An ACL allows or denies an operation on resources to a principal from a host. Its pattern is a whole name (LITERAL,
where `*` stands for all) or the beginning of names (PREFIXED). So those that speak of a resource are found under its
name, under `*`, and under each beginning of the name.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from kafkawire.message import Message

__all__ = ["ANY", "WILDCARD", "Acl", "AclFilter", "Acls", "Pattern", "Permission"]

WILDCARD = "*"
"""Every name, every host."""
ANY = 1
"""In a filter: every type, operation or permission."""


class Pattern(IntEnum):
    """How the name in an ACL is meant. Filters may also ask for ANY, or for those that MATCH a name."""

    ANY = 1
    MATCH = 2
    LITERAL = 3
    PREFIXED = 4


class Permission(IntEnum):
    """What an ACL says."""

    ANY = 1
    DENY = 2
    ALLOW = 3


class Acl(NamedTuple):
    """One rule. Types and operations are Kafka's numbers."""

    resource_type: int
    name: str
    pattern_type: int
    principal: str
    host: str
    operation: int
    permission: int


class AclFilter(NamedTuple):
    """Which rules are meant; None and ANY stand for all."""

    resource_type: int
    name: str | None
    pattern_type: int
    principal: str | None
    host: str | None
    operation: int
    permission: int

    def matches(self, acl: Acl) -> bool:
        """Whether it is one of them."""
        return (
            self.resource_type in (ANY, acl.resource_type)
            and self._matches_name(acl)
            and self.principal in (None, acl.principal)
            and self.host in (None, acl.host)
            and self.operation in (ANY, acl.operation)
            and self.permission in (ANY, acl.permission)
        )

    def _matches_name(self, acl: Acl) -> bool:
        if self.pattern_type not in (Pattern.ANY, Pattern.MATCH, acl.pattern_type):
            return False
        if self.name is None or self.name == acl.name:
            return True
        if self.pattern_type != Pattern.MATCH:
            return False
        return self.name.startswith(acl.name) if acl.pattern_type == Pattern.PREFIXED else acl.name == WILDCARD


class Acls:
    """All rules."""

    def __init__(self) -> None:
        self._by_id: dict[uuid.UUID, Acl] = {}
        self._ids: dict[Acl, uuid.UUID] = {}
        self._literal: dict[tuple[int, str], dict[Acl, None]] = {}
        self._prefixed: dict[tuple[int, str], dict[Acl, None]] = {}
        self._prefix_lengths: Counter[int] = Counter()  # names may be long; few of their beginnings need a look

    def __iter__(self) -> Iterator[Acl]:
        return iter(list(self._ids))

    def of(self, resource_type: int, name: str) -> Iterator[Acl]:
        """The rules that speak of a resource."""
        for found in {name, WILDCARD}:
            yield from self._literal.get((resource_type, found), ())
        for length in self._prefix_lengths:
            if length <= len(name):
                yield from self._prefixed.get((resource_type, name[:length]), ())

    def creating(self, acls: Iterable[Acl]) -> list[Message]:
        """The records that add rules; there are none for one that is there already."""
        new = dict.fromkeys(acl for acl in acls if not self.has(acl))
        return [_record_of(acl) for acl in new]

    def has(self, acl: Acl) -> bool:
        """Whether the rule is there."""
        return acl in self._ids

    def deleting(self, acls: Iterable[Acl]) -> list[Message]:
        """The records that take rules away, of those that are there."""
        from kafkawire.messages import RemoveAccessControlEntryRecord

        ids = dict.fromkeys(self._ids[acl] for acl in acls if acl in self._ids)
        return [RemoveAccessControlEntryRecord(id=acl_id) for acl_id in ids]

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about ACLs."""
        from kafkawire.messages import AccessControlEntryRecord, RemoveAccessControlEntryRecord

        if isinstance(record, AccessControlEntryRecord):
            r = record
            acl = Acl(
                r.resource_type, r.resource_name, r.pattern_type, r.principal, r.host, r.operation, r.permission_type
            )
            self._add(record.id, acl)
        elif isinstance(record, RemoveAccessControlEntryRecord):
            self._remove(record.id)

    def _add(self, acl_id: uuid.UUID, acl: Acl) -> None:
        self._by_id[acl_id] = acl
        if acl not in self._ids and acl.pattern_type == Pattern.PREFIXED:
            self._prefix_lengths[len(acl.name)] += 1
        self._ids[acl] = acl_id
        self._index(acl).setdefault((acl.resource_type, acl.name), {})[acl] = None

    def _remove(self, acl_id: uuid.UUID) -> None:
        acl = self._by_id.pop(acl_id, None)
        if acl is None or self._ids.get(acl) != acl_id:  # logs of others may have a rule twice
            return
        del self._ids[acl]
        index, key = self._index(acl), (acl.resource_type, acl.name)
        del index[key][acl]
        if not index[key]:
            del index[key]
        if acl.pattern_type == Pattern.PREFIXED:
            self._prefix_lengths -= Counter((len(acl.name),))

    def _index(self, acl: Acl) -> dict[tuple[int, str], dict[Acl, None]]:
        return self._prefixed if acl.pattern_type == Pattern.PREFIXED else self._literal


def _record_of(acl: Acl) -> Message:
    """The record that makes a rule, under an id of its own."""
    from kafkawire.messages import AccessControlEntryRecord

    return AccessControlEntryRecord(
        id=uuid.uuid4(),
        resource_type=acl.resource_type,
        resource_name=acl.name,
        pattern_type=acl.pattern_type,
        principal=acl.principal,
        host=acl.host,
        operation=acl.operation,
        permission_type=acl.permission,
    )
