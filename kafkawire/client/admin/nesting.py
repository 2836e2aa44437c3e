"""What requests and responses of many APIs have in common: topics with their partitions in them, results in a list.

The classes and the names of fields differ from message to message, the nesting does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, overload

from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.metadata import TopicPartition

__all__ = ["Reader", "each_partition", "read_partitions", "read_results", "topics_of", "topics_with"]

T = TypeVar("T")
P = TypeVar("P")
V = TypeVar("V")

Reader = Callable[[Outcome[Any, Any], Any], None]
"""Puts what a response says about each item into the outcome."""


def _nothing(_: Any) -> None:
    """The value of whatever has none."""


# --- in requests ----------------------------------------------------------------------------------------------------


@overload
def topics_of(partitions: Iterable[TopicPartition], topic: Callable[[str, list[int]], T]) -> list[T]: ...
@overload
def topics_of(partitions: Iterable[TopicPartition] | None, topic: Callable[[str, list[int]], T]) -> list[T] | None: ...
def topics_of(partitions: Iterable[TopicPartition] | None, topic: Callable[[str, list[int]], T]) -> list[T] | None:
    """What `topic` makes of each name and its partition indexes; None, which means all partitions, stays None."""
    if partitions is None:
        return None
    topics: dict[str, list[int]] = {}
    for name, index in partitions:
        topics.setdefault(name, []).append(index)
    return [topic(name, indexes) for name, indexes in topics.items()]


def topics_with(
    values: Mapping[TopicPartition, V], topic: Callable[[str, list[P]], T], partition: Callable[[int, V], P]
) -> list[T]:
    """What `topic` makes of each name and of what `partition` makes of each of its indexes and their values."""
    return topics_of(
        values,
        lambda name, indexes: topic(name, [partition(index, values[TopicPartition(name, index)]) for index in indexes]),
    )


# --- in responses ---------------------------------------------------------------------------------------------------


def each_partition(topics: Iterable[Any], name: str = "name") -> Iterator[tuple[TopicPartition, Any]]:
    """Each partition of the topics in a response, with what is said of it. `name`: the field with a topic's name."""
    for topic in topics:
        for partition in topic.partitions:
            yield TopicPartition(getattr(topic, name), partition.partition_index), partition


def read_partitions(topics: str = "topics", name: str = "name", value: Callable[[Any], Any] = _nothing) -> Reader:
    """A reader of responses about partitions. `topics`: the field that has them; `value`: what an item gets.

    Where items are tuples that end with a partition, what stands before it is the same in all items of a request.
    """

    def read(outcome: Outcome[Any, Any], response: Any) -> None:
        first = outcome.about[0]
        before = () if isinstance(first, TopicPartition) else first[:-1]
        for tp, partition in each_partition(getattr(response, topics), name):
            message = getattr(partition, "error_message", None)
            outcome.put((*before, tp) if before else tp, value(partition), partition.error_code, message)

    return read


def read_results(results: str, item: Callable[[Any], Any], value: Callable[[Any], Any] = _nothing) -> Reader:
    """A reader of responses with a list of results. `results`: the field; `item`: what a result is about."""

    def read(outcome: Outcome[Any, Any], response: Any) -> None:
        for result in getattr(response, results):
            outcome.put(item(result), value(result), result.error_code, getattr(result, "error_message", None))

    return read
