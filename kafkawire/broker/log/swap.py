"""How a cleaned segment takes the place of those it was made of, so that a crash at any moment loses nothing.

Apache Kafka's steps, and its names: the new files are written as `.cleaned`. Whole and on disk, they are renamed to
`.swap`; the old segments are removed, the first of them first; `.swap` is taken off. At a start, `.cleaned` files (and
`.swap` files beside them: the renaming was not done) are of no use, the old segments are all there. So they are as long
as the first is there, and `.swap` files go then too: whatever is in them, nothing is lost. Once it is gone, the rest of
the steps is made good, if what is to take its place is whole.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.names import is_in_partition, offsets, segment_offset
from kafkawire.broker.log.segment import DELETED, SUFFIXES
from kafkawire.errors import CorruptBatch
from kafkawire.logfiles.headers import valid_headers
from kafkawire.logfiles.indexes import parse_aborted

__all__ = ["CLEANED", "SWAP", "finish_swaps", "rename_files"]

_LOG = logging.getLogger("kafkawire.broker")
CLEANED, SWAP = ".cleaned", ".swap"
_UNFINISHED = ".tmp"
_INDEXES = (".index", ".timeindex")


def rename_files(files: FileSystem, directory: str, base_offset: int, old: str, new: str) -> None:
    """Give those files of a segment that end with `old` the ending `new`; the `.log` goes first."""
    stem = f"{directory}/{base_offset:020d}"
    for kind in SUFFIXES:
        if files.exists(stem + kind + old):
            files.rename(stem + kind + old, stem + kind + new)


def finish_swaps(files: FileSystem, directory: str) -> None:
    """Bring a directory that a crash left in the middle of compaction to the one side or the other."""
    names = [name for name in files.list(directory) if is_in_partition(name)]
    half_done = min(offsets(names, CLEANED), default=None)
    refused = False
    for at in offsets(names, SWAP):
        swaps = [name for name in names if segment_offset(name, SWAP) == at]
        log = f"{at:020d}.log"
        if log + SWAP in swaps and log not in names and not (half_done is not None and at >= half_done):
            refused |= not _finish(files, directory, names, at)
        else:
            _drop(files, directory, swaps, is_done=log + SWAP not in swaps)
    for name in names:
        if name.endswith((CLEANED, _UNFINISHED)) or (name.endswith(DELETED) and not refused):
            files.remove(f"{directory}/{name}")


def _finish(files: FileSystem, directory: str, names: Sequence[str], base_offset: int) -> bool:
    """Let a swap take the place of what was removed; False if it is not fit for that, and nothing is done."""
    stem = f"{directory}/{base_offset:020d}"
    logs = offsets(names, ".log")
    try:
        end = _end(files, f"{stem}.log{SWAP}", base_offset)
        _check_place(files, directory, logs, base_offset, end)
        if files.exists(f"{stem}.txnindex{SWAP}"):
            parse_aborted(files.read(f"{stem}.txnindex{SWAP}"))
    except CorruptBatch as exc:
        _LOG.error("%s.log%s is left alone, and replaces nothing: %s", stem, SWAP, exc)
        return False
    for name in names:
        offset = segment_offset(name, *SUFFIXES)
        if offset is not None and base_offset < offset < end:
            files.remove(f"{directory}/{name}")
    for kind in (".txnindex", *(kind + ending for kind in _INDEXES for ending in ("", SWAP))):
        files.remove(stem + kind)  # the old segment's, or what the first reader makes anew from what is in the log
    rename_files(files, directory, base_offset, SWAP, "")
    return True


def _drop(files: FileSystem, directory: str, swaps: Sequence[str], *, is_done: bool) -> None:
    """Remove swaps that are of no use; if the log has been renamed, its index of aborted transactions is to follow."""
    for name in swaps:
        path = f"{directory}/{name}"
        there = path.removesuffix(SWAP)
        if is_done and there.endswith(".txnindex") and not files.exists(there):
            files.rename(path, there)
        else:
            files.remove(path)


def _check_place(files: FileSystem, directory: str, logs: Sequence[int], base_offset: int, end: int) -> None:
    """Raise `CorruptBatch` unless what ends at `end` fits between the segments: the last one is never compacted."""
    if not logs or end > logs[-1]:
        raise CorruptBatch(f"it has the offsets {base_offset} to {end - 1}, which no sealed segment can have")
    before = max((at for at in logs if at < base_offset), default=None)
    if before is not None and _end(files, f"{directory}/{before:020d}.log", before) > base_offset:
        raise CorruptBatch(f"its offsets begin at {base_offset}, within the segment of {before}")


def _end(files: FileSystem, path: str, base_offset: int) -> int:
    """The offset behind a segment's last batch. Raises `CorruptBatch` if it is not whole, and in order."""
    file = files.open(path)
    try:
        end, position = base_offset, 0
        for position, header in valid_headers(file):
            if header.base_offset < end:
                raise CorruptBatch(f"position {position}: offset {header.base_offset} comes after {end - 1}")
            end = header.last_offset + 1
            position += header.size
        if position < file.size:
            raise CorruptBatch(f"position {position}: no whole batch")
        return end
    finally:
        file.close()
