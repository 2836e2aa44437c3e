"""The directory that holds all logs of a broker, and the files beside them that say how they were left.

`meta.properties` says whose directory it is, three checkpoint files where each log begins, from where it must be
checked and how far consumers may read, and `.kafka_cleanshutdown` that the last stop was a clean one. That marker is
removed at the start and written as the last thing of a clean stop, so a crash is noticed by its absence.
"""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.names import is_doomed, is_in_log_directory, offsets, some, split_name
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.recovery import open_log
from kafkawire.broker.log.topic_names import METADATA_TOPIC
from kafkawire.broker.log.trash import Trash
from kafkawire.errors import DecodeError
from kafkawire.logfiles import checkpoints
from kafkawire.wire import ZERO_UUID

__all__ = ["Found", "LogDirectory"]

_LOG = logging.getLogger("kafkawire.broker")
_META = "meta.properties"
_CLEAN = ".kafka_cleanshutdown"
_RECOVERY = "recovery-point-offset-checkpoint"
_WATERMARKS = "replication-offset-checkpoint"
_CLEANED = "cleaner-offset-checkpoint"
_STARTS = "log-start-offset-checkpoint"
_PARTITION = "partition.metadata"
_DELETED, _STRAY = "-delete", "-stray"
_MANY, _CLOSERS = 64, 8

Logs = Mapping[tuple[str, int], PartitionLog]
Offsets = dict[tuple[str, int], int]


class Found(NamedTuple):
    """The directory of a partition, by its name, and what is known of it."""

    topic: str
    partition: int
    topic_id: uuid.UUID | None = None
    """None in directories older than topic ids, and all zeros where it cannot be read (any more)."""
    has_log: bool = False
    is_named: bool = False
    """Whether a checkpoint has it."""
    is_link: bool = False


