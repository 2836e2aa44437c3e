"""What a filter knows beside the message, and what it may ask for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from random import Random
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from kafkawire.message import Request, Response
from kafkawire.proxy.records import PassingBatch, PassingPartition, batches_of, partitions_of
from kafkawire.wire import ZERO_UUID

if TYPE_CHECKING:
    from kafkawire.message import Message

__all__ = ["ANONYMOUS", "Ask", "Connection", "Context", "Surroundings"]

ANONYMOUS = "User:ANONYMOUS"
"""Whoever does not prove to the proxy who it is."""
_NO_ID = ZERO_UUID
_MOST_NAMES = 100_000

Ask = Callable[[Request, int | None], Awaitable[Response]]
"""Asks the broker of a connection something, in a version or in the newest that both sides know."""


class Surroundings(Protocol):
    """What a virtual cluster gives to the filters of its connections."""

    name: str
    random: Random
    shared: MutableMapping[Any, Any]
    topic_names: MutableMapping[UUID, str]

    def now(self) -> float:
        """Seconds on a clock that never goes back."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""

    async def ask_broker(self, node_id: int, request: Request, version: int | None) -> Response:
        """Ask a broker of the cluster over a connection of the proxy's own."""


class Connection:
    """One client's connection. `state` is for filters to keep what belongs to it."""

    __slots__ = (
        "_ask",
        "broker_address",
        "client_address",
        "client_id",
        "is_authenticated",
        "is_refused",
        "node_id",
        "principal",
        "sni",
        "software_name",
        "software_version",
        "state",
        "surroundings",
    )

    def __init__(
        self,
        surroundings: Surroundings,
        ask: Ask,
        *,
        client_address: tuple[str, int] = ("", 0),
        broker_address: tuple[str, int] = ("", 0),
        node_id: int | None = None,
        sni: str | None = None,
        principal: str = ANONYMOUS,
    ) -> None:
        self.surroundings = surroundings
        self._ask = ask
        self.client_address = client_address
        """Host and port of the client."""
        self.broker_address = broker_address
        """Host and port of the broker that it is connected to."""
        self.node_id = node_id
        """The broker that the client has connected to; None where it takes whichever there is."""
        self.sni = sni
        """The name that the client has asked for within TLS."""
        self.principal = principal
        """Who the client is, `User:alice`, where that is proved to the proxy."""
        self.client_id: str | None = None
        """The client id of the last request that a filter has seen."""
        self.software_name = ""
        """What the client says it is (KIP-511): `librdkafka`."""
        self.software_version = ""
        self.state: dict[Any, Any] = {}
        self.is_authenticated = principal != ANONYMOUS
        """Whether the client has proved to the proxy who it is."""
        self.is_refused = False
        """Whether the connection is to end once what is being answered is written; at once if a filter says so in
        `opened`."""

    def admit(self, principal: str) -> None:
        """The client has proved that it is `User:somebody`, and may ask for anything from now on."""
        self.principal = principal
        self.is_authenticated = True

    @property
    def cluster(self) -> str:
        """The name of the virtual cluster."""
        return self.surroundings.name

    async def send(self, request: Request, version: int | None = None) -> Response:
        """Ask the broker of this connection something, behind what it has been sent. Raises `KafkaWireError`."""
        return await self._ask(request, version)

    def __repr__(self) -> str:
        return f"<connection of {self.client_address[0]}:{self.client_address[1]} to {self.cluster!r}>"


