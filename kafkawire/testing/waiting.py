"""What a test waits for: a look at the broker's state, repeated when the broker says that something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from kafkawire.testing import groups, logs

if TYPE_CHECKING:
    from kafkawire.broker.node.node import Node
    from kafkawire.records import Record
    from kafkawire.testing.groups import GroupStatus

__all__ = ["Wanted", "group_in", "records_of", "wait_until"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wanted(Generic[T]):
    """`look` finds it, or None as long as it is not there; `instead` says what there is."""

    what: str
    look: Callable[[Node], T | None]
    instead: Callable[[Node], str]


async def wait_until(node: Node, wanted: Wanted[T], timeout: float) -> T:
    """Return what is wanted when it is there. Raises `TimeoutError` that says what was there instead."""
    with node.wakeups.listening() as changed:
        try:
            async with asyncio.timeout(timeout):
                while (found := wanted.look(node)) is None:
                    await changed.wait()
                    changed.clear()
                return found
        except TimeoutError:
            instead = wanted.instead(node)
            raise TimeoutError(f"{wanted.what} within {timeout:g} s: {instead}") from None


def group_in(name: str, members: int | None, state: str | None) -> Wanted[GroupStatus]:
    """A group with that many members, in that state. Raises `ValueError` for a state that there is not."""
    state = state or ("Empty" if members == 0 else "Stable")
    if state not in groups.STATES:
        raise ValueError(f"state: {state!r} is none of {', '.join(groups.STATES)}")

    def look(node: Node) -> GroupStatus | None:
        found = groups.status_of(node, name)
        is_it = found is not None and found.state == state and members in (None, len(found.members))
        return found if is_it else None

    def instead(node: Node) -> str:
        found = groups.status_of(node, name)
        return (
            f"it is {found}" if found else f"there is no such group{groups.or_what_there_is(name, groups.names(node))}"
        )

    number = "" if members is None else f" with {members} member{'s' * (members != 1)}"
    return Wanted(f"group {name!r} was not {state}{number}", look, instead)


def records_of(topic: str, count: int, partition: int | None) -> Wanted[list[Record]]:
    """At least so many records in a topic or partition; that there is no such topic is a `KafkaError` of `look`."""

    def look(node: Node) -> list[Record] | None:
        if node.topics.get(topic) is None and node.config.auto_create_topics_enable:
            return None
        ends = sum(log.end_offset - log.log_start_offset for log in logs.logs_of(node, topic, partition))
        found = logs.records(node, topic, partition) if ends >= count else []  # markers and gaps count for nothing
        return found if len(found) >= count else None

    def instead(node: Node) -> str:
        if node.topics.get(topic) is None:
            return "there is no such topic" + groups.or_what_there_is(topic, sorted(one.name for one in node.topics))
        found = len(logs.records(node, topic, partition))
        return f"there {'is' if found == 1 else 'are'} {found}"

    of_what = f"topic {topic!r}" if partition is None else f"partition {partition} of topic {topic!r}"
    return Wanted(f"{of_what} did not have {count} record{'s' * (count != 1)}", look, instead)
