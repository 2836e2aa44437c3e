"""Opens the log of a partition, and after an unclean stop makes it whole first.

What the recovery point says is on disk is taken as it is. Segments from there on are read batch by batch; the first
that is torn or fails its checksum ends the log, and everything after it goes, as a broker that was the only replica
must. Their indexes are made anew on the way. After a clean stop only the end of the last segment is looked at.
"""

from __future__ import annotations

import errno
import logging
from typing import NamedTuple

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted_recovery import ended, marker_of, mend_aborted
from kafkawire.broker.log.epochs import LeaderEpochs
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.names import is_in_partition, offsets, segment_offset, some
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.swap import finish_swaps
from kafkawire.broker.log.trash import Trash
from kafkawire.errors import CorruptBatch, DecodeError
from kafkawire.logfiles.indexes import AbortedTransaction

__all__ = ["damaged", "open_log"]

_LOG = logging.getLogger("kafkawire.broker")


class _Floor(NamedTuple):
    """What must be left of a log, whatever is damaged: arguments of `open_log`."""

    log_start_offset: int
    may_lose: bool


def open_log(
    files: FileSystem,
    directory: str,
    config: LogConfig,
    *,
    clean: bool,
    recovery_point: int = 0,
    log_start_offset: int = 0,
    may_lose: bool = True,
    trash: Trash | None = None,
) -> PartitionLog:
    """Open or make the log in `directory`. `clean`: the last stop was clean, so nothing needs to be checked.

    `may_lose`: whole batches behind a damaged one may be given up; without it that is a `CorruptBatch`, and a person
    decides. Files that are deleted later go to `trash`, or at once if there is none. Raises `DecodeError` if the log
    ends before `log_start_offset`, and `OSError`.
    """
    files.make_directory(directory)
    _look_around(files, directory)
    finish_swaps(files, directory)
    _remove_orphans(files, directory)
    floor = _Floor(log_start_offset, may_lose)
    segments = [
        Segment(files, directory, base_offset, config.index_interval_bytes)
        for base_offset in offsets(files.list(directory), ".log") or [log_start_offset]
    ]
    segments = (
        _load(files, directory, segments, recovery_point, config, floor)
        if clean
        else _recover(files, directory, segments, recovery_point, floor)
    )
    _check_end(directory, segments[-1].next_offset, floor)
    names = files.list(directory)  # recovery may have removed some
    end = segments[-1].next_offset
    start = max(log_start_offset, segments[0].base_offset)
    epochs = LeaderEpochs(files, directory, end)
    producers, replay_from = _snapshot(files, directory, names, end)
    log = PartitionLog(
        files, directory, config, segments, log_start_offset=start, epochs=epochs, producers=producers, trash=trash
    )
    if not clean:
        log.recovery_point = min(recovery_point, end)  # what was read may still be on its way to the disk
    aborted = _replay(log, replay_from) if replay_from < end else []
    if not clean:
        mend_aborted(log.segments, end, aborted)
    return log


def _look_around(files: FileSystem, directory: str) -> None:
    """Name what is not Kafka's. Raises `OSError` if something is elsewhere: it would be written to, and cut, there."""
    links = [name for name in sorted(files.links(directory)) if is_in_partition(name)]
    if links:
        raise OSError(errno.ELOOP, "is a symbolic link, which is not followed", f"{directory}/{links[0]}")
    strange = [name for name in files.list(directory) if not is_in_partition(name)]
    if strange:
        _LOG.warning("%s: left alone, because they are not Kafka's: %s", directory, some(strange))


def _remove_orphans(files: FileSystem, directory: str) -> None:
    """Remove indexes whose log a crash has seen gone: they must not be taken for those of a segment to come."""
    names = files.list(directory)
    logs = offsets(names, ".log")
    for name in names:
        offset = segment_offset(name, ".index", ".timeindex", ".txnindex")
        if offset is not None and offset not in logs:
            files.remove(f"{directory}/{name}")


