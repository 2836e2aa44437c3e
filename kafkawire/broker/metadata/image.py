"""What the metadata log says that there is: topics, partitions, options, features, users and rules.

Records change it, a batch at a time, and nothing else does: the batches of the log at the start, and then each that was
written since, whoever wrote it.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from kafkawire.broker.config.dynamic import DynamicConfig
from kafkawire.broker.config.options import InvalidOption, with_changes
from kafkawire.broker.log.topic_names import METADATA_TOPIC
from kafkawire.broker.metadata.records import BROKER, CLIENT_METRICS, GROUP, TOPIC
from kafkawire.broker.metadata.security import SecurityState
from kafkawire.broker.metadata.topics import Topic, Topics
from kafkawire.message import Message

__all__ = ["Changes", "MetadataImage"]

_LOG = logging.getLogger("kafkawire.broker")


@dataclass(slots=True)
class Changes:
    """What a batch of records has changed of that which logs go by."""

    grown: dict[Topic, None] = field(default_factory=dict)
    """Topics that have got partitions, new topics among them."""
    removed: list[Topic] = field(default_factory=list)
    altered: dict[Topic, None] = field(default_factory=dict)
    """Topics whose own options are others now."""
    are_defaults_altered: bool = False
    """Whether options of the broker are others now, on which those of all topics fall back."""


class MetadataImage:
    """The metadata at this moment: `topics`, `dynamic` (options), `security` and `features`. `apply` changes it."""

    def __init__(self, dynamic: DynamicConfig, security: SecurityState) -> None:
        self._by_name: dict[str, Topic] = {}
        self._by_id: dict[uuid.UUID, Topic] = {}
        self._with_signs: dict[str, list[str]] = {}  # names that have "." or "_", by what they are in names of metrics
        self.topics = Topics(self._by_name, self._by_id)
        self.dynamic = dynamic
        self.security = security
        self.features: dict[str, int] = {}
        """Feature -> the level that the log says is in force."""
        self.next_producer_id = 0
        """The first id that is not reserved yet."""

    def apply(self, records: Iterable[Message]) -> Changes:
        """Let be what the records of one batch say, in their order; one that says nothing to us is passed over."""
        from kafkawire.messages import ConfigRecord

        def resource_of(record: Message) -> tuple[int, str] | None:
            return (record.resource_type, record.resource_name) if isinstance(record, ConfigRecord) else None

        changes = Changes()
        for resource, run in groupby(records, resource_of):
            if resource is None:
                for record in run:
                    self._apply(record, changes)
            else:  # at once: some options go only together
                options = {record.name: record.value for record in run if isinstance(record, ConfigRecord)}
                self._set_options(*resource, options, changes)
        return changes

    def alike(self, name: str) -> str | None:
        """A topic whose name differs in "." and "_" alone: their metrics would have one name."""
        alike = self._with_signs.get(_in_metrics(name)) if _has_signs(name) else None
        return alike[0] if alike else None

    def _apply(self, record: Message, changes: Changes) -> None:
        from kafkawire.messages import (
            FeatureLevelRecord,
            PartitionRecord,
            ProducerIdsRecord,
            RemoveTopicRecord,
            TopicRecord,
        )

        match record:
            case TopicRecord(name=name, topic_id=topic_id):
                if name != METADATA_TOPIC:  # earlier versions let clients make one
                    self._add(Topic(name, topic_id))
            case PartitionRecord(topic_id=topic_id, partition_id=number):
                if topic := self._by_id.get(topic_id):
                    topic.partitions = max(topic.partitions, number + 1)
                    changes.grown[topic] = None
            case RemoveTopicRecord(topic_id=topic_id):
                if topic := self._by_id.get(topic_id):
                    self._remove(topic, changes)
            case FeatureLevelRecord(name=name, feature_level=level):
                self.features[name] = level
            case ProducerIdsRecord(next_producer_id=next_id):
                self.next_producer_id = max(self.next_producer_id, next_id)
            case _:
                self.security.replay(record)

    def _add(self, topic: Topic) -> None:
        if topic.name not in self._by_name and _has_signs(topic.name):
            self._with_signs.setdefault(_in_metrics(topic.name), []).append(topic.name)
        self._by_name[topic.name] = self._by_id[topic.topic_id] = topic

    def _remove(self, topic: Topic, changes: Changes) -> None:
        if topic.name in self._by_name and _has_signs(topic.name):
            alike = self._with_signs[_in_metrics(topic.name)]
            alike.remove(topic.name)
            if not alike:
                del self._with_signs[_in_metrics(topic.name)]
        self._by_name.pop(topic.name, None)
        del self._by_id[topic.topic_id]
        changes.grown.pop(topic, None)
        changes.altered.pop(topic, None)
        changes.removed.append(topic)

    def _set_options(self, resource_type: int, name: str, options: Mapping[str, str | None], changes: Changes) -> None:
        if resource_type == BROKER:
            self.dynamic.apply(name, options)
            changes.are_defaults_altered = True
        elif resource_type == GROUP:
            self.dynamic.apply_group(name, options)
        elif resource_type == CLIENT_METRICS:
            self.dynamic.apply_client_metrics(name, options)
        elif resource_type == TOPIC and (topic := self._by_name.get(name)):
            self._set_topic_options(topic, options)
            changes.altered[topic] = None

    def _set_topic_options(self, topic: Topic, options: Mapping[str, str | None]) -> None:
        try:
            self.dynamic.current.topic_config(with_changes(topic.options, options))
        except InvalidOption:
            options = {name: value for name, value in options.items() if self._can_follow(topic.name, name, value)}
        topic.options = with_changes(topic.options, options)

    def _can_follow(self, topic_name: str, option: str, value: str | None) -> bool:
        try:
            self.dynamic.current.topic_config({option: value} if value is not None else {})
        except InvalidOption as exc:
            _LOG.warning("topic %s: %s; it has no effect here", topic_name, exc)
            return False
        return True


def _has_signs(name: str) -> bool:
    return "." in name or "_" in name


def _in_metrics(name: str) -> str:
    return name.replace(".", "_")
