"""Which quotas there are: kept in the metadata log as Apache Kafka does, and looked up by user and client id.

A quota is for an entity: a user, a client id, or both; either may be a default (None) for all that have no quota of
their own. The most special one counts, in Kafka's order: a user with a client id, a user, then the defaults for users,
and last client ids by themselves.
"""

from __future__ import annotations

import socket
from functools import lru_cache
from typing import NamedTuple

from kafkawire.message import Message

__all__ = [
    "CLIENT_ID",
    "CONNECTION_RATE",
    "CONSUMER_RATE",
    "IP",
    "MUTATION_RATE",
    "OF_CLIENTS",
    "PRODUCER_RATE",
    "REQUEST_SHARE",
    "USER",
    "Quota",
    "Quotas",
    "addresses_of",
]

USER, CLIENT_ID, IP = "user", "client-id", "ip"
PRODUCER_RATE, CONSUMER_RATE = "producer_byte_rate", "consumer_byte_rate"
REQUEST_SHARE = "request_percentage"
MUTATION_RATE, CONNECTION_RATE = "controller_mutation_rate", "connection_creation_rate"
OF_CLIENTS = (PRODUCER_RATE, CONSUMER_RATE, REQUEST_SHARE, MUTATION_RATE)
"""Keys of the quotas of users and client ids; hosts have `CONNECTION_RATE` alone."""

Entity = frozenset[tuple[str, str | None]]
"""Type and name of each part; a name of None is the default."""


class Quota(NamedTuple):
    """What holds for a client, and who shares it: a user (or "" for all) with a client id (or "" for all)."""

    limit: float
    sharers: tuple[str, str]


def addresses_of(name: str) -> frozenset[str]:
    """The addresses that an IP entity means; none if its name has none, which may change."""
    try:
        return _resolved(name)
    except (OSError, UnicodeError):
        return frozenset()


@lru_cache(maxsize=1000)
def _resolved(name: str) -> frozenset[str]:
    return frozenset(str(info[4][0]) for info in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM))


class Quotas:
    """All quotas, by whom they are for."""

    def __init__(self) -> None:
        self.by_entity: dict[Entity, dict[str, float]] = {}
        self._by_host: dict[str | None, dict[str, float]] = {}

    def find(self, key: str, user: str, client_id: str) -> Quota | None:
        """The quota of that kind that holds for a client, if there is any."""
        if not self.by_entity:
            return None
        for name_of_user in (user, None):
            for name_of_client in (client_id, None):
                limit = self._limit(key, (USER, name_of_user), (CLIENT_ID, name_of_client))
                if limit is not None:
                    return Quota(limit, (user, client_id))
            limit = self._limit(key, (USER, name_of_user))
            if limit is not None:
                return Quota(limit, (user, ""))
        for name_of_client in (client_id, None):
            limit = self._limit(key, (CLIENT_ID, name_of_client))
            if limit is not None:
                return Quota(limit, ("", client_id))
        return None

    def connection_rate(self, host: str) -> float | None:
        """How many connections a second an address may make."""
        if not self._by_host:
            return None
        own = next((values for name, values in self._by_host.items() if name and host in addresses_of(name)), {})
        return own.get(CONNECTION_RATE, self._by_host.get(None, {}).get(CONNECTION_RATE))

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about quotas."""
        from kafkawire.messages import ClientQuotaRecord

        if not isinstance(record, ClientQuotaRecord):
            return
        entity = frozenset((part.entity_type, part.entity_name) for part in record.entity)
        values = self.by_entity.setdefault(entity, {})
        if record.remove:
            values.pop(record.key, None)
        else:
            values[record.key] = record.value
        if not values:
            del self.by_entity[entity]
        for kind, name in entity:
            if kind == IP:
                self._by_host[name] = values
                if not values:
                    del self._by_host[name]

    def _limit(self, key: str, *parts: tuple[str, str | None]) -> float | None:
        return self.by_entity.get(frozenset(parts), {}).get(key)
