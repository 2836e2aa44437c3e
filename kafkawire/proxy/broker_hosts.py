"""Host names that stand for brokers: all are at one port, and within TLS a client says which of them it wants (SNI)."""

from __future__ import annotations

import re

from kafkawire.client.errors import InvalidOption

__all__ = ["BrokerHosts"]

_NUMBER = "{id}"
_LABELS = re.compile(r"(?=.{1,253}\Z)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")
_MOST_ID = 2**31 - 1
_MOST_DIGITS = str(_MOST_ID)


class BrokerHosts:
    """The host names of a pattern like `broker-{id}.kafka.example.com`. Raises `InvalidOption` if it is none."""

    def __init__(self, pattern: str) -> None:
        if pattern.count(_NUMBER) != 1 or not _LABELS.fullmatch(pattern.replace(_NUMBER, _MOST_DIGITS)):
            raise InvalidOption(f"broker_hosts: {pattern!r} is no host name with {_NUMBER} in it")
        self._pattern = pattern
        before, after = map(re.escape, pattern.split(_NUMBER))
        self._names = re.compile(rf"{before}(0|[1-9][0-9]{{0,9}}){after}", re.IGNORECASE)

    def host_of(self, node_id: int) -> str | None:
        """The name of a broker; None for a number that no broker has."""
        return self._pattern.replace(_NUMBER, str(node_id)) if 0 <= node_id <= _MOST_ID else None

    def node_of(self, host: str) -> int | None:
        """The broker that a name stands for; None if it is not one of these."""
        found = self._names.fullmatch(host)
        return int(found[1]) if found and int(found[1]) <= _MOST_ID else None
