"""A partition written anew, with what is sound of it. The files that there are stay as they are.

What a broker makes again by itself is left out: the indexes of offsets and times, snapshots of producers, checkpoints
of offsets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kafkawire.errors import DecodeError, KafkaWireError
from kafkawire.limits import MIB
from kafkawire.logfiles.checkpoints import parse_epochs, parse_partition_metadata
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import Partition, kind_of
from kafkawire.logfiles.indexes import parse_aborted
from kafkawire.logfiles.reading import content
from kafkawire.logfiles.segment import Segment
from kafkawire.logfiles.walking import Damage, walk
from kafkawire.records.header import LOG_OVERHEAD

__all__ = ["Lost", "NotEmpty", "Repaired", "repair"]

_CHUNK = MIB
_TAKEN_OVER: dict[str, Callable[[bytes], object]] = {
    "epochs": parse_epochs,
    "partition.metadata": parse_partition_metadata,
    "txnindex": parse_aborted,  # a broker makes it anew only where it does not trust the log
}


class NotEmpty(KafkaWireError):
    """Where something was to be written there is something already."""


class Lost(NamedTuple):
    """What could not be taken over: bytes of a file, and the offsets that are missing for it, the upper one excluded.

    `to_offset` is None where more damage follows, or the end of the log: nobody knows how many records there were.
    """

    path: str
    position: int
    size: int
    from_offset: int
    to_offset: int | None
    cause: str


class Repaired(NamedTuple):
    """A file that was written."""

    path: str
    size: int
    batches: int


def repair(partition: Partition, into: str) -> Iterator[Lost | Repaired]:
    """Write the sound batches of a partition into a new directory, segment by segment.

    Raises `NotEmpty` if the directory has something in it, and `OSError`.
    """
    os.makedirs(into, exist_ok=True)
    if os.listdir(into):
        raise NotEmpty(f"{into}: something is there already; repaired files go into a new directory")
    expected = partition.segments[0].base_offset if partition.segments else 0
    waiting: Lost | None = None
    for segment in partition.segments:
        copying = _Copying(segment, into, expected, waiting)
        yield from copying.run()
        expected, waiting = copying.expected, copying.waiting
    if waiting is not None:
        yield waiting
    for path in partition.others:
        if _is_sound(path):
            target = os.path.join(into, os.path.basename(path))
            with open(target, "xb") as file:
                file.write(content(path))
            yield Repaired(target, os.path.getsize(target), 0)


class _Copying:
    """One segment. `waiting`: what was lost last; how many offsets that were is known with the next batch."""

    def __init__(self, segment: Segment, into: str, expected: int, waiting: Lost | None) -> None:
        self._segment, self.expected, self.waiting = segment, expected, waiting
        self._target = os.path.join(into, os.path.basename(segment.path))
        self._batches = 0

    def run(self) -> Iterator[Lost | Repaired]:
        with LocalFile(self._segment.path) as file, open(self._target, "xb") as target:
            for position, found in walk(file):
                if isinstance(found, Damage):
                    yield from self._lose(position, found.end - position, found.cause)
                    continue
                base, size = found[0], found[1] + LOG_OVERHEAD
                if base < self.expected:
                    yield from self._lose(position, size, f"offset {base} comes again, {self.expected} was next")
                    continue
                yield from self._lost_up_to(base)
                target.writelines(
                    file.read(at, min(_CHUNK, position + size - at)) for at in range(position, position + size, _CHUNK)
                )
                self.expected = base + found[6] + 1
                self._batches += 1
        yield Repaired(self._target, os.path.getsize(self._target), self._batches)

    def _lose(self, position: int, size: int, cause: str) -> Iterator[Lost]:
        if self.waiting is not None:
            yield self.waiting
        self.waiting = Lost(self._segment.path, position, size, self.expected, None, cause)

    def _lost_up_to(self, offset: int) -> Iterator[Lost]:
        if self.waiting is not None:
            yield self.waiting._replace(to_offset=offset)
            self.waiting = None


def _is_sound(path: str) -> bool:
    """Whether a small file is one that belongs to the repaired log, too, and can be read."""
    parse = _TAKEN_OVER.get(kind_of(path) or "")
    if parse is None:
        return False
    try:
        parse(content(path))
    except DecodeError:
        return False
    return True
