"""The topics that there are, by name and by id, as handlers and coordinators look them up."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["INTERNAL", "OFFSETS_TOPIC", "TRANSACTIONS_TOPIC", "NewTopic", "Topic", "Topics"]

OFFSETS_TOPIC = "__consumer_offsets"
TRANSACTIONS_TOPIC = "__transaction_state"
INTERNAL = frozenset({OFFSETS_TOPIC, TRANSACTIONS_TOPIC, "__share_group_state"})
"""The names of the broker's own topics. The metadata log is not one: clients look topics up, and never find it."""


class NewTopic(NamedTuple):
    """A topic that could be made: nobody finds it until it is written down."""

    name: str
    topic_id: uuid.UUID
    partitions: int
    options: Mapping[str, str]


@dataclass(slots=True, eq=False)
class Topic:
    """One topic. `options` are those that were set for it, as texts."""

    name: str
    topic_id: uuid.UUID
    options: dict[str, str] = field(default_factory=dict)
    logs: dict[int, PartitionLog] = field(default_factory=dict)
    """The logs of its partitions that are open here: the `Reconciler` alone puts them there and takes them away."""
    partitions: int = 0

    @property
    def is_internal(self) -> bool:
        """Whether it is one of the broker's own."""
        return self.name in INTERNAL


class Topics:
    """All topics, to be read: who finds nothing gets None. What is in them is for the `MetadataImage` to change."""

    def __init__(self, by_name: Mapping[str, Topic], by_id: Mapping[uuid.UUID, Topic]) -> None:
        self._by_name = by_name
        self._by_id = by_id

    def __iter__(self) -> Iterator[Topic]:
        return iter(list(self._by_name.values()))

    def get(self, name: str) -> Topic | None:
        """The topic of that name."""
        return self._by_name.get(name)

    def by_id(self, topic_id: uuid.UUID) -> Topic | None:
        """The topic with that id."""
        return self._by_id.get(topic_id)

    def log(self, name: str, partition: int) -> PartitionLog | None:
        """The log of a partition."""
        topic = self._by_name.get(name)
        return topic.logs.get(partition) if topic else None
