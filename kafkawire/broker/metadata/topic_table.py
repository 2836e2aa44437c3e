"""A topic, and the topics that there are, by name and by id."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.topic_names import refuse_own_log

__all__ = ["INTERNAL", "OFFSETS_TOPIC", "TRANSACTIONS_TOPIC", "Topic", "TopicTable"]

OFFSETS_TOPIC = "__consumer_offsets"
TRANSACTIONS_TOPIC = "__transaction_state"
INTERNAL = frozenset({OFFSETS_TOPIC, TRANSACTIONS_TOPIC, "__share_group_state"})
"""The names of the broker's own topics. The metadata log is not one: clients look topics up, and never find it."""


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
    """Topics, each in both dictionaries: all that the requests of clients can reach."""

    def __init__(self) -> None:
        self.by_name: dict[str, Topic] = {}
        self.by_id: dict[uuid.UUID, Topic] = {}
        self._with_signs: dict[str, list[str]] = {}  # names that have "." or "_", by what they are in names of metrics

    def add(self, topic: Topic) -> None:
        """Enter a topic. Raises `KafkaError` for the name of the metadata log, whoever asks."""
        refuse_own_log(topic.name)
        if topic.name not in self.by_name and _has_signs(topic.name):
            self._with_signs.setdefault(_in_metrics(topic.name), []).append(topic.name)
        self.by_name[topic.name] = self.by_id[topic.topic_id] = topic

    def alike(self, name: str) -> str | None:
        """A topic whose name differs in "." and "_" alone: their metrics would have one name."""
        alike = self._with_signs.get(_in_metrics(name)) if _has_signs(name) else None
        return alike[0] if alike else None

    def forget(self, topic: Topic) -> None:
        """Take a topic out."""
        if topic.name in self.by_name and _has_signs(topic.name):
            alike = self._with_signs[_in_metrics(topic.name)]
            alike.remove(topic.name)
            if not alike:
                del self._with_signs[_in_metrics(topic.name)]
        self.by_name.pop(topic.name, None)
        self.by_id.pop(topic.topic_id, None)


def _has_signs(name: str) -> bool:
    return "." in name or "_" in name


def _in_metrics(name: str) -> str:
    return name.replace(".", "_")
