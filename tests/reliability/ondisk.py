"""Reads a log directory with nothing but `struct`: do the indexes agree with the batches?

It shares no code with the broker. Raises `Disagreement` with the file and the entry.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

from crc32c import crc32c


class Disagreement(Exception):
    """A file does not fit to the `.log` beside it."""


class Batch(NamedTuple):
    position: int
    base_offset: int
    last_offset: int
    max_timestamp: int


def batches(path: Path) -> list[Batch]:
    """Every batch of a `.log` of magic 2, each with its checksum looked at; there must be nothing behind the last."""
    data, at = path.read_bytes(), 0
    found: list[Batch] = []
    while at < len(data):
        if len(data) - at < 61:
            raise Disagreement(f"{path}: {len(data) - at} stray bytes at {at}")
        base, length, _, magic, crc, _, delta, _, newest = struct.unpack_from(">qiibIhiqq", data, at)
        end = at + 12 + length
        if magic != 2 or end > len(data) or crc32c(data[at + 21 : end]) != crc:
            raise Disagreement(f"{path}: no good batch at {at}")
        if found and base <= found[-1].last_offset:
            raise Disagreement(f"{path}: offset {base} at {at} comes after {found[-1].last_offset}")
        found.append(Batch(at, base, base + delta, newest))
        at = end
    return found


def check_segment(log: Path) -> int:
    """Hold the two indexes of a segment against its batches; returns how many entries they have."""
    base, stored = int(log.stem), batches(log)
    if stored and stored[0].base_offset < base:
        raise Disagreement(f"{log}: begins with offset {stored[0].base_offset}")
    return _check_offsets(log.with_suffix(".index"), base, stored) + _check_times(
        log.with_suffix(".timeindex"), base, stored
    )


def check_partition(directory: Path) -> int:
    """All segments of a partition, in order, and nothing lying around; returns how many index entries there are."""
    entries, last = 0, -1
    for log in sorted(directory.glob("*.log")):
        entries += check_segment(log)
        for batch in batches(log):
            if batch.base_offset <= last:
                raise Disagreement(f"{log}: offset {batch.base_offset} is in an earlier segment too")
            last = batch.last_offset
    stray = [p.name for p in directory.iterdir() if p.suffix in (".cleaned", ".swap", ".tmp")]
    alone = [p.name for p in directory.glob("*.*index") if not p.with_suffix(".log").exists()]
    if stray or alone:
        raise Disagreement(f"{directory}: {stray + alone} are left over")
    return entries


def _check_offsets(path: Path, base: int, stored: list[Batch]) -> int:
    ends = {(batch.last_offset, batch.position) for batch in stored}
    entries = list(struct.iter_unpack(">ii", path.read_bytes())) if path.exists() else []
    for before, (relative, position) in zip([(-1, -1), *entries], entries, strict=False):
        if (base + relative, position) not in ends or before[0] >= relative or before[1] >= position:
            raise Disagreement(f"{path}: entry ({relative}, {position}) after {before} is no batch's")
    return len(entries)


def _check_times(path: Path, base: int, stored: list[Batch]) -> int:
    entries = list(struct.iter_unpack(">qi", path.read_bytes())) if path.exists() else []
    previous = (-1, -1)
    for timestamp, relative in entries:
        offset = base + relative
        carriers = [b for b in stored if b.base_offset <= offset <= b.last_offset and b.max_timestamp == timestamp]
        earlier = max((b.max_timestamp for b in stored if b.last_offset <= offset), default=-1)
        if not carriers or earlier > timestamp or previous[0] >= timestamp or previous[1] >= relative:
            raise Disagreement(f"{path}: entry ({timestamp}, {relative}) after {previous} is no batch's")
        previous = (timestamp, relative)
    newest = max((batch.max_timestamp for batch in stored), default=-1)
    if newest >= 0 and previous[0] != newest:
        raise Disagreement(f"{path}: the newest is {previous[0]}, the log has {newest}")
    return len(entries)
