"""The topics of a broker: their names, ids, options and logs.

A change is written to the metadata log first and then done, so a crash in between is made good at the next start: a
topic without directories gets them, the directories of a deleted topic go. Directories that the metadata log knows
nothing about (made by an older Kafka, or copied here) are taken over as they are.
"""

from __future__ import annotations

import logging
import uuid
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.client_metrics import check_subscription
from kafkawire.broker.config.dynamic import DynamicConfig
from kafkawire.broker.config.groups import check_group
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.config.topic import TOPIC_OPTIONS, LogConfig
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.metadata import MetadataLog, ProducerIds
from kafkawire.broker.log.names import MOST_PARTITIONS
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC, check_topic_name, refuse_own_log
from kafkawire.broker.metadata.loading import Replay, adopt
from kafkawire.broker.metadata.records import (
    BROKER,
    CLIENT_METRICS,
    GROUP,
    TOPIC,
    config_records,
    feature_records,
    partition_records,
    topic_records,
)
from kafkawire.broker.metadata.security import SecurityState, kept_secret
from kafkawire.broker.metadata.topic_table import INTERNAL, Topic, TopicTable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Message

__all__ = ["MOST_AT_ONCE", "Topics"]

_LOG = logging.getLogger("kafkawire.broker")
MOST_AT_ONCE = 10_000
"""Partitions that one request may ask for, as with Apache Kafka (POLICY_VIOLATION)."""


