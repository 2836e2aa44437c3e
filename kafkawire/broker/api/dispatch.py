"""Which API is answered in which versions by which function. What is not in the table is not served, nor advertised.

A handler is a function of a `Context` and a request. It returns the response, or None where the protocol wants no
answer (produce with acks=0), or a coroutine for either if it has to wait. A handler that raises `RemoteProtocolError`
has the connection closed. Whatever else it raises is logged, and answered with UNKNOWN_SERVER_ERROR as by Apache Kafka
(`protocol.error_responses`); where that cannot be said the connection is closed. One that goes through as many things
as a client names goes through `Context.paced`. Whoever wraps a handler awaits it, whichever of the three it returns.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kafkawire.broker.api.hooks import BrokerHooks, Hooks
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

if TYPE_CHECKING:
    from kafkawire.broker.groups.coordinator import Groups
    from kafkawire.broker.log.partition import PartitionLog
    from kafkawire.broker.loop.scheduler import Turn
    from kafkawire.broker.metadata.topics import Topics
    from kafkawire.broker.node.node import Node
    from kafkawire.broker.security.session import Session
    from kafkawire.broker.transactions.coordinator import Transactions

__all__ = ["Context", "Handler", "HandlerResult", "HandlerTable", "WrongResult", "handles"]

T = TypeVar("T")
_ANY_NAME = "hardcode"  # what Kafka asks for to see whether somebody may do that to whatever there is
HandlerResult = Response | None
Function = Callable[["Context", Any], "HandlerResult | Awaitable[HandlerResult]"]


@dataclass(slots=True)
class Context:
    """What a handler knows beside the request: who asks, in which version, and what all handlers share."""

    node: Node
    api_key: int
    version: int
    session: Session
    client_id: str | None
    client_host: str
    turn: Turn

    def paced(self, items: Iterable[T]) -> AsyncIterator[T]:
        """The items, one by one, with pauses in which others are served; for as many as a client may choose.

        Where every microsecond counts, `if ctx.turn.is_over: await ctx.turn.pause()` in a plain loop takes a fifth.
        """
        return _Paced(items, self.turn)

    @property
    def host(self) -> str:
        """Where this broker is, as clients of the listener are told that was asked."""
        return self.session.endpoint.advertised.host

    @property
    def port(self) -> int:
        """The port beside it."""
        return self.session.endpoint.advertised.port

    @property
    def topics(self) -> Topics:
        """The topics."""
        return self.node.topics

    @property
    def groups(self) -> Groups:
        """The groups."""
        return self.node.groups

    @property
    def transactions(self) -> Transactions:
        """The transactions."""
        return self.node.transactions

    def allows(self, operation: Operation, resource_type: ResourceType, name: str = CLUSTER) -> bool:
        """Whether the client may do that to the resource; without an authorizer it may."""
        authorizer = self.node.authorizer
        if authorizer is None:
            return True
        return authorizer.allows(self._client, Action(operation, resource_type, name))

    def allows_some(self, operation: Operation, resource_type: ResourceType, names: Iterable[str]) -> bool:
        """Whether there is anything of that type that the client may do that to.

        An authorizer that goes by ACLs knows; others are asked for `names`, which are those that there are.
        """
        authorizer = self.node.authorizer
        if authorizer is None or self.allows(operation, resource_type, _ANY_NAME):
            return True
        if isinstance(authorizer, StandardAuthorizer):
            return authorizer.allows_some(self._client, operation, resource_type)
        return any(self.allows(operation, resource_type, name) for name in names)

    @property
    def _client(self) -> Client:
        return Client(self.session.principal, self.client_host, self.client_id)

    async def denied(self, operation: Operation, topics: Iterable[str]) -> set[str]:
        """The topics that the client may not do that to; each is asked for once."""
        if self.node.authorizer is None:
            return set()
        names = {*topics}
        return {name async for name in self.paced(names) if not self.allows(operation, ResourceType.TOPIC, name)}

    def allowed_operations(self, operations: int, resource_type: ResourceType, name: str = CLUSTER) -> int:
        """Which of `operations`, a set of bits, the client may do to the resource (KIP-430)."""
        if self.node.authorizer is None:
            return operations
        possible = (operation for operation in Operation if operations >> operation & 1)
        return sum(1 << operation for operation in possible if self.allows(operation, resource_type, name))

    def log(self, topic: str, partition: int) -> PartitionLog | None:
        """The log of a partition."""
        return self.node.topics.log(topic, partition)

    def now(self) -> float:
        """Seconds, for deadlines."""
        return self.node.clock.now()

    def time_ms(self) -> int:
        """Milliseconds since 1970, for timestamps."""
        return self.node.clock.time_ms()


class WrongResult(TypeError):
    """A handler, or a hook in its place, has returned what cannot be a response."""

    def __init__(self, api_key: int, found: object, who: str = "the handler") -> None:
        name = type(found).__name__
        super().__init__(f"{who} of API {api_key} returned {name}, which is no response, None or awaitable")


class _Paced(AsyncIterator[T]):
    """An asynchronous generator would say the same in four lines, but each costs 10 us: the event loop books them."""

    __slots__ = ("_items", "_turn")

    def __init__(self, items: Iterable[T], turn: Turn) -> None:
        self._items = iter(items)
        self._turn = turn

    async def __anext__(self) -> T:
        if self._turn.is_over:
            await self._turn.pause()
        for item in self._items:
            return item
        raise StopAsyncIteration


@dataclass(frozen=True, slots=True)
class Handler:
    """One API: its versions and the function that answers it."""

    api_key: int
    versions: range
    function: Function
    is_built_in: bool = False
    """Whether its first step may be taken outside of a task, as those of kafkawire's own coroutines may."""

    async def __call__(self, context: Context, request: Request) -> HandlerResult:
        """Answer a request, for whoever wraps this handler: whichever way the function goes, this is awaited.

        The broker itself calls the function, and so spares most requests a task. Raises what the function raises.
        """
        return await _awaited(self.function(context, request), self.api_key)

    def behind(self, hook: BrokerHooks) -> Handler:
        """The handler that asks a hook, which may go on to this one."""

        async def function(context: Context, request: Request) -> HandlerResult:
            result = hook.handle_request(context, request, self)
            return await _awaited(result, self.api_key, f"{type(hook).__name__}.handle_request")

        return Handler(self.api_key, self.versions, function)