def _replay(log: PartitionLog, offset: int) -> list[AbortedTransaction]:
    """Bring the producers up to date from `offset` on; returns the transactions that were aborted there."""
    aborted: list[AbortedTransaction] = []
    try:
        for header, stored in log.segments.batches_from(max(offset, log.log_start_offset)):
            if header.base_offset < offset:
                continue
            marker = marker_of(header, stored.read()) if header.is_control else None
            one = ended(log.producers, header, marker)
            if one is not None:
                aborted.append(one)
    except CorruptBatch as exc:
        _LOG.error("%s: %s; idempotent producers after it are not known", log.directory, exc)
    return aborted


def _load(
    files: FileSystem,
    directory: str,
    segments: list[Segment],
    recovery_point: int,
    config: LogConfig,
    floor: _Floor,
) -> list[Segment]:
    last = segments[-1]
    try:
        if last.load():
            return segments
    except CorruptBatch as exc:
        if last.next_offset < recovery_point and floor.may_lose:
            # A clean stop had everything on disk, so this is no torn tail. Nothing is cut off that may yet be saved;
            # what comes now goes into a segment of its own, where the damage is in nobody's way.
            _LOG.error("%s: %s; offsets %d to %d are lost", directory, exc, last.next_offset, recovery_point - 1)
            return [*segments, Segment(files, directory, recovery_point, config.index_interval_bytes)]
    return _recover(files, directory, segments, recovery_point, floor)


def _recover(
    files: FileSystem, directory: str, segments: list[Segment], recovery_point: int, floor: _Floor
) -> list[Segment]:
    first = max((n for n, s in enumerate(segments) if s.base_offset <= recovery_point), default=0)
    for number in range(first, len(segments)):
        segment, gone = segments[number], segments[number + 1 :]
        end = segment.check()
        if end < segment.size:
            _check_end(directory, segment.next_offset, floor)
            if not floor.may_lose:
                _check_tail(directory, segment, end, gone)
        cut = segment.cut(end)
        if cut:
            _LOG.warning(
                "%s: cut %d bytes at offset %d, and %d segments after it",
                directory,
                cut,
                segment.next_offset,
                len(gone),
            )
            for one in gone:
                one.delete()
            files.sync_directory(directory)
            return segments[: number + 1]
    return segments


def _check_tail(directory: str, segment: Segment, end: int, following: list[Segment]) -> None:
    """Raise `CorruptBatch` if what is damaged at a position is more than the torn end of the log."""
    if not segment.goes_on_behind(end) and not any(one.goes_on_behind(0) for one in following):
        return
    raise CorruptBatch(damaged(f"{directory}/{segment.base_offset:020d}.log", end, segment.next_offset))


def damaged(path: str, position: int, offset: int) -> str:
    """What to say of a log of which nothing is to be lost, and of what a person can do."""
    return (
        f"{path} is damaged at position {position}, offset {offset}, and what follows would be lost: put it back from "
        f"a copy, or give up the rest (`truncate -s {position} {path}`, and remove later segments), and start again"
    )


def _check_end(directory: str, end: int, floor: _Floor) -> None:
    """Raise `DecodeError` if the log would end before it begins."""
    if end < floor.log_start_offset:
        raise DecodeError(
            f"{directory} ends at offset {end}, but log-start-offset-checkpoint has {floor.log_start_offset} as its "
            "beginning: put back segments that are missing, or correct that line"
        )


def _snapshot(files: FileSystem, directory: str, names: list[str], end: int) -> tuple[ProducerStates, int]:
    for offset in reversed(offsets(names, ".snapshot")):
        path = f"{directory}/{offset:020d}.snapshot"
        if offset > end:
            files.remove(path)
            continue
        producers = ProducerStates()
        try:
            producers.load(files.read(path))
        except DecodeError as exc:
            _LOG.warning("%s: %s; using an older one", path, exc)
            continue
        return producers, offset
    return ProducerStates(), 0
