"""A topic, and the topics that there are, by name and by id."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["INTERNAL", "OFFSETS_TOPIC", "TRANSACTIONS_TOPIC", "Topic", "TopicTable"]

OFFSETS_TOPIC = "__consumer_offsets"
TRANSACTIONS_TOPIC = "__transaction_state"
INTERNAL = frozenset({OFFSETS_TOPIC, TRANSACTIONS_TOPIC, "__share_group_state"})
"""The names of the broker's own topics."""


@dataclass(slots=True, eq=False)
class Topic:
    """One topic. `options` are those that were set for it, as texts."""

    name: str
    topic_id: uuid.UUID
    options: dict[str, str] = field(default_factory=dict)
    logs: dict[int, PartitionLog] = field(default_factory=dict)
    partitions: int = 0

    @property
    def is_internal(self) -> bool:
        """Whether it is one of the broker's own."""
        return self.name in INTERNAL


class TopicTable:
    """Topics, each in both dictionaries."""

    def __init__(self) -> None:
        self.by_name: dict[str, Topic] = {}
        self.by_id: dict[uuid.UUID, Topic] = {}

    def add(self, topic: Topic) -> None:
        """Enter a topic."""
        self.by_name[topic.name] = self.by_id[topic.topic_id] = topic

    def forget(self, topic: Topic) -> None:
        """Take a topic out."""
        self.by_name.pop(topic.name, None)
        self.by_id.pop(topic.topic_id, None)
