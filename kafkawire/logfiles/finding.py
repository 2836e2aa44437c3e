"""Which files there are below some paths: partitions with their segments, and what lies beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kafkawire.errors import KafkaWireError
from kafkawire.logfiles.segment import Segment

__all__ = ["KINDS", "Directory", "NoLogFile", "Partition", "find", "kind_of"]

_OFFSET_CHECKPOINTS = (
    "recovery-point-offset-checkpoint",
    "replication-offset-checkpoint",
    "log-start-offset-checkpoint",
    "cleaner-offset-checkpoint",
)
"""Files of a log directory with an offset for each partition."""
KINDS = {
    ".log": "log",
    ".checkpoint": "log",  # snapshots of the metadata are batches, too
    ".index": "index",
    ".timeindex": "timeindex",
    ".txnindex": "txnindex",
    ".snapshot": "snapshot",
    "leader-epoch-checkpoint": "epochs",
    "partition.metadata": "partition.metadata",
    "quorum-state": "quorum-state",
    "meta.properties": "properties",
    **dict.fromkeys(_OFFSET_CHECKPOINTS, "offsets"),
}
"""What a file is, by its ending or its name."""
_LEAVING = re.compile(r"\.(?:deleted|cleaned|swap|part|tmp)$")  # a broker is about to remove or replace these
_NUMBERED = re.compile(r"(\d{20})(?:-\d{10})?\.\w+")
_PARTITION = re.compile(r"(.+?)-(\d{1,10})(?:\.[0-9a-f]{32}-(?:delete|stray|future))?")
_LARGEST_OFFSET = 2**63 - 1


class NoLogFile(KafkaWireError):
    """There is nothing at a path that a broker has written."""


@dataclass(slots=True)
class Partition:
    """The files of one partition that were named or found. `others`: their paths, those of segments left out."""

    path: str
    topic: str
    number: int
    segments: list[Segment] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.topic}-{self.number}" if self.number >= 0 else self.path

    def files(self, suffix: str) -> list[str]:
        """Those of the others that end so, by name."""
        return [path for path in self.others if path.endswith(suffix)]


@dataclass(slots=True)
class Directory:
    """A log directory: its partitions, and the paths of the files beside them."""

    path: str
    partitions: list[Partition] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def kind_of(path: str) -> str | None:
    """What a file is, by its name; None for one that is not Kafka's."""
    name = _LEAVING.sub("", os.path.basename(path))
    return KINDS.get(name) or KINDS.get(os.path.splitext(name)[1])


def find(paths: Iterable[str]) -> list[Directory]:
    """What is at these paths: log directories, directories of partitions, or single files.

    Raises `NoLogFile` for a path with nothing of a broker, and `OSError`.
    """
    return [_log_directory(path) if os.path.isdir(path) else _single(path) for path in dict.fromkeys(paths)]


def _log_directory(path: str) -> Directory:
    path = path.rstrip("/") or "/"
    names = sorted(os.listdir(path))
    if any(kind_of(name) in ("log", "index", "epochs") and name != "bootstrap.checkpoint" for name in names):
        return Directory(path, [_partition_in(path)])
    found = Directory(path)
    for name in names:
        below = os.path.join(path, name)
        if os.path.isdir(below):
            if _PARTITION.fullmatch(name):
                found.partitions.append(_partition_in(below))
        elif kind_of(name) is not None:
            found.others.append(below)
    if not found.partitions and not found.others:
        raise NoLogFile(f"{path}: neither a log directory nor that of a partition: nothing there is Kafka's")
    return found


def _single(path: str) -> Directory:
    if kind_of(path) is None:
        os.stat(path)
        known = ", ".join(KINDS)
        raise NoLogFile(f"{path}: by its name it is no file of a broker; those are {known}")
    if kind_of(path) in ("offsets", "properties"):
        os.stat(path)
        return Directory(os.path.dirname(path), [], [path])
    return Directory(os.path.dirname(path), [_with(os.path.dirname(path), [os.path.basename(path)])])


def _partition_in(path: str) -> Partition:
    """The partition whose files are in a directory. Files that are on their way out are passed over."""
    names = (name for name in sorted(os.listdir(path)) if not _LEAVING.search(name))
    return _with(path, [name for name in names if kind_of(name) is not None])


def _with(path: str, names: Iterable[str]) -> Partition:
    found = _PARTITION.fullmatch(os.path.basename(os.path.abspath(path)))
    partition = Partition(path, found[1] if found else "", int(found[2]) if found else -1)
    for name in names:
        below = os.path.join(path, name)
        if _LEAVING.sub("", name).endswith(".log"):
            partition.segments.append(_segment(below, partition.topic, partition.number))
        else:
            os.stat(below)
            partition.others.append(below)
    partition.segments = list(_in_a_row(partition.segments))
    return partition


def _segment(path: str, topic: str, partition: int) -> Segment:
    """A single segment; one whose name says no offset may begin with any."""
    found = _NUMBERED.match(os.path.basename(path))
    base = int(found[1]) if found else 0
    return Segment(topic, partition, path, base if base <= _LARGEST_OFFSET else 0, os.stat(path).st_size, None)


def _in_a_row(segments: list[Segment]) -> Iterator[Segment]:
    """In order, each with the base offset of its successor."""
    ordered = sorted(segments, key=lambda segment: segment.base_offset)
    for segment, after in pairwise([*ordered, None]):
        if segment is not None:
            yield replace(segment, next_base=None if after is None else after.base_offset)