async def _awaited(
    result: HandlerResult | Awaitable[HandlerResult], api_key: int, who: str = "the handler"
) -> HandlerResult:
    found = await result if isinstance(result, Awaitable) else result
    if found is not None and not isinstance(found, Response):
        raise WrongResult(api_key, found, who)
    return found


def handles(api_key: int, versions: range) -> Callable[[Function], Handler]:
    """Turn a function into the handler of an API: `@handles(ApiKey.HEARTBEAT, versions=range(0, 5))`."""
    return lambda function: Handler(int(api_key), versions, function)


class HandlerTable(Mapping[int, Handler]):
    """API key -> handler. Of several handlers for one API the last one counts, so own ones replace what is there.

    `messages` are those that requests of handlers which are not built in are read as, over kafkawire's own; built-in
    ones always get kafkawire's. `hooks` that ask for requests are put around every handler. Raises
    `UnsupportedVersion` for a version of an API that there is no request of.
    """

    def __init__(
        self, handlers: Iterable[Handler], messages: MessageSet = PROTOCOL, hooks: Iterable[BrokerHooks] = ()
    ) -> None:
        self.hooks = Hooks(hooks)
        self._handlers = {handler.api_key: handler for handler in handlers}
        self.messages = _for_handlers(self._handlers.values(), messages)
        """What the requests of all APIs are read as."""
        for hook in reversed(self.hooks.of_requests):
            self._put_behind(hook)
        self.versions = {key: handler.versions for key, handler in sorted(self._handlers.items())}
        """API key -> versions, as ApiVersions tells them."""

    def add_hook(self, hook: BrokerHooks) -> None:
        """Put a hook before all others, from the next request on."""
        self.hooks.add_first(hook)
        if hook in self.hooks.of_requests:
            self._put_behind(hook)

    def _put_behind(self, hook: BrokerHooks) -> None:
        self._handlers = {key: handler.behind(hook) for key, handler in self._handlers.items()}

    def __getitem__(self, api_key: int) -> Handler:
        return self._handlers[api_key]

    def __iter__(self) -> Any:
        return iter(self._handlers)

    def __len__(self) -> int:
        return len(self._handlers)


def _for_handlers(handlers: Iterable[Handler], messages: MessageSet) -> MessageSet:
    """`messages` for the APIs of handlers that are not built in, over kafkawire's own."""
    added = [handler for handler in handlers if not handler.is_built_in]
    if not added or messages is PROTOCOL:
        found = PROTOCOL
    else:
        found = PROTOCOL | messages.only(handler.api_key for handler in added)
    for handler in added:
        for version in handler.versions:
            found.request(handler.api_key, version)
    return found
