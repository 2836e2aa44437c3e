"""The broker that keeps a group, or a transactional id: how it is found, asked, and forgotten when it has moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion, Connection
from kafkawire.client.metadata import CoordinatorKind, Node
from kafkawire.client.retry import BROKEN
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, RemoteProtocolError

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import FindCoordinatorResponse

__all__ = ["Coordinator", "FoundCoordinator", "find_coordinators"]

_MANY_KEYS = 4
_MOVED = {ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE}


class Coordinator:
    """The broker that coordinates `key`.

    Its connections are apart from those that fetch, where responses may take their time.
    """

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
            found = (await find_coordinators(self._cluster, [self.key], self._kind))[self.key]
            if found.error_code:
                raise KafkaError(found.error_code, f"coordinator of {self._kind.name.lower()} {self.key!r}")
            self._node_id = found.node_id
        return self._node_id


class FoundCoordinator(NamedTuple):
    """What a broker says of one key: who coordinates it, or why it cannot say."""

    node_id: int
    error_code: int
    message: str | None


async def find_coordinators(
    cluster: Cluster, keys: Sequence[str], kind: CoordinatorKind
) -> dict[str, FoundCoordinator]:
    """One attempt to ask any broker who coordinates some keys; those who are named can be asked from then on.

    All keys go in one request where the broker can do that (KIP-699), else the first one alone. Raises
    `RemoteProtocolError` for a response about other keys.
    """
    from kafkawire.messages import FindCoordinatorRequest

    def build(version: int) -> Request:
        if version >= _MANY_KEYS:
            return FindCoordinatorRequest(key_type=kind, coordinator_keys=[*keys])
        return FindCoordinatorRequest(key=keys[0], key_type=kind)

    response = await cluster.request_any(ByVersion(FindCoordinatorRequest.API_KEY, build), at_least=kind)
    named = _named(cast("FindCoordinatorResponse", response), keys[0])
    found = {key: _found(cluster, named[key]) for key in keys if key in named}
    if not found:
        raise RemoteProtocolError("an answer to FIND_COORDINATOR names none of the keys that were asked for")
    return found


def _named(response: FindCoordinatorResponse, key: str) -> dict[str, Any]:
    """What is said by key; before version 4 there is one key, and the response does not repeat it."""
    return {each.key: each for each in response.coordinators} or {key: response}


def _found(cluster: Cluster, named: Any) -> FoundCoordinator:
    is_there = named.host and named.node_id >= 0
    code = named.error_code or (0 if is_there else ErrorCode.COORDINATOR_NOT_AVAILABLE)
    if not code:
        cluster.metadata.add_node(Node(named.node_id, named.host, named.port))
    return FoundCoordinator(named.node_id, code, named.error_message)