class Context:
    """One request and its response, as the hooks of all filters see them."""

    __slots__ = (
        "api_key",
        "change_bytes",
        "connection",
        "correlation_id",
        "exchange",
        "is_last",
        "payload",
        "version",
    )

    def __init__(
        self, connection: Connection, api_key: int, version: int, correlation_id: int | None, payload: bytes
    ) -> None:
        self.connection = connection
        self.api_key = api_key
        self.version = version
        """The version that the client has used; the response goes back to it in this one."""
        self.correlation_id = correlation_id
        self.payload = payload
        """The frame at hand as it came, without its size."""
        self.exchange: dict[Any, Any] = {}
        """For filters: from the hook of a request to that of its response."""
        self.change_bytes: Callable[[bytes], bytes] | None = None
        """What the frame that the client gets, size included, goes through behind all filters: faults spoil it."""
        self.is_last = False
        """Whether the connection ends behind the response."""

    @property
    def client_address(self) -> tuple[str, int]:
        """Host and port of the client."""
        return self.connection.client_address

    @property
    def principal(self) -> str:
        """Who the client is, `User:alice`, where that is proved to the proxy."""
        return self.connection.principal

    @property
    def sni(self) -> str | None:
        """The name that the client has asked for within TLS."""
        return self.connection.sni

    @property
    def client_id(self) -> str | None:
        """The client id in the request."""
        return self.connection.client_id

    @property
    def software_name(self) -> str:
        """What the client says it is."""
        return self.connection.software_name

    @property
    def software_version(self) -> str:
        """Which version of that the client is."""
        return self.connection.software_version

    @property
    def cluster(self) -> str:
        """The name of the virtual cluster."""
        return self.connection.cluster

    @property
    def shared(self) -> MutableMapping[Any, Any]:
        """For filters: what belongs to all connections of the virtual cluster."""
        return self.connection.surroundings.shared

    @property
    def random(self) -> Random:
        """Where chance comes from."""
        return self.connection.surroundings.random

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return self.connection.surroundings.now()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return self.connection.surroundings.time_ms()

    async def sleep(self, seconds: float) -> None:
        """Let time pass; nothing behind the message passes meanwhile."""
        await self.connection.surroundings.sleep(seconds)

    async def send(self, request: Request, *, version: int | None = None, node_id: int | None = None) -> Response:
        """Ask the broker of this connection something of the filter's own, or the broker of that `node_id`.

        The first takes the client's own connection, and its rights. It goes past all filters. Without a `version` it is
        the newest that both sides know. Raises `KafkaWireError`.
        """
        if node_id is None or node_id == self.connection.node_id:
            return await self.connection.send(request, version)
        return await self.connection.surroundings.ask_broker(node_id, request, version)

    async def topic_name(self, topic_id: UUID) -> str | None:
        """The name of the topic of that id, as the broker has it; None if it knows none. Asked for once for each id."""
        known = self.connection.surroundings.topic_names
        if topic_id not in known:
            await self._learn(None, topic_id)
        return known.get(topic_id)

    async def topic_id(self, name: str) -> UUID | None:
        """The id of a topic, as the broker has it; None if there is no such topic. Asked for each time."""
        return await self._learn(name, _NO_ID)

    async def _learn(self, name: str | None, topic_id: UUID) -> UUID | None:
        from kafkawire.messages import MetadataRequest, MetadataResponse
        from kafkawire.messages.metadata_request import MetadataRequestTopic

        topic = MetadataRequestTopic(name=name, topic_id=topic_id)
        request = MetadataRequest(topics=[topic], allow_auto_topic_creation=False)
        response = await self.connection.send(request)
        assert isinstance(response, MetadataResponse)
        for found in response.topics:
            if len(self.connection.surroundings.topic_names) >= _MOST_NAMES:
                self.connection.surroundings.topic_names.clear()
            if not found.error_code and found.name is not None and found.topic_id != _NO_ID:
                self.connection.surroundings.topic_names[found.topic_id] = found.name
                return found.topic_id
        return None

    def records(self, message: Message) -> Iterator[PassingBatch]:
        """The record batches of a message, each of which passes unless it is rewritten.

        Whoever has rewritten one returns the message, as after any change. Raises `DecodeError`.
        """
        return batches_of(message)

    def partitions(self, message: Message) -> Iterator[PassingPartition]:
        """The partitions of a message with their record batches, for filters that decide on each partition."""
        return partitions_of(message)
