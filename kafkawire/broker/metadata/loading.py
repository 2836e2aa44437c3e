"""How a broker knows its topics again at the start: from the metadata log, and from the directories that are there."""

from __future__ import annotations

import errno
import logging
import uuid
from collections.abc import Collection

from kafkawire.broker.config.dynamic import DynamicConfig
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.log.checkpoints import format_uuid
from kafkawire.broker.log.directory import Found, LogDirectory
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC
from kafkawire.broker.metadata.records import BROKER, CLIENT_METRICS, GROUP, TOPIC
from kafkawire.broker.metadata.security import SecurityState
from kafkawire.broker.metadata.topic_table import Topic, TopicTable
from kafkawire.errors import DecodeError
from kafkawire.message import Message
from kafkawire.wire import ZERO_UUID

__all__ = ["Replay", "adopt"]

_LOG = logging.getLogger("kafkawire.broker")


class Replay:
    """Does again, in `table`, `dynamic` and `security`, what records of the metadata log say was done."""

    def __init__(self, table: TopicTable, dynamic: DynamicConfig, security: SecurityState) -> None:
        self.removed: set[uuid.UUID] = set()
        """The ids of topics that were deleted."""
        self.impostors: set[uuid.UUID] = set()
        """The ids of topics that have the name of the metadata log: earlier versions let clients make one."""
        self.features: dict[str, int] = {}
        """Feature -> the level that was in force."""
        self.next_producer_id = 0
        self._table = table
        self._dynamic = dynamic
        self._security = security
        self._set_option = {
            TOPIC: self._set_topic_option,
            BROKER: dynamic.replay,
            CLIENT_METRICS: dynamic.replay_client_metrics,
            GROUP: dynamic.replay_group,
        }

    def apply(self, record: Message) -> None:
        """Do what the next record says; one that says nothing to us is passed over."""
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
                self._add(name, topic_id)
            case PartitionRecord(topic_id=topic_id, partition_id=number):
                if topic := self._table.by_id.get(topic_id):
                    topic.partitions = max(topic.partitions, number + 1)
            case ConfigRecord(resource_type=kind, resource_name=name, name=option, value=value):
                if set_option := self._set_option.get(kind):
                    set_option(name, option, value)
            case FeatureLevelRecord(name=name, feature_level=level):
                self.features[name] = level
            case RemoveTopicRecord(topic_id=topic_id):
                self.removed.add(topic_id)
                self.impostors.discard(topic_id)
                if topic := self._table.by_id.get(topic_id):
                    self._table.forget(topic)
            case ProducerIdsRecord(next_producer_id=next_id):
                self.next_producer_id = max(self.next_producer_id, next_id)
            case _:
                self._security.replay(record)

    def _add(self, name: str, topic_id: uuid.UUID) -> None:
        if name == METADATA_TOPIC:
            self.impostors.add(topic_id)
        else:
            self._table.add(Topic(name, topic_id))

    def _set_topic_option(self, topic_name: str, option: str, value: str | None) -> None:
        topic = self._table.by_name.get(topic_name)
        if topic is None:
            return
        if value is None:
            topic.options.pop(option, None)
            return
        try:
            self._dynamic.current.topic_config({option: value})
        except InvalidOption as exc:
            _LOG.warning("topic %s: %s; it has no effect here", topic_name, exc)
        else:
            topic.options[option] = value


def adopt(
    directory: LogDirectory, table: TopicTable, removed: Collection[uuid.UUID], *, is_new_log: bool
) -> list[Topic]:
    """Enter topics that have directories and nothing else, and return them; directories of deleted topics go.

    `is_new_log`: whether the metadata log is empty, so that it cannot be held against a directory. Raises `OSError` or
    `DecodeError` if the directory of a topic is not its own.
    """
    adopted = TopicTable()
    # A topic of ours is in the metadata log before its directory is there. One that is not, and does not say whose
    # it was, has been left by a deletion that a crash cut short.
    is_known_to_be_all = not directory.clean and not is_new_log
    for found in directory.partitions():
        name, number, topic_id = found.topic, found.partition, found.topic_id
        topic = table.by_name.get(name)
        if name == METADATA_TOPIC:
            if number != METADATA_PARTITION:
                directory.set_aside(name, number)
        elif topic_id in removed:
            _LOG.info("removing %s-%d, whose topic was deleted", name, number)
            directory.files.remove_directory(f"{directory.path}/{name}-{number}")
        elif topic is not None and number < topic.partitions:
            _check_owner(directory, found, topic, table)
        elif doubt := _doubt(found, table, adopted, is_known_to_be_all=is_known_to_be_all):
            directory.leave_alone(name, number, doubt)
        else:
            if name not in adopted.by_name:
                adopted.add(Topic(name, topic_id or uuid.uuid4()))
            topic = adopted.by_name[name]
            topic.partitions = max(topic.partitions, number + 1)
    for topic in adopted.by_name.values():
        table.add(topic)
    return list(adopted.by_name.values())


def _check_owner(directory: LogDirectory, found: Found, topic: Topic, table: TopicTable) -> None:
    """Raise an error if the directory where a log of a topic should be is something else."""
    path = f"{directory.path}/{topic.name}-{found.partition}"
    if found.is_link:
        raise OSError(errno.ELOOP, "is a symbolic link, which is not followed", path)
    is_garbage = not directory.clean and found.topic_id is not None and found.topic_id not in table.by_id
    if found.topic_id == ZERO_UUID or is_garbage:  # it is not forced to disk, and may be anything after a crash
        directory.forget_id(topic.name, found.partition)
    elif found.topic_id not in (None, topic.topic_id):
        raise DecodeError(
            f"{path}/partition.metadata has the topic id {format_uuid(found.topic_id)}, but {topic.name} has "
            f"{format_uuid(topic.topic_id)}: move the directory away if it is another topic's, else remove that file"
        )


def _doubt(found: Found, table: TopicTable, adopted: TopicTable, *, is_known_to_be_all: bool) -> str | None:
    """Why a directory that the metadata log does not know is no topic's to take over, if that is so."""
    topic_id = found.topic_id
    if found.is_link:
        return "it is a symbolic link"
    if found.topic in table.by_name:
        return f"{found.topic} has {table.by_name[found.topic].partitions} partitions"
    if topic_id is None:
        if not found.has_log or not found.is_named or is_known_to_be_all:
            return "it has no partition.metadata, and no checkpoint knows it as the log of an older Kafka"
        return None
    if topic_id == ZERO_UUID:
        return "its partition.metadata cannot be read"
    owner = table.by_id.get(topic_id) or adopted.by_id.get(topic_id)
    if owner is not None and owner.name != found.topic:
        return f"its topic id is that of {owner.name}"
    known = adopted.by_name.get(found.topic)
    return "its topic id is not that of the partitions beside it" if known and known.topic_id != topic_id else None
