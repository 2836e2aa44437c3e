"""Where segments are: in partition directories, in the log directories of a broker."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.logfiles.segment import Segment, SegmentFile, beside
from kafkawire.spark.paths import PathPattern, is_directory, naming, open_file, read_file

__all__ = ["Partitions", "find_segments", "open_segment"]

_LOG = re.compile(r"(\d{20})\.log")
_PARTITION = re.compile(r"([a-zA-Z0-9._-]{1,249})-(\d{1,10})")
_LEAVING = re.compile(r".+-(delete|future|stray)")  # a broker is about to remove or replace these


Partitions = dict[TopicPartition, list[Segment]]


def find_segments(paths: Iterable[str]) -> Partitions:
    """The segments of all partitions that these paths name, in order of their offsets.

    A path names a partition directory, a directory of such directories, a `.log` file, or a pattern with `*`, `?` and
    `[...]` for any of them. Raises `InvalidOption` where there is none, and where one partition is in two directories.
    """
    found: Partitions = {}
    homes: dict[TopicPartition, str] = {}
    for path in paths:
        pattern = PathPattern(path)
        for tp, directory, logs in _partitions(path, pattern):
            if homes.setdefault(tp, directory) != directory:
                both = f"{homes[tp]} and in {directory}"
                raise InvalidOption(f"{tp} is in {both}: its records would come twice; name one of them")
            new = [Segment(*tp, pattern.path(log), int(log.base_name[:20]), log.size, None) for log in logs]
            found[tp] = _in_a_row({segment.path: segment for segment in (*found.get(tp, []), *new)}.values())
    return dict(sorted(found.items()))


def _in_a_row(segments: Iterable[Segment]) -> list[Segment]:
    """In order, each with the base offset of its successor."""
    ordered = sorted(segments, key=lambda segment: segment.base_offset)
    ends = [after.base_offset for _, after in pairwise(ordered)]
    return [replace(segment, next_base=end) for segment, end in zip(ordered, [*ends, None], strict=True)]


_Partition = tuple[TopicPartition, str, list[Any]]  # with its directory and its `.log` files


def _partitions(path: str, pattern: PathPattern) -> list[_Partition]:
    found = [partition for entry in pattern.found() for partition in _below(pattern, entry)]
    if not found:
        raise InvalidOption(
            f"{path}: no log segments there; name a directory such as orders-0, one of such directories, or a pattern"
        )
    return found


def _below(pattern: PathPattern, entry: Any) -> list[_Partition]:
    if not is_directory(entry):
        directory = entry.path.rpartition("/")[0]
        return [(_named(directory), directory, [entry])] if _LOG.fullmatch(entry.base_name) else []
    if _LEAVING.fullmatch(entry.base_name):
        return []
    inside = pattern.inside(entry)
    if any(_LOG.fullmatch(info.base_name) for info in inside):
        return [(_named(entry.path), entry.path, _logs(inside))]
    return [
        (_named(info.path), info.path, _logs(pattern.inside(info)))
        for info in inside
        if is_directory(info) and _PARTITION.fullmatch(info.base_name)
    ]


def _logs(inside: Iterable[Any]) -> list[Any]:
    return [info for info in inside if _LOG.fullmatch(info.base_name) and not is_directory(info)]


def _named(directory: str) -> TopicPartition:
    found = _PARTITION.fullmatch(directory.rstrip("/").rpartition("/")[2])
    if found is None:
        raise InvalidOption(f"{directory} holds segments, but is not named as partitions are: TOPIC-NUMBER")
    return TopicPartition(found[1], int(found[2]))


def open_segment(segment: Segment) -> SegmentFile:
    """A segment for reading. Raises `FileFailed` where that fails, now or later."""
    return SegmentFile(segment, _File(segment.path), partial(read_file, beside(segment, ".index")))


class _File:
    """A file of Arrow, of any file system; its errors say which one it is."""

    def __init__(self, path: str) -> None:
        self._path = path
        with naming(path):
            self._file = open_file(path)

    @property
    def size(self) -> int:
        """Bytes in the file."""
        with naming(self._path):
            size: int = self._file.size()
        return size

    def read(self, position: int, size: int) -> bytes:
        """At most so many bytes from a position."""
        with naming(self._path):
            data: bytes = self._file.read_at(size, position)
        return data

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