class LogDirectory:
    """The open directory at `path`. Raises `InvalidOption` if it belongs to another node, `OSError` if it is in use."""

    def __init__(self, files: FileSystem, path: str, node_id: int, cluster_id: str = "") -> None:
        self.files = files
        self.path = path
        self.directory_id = ZERO_UUID  # of directories older than that
        self.trash = Trash(files)
        self.is_new = not files.exists(f"{path}/{_META}")
        files.make_directory(path)
        try:
            self._lock = files.lock(f"{path}/.lock")
        except BlockingIOError as exc:
            raise OSError(exc.errno, f"{path} is in use by another broker") from exc
        try:
            self.cluster_id = self._identify(node_id, cluster_id)
        except (InvalidOption, DecodeError):
            self._lock.close()
            raise
        self.clean = files.exists(f"{path}/{_CLEAN}")
        self._recovery_points = self._read_offsets(_RECOVERY)
        self._starts = self._read_offsets(_STARTS)
        self._cleaned = self._read_offsets(_CLEANED)
        self._left_alone: set[str] = set()
        files.remove(f"{path}/{_CLEAN}")
        if self.clean:
            files.sync_directory(path)  # the marker must not come back after what is written from now on
        self._remove_deleted()

    def partitions(self) -> list[Found]:
        """Every directory that is called as that of a partition is, those first that a checkpoint or an id vouches for.

        What else there is, and is not Kafka's, is named in a warning.
        """
        names = self.files.list(self.path)
        topic_partitions = {name: tp for name in names if (tp := split_name(name)) is not None}
        strange = [name for name in names if name not in topic_partitions and not is_in_log_directory(name)]
        if strange:
            _LOG.warning("%s: left alone, because they are not Kafka's: %s", self.path, some(strange))
        named = self._recovery_points.keys() | self._read_offsets(_WATERMARKS).keys()
        links = self.files.links(self.path)
        found = [self._look(*tp, is_named=tp in named, is_link=name in links) for name, tp in topic_partitions.items()]
        return sorted(found, key=lambda one: (not one.is_named, one.topic_id is None))

    def _look(self, topic: str, partition: int, *, is_named: bool, is_link: bool) -> Found:
        if is_link:
            return Found(topic, partition, is_named=is_named, is_link=True)
        name = f"{topic}-{partition}"
        topic_id = self._topic_id(name)
        has_log = topic_id is not None or self._has_segments(name)
        return Found(topic, partition, topic_id, has_log=has_log, is_named=is_named)

    def _has_segments(self, name: str) -> bool:
        try:
            return bool(offsets(self.files.list(f"{self.path}/{name}"), ".log"))
        except OSError:  # a file, or nothing that this process may look into
            return False

    def forget_id(self, topic: str, partition: int) -> None:
        """Remove a `partition.metadata` that cannot be read: it is made anew when the log is opened."""
        path = f"{self.path}/{topic}-{partition}/{_PARTITION}"
        _LOG.warning("%s cannot be read; making it anew", path)
        self.files.remove(path)

    def leave_alone(self, topic: str, partition: int, why: str) -> None:
        """Do nothing with a log, and say so in a warning."""
        self._left_alone.add(f"{topic}-{partition}")
        _LOG.warning("%s/%s-%d is left alone: %s", self.path, topic, partition, why)

    def open_log(self, topic: str, partition: int, config: LogConfig, topic_id: uuid.UUID | None) -> PartitionLog:
        """Open the log of a partition, or make it. A given `topic_id` is noted in it."""
        directory = f"{self.path}/{topic}-{partition}"
        is_new = not self.files.exists(directory)
        if is_new:  # what the checkpoints say is of an earlier topic of that name
            for known in (self._recovery_points, self._starts, self._cleaned):
                known.pop((topic, partition), None)
        log = open_log(
            self.files,
            directory,
            config,
            clean=self.clean or is_new,
            recovery_point=self._recovery_points.get((topic, partition), 0),
            log_start_offset=self._starts.get((topic, partition), 0),
            may_lose=topic != METADATA_TOPIC,
            trash=self.trash,
        )
        if topic_id is not None and not self.files.exists(f"{directory}/{_PARTITION}"):
            data = checkpoints.format_partition_metadata(topic_id)
            self.files.replace(f"{directory}/{_PARTITION}", data, sync=False)
        return log

    def doom_log(self, topic: str, partition: int, log: PartitionLog) -> str:
        """Close a log and give its directory, which is returned, another name: a crash leaves no half of it.

        Then `forget_gone`, and remove the directory.
        """
        log.abandon()
        doomed = f"{self.path}/{topic[:200]}-{partition}.{uuid.uuid4().hex}{_DELETED}"
        self.files.rename(log.directory, doomed)
        return doomed

    def make_way(self, topic_partitions: Iterable[tuple[str, int]]) -> None:
        """Set aside what was left alone where logs are to be made.

        To be called before it is written down that they exist: after a crash what is there would be taken for them.
        """
        in_the_way = [tp for tp in topic_partitions if f"{tp[0]}-{tp[1]}" in self._left_alone]
        for topic, partition in in_the_way:
            self.set_aside(topic, partition)
        if in_the_way:
            self.files.sync_directory(self.path)

    def set_aside(self, topic: str, partition: int) -> None:
        """Give what is in the way of a new log another name."""
        stray = f"{topic[:200]}-{partition}.{uuid.uuid4().hex}{_STRAY}"
        _LOG.warning("%s/%s-%d is no log of that topic; it is called %s now", self.path, topic, partition, stray)
        self.files.rename(f"{self.path}/{topic}-{partition}", f"{self.path}/{stray}")
        self._left_alone.discard(f"{topic}-{partition}")

    def forget_gone(self, logs: Logs) -> None:
        """Leave in the checkpoints only what is in `logs`: a topic of the same name to come begins at 0.

        When it returns, what was removed will not come back.
        """
        self._recovery_points = self._keep(_RECOVERY, self._recovery_points, logs)
        self._starts = self._keep(_STARTS, self._starts, logs)
        self._cleaned = self._keep(_CLEANED, self._cleaned, logs)
        self.files.sync_directory(self.path)

    def checkpoint(self, logs: Logs) -> None:
        """Write down where each log begins, from where it must be checked, and how far consumers may read."""
        for log in logs.values():
            if log.log_start_offset > log.recovery_point:
                log.flush()  # else a power loss could leave a log that ends before it begins
        self._starts = {key: log.log_start_offset for key, log in logs.items() if log.log_start_offset > 0}
        self._recovery_points = {key: log.recovery_point for key, log in logs.items()}
        self._write_offsets(_RECOVERY, self._recovery_points)
        self._write_offsets(_STARTS, self._starts)
        self._write_offsets(_WATERMARKS, {key: log.high_watermark for key, log in logs.items()})

    def cleaned_up_to(self, key: tuple[str, int]) -> int:
        """The offset up to which a log has been compacted, 0 if it never was."""
        return self._cleaned.get(key, 0)

    def cleaned(self, key: tuple[str, int], offset: int, logs: Logs) -> None:
        """Write down that a log has been compacted up to an offset. Only those in `logs` are kept in the file."""
        self._cleaned[key] = offset
        self._cleaned = {known: offset for known, offset in self._cleaned.items() if known in logs}
        self._write_offsets(_CLEANED, self._cleaned)

    def close(self, logs: Logs) -> None:
        """Flush and close the logs, and say that this was a clean stop.

        Raises `OSError` if that cannot be said, because not all of them could be brought to disk.
        """
        self.files.sync_directory(self.path)  # once, not for each of thousands of logs
        failures = [failure for failure in self._close_all(list(logs.values())) if failure is not None]
        if failures:
            self.abandon()
            raise failures[-1]
        self.checkpoint(logs)
        marker = json.dumps({"version": 0, "brokerEpoch": -1}, separators=(",", ":"))
        self.files.replace(f"{self.path}/{_CLEAN}", marker.encode())
        self._lock.close()

    def _close_all(self, logs: list[PartitionLog]) -> Iterable[OSError | None]:
        if len(logs) < _MANY:
            return map(self._close, logs)
        with ThreadPoolExecutor(_CLOSERS) as pool:  # a disk that is asked for several things at once is quicker
            return list(pool.map(self._close, logs))

    def _close(self, log: PartitionLog) -> OSError | None:
        log.unsynced_directories = tuple(path for path in log.unsynced_directories if path != self.path)
        try:
            log.close()
        except OSError as exc:
            log.abandon()
            return exc
        return None

    def abandon(self) -> None:
        """Let go of the directory without a word about how it is left."""
        self._lock.close()

    def _identify(self, node_id: int, cluster_id: str) -> str:
        path = f"{self.path}/{_META}"
        if not self.files.exists(path):
            values = {
                "version": "1",
                "cluster.id": cluster_id or checkpoints.format_uuid(uuid.uuid4()),
                "node.id": str(node_id),
                "directory.id": checkpoints.format_uuid(uuid.uuid4()),
            }
            self.files.replace(path, checkpoints.format_properties(values))
            self.files.sync_directory(self.path)
            self.directory_id = checkpoints.parse_uuid(values["directory.id"])
            return values["cluster.id"]
        try:
            values = checkpoints.parse_properties(self.files.read(path))
            if "directory.id" in values:
                self.directory_id = checkpoints.parse_uuid(values["directory.id"])
        except DecodeError as exc:
            raise DecodeError(f"{path}: {exc}") from exc
        owner = values.get("node.id", values.get("broker.id", ""))
        if owner != str(node_id):
            raise InvalidOption(f"node.id is {node_id}, but {self.path} belongs to node {owner or 'unknown'}")
        if cluster_id and values.get("cluster.id") != cluster_id:
            raise InvalidOption(f"cluster.id is {cluster_id}, but {path} says {values.get('cluster.id')}")
        if "cluster.id" not in values:
            raise DecodeError(f"{path} has no cluster.id")
        return values["cluster.id"]

    def _topic_id(self, name: str) -> uuid.UUID | None:
        path = f"{self.path}/{name}/{_PARTITION}"
        try:
            return checkpoints.parse_partition_metadata(self.files.read(path)) if self.files.exists(path) else None
        except DecodeError:
            return ZERO_UUID

    def _remove_deleted(self) -> None:
        for name in self.files.list(self.path):
            if is_doomed(name):
                self.files.remove_directory(f"{self.path}/{name}")

    def _read_offsets(self, name: str) -> dict[tuple[str, int], int]:
        path = f"{self.path}/{name}"
        if not self.files.exists(path):
            return {}
        try:
            return checkpoints.parse_offsets(self.files.read(path))
        except DecodeError as exc:
            _LOG.warning("%s: %s; checking the logs from their beginning", path, exc)
            return {}

    def _keep(self, name: str, offsets: Offsets, logs: Logs) -> Offsets:
        kept = {key: offset for key, offset in offsets.items() if key in logs}
        if len(kept) < len(offsets):
            self._write_offsets(name, kept)
        return kept

    def _write_offsets(self, name: str, offsets: Mapping[tuple[str, int], int]) -> None:
        self.files.replace(f"{self.path}/{name}", checkpoints.format_offsets(offsets))
