"""Opens, configures and closes the logs of this broker, so that they are what the metadata image says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC
from kafkawire.broker.metadata.image import Changes, MetadataImage
from kafkawire.broker.metadata.topics import Topic
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["Reconciler"]

_LOG = RateLimitedLogger("kafkawire.broker")


class Reconciler:
    """Fills and empties `Topic.logs`. What takes long is a step of an iterator, so that others are served between."""

    def __init__(self, image: MetadataImage, directory: LogDirectory, metadata_log: PartitionLog) -> None:
        self._image = image
        self._directory = directory
        self._metadata_log = metadata_log

    def logs(self) -> dict[tuple[str, int], PartitionLog]:
        """Every open log, the metadata log too, by topic and partition."""
        found = {(topic.name, number): log for topic in self._image.topics for number, log in topic.logs.items()}
        found[METADATA_TOPIC, METADATA_PARTITION] = self._metadata_log
        return found

    def open(self, topic: Topic) -> None:
        """Open the logs of a topic, or make them. Raises `OSError`."""
        for _ in self._opening(topic):
            pass

    def follow(self, changes: Changes) -> Iterator[None]:
        """Configure logs and close those of removed topics, at once; `OSError` if one cannot be put out of the way.

        The steps that are left open the logs of new partitions and give back the room on the disk. They raise nothing:
        a log that cannot be made is missing until the next start, which also removes what is still there.
        """
        for topic in self._image.topics if changes.are_defaults_altered else changes.altered:
            self._configure(topic)
        doomed = self._close(changes.removed) if changes.removed else []
        return chain(self._opening_all(changes.grown), self._removing(doomed))

    def _configure(self, topic: Topic) -> None:
        config = self._image.dynamic.current.topic_config(topic.options)
        for log in topic.logs.values():
            log.config = config

    def _close(self, topics: Iterable[Topic]) -> list[str]:
        """The directories that are left to be removed: under their new names a restart takes them for no topic's."""
        doomed, failures = list[str](), list[OSError]()
        for topic in topics:
            for number, log in topic.logs.items():
                try:
                    doomed.append(self._directory.doom_log(topic.name, number, log))
                except OSError as exc:  # the topic is gone all the same, and so are those after it
                    failures.append(exc)
            topic.logs.clear()
        self._directory.forget_gone(self.logs())
        if failures:
            raise failures[-1]
        return doomed

    def _removing(self, directories: Iterable[str]) -> Iterator[None]:
        for directory in directories:
            try:
                self._directory.files.remove_directory(directory)
            except OSError as exc:
                _LOG.error("the files of a deleted topic are still there: %s", exc)
            yield

    def _opening_all(self, topics: Iterable[Topic]) -> Iterator[None]:
        for topic in topics:
            try:
                yield from self._opening(topic)
            except OSError as exc:
                _LOG.error("topic %s has not all of its logs: %s", topic.name, exc)

    def _opening(self, topic: Topic) -> Iterator[None]:
        """One log a step, as long as the topic exists."""
        for number in range(topic.partitions):
            if number not in topic.logs and self._image.topics.by_id(topic.topic_id) is topic:
                config = self._image.dynamic.current.topic_config(topic.options)
                topic.logs[number] = self._directory.open_log(topic.name, number, config, topic.topic_id)
                yield
