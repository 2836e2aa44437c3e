"""How a cleaned segment takes the place of those it was made of, so that a crash at any moment loses nothing.

Apache Kafka's steps, and its names: the new files are written as `.cleaned`. Whole and on disk, they are renamed to
`.swap`; the old segments are removed; `.swap` is taken off. At a start, `.cleaned` files (and `.swap` files beside
them: the renaming was not done) are of no use, the old segments are all there. With only `.swap` files the step was
taken, and the rest is made good.
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.headers import headers_before_damage
from kafkawire.broker.log.segment import DELETED, SUFFIXES

__all__ = ["CLEANED", "SWAP", "finish_swaps", "rename_files"]

CLEANED, SWAP = ".cleaned", ".swap"
_UNFINISHED = ".tmp"


def rename_files(files: FileSystem, directory: str, base_offset: int, old: str, new: str) -> None:
    """Give those files of a segment that end with `old` the ending `new`; the `.log` goes first."""
    stem = f"{directory}/{base_offset:020d}"
    for kind in SUFFIXES:
        if files.exists(stem + kind + old):
            files.rename(stem + kind + old, stem + kind + new)


def finish_swaps(files: FileSystem, directory: str) -> None:
    """Bring a directory that a crash left in the middle of compaction to the one side or the other."""
    names = files.list(directory)
    half_done = min(_offsets(names, CLEANED), default=None)
    for name in names:
        undone = half_done is not None and name.endswith(SWAP) and _offset(name) >= half_done
        if name.endswith((CLEANED, DELETED, _UNFINISHED)) or undone:
            files.remove(f"{directory}/{name}")
    swaps = sorted(set(_offsets(files.list(directory), SWAP)))
    for base_offset in swaps:
        _finish(files, directory, base_offset)


def _finish(files: FileSystem, directory: str, base_offset: int) -> None:
    stem = f"{directory}/{base_offset:020d}"
    if files.exists(f"{stem}.log{SWAP}"):
        end = _end(files, f"{stem}.log{SWAP}", base_offset)
        for name in files.list(directory):
            if name.endswith(SUFFIXES) and name.partition(".")[0].isdecimal() and base_offset < _offset(name) < end:
                files.remove(f"{directory}/{name}")
        files.remove(f"{stem}.txnindex")  # the cleaned segment may have none, and the old one's is no longer true
    rename_files(files, directory, base_offset, SWAP, "")


def _end(files: FileSystem, path: str, base_offset: int) -> int:
    file = files.open(path)
    try:
        found = headers_before_damage(file, 0, file.size)
        return max((header.last_offset + 1 for _, header in found), default=base_offset)
    finally:
        file.close()


def _offsets(names: Iterable[str], ending: str) -> list[int]:
    return [_offset(name) for name in names if name.endswith(ending) and name.partition(".")[0].isdecimal()]


def _offset(name: str) -> int:
    return int(name.partition(".")[0])
