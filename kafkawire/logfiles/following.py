"""A log that is being written to: the batches that come, from segment to segment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import NoLogFile, Partition, find
from kafkawire.logfiles.reading import batches, start_of
from kafkawire.logfiles.segment import Batch, Segment
from kafkawire.logfiles.walking import Damage

__all__ = ["follow"]

_LAST = 2**63 - 1


def follow(
    path: str, *, from_beginning: bool, wait: Callable[[], None], on_cut: Callable[[str], None]
) -> Iterator[Batch]:
    """The batches of a partition's directory, or of one segment, as they come; never ends by itself.

    Begins with what comes from now on, or with what is there. `wait` is called where there is nothing new. `on_cut` is
    told when a file has become shorter, as a broker makes it that recovers; reading goes on at its new end. Damage is
    waited for, too: it may be a batch that is just being written. Raises `OSError` and `NoLogFile`.
    """
    segments = _partition(path).segments
    segment = segments[0] if from_beginning else segments[-1]
    position = 0 if from_beginning else _end(segment, start_of(segment, _LAST))
    while True:
        with LocalFile(segment.path) as file:
            if file.size < position:
                on_cut(f"{segment.path}: cut from {position} to {file.size} bytes")
                position = file.size
            for at, found in batches(file, position):
                if isinstance(found, Damage):
                    break
                position = at + found.size_in_bytes
                yield found
        following = next((one for one in _later(path, segment)), None)
        if following is not None and os.path.getsize(segment.path) == file.size:
            segment, position = following, 0
        else:
            wait()


def _partition(path: str) -> Partition:
    partitions = [partition for directory in find([path]) for partition in directory.partitions]
    if len(partitions) != 1 or not partitions[0].segments:
        raise NoLogFile(f"{path}: want the directory of one partition, or a segment")
    return partitions[0]


def _later(path: str, segment: Segment) -> Iterator[Segment]:
    if os.path.isdir(path):
        yield from (one for one in _partition(path).segments if one.base_offset > segment.base_offset)


def _end(segment: Segment, start: int) -> int:
    """Where the whole batches of a segment end."""
    end = start
    with LocalFile(segment.path) as file:
        for position, found in batches(file, start):
            if isinstance(found, Damage):
                break
            end = position + found.size_in_bytes
    return end
