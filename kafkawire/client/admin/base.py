"""What all parts of the administrative client stand on: a cluster, and two ways to ask it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from kafkawire.client.admin.outcome import AdminError, Outcome, may_pass
from kafkawire.client.admin.routing import ANY, Route, ask, label_of, settle
from kafkawire.client.arguments import ClientArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.fitting import checked
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.message import Request

__all__ = ["AdminBase", "Reader"]

K = TypeVar("K")

Reader = Callable[[Outcome[Any, Any], Any], None]
"""Puts what a response says about each item into the outcome."""


class AdminBase:
    """Opens and closes the client, and carries requests.

    Every call of a subclass has its arguments compared with its annotations first: see `kafkawire.client.fitting`.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, call in list(vars(cls).items()):
            if inspect.isfunction(call) and not name.startswith("_"):
                setattr(cls, name, checked(call))

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        runtime: Runtime | None = None,
        **options: Unpack[ClientArguments],
    ) -> None:
        made = make_options(ClientOptions, options)
        self._cluster = Cluster(bootstrap_servers, made, runtime or AioRuntime(), owner="Admin")

    async def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`."""
        await self._cluster.start()

    async def close(self) -> None:
        """Close all connections."""
        await self._cluster.hang_up()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return dict(self._cluster.counted())

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def _timeout_ms(self) -> int:
        """How long a broker may take over a change before it answers that it is not done yet."""
        return self._cluster.options.request_timeout_ms

    async def _call(
        self,
        request: Request | ByVersion,
        what: str,
        *,
        node: int = ANY,
        at_least: int = 0,
        item: object = None,
        timeout: float | None = None,
    ) -> Any:
        """Ask one question as a whole, until there is an answer. Raises `AdminError` for the error code it begins with.

        `what` completes "could not ..."; `item` is what was asked for.
        """

        async def attempt() -> Any:
            response: Any = await ask(self._cluster, node, request, at_least)
            code = getattr(response, "error_code", 0)
            if may_pass(code):
                raise KafkaError(code, what)
            return response

        response = await self._cluster.retrying(attempt, what, timeout)
        code = getattr(response, "error_code", 0)
        if code:
            raise AdminError(code, getattr(response, "error_message", None), item, f"could not {what}")
        return response

    async def _each(
        self,
        items: Iterable[K],
        noun: str | Callable[[Any], str],
        route: Route,
        build: Callable[[list[K]], Request | ByVersion],
        read: Reader,
        *,
        at_least: int = 0,
        at_most: int | None = None,
    ) -> dict[Any, Any]:
        """Ask about several items, each where the `route` says. See `Outcome` for what is returned and raised.

        `build` makes the request about some of the items, `read` puts what an answer says into the outcome.
        """
        outcome: Outcome[Any, Any] = Outcome(items, noun if callable(noun) else label_of(noun))

        async def attempt(node: int, about: list[K]) -> None:
            response = await ask(self._cluster, node, build(about), at_least, at_most)
            outcome.about = about
            read(outcome, response)

        if outcome.open:
            await settle(self._cluster, outcome, route, attempt, f"get an answer about {_named(noun, outcome.open)}")
        return outcome.finish()

    async def _brokers(self) -> list[int]:
        """The ids of all brokers that are up."""

        async def attempt() -> list[int]:
            await self._cluster.learn(())
            return sorted(self._cluster.metadata.nodes)

        return await self._cluster.retrying(attempt, "list the brokers", refresh=False)


def _named(noun: str | Callable[[Any], str], items: list[Any]) -> str:
    label = noun if callable(noun) else label_of(noun)
    return label(items[0]) + (f" and {len(items) - 1} more" if len(items) > 1 else "")
