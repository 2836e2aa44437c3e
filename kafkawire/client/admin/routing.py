"""Which broker to ask about what. A route sorts the open items of a call by the node that has to be asked.

Each attempt finds its way anew, so whoever has become leader or coordinator in the meantime is found. What has no place
now is noted in the outcome, which decides whether there is another attempt.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.coordinator import find_coordinators
from kafkawire.client.metadata import NO_LEADER, CoordinatorKind, TopicPartition
from kafkawire.client.retry import UNREACHED, Deadline
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.message import Request, Response

__all__ = [
    "ANY",
    "CONTROLLER",
    "ByNode",
    "Route",
    "anywhere",
    "ask",
    "attempt_all",
    "by_node",
    "coordinator",
    "in_cluster",
    "label_of",
    "leader",
    "to_controller",
]

ByNode = list[tuple[int, list[Any]]]
"""Whom to ask about which items, one request each."""
Route = Callable[[Cluster, Outcome[Any, Any]], Awaitable[ByNode]]

ANY = -1
CONTROLLER = -2
_GRACE = 2.0  # seconds in which a topic made elsewhere a moment ago may still be unknown to the broker we ask


async def ask(
    cluster: Cluster, node: int, request: Request | ByVersion, at_least: int = 0, at_most: int | None = None
) -> Response:
    """One attempt to ask the node, or `ANY`, or the `CONTROLLER`."""
    if node == CONTROLLER:
        return await cluster.request_controller(request, at_least=at_least)
    if node == ANY:
        return await cluster.request_any(request, at_least=at_least, at_most=at_most)
    return await cluster.request(node, request, at_least=at_least, at_most=at_most)


async def attempt_all(
    cluster: Cluster,
    outcome: Outcome[Any, Any],
    route: Route,
    attempt: Callable[[int, list[Any]], Awaitable[None]],
    what: str,
) -> None:
    """Make attempts until each item has a result or a final error, or the time is up.

    `attempt` asks one node about some items and puts what it learns into the outcome. A node that cannot be reached
    does not keep the others from being asked.
    """

    async def once() -> None:
        outcome.begin()
        for node, items in await route(cluster, outcome):
            try:
                await attempt(node, items)
            except UNREACHED as exc:
                outcome.stall(items, exc)
        outcome.end()

    try:
        await cluster.retrying(once, what)
    except KafkaWireError as exc:
        outcome.give_up(exc)


async def anywhere(_: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
    """Any broker will do."""
    return [(ANY, outcome.open)] if outcome.open else []


async def to_controller(_: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
    """The controller decides."""
    return [(CONTROLLER, outcome.open)] if outcome.open else []


async def by_node(cluster: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
    """Items are node ids, or tuples that begin with one."""
    nodes: dict[int, list[Any]] = {}
    for item in outcome.open:
        nodes.setdefault(item if isinstance(item, int) else item[0], []).append(item)
    return in_cluster(cluster, outcome, nodes)


def in_cluster(cluster: Cluster, outcome: Outcome[Any, Any], nodes: dict[int, list[Any]]) -> ByNode:
    """Whom to ask, without those that are no brokers: what concerns them has failed."""
    known = {ANY, *cluster.metadata.nodes}
    there = ", ".join(map(str, sorted(cluster.metadata.nodes)))
    for node in [node for node in nodes if node not in known]:
        for item in nodes.pop(node):
            outcome.fail(item, ErrorCode.BROKER_NOT_AVAILABLE, f"the brokers of the cluster are {there}")
    return list(nodes.items())


def leader(cluster: Cluster) -> Route:
    """A route for partitions: each to its leader. A topic that is unknown gets a moment to become known."""
    grace = Deadline(cluster.runtime.now, _GRACE)

    async def route(cluster: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
        partitions: list[TopicPartition] = outcome.open
        if not partitions:
            return []
        codes = {t.name: t.error_code for t in (await cluster.learn({tp.topic for tp in partitions})).topics}
        nodes: dict[int, list[Any]] = {}
        for tp in partitions:
            node = cluster.metadata.leader(tp) if not codes.get(tp.topic) else NO_LEADER
            if node == NO_LEADER:
                _no_leader(cluster, outcome, tp, codes.get(tp.topic, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), grace)
            else:
                nodes.setdefault(node, []).append(tp)
        return list(nodes.items())

    return route


def _no_leader(cluster: Cluster, outcome: Outcome[Any, Any], tp: TopicPartition, code: int, grace: Deadline) -> None:
    if not code:
        is_known = tp.partition in cluster.metadata.topics[tp.topic].partitions
        code = ErrorCode.LEADER_NOT_AVAILABLE if is_known else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION and not grace.passed:
        code = ErrorCode.LEADER_NOT_AVAILABLE
    outcome.fail(tp, code)


def coordinator(kind: CoordinatorKind = CoordinatorKind.GROUP, *, one_key_each: bool = False) -> Route:
    """A route for group ids, transactional ids, or tuples that begin with one: each to its coordinator.

    `one_key_each`: requests that have room for a single one.
    """

    async def route(cluster: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
        items: dict[str, list[Any]] = {}
        for item in outcome.open:
            items.setdefault(item if isinstance(item, str) else item[0], []).append(item)
        nodes = await _find(cluster, items, outcome, kind)
        if one_key_each:
            return [(node, items[key]) for key, node in nodes.items()]
        together: dict[int, list[Any]] = {}
        for key, node in nodes.items():
            together.setdefault(node, []).extend(items[key])
        return list(together.items())

    return route


async def _find(
    cluster: Cluster, items: dict[str, list[Any]], outcome: Outcome[Any, Any], kind: CoordinatorKind
) -> dict[str, int]:
    """Key -> the node that coordinates it. What concerns a key without one has failed."""
    nodes: dict[str, int] = {}
    left = list(items)
    while left:
        found = await find_coordinators(cluster, left, kind)
        for key, (node_id, code, message) in found.items():
            for item in items[key] if code else ():
                outcome.fail(item, code, message)
            if not code:
                nodes[key] = node_id
        left = [key for key in left if key not in found]
    return nodes


def label_of(noun: str) -> Callable[[object], str]:
    """`topic 't'`, `broker 1`, `partition t-0`."""
    return lambda item: f"{noun} {item!s}" if isinstance(item, TopicPartition | int) else f"{noun} {item!r}"
