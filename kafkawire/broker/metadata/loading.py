"""How a broker knows its topics again at the start: from the metadata log, and from the directories that are there.

Directories that the metadata log knows nothing about (made by an older Kafka, or copied here) are taken over as they
are.
"""

from __future__ import annotations

import errno
import logging
import uuid
from collections.abc import Collection, Iterable

from kafkawire.broker.log.directory import Found, LogDirectory
from kafkawire.broker.log.metadata import MetadataLog
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.reconciler import Reconciler
from kafkawire.broker.metadata.records import feature_records
from kafkawire.broker.metadata.topics import NewTopic, Topic, Topics
from kafkawire.errors import DecodeError
from kafkawire.logfiles.checkpoints import format_uuid
from kafkawire.message import Message
from kafkawire.wire import ZERO_UUID

__all__ = ["load"]

_LOG = logging.getLogger("kafkawire.broker")


def load(
    directory: LogDirectory, log: MetadataLog, controller: Controller, reconciler: Reconciler, now_ms: int
) -> None:
    """Replay the metadata log and open every log. Raises `DecodeError` if the metadata cannot be read."""
    past = _Past()
    image = controller.image
    for records in log.replay():
        image.apply(records)
        past.see(records)
    adopted = _adopt(directory, image.topics, past.removed, is_new_log=log.last_offset < 0)
    missing = [*feature_records(image.features), *_removals(past.impostors), *controller.records_of(adopted)]
    controller.write(missing, now_ms)
    for topic in image.topics:
        reconciler.open(topic)
    directory.forget_gone(reconciler.logs())


class _Past:
    """What the metadata log says of topics that are not there any more."""

    def __init__(self) -> None:
        self.removed: set[uuid.UUID] = set()
        """The ids of topics that were deleted."""
        self.impostors: set[uuid.UUID] = set()
        """The ids of topics that have the name of the metadata log: earlier versions let clients make one."""

    def see(self, records: Iterable[Message]) -> None:
        """Remember what a batch of records says of them."""
        from kafkawire.messages import RemoveTopicRecord, TopicRecord

        for record in records:
            if isinstance(record, RemoveTopicRecord):
                self.removed.add(record.topic_id)
                self.impostors.discard(record.topic_id)
            elif isinstance(record, TopicRecord) and record.name == METADATA_TOPIC:
                self.impostors.add(record.topic_id)


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


def _adopt(
    directory: LogDirectory, topics: Topics, removed: Collection[uuid.UUID], *, is_new_log: bool
) -> list[NewTopic]:
    """The topics that have directories and nothing else; directories of deleted topics go.

    `is_new_log`: whether the metadata log is empty, so that it cannot be held against a directory. Raises `OSError` or
    `DecodeError` if the directory of a topic is not its own.
    """
    by_name: dict[str, Topic] = {}
    by_id: dict[uuid.UUID, Topic] = {}
    adopted = Topics(by_name, by_id)
    # A topic of ours is in the metadata log before its directory is there. One that is not, and does not say whose
    # it was, has been left by a deletion that a crash cut short.
    is_known_to_be_all = not directory.clean and not is_new_log
    for found in directory.partitions():
        name, number, topic_id = found.topic, found.partition, found.topic_id
        topic = topics.get(name)
        if name == METADATA_TOPIC:
            if number != METADATA_PARTITION:
                directory.set_aside(name, number)
        elif topic_id in removed:
            _LOG.info("removing %s-%d, whose topic was deleted", name, number)
            directory.files.remove_directory(f"{directory.path}/{name}-{number}")
        elif topic is not None and number < topic.partitions:
            _check_owner(directory, found, topic, topics)
        elif doubt := _doubt(found, topics, adopted, is_known_to_be_all=is_known_to_be_all):
            directory.leave_alone(name, number, doubt)
        else:
            if name not in by_name:
                topic = by_name[name] = Topic(name, topic_id or uuid.uuid4())
                by_id[topic.topic_id] = topic
            by_name[name].partitions = max(by_name[name].partitions, number + 1)
    return [NewTopic(topic.name, topic.topic_id, topic.partitions, {}) for topic in adopted]


def _check_owner(directory: LogDirectory, found: Found, topic: Topic, topics: Topics) -> None:
    """Raise an error if the directory where a log of a topic should be is something else."""
    path = f"{directory.path}/{topic.name}-{found.partition}"
    if found.is_link:
        raise OSError(errno.ELOOP, "is a symbolic link, which is not followed", path)
    is_garbage = not directory.clean and found.topic_id is not None and topics.by_id(found.topic_id) is None
    if found.topic_id == ZERO_UUID or is_garbage:  # it is not forced to disk, and may be anything after a crash
        directory.forget_id(topic.name, found.partition)
    elif found.topic_id not in (None, topic.topic_id):
        raise DecodeError(
            f"{path}/partition.metadata has the topic id {format_uuid(found.topic_id)}, but {topic.name} has "
            f"{format_uuid(topic.topic_id)}: move the directory away if it is another topic's, else remove that file"
        )


def _doubt(found: Found, topics: Topics, adopted: Topics, *, is_known_to_be_all: bool) -> str | None:
    """Why a directory that the metadata log does not know is no topic's to take over, if that is so."""
    topic_id = found.topic_id
    if found.is_link:
        return "it is a symbolic link"
    if (topic := topics.get(found.topic)) is not None:
        return f"{found.topic} has {topic.partitions} partitions"
    if topic_id is None:
        if not found.has_log or not found.is_named or is_known_to_be_all:
            return "it has no partition.metadata, and no checkpoint knows it as the log of an older Kafka"
        return None
    if topic_id == ZERO_UUID:
        return "its partition.metadata cannot be read"
    owner = topics.by_id(topic_id) or adopted.by_id(topic_id)
    if owner is not None and owner.name != found.topic:
        return f"its topic id is that of {owner.name}"
    known = adopted.get(found.topic)
    return "its topic id is not that of the partitions beside it" if known and known.topic_id != topic_id else None
