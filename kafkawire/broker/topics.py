"""The topics of a broker: their names, ids, options and logs.

A change is written to the metadata log first and then done, so a crash in between is made good at the next start: a
topic without directories gets them, the directories of a deleted topic go. Directories that the metadata log knows
nothing about (made by an older Kafka, or copied here) are taken over as they are.
"""

from __future__ import annotations

import logging
import uuid
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kafkawire.broker.client_metrics import check_subscription
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.dynamic import DynamicConfig
from kafkawire.broker.features import FINALIZED
from kafkawire.broker.group_options import check_group
from kafkawire.broker.log.config import TOPIC_OPTIONS, LogConfig
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.metadata import MetadataLog, config_records
from kafkawire.broker.options import InvalidOption
from kafkawire.broker.topic_names import check_topic_name
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Message
from kafkawire.wire import ZERO_UUID

__all__ = ["INTERNAL", "MOST_AT_ONCE", "OFFSETS_TOPIC", "Topic", "Topics"]

_LOG = logging.getLogger("kafkawire.broker")
OFFSETS_TOPIC = "__consumer_offsets"
INTERNAL = frozenset({OFFSETS_TOPIC, "__transaction_state", "__share_group_state"})
"""The names of the broker's own topics."""
_TOPIC_RESOURCE, _BROKER_RESOURCE, _METRICS_RESOURCE, _GROUP_RESOURCE = 2, 4, 16, 32
_MAX_PARTITIONS = 100_000
MOST_AT_ONCE = 10_000
"""Partitions that one request may ask for, as with Apache Kafka (POLICY_VIOLATION)."""
_PRODUCER_ID_BLOCK = 1000


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


