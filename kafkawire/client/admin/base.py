"""What all parts of the administrative client stand on: a cluster, and two ways to ask it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from kafkawire.client.admin.nesting import Reader
from kafkawire.client.admin.outcome import AdminError, Outcome, may_pass
from kafkawire.client.admin.routing import ANY, Route, ask, attempt_all, by_node, coordinator, label_of
from kafkawire.client.arguments import ClientArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.fitting import checked
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.message import Request

__all__ = ["AdminBase"]

K = TypeVar("K")
V = TypeVar("V")


class AdminBase:
    """Opens and closes the client, and carries requests.

    Each theme of calls (topics, groups, ...) is a class on top of this one, and `Admin` is all of them: its methods are
    flat for those who use it, and to hold the themes as parts would say each signature twice. A theme knows this class
    and no other theme.

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
        """Ask one question as a whole, until there is a response. Raises `AdminError` for the error code of that.

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

        `build` makes the request about some of the items, `read` puts what a response says into the outcome. If it has
        an error as a whole, that is the error of all items that were asked about.
        """
        outcome: Outcome[Any, Any] = Outcome(items, noun if callable(noun) else label_of(noun))

        async def attempt(node: int, about: list[K]) -> None:
            response = await ask(self._cluster, node, build(about), at_least, at_most)
            outcome.about = about
            if code := getattr(response, "error_code", 0):
                outcome.fail_all(code, getattr(response, "error_message", None))
            else:
                read(outcome, response)

        if outcome.open:
            await attempt_all(
                self._cluster, outcome, route, attempt, f"get an answer about {_named(noun, outcome.open)}"
            )
        return outcome.finish()

    async def _each_broker(
        self,
        brokers: Iterable[int] | None,
        request: Request | ByVersion,
        value: Callable[[int, Any], V],
        *,
        at_least: int = 0,
    ) -> dict[int, V]:
        """Ask each of the brokers (None: all) the same. `value`: what a response of a broker says."""

        def read(outcome: Outcome[int, V], response: Any) -> None:
            outcome.put(outcome.about[0], value(outcome.about[0], response))

        nodes = await self._brokers() if brokers is None else brokers
        return await self._each(nodes, "broker", by_node, lambda _: request, read, at_least=at_least)

    async def _each_group(
        self,
        items: Iterable[tuple[str, Any]],
        build: Callable[[str, list[Any]], Request | ByVersion],
        read: Reader,
        *,
        at_most: int | None = None,
    ) -> dict[Any, Any]:
        """Ask about pairs of a group and something in it, with a request for each group."""

        def label(item: tuple[str, Any]) -> str:
            return f"group {item[0]!r}, {item[1]!s}"

        def build_one(pairs: list[tuple[str, Any]]) -> Request | ByVersion:
            return build(pairs[0][0], [one for _, one in pairs])

        route = coordinator(one_key_each=True)
        return await self._each(items, label, route, build_one, read, at_most=at_most)

    async def _brokers(self) -> list[int]:
        """The ids of all brokers that are up."""

        async def attempt() -> list[int]:
            await self._cluster.learn(())
            return sorted(self._cluster.metadata.nodes)

        return await self._cluster.retrying(attempt, "list the brokers", refresh=False)


def _named(noun: str | Callable[[Any], str], items: list[Any]) -> str:
    label = noun if callable(noun) else label_of(noun)
    return label(items[0]) + (f" and {len(items) - 1} more" if len(items) > 1 else "")
