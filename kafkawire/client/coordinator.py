"""The broker that keeps a group, or a transactional id: how it is found, asked, and forgotten when it has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion, Connection
from kafkawire.client.metadata import CoordinatorKind
from kafkawire.client.retry import BROKEN
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.message import Request, Response

__all__ = ["Coordinator"]

_MOVED = {ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE}


class Coordinator:
    """Whoever coordinates `key`. Its connections are apart from those that fetch, whose answers may take their time."""

    def __init__(self, cluster: Cluster, key: str, kind: CoordinatorKind) -> None:
        self.key = key
        self._kind = kind
        self._cluster = cluster
        self._node_id: int | None = None

    async def ask(
        self, request: Request | ByVersion, *, extra_time: float = 0.0, at_least: int = 0, at_most: int | None = None
    ) -> Response:
        """One attempt to ask the coordinator, which is looked for first if it is not known."""
        node_id = await self._find()
        purpose = self._kind.name.lower()
        try:
            return await self._cluster.request(
                node_id, request, purpose=purpose, extra_time=extra_time, at_least=at_least, at_most=at_most
            )
        except BROKEN:
            self._node_id = None
            raise

    async def connection(self) -> Connection:
        """One attempt to reach the coordinator."""
        return await self._cluster.connection(await self._find(), self._kind.name.lower())

    async def hang_up(self) -> None:
        """Close the connection, for whoever will not wait for what is asked on it: a broker answers in order."""
        (await self.connection()).close()

    def check(self, code: int, what: str) -> None:
        """Raise `KafkaError` for an error code; forget a coordinator that says it is not the one."""
        if code in _MOVED:
            self._node_id = None
        if code:
            raise KafkaError(code, f"{what} of {self._kind.name.lower()} {self.key!r}")

    async def _find(self) -> int:
        if self._node_id is None:
            self._node_id = await self._cluster.find_coordinator(self.key, self._kind)
        return self._node_id
