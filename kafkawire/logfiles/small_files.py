"""What is wrong with the files beside segments, each taken by itself: checkpoints, properties, snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kafkawire.errors import DecodeError
from kafkawire.logfiles.checkpoints import parse_offsets, parse_properties
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import kind_of
from kafkawire.logfiles.reading import content
from kafkawire.logfiles.walking import Damage, walk

__all__ = ["Fault", "Looked", "Spans", "beside_partitions", "metadata_snapshot", "understood", "unreadable"]

T = TypeVar("T")
Spans = dict[tuple[str, int], tuple[int, int]]
"""Topic and partition -> where its log begins and ends."""


class Fault(NamedTuple):
    """Something that is not as it should be: the file, where in it, the offset that is concerned."""

    path: str
    position: int | None
    offset: int | None
    text: str
    is_damage: bool
    """False for what a broker leaves behind, too, and puts right by itself or does not mind."""


@dataclass(slots=True)
class Looked:
    """What was looked at."""

    files: int = 0
    batches: int = 0
    bytes: int = 0


def understood(path: str, parse: Callable[[bytes], T]) -> tuple[T | None, list[Fault]]:
    """What a small file says, or why nobody can tell."""
    try:
        return parse(content(path)), []
    except DecodeError as exc:
        return None, [Fault(path, None, None, str(exc), True)]
    except OSError as exc:
        return None, [unreadable(path, exc)]


def unreadable(path: str, error: OSError) -> Fault:
    """That a file cannot be read."""
    return Fault(path, None, None, f"cannot be read: {error.strerror or error}", True)


def metadata_snapshot(path: str, looked: Looked) -> Iterator[Fault]:
    """A `.checkpoint` of the metadata log, which is made of batches as a segment is."""
    try:
        with LocalFile(path) as file:
            for position, fields in walk(file):
                looked.batches += 1
                if isinstance(fields, Damage):
                    yield Fault(path, position, fields.offset, fields.cause, True)
            looked.bytes += file.size
    except OSError as exc:
        yield unreadable(path, exc)


def beside_partitions(path: str, spans: Spans) -> Iterator[Fault]:
    """A file of the directory above the partitions; nothing is said of offsets where no partition was looked at."""
    kind = kind_of(path)
    if kind == "properties":
        yield from understood(path, _properties)[1]
    elif kind == "log":
        yield from metadata_snapshot(path, Looked())
    elif kind == "offsets":
        offsets, faults = understood(path, parse_offsets)
        yield from faults
        for tp, offset in (offsets or {}).items() if spans else ():
            yield from _offset_checkpoint(path, tp, offset, spans.get(tp))


def _offset_checkpoint(path: str, tp: tuple[str, int], offset: int, span: tuple[int, int] | None) -> Iterator[Fault]:
    name = f"{tp[0]}-{tp[1]}"
    if span is None:
        yield Fault(path, None, offset, f"{name} is not in this directory", False)
    elif offset > span[1]:
        yield Fault(path, None, offset, f"{name} at offset {offset}, but the log ends at {span[1]}", True)
    elif offset < span[0] and "log-start" in path and offset >= 0:
        yield Fault(path, None, offset, f"{name} begins at {offset}, but its first segment at {span[0]}", False)


def _properties(data: bytes) -> object:
    found = parse_properties(data)
    if "version" not in found:
        raise DecodeError("there is no version in it")
    return found
