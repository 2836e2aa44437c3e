"""What changes the metadata: each change is checked, written to the metadata log, and only then done.

So a crash in between is made good at the next start: a topic without directories gets them, the directories of a
deleted topic go.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Mapping, Sequence

from kafkawire.broker.config.client_metrics import check_subscription
from kafkawire.broker.config.groups import check_group
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.config.topic import TOPIC_OPTIONS
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.metadata import MetadataLog
from kafkawire.broker.log.names import MOST_PARTITIONS
from kafkawire.broker.log.topic_names import check_topic_name, refuse_own_log
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.reconciler import Reconciler
from kafkawire.broker.metadata.records import (
    BROKER,
    CLIENT_METRICS,
    GROUP,
    TOPIC,
    config_records,
    partition_records,
    topic_records,
)
from kafkawire.broker.metadata.topics import INTERNAL, NewTopic, Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Message

__all__ = ["MOST_AT_ONCE", "Controller", "ProducerIds"]

_LOG = logging.getLogger("kafkawire.broker")
MOST_AT_ONCE = 10_000
"""Partitions that one request may ask for, as with Apache Kafka (POLICY_VIOLATION)."""
_BLOCK = 1000  # producer ids that one record reserves


class Controller:
    """Writes down what is to change, in `log`. What cannot be done raises `KafkaError` or `OSError`.

    A change is there for all to see when its method returns. Methods that make or remove logs return the steps of
    the `Reconciler` that are left, for the caller to go through.
    """

    def __init__(self, image: MetadataImage, log: MetadataLog, reconciler: Reconciler, directory: LogDirectory) -> None:
        self.image = image
        self._metadata_log = log
        self._reconciler = reconciler
        self._directory = directory
        self._node_id = image.dynamic.static.node_id

    def write(self, records: Sequence[Message], now_ms: int) -> Iterator[None]:
        """Write records as one batch, have the image say what they say, and the logs follow."""
        self._metadata_log.append(records, now_ms)
        return self._reconciler.follow(self.image.apply(records))

    def plan(self, name: str, partitions: int, options: Mapping[str, str]) -> NewTopic:
        """A topic that could be made, by `add`. Raises `KafkaError` if it could not."""
        self._check_new(name, partitions)
        self._check_options(options)
        return NewTopic(name, uuid.uuid4(), partitions, dict(options))

    def add(self, topics: Sequence[NewTopic], now_ms: int) -> Iterator[None]:
        """Let planned topics exist, all in one go. The steps that are left make their logs."""
        self._directory.make_way((topic.name, number) for topic in topics for number in range(topic.partitions))
        steps = self.write(self.records_of(topics), now_ms)
        for topic in topics:
            _LOG.info("created topic %s with %d partitions", topic.name, topic.partitions)
        return steps

    def create(self, name: str, partitions: int, options: Mapping[str, str], now_ms: int) -> Topic:
        """Make a topic with all of its logs, at once. Raises `OSError` if one cannot be made."""
        planned = self.plan(name, partitions, options)
        self.add([planned], now_ms)  # its steps would pass over a log that cannot be made
        topic = self.image.topics.get(name)
        assert topic is not None
        self._reconciler.open(topic)
        return topic

    def add_partitions(
        self, topic: Topic, partitions: int, now_ms: int, *, validate_only: bool = False
    ) -> Iterator[None]:
        """Make a topic wider, up to so many partitions. The steps that are left make their logs."""
        fault = _width_fault(topic, partitions)
        if fault is not None:
            raise KafkaError(ErrorCode.INVALID_PARTITIONS, fault)
        if validate_only:
            return iter(())
        numbers = range(topic.partitions, partitions)
        self._directory.make_way((topic.name, number) for number in numbers)
        return self.write(partition_records(topic, numbers, self._node_id, self._directory.directory_id), now_ms)

    def delete(self, topics: Sequence[Topic], now_ms: int) -> Iterator[None]:
        """Remove topics and their records. The steps that are left give back the room on the disk."""
        from kafkawire.messages import RemoveTopicRecord

        steps = self.write([RemoveTopicRecord(topic_id=topic.topic_id) for topic in topics], now_ms)
        for topic in topics:
            _LOG.info("deleted topic %s", topic.name)
        return steps

    def alter(self, topic: Topic, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False) -> None:
        """Let exactly `options` be set for a topic, from this moment on."""
        self._check_options(options)
        if not validate_only:
            self.write(config_records(TOPIC, topic.name, topic.options, options), now_ms)

    def alter_broker(
        self, resource: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for all brokers ("") or this one (its id), from this moment on."""
        self.image.dynamic.check(resource, options)
        if not validate_only:
            self.write(config_records(BROKER, resource, self.image.dynamic.options[resource], options), now_ms)

    def alter_group(
        self, group_id: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for a group. Raises `KafkaError`."""
        check_group(self.image.dynamic.current, options)
        if not validate_only:
            self.write(config_records(GROUP, group_id, self.image.dynamic.of_group(group_id), options), now_ms)

    def alter_client_metrics(
        self, name: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for a subscription for metrics of clients. Raises `KafkaError`."""
        check_subscription(name, options)
        if not validate_only:
            before = self.image.dynamic.client_metrics.get(name, {})
            self.write(config_records(CLIENT_METRICS, name, before, options), now_ms)

    def reserve_producer_ids(self, now_ms: int) -> range:
        """A block of producer ids that nobody else gets. Raises `OSError`."""
        from kafkawire.messages import ProducerIdsRecord

        block = range(self.image.next_producer_id, self.image.next_producer_id + _BLOCK)
        self.write([ProducerIdsRecord(broker_id=self._node_id, next_producer_id=block.stop)], now_ms)
        return block

    def records_of(self, topics: Sequence[NewTopic]) -> list[Message]:
        """The records that make topics, on this node."""
        directory_id = self._directory.directory_id
        return [record for topic in topics for record in topic_records(topic, self._node_id, directory_id)]

    def _check_new(self, name: str, partitions: int) -> None:
        refuse_own_log(name)
        check_topic_name(name)
        if self.image.topics.get(name) is not None:
            raise KafkaError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
        alike = self.image.alike(name)
        if alike is not None and name not in INTERNAL:
            fault = f"Topic '{name}' collides with existing topic: {alike}"
            raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION, fault)
        if partitions <= 0:
            raise KafkaError(
                ErrorCode.INVALID_PARTITIONS, "Number of partitions was set to an invalid non-positive value."
            )

    def _check_options(self, options: Mapping[str, str]) -> None:
        unknown = next((name for name in options if name not in TOPIC_OPTIONS), None)
        if unknown is not None:
            raise KafkaError(ErrorCode.INVALID_CONFIG, f"Unknown topic config name: {unknown}")
        try:
            self.image.dynamic.current.topic_config(options)
        except InvalidOption as exc:
            raise KafkaError(ErrorCode.INVALID_CONFIG, str(exc)) from exc


class ProducerIds:
    """The producer ids of this broker. They are reserved in blocks, so most cost no write."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._reserved = range(0)

    def new(self, now_ms: int) -> int:
        """An id that was never given out before. Raises `OSError`."""
        if not self._reserved:
            self._reserved = self._controller.reserve_producer_ids(now_ms)
        found, self._reserved = self._reserved[0], self._reserved[1:]
        return found


def _width_fault(topic: Topic, partitions: int) -> str | None:
    if partitions == topic.partitions:
        return f"Topic already has {partitions} partition(s)."
    if partitions < topic.partitions:
        there = f"The topic {topic.name} currently has {topic.partitions} partition(s)"
        return f"{there}; {partitions} would not be an increase."
    return f"{partitions} partitions are more than {MOST_PARTITIONS}." if partitions > MOST_PARTITIONS else None