class Topics:
    """All topics. Lookups that fail return None; changes that cannot be made raise `KafkaError` or `OSError`."""

    def __init__(self, dynamic: DynamicConfig, directory: LogDirectory) -> None:
        self._dynamic = dynamic
        self._directory = directory
        self._metadata = MetadataLog(directory)
        self._table = TopicTable()
        self.producer_ids = ProducerIds(self._metadata, dynamic.static.node_id)
        self.security = SecurityState(self._metadata, dynamic.static, kept_secret(directory.files, directory.path))

    @property
    def _config(self) -> BrokerConfig:
        return self._dynamic.current

    def __iter__(self) -> Iterator[Topic]:
        return iter(list(self._table.by_name.values()))

    @property
    def metadata_offset(self) -> int:
        """The offset of the last change that was written down, -1 before the first."""
        return self._metadata.log.end_offset - 1

    def get(self, name: str) -> Topic | None:
        """The topic of that name."""
        return self._table.by_name.get(name)

    def by_id(self, topic_id: uuid.UUID) -> Topic | None:
        """The topic with that id."""
        return self._table.by_id.get(topic_id)

    def log(self, name: str, partition: int) -> PartitionLog | None:
        """The log of a partition."""
        topic = self._table.by_name.get(name)
        return topic.logs.get(partition) if topic else None

    def logs(self) -> dict[tuple[str, int], PartitionLog]:
        """Every log, the metadata log too, by topic and partition."""
        found = {(topic.name, number): log for topic in self for number, log in topic.logs.items()}
        found[METADATA_TOPIC, METADATA_PARTITION] = self._metadata.log
        return found

    def load(self, now_ms: int) -> None:
        """Replay the metadata log and open every log. Raises `DecodeError` if the metadata cannot be read."""
        replay = Replay(self._table, self._dynamic, self.security)
        for record in self._metadata.replay():
            replay.apply(record)
        self.producer_ids.next_block = replay.next_producer_id
        is_new_log = self._metadata.log.end_offset == 0
        adopted = adopt(self._directory, self._table, replay.removed, is_new_log=is_new_log)
        missing = feature_records(replay.features)
        self._metadata.append(missing + _removals(replay.impostors) + self._records_of(adopted), now_ms)
        for topic in self:
            self._open(topic)
        self._directory.forget_gone(self.logs())

    def create(
        self, name: str, partitions: int, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> Topic:
        """Make a topic. With `validate_only` all is checked and nothing done."""
        topic = self.plan(name, partitions, options)
        if not validate_only:
            self.add([topic], now_ms)
            self._open(topic)
        return topic

    def plan(self, name: str, partitions: int, options: Mapping[str, str]) -> Topic:
        """A topic that could be made, by `add` and `opening`. Raises `KafkaError` if it could not."""
        self._check_new(name, partitions)
        self._log_config(options)
        return Topic(name, uuid.uuid4(), dict(options), partitions=partitions)

    def add(self, topics: Sequence[Topic], now_ms: int) -> None:
        """Write down that planned topics exist, all in one go. Their logs come next."""
        self._directory.make_way((topic.name, number) for topic in topics for number in range(topic.partitions))
        self._metadata.append(self._records_of(topics), now_ms)
        for topic in topics:
            self._table.add(topic)
            _LOG.info("created topic %s with %d partitions", topic.name, topic.partitions)

    def opening(self, topic: Topic) -> Iterator[None]:
        """Open the logs of a topic, or make them: one a step, as long as the topic exists. Raises `OSError`."""
        for number in range(topic.partitions):
            if number not in topic.logs and self._table.by_id.get(topic.topic_id) is topic:
                config = self.config_of(topic)
                topic.logs[number] = self._directory.open_log(topic.name, number, config, topic.topic_id)
                yield

    def add_partitions(self, topic: Topic, partitions: int, now_ms: int, *, validate_only: bool = False) -> None:
        """Make a topic wider, up to so many partitions. Their logs come next, by `opening`."""
        fault = _width_fault(topic, partitions)
        if fault is not None:
            raise KafkaError(ErrorCode.INVALID_PARTITIONS, fault)
        if not validate_only:
            numbers = range(topic.partitions, partitions)
            self._directory.make_way((topic.name, number) for number in numbers)
            records = partition_records(topic, numbers, self._config.node_id, self._directory.directory_id)
            self._metadata.append(records, now_ms)
            topic.partitions = partitions

    def delete(self, topic: Topic, now_ms: int) -> None:
        """Remove a topic and its records."""
        deque(self.remove([topic], now_ms), maxlen=0)

    def remove(self, topics: Sequence[Topic], now_ms: int) -> Iterator[None]:
        """Remove topics at once; the steps that are left to be done give back the room on the disk."""
        from kafkawire.messages import RemoveTopicRecord

        self._metadata.append([RemoveTopicRecord(topic_id=topic.topic_id) for topic in topics], now_ms)
        doomed = []
        for topic in topics:
            self._table.forget(topic)
            doomed += [self._directory.doom_log(topic.name, number, log) for number, log in topic.logs.items()]
            topic.logs.clear()
            _LOG.info("deleted topic %s", topic.name)
        self._directory.forget_gone(self.logs())
        return map(self._directory.files.remove_directory, doomed)

    def alter(self, topic: Topic, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False) -> None:
        """Let exactly `options` be set for a topic, from this moment on."""
        config = self._log_config(options)
        if not validate_only:
            self._metadata.append(config_records(TOPIC, topic.name, topic.options, options), now_ms)
            topic.options = dict(options)
            for log in topic.logs.values():
                log.config = config

    def alter_broker(
        self, resource: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for all brokers ("") or this one (its id), from this moment on."""
        self._dynamic.check(resource, options)
        if not validate_only:
            before = self._dynamic.options[resource]
            self._metadata.append(config_records(BROKER, resource, before, options), now_ms)
            self._dynamic.set(resource, options)
            for topic in self:
                config = self.config_of(topic)
                for log in topic.logs.values():
                    log.config = config

    def alter_group(
        self, group_id: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for a group. Raises `KafkaError`."""
        check_group(self._dynamic.current, options)
        if not validate_only:
            before = self._dynamic.groups.get(group_id, {})
            self._metadata.append(config_records(GROUP, group_id, before, options), now_ms)
            self._dynamic.set_group(group_id, options)

    def alter_client_metrics(
        self, name: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for a subscription for metrics of clients. Raises `KafkaError`."""
        check_subscription(name, options)
        if not validate_only:
            before = self._dynamic.client_metrics.get(name, {})
            self._metadata.append(config_records(CLIENT_METRICS, name, before, options), now_ms)
            self._dynamic.set_client_metrics(name, options)

    def config_of(self, topic: Topic) -> LogConfig:
        """The options in force for a topic."""
        return self._config.topic_config(topic.options)

    def _check_new(self, name: str, partitions: int) -> None:
        refuse_own_log(name)
        check_topic_name(name)
        if name in self._table.by_name:
            raise KafkaError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
        alike = self._table.alike(name)
        if alike is not None and name not in INTERNAL:
            fault = f"Topic '{name}' collides with existing topic: {alike}"
            raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION, fault)
        if partitions <= 0:
            raise KafkaError(
                ErrorCode.INVALID_PARTITIONS, "Number of partitions was set to an invalid non-positive value."
            )

    def _log_config(self, options: Mapping[str, str]) -> LogConfig:
        unknown = next((name for name in options if name not in TOPIC_OPTIONS), None)
        if unknown is not None:
            raise KafkaError(ErrorCode.INVALID_CONFIG, f"Unknown topic config name: {unknown}")
        try:
            return self._config.topic_config(options)
        except InvalidOption as exc:
            raise KafkaError(ErrorCode.INVALID_CONFIG, str(exc)) from exc

    def _records_of(self, topics: Sequence[Topic]) -> list[Message]:
        node_id, directory_id = self._config.node_id, self._directory.directory_id
        return [record for topic in topics for record in topic_records(topic, node_id, directory_id)]

    def _open(self, topic: Topic) -> None:
        deque(self.opening(topic), maxlen=0)


def _removals(impostors: Iterable[uuid.UUID]) -> list[Message]:
    from kafkawire.messages import RemoveTopicRecord

    for topic_id in impostors:
        _LOG.warning(
            "removed the topic %s (id %s): an earlier version let a client make it, and so read and write the metadata "
            "log; look through ACLs and users, and set all passwords anew",
            METADATA_TOPIC,
            topic_id,
        )
    return [RemoveTopicRecord(topic_id=topic_id) for topic_id in impostors]


def _width_fault(topic: Topic, partitions: int) -> str | None:
    if partitions == topic.partitions:
        return f"Topic already has {partitions} partition(s)."
    if partitions < topic.partitions:
        there = f"The topic {topic.name} currently has {topic.partitions} partition(s)"
        return f"{there}; {partitions} would not be an increase."
    return f"{partitions} partitions are more than {MOST_PARTITIONS}." if partitions > MOST_PARTITIONS else None