class Topics:
    """All topics. Lookups that fail return None; changes that cannot be made raise `KafkaError` or `OSError`."""

    def __init__(self, dynamic: DynamicConfig, directory: LogDirectory) -> None:
        self._dynamic = dynamic
        self._directory = directory
        self._metadata = MetadataLog(directory)
        self._by_name: dict[str, Topic] = {}
        self._by_id: dict[uuid.UUID, Topic] = {}
        self._removed: set[uuid.UUID] = set()
        self._has_features = False
        self._producer_ids = range(0)
        self._next_block = 0

    @property
    def _config(self) -> BrokerConfig:
        return self._dynamic.current

    def __iter__(self) -> Iterator[Topic]:
        return iter(list(self._by_name.values()))

    @property
    def metadata_offset(self) -> int:
        """The offset of the last change that was written down, -1 before the first."""
        return self._metadata.log.end_offset - 1

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

    def logs(self) -> dict[tuple[str, int], PartitionLog]:
        """Every log, the metadata log too, by topic and partition."""
        found = {(topic.name, number): log for topic in self for number, log in topic.logs.items()}
        found["__cluster_metadata", 0] = self._metadata.log
        return found

    def load(self, now_ms: int) -> None:
        """Replay the metadata log and open every log. Raises `DecodeError` if the metadata cannot be read."""
        for record in self._metadata.replay():
            self._apply(record)
        self._metadata.append([*self._missing_features(), *self._adopt()], now_ms)
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
        self._metadata.append([record for topic in topics for record in self._records_of(topic)], now_ms)
        for topic in topics:
            self._add(topic)
            _LOG.info("created topic %s with %d partitions", topic.name, topic.partitions)

    def opening(self, topic: Topic) -> Iterator[None]:
        """Open the logs of a topic, or make them: one a step, as long as the topic exists. Raises `OSError`."""
        for number in range(topic.partitions):
            if number not in topic.logs and self._by_id.get(topic.topic_id) is topic:
                config = self.config_of(topic)
                topic.logs[number] = self._directory.open_log(topic.name, number, config, topic.topic_id)
                yield

    def add_partitions(self, topic: Topic, partitions: int, now_ms: int, *, validate_only: bool = False) -> None:
        """Make a topic wider, up to so many partitions. Their logs come next, by `opening`."""
        fault = _width_fault(topic, partitions)
        if fault is not None:
            raise KafkaError(ErrorCode.INVALID_PARTITIONS, fault)
        if not validate_only:
            self._metadata.append(self._partition_records(topic, range(topic.partitions, partitions)), now_ms)
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
            self._forget(topic)
            doomed += [self._directory.doom_log(topic.name, number, log) for number, log in topic.logs.items()]
            topic.logs.clear()
            _LOG.info("deleted topic %s", topic.name)
        self._directory.forget_gone(self.logs())
        return map(self._directory.files.remove_directory, doomed)

    def alter(self, topic: Topic, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False) -> None:
        """Let exactly `options` be set for a topic, from this moment on."""
        config = self._log_config(options)
        if not validate_only:
            self._metadata.append(config_records(_TOPIC_RESOURCE, topic.name, topic.options, options), now_ms)
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
            self._metadata.append(config_records(_BROKER_RESOURCE, resource, before, options), now_ms)
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
            self._metadata.append(config_records(_GROUP_RESOURCE, group_id, before, options), now_ms)
            self._dynamic.set_group(group_id, options)

    def alter_client_metrics(
        self, name: str, options: Mapping[str, str], now_ms: int, *, validate_only: bool = False
    ) -> None:
        """Let exactly `options` be set for a subscription for metrics of clients. Raises `KafkaError`."""
        check_subscription(name, options)
        if not validate_only:
            before = self._dynamic.client_metrics.get(name, {})
            self._metadata.append(config_records(_METRICS_RESOURCE, name, before, options), now_ms)
            self._dynamic.set_client_metrics(name, options)

    def config_of(self, topic: Topic) -> LogConfig:
        """The options in force for a topic."""
        return self._config.topic_config(topic.options)

    def new_producer_id(self, now_ms: int) -> int:
        """A producer id that was never given out before. They are reserved in blocks, so most cost no write."""
        from kafkawire.messages import ProducerIdsRecord

        if not self._producer_ids:
            block = range(self._next_block, self._next_block + _PRODUCER_ID_BLOCK)
            record = ProducerIdsRecord(broker_id=self._config.node_id, next_producer_id=block.stop)
            self._metadata.append([record], now_ms)
            self._producer_ids, self._next_block = block, block.stop
        found, self._producer_ids = self._producer_ids[0], self._producer_ids[1:]
        return found

    def _check_new(self, name: str, partitions: int) -> None:
        check_topic_name(name)
        if name in self._by_name:
            raise KafkaError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
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

    def _records_of(self, topic: Topic) -> list[Message]:
        from kafkawire.messages import TopicRecord

        options = config_records(_TOPIC_RESOURCE, topic.name, {}, topic.options)
        partitions = self._partition_records(topic, range(topic.partitions))
        return [TopicRecord(name=topic.name, topic_id=topic.topic_id), *options, *partitions]

    def _partition_records(self, topic: Topic, numbers: range) -> list[Message]:
        from kafkawire.messages import PartitionRecord

        node = [self._config.node_id]
        return [
            PartitionRecord(
                partition_id=number,
                topic_id=topic.topic_id,
                replicas=node,
                isr=node,
                leader=self._config.node_id,
                leader_epoch=0,
                partition_epoch=0,
                directories=[self._directory.directory_id],
            )
            for number in numbers
        ]

    def _apply(self, record: Message) -> None:
        from kafkawire.messages import (
            ConfigRecord,
            FeatureLevelRecord,
            PartitionRecord,
            ProducerIdsRecord,
            RemoveTopicRecord,
            TopicRecord,
        )

        match record:
            case TopicRecord(name=name, topic_id=topic_id):
                self._add(Topic(name, topic_id))
            case PartitionRecord(topic_id=topic_id, partition_id=number):
                if topic := self._by_id.get(topic_id):
                    topic.partitions = max(topic.partitions, number + 1)
            case ConfigRecord(resource_type=kind, resource_name=name, name=option, value=value):
                replay = {
                    _TOPIC_RESOURCE: self._apply_option,
                    _BROKER_RESOURCE: self._dynamic.replay,
                    _METRICS_RESOURCE: self._dynamic.replay_client_metrics,
                    _GROUP_RESOURCE: self._dynamic.replay_group,
                }.get(kind)
                if replay is not None:
                    replay(name, option, value)
            case FeatureLevelRecord():
                self._has_features = True
            case RemoveTopicRecord(topic_id=topic_id):
                self._removed.add(topic_id)
                if topic := self._by_id.get(topic_id):
                    self._forget(topic)
            case ProducerIdsRecord(next_producer_id=next_id):
                self._next_block = max(self._next_block, next_id)

    def _apply_option(self, topic_name: str, option: str, value: str | None) -> None:
        topic = self._by_name.get(topic_name)
        if topic is None:
            return
        if value is None:
            topic.options.pop(option, None)
            return
        try:
            self._config.topic_config({option: value})
        except InvalidOption as exc:
            _LOG.warning("topic %s: %s; it has no effect here", topic_name, exc)
        else:
            topic.options[option] = value

    def _missing_features(self) -> list[Message]:
        # Apache Kafka does not open a directory whose metadata log does not say what may be in it.
        from kafkawire.messages import FeatureLevelRecord

        return [] if self._has_features else [FeatureLevelRecord(*feature) for feature in FINALIZED.items()]

    def _adopt(self) -> list[Message]:
        found: dict[str, Topic] = {}
        # A topic of ours is in the metadata log before its directory is there. One that is not, and does not say whose
        # it was, has been left by a deletion that a crash cut short.
        is_known_to_be_all = not self._directory.clean and self._metadata.log.end_offset > 0
        for name, number, topic_id in list(self._directory.partitions()):
            if topic_id in self._removed:
                _LOG.info("removing %s-%d, whose topic was deleted", name, number)
                self._directory.files.remove_directory(f"{self._directory.path}/{name}-{number}")
            elif name in self._by_name or name == "__cluster_metadata":
                continue
            elif topic_id == ZERO_UUID or (topic_id is None and is_known_to_be_all):
                self._directory.set_aside(name, number)
            else:
                topic = found.setdefault(name, Topic(name, topic_id or uuid.uuid4()))
                topic.partitions = max(topic.partitions, number + 1)
        for topic in found.values():
            self._add(topic)
        return [record for topic in found.values() for record in self._records_of(topic)]

    def _open(self, topic: Topic) -> None:
        deque(self.opening(topic), maxlen=0)

    def _add(self, topic: Topic) -> None:
        self._by_name[topic.name] = self._by_id[topic.topic_id] = topic

    def _forget(self, topic: Topic) -> None:
        self._by_name.pop(topic.name, None)
        self._by_id.pop(topic.topic_id, None)


def _width_fault(topic: Topic, partitions: int) -> str | None:
    if partitions == topic.partitions:
        return f"Topic already has {partitions} partition(s)."
    if partitions < topic.partitions:
        there = f"The topic {topic.name} currently has {topic.partitions} partition(s)"
        return f"{there}; {partitions} would not be an increase."
    return f"{partitions} partitions are more than {_MAX_PARTITIONS}." if partitions > _MAX_PARTITIONS else None
