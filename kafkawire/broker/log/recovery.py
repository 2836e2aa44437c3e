"""Opens the log of a partition, and after an unclean stop makes it whole first.

What the recovery point says is on disk is taken as it is. Segments from there on are read batch by batch; the first
that is torn or fails its checksum ends the log, and everything after it goes, as a broker that was the only replica
must. Their indexes are made anew on the way. After a clean stop only the end of the last segment is looked at.
"""

from __future__ import annotations

import logging

from kafkawire.broker.log.aborted import AbortedTransaction
from kafkawire.broker.log.aborted_recovery import ended, marker_of, mend_aborted
from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.log.epochs import LeaderEpochs
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.swap import finish_swaps
from kafkawire.errors import CorruptBatch, DecodeError

__all__ = ["open_log"]

_LOG = logging.getLogger("kafkawire.broker")


def open_log(
    files: FileSystem,
    directory: str,
    config: LogConfig,
    *,
    clean: bool,
    recovery_point: int = 0,
    log_start_offset: int = 0,
) -> PartitionLog:
    """Open or make the log in `directory`. `clean`: the last stop was clean, so nothing needs to be checked."""
    files.make_directory(directory)
    finish_swaps(files, directory)
    _remove_orphans(files, directory)
    segments = [
        Segment(files, directory, base_offset, config.index_interval_bytes)
        for base_offset in _offsets(files.list(directory), ".log") or [log_start_offset]
    ]
    segments = (
        _load(files, directory, segments, recovery_point, config)
        if clean
        else _recover(files, directory, segments, recovery_point)
    )
    names = files.list(directory)  # recovery may have removed some
    end = segments[-1].next_offset
    start = min(max(log_start_offset, segments[0].base_offset), end)
    epochs = LeaderEpochs(files, directory, end)
    producers, replay_from = _snapshot(files, directory, names, end)
    log = PartitionLog(files, directory, config, segments, log_start_offset=start, epochs=epochs, producers=producers)
    if not clean:
        log.recovery_point = min(recovery_point, end)  # what was read may still be on its way to the disk
    aborted = _replay(log, replay_from) if replay_from < end else []
    if not clean:
        mend_aborted(log.segments, end, aborted)
    return log


def _remove_orphans(files: FileSystem, directory: str) -> None:
    """Remove indexes whose log a crash has seen gone: they must not be taken for those of a segment to come."""
    names = set(files.list(directory))
    for name in names:
        stem, _, kind = name.partition(".")
        if kind in ("index", "timeindex", "txnindex") and f"{stem}.log" not in names:
            files.remove(f"{directory}/{name}")


def _replay(log: PartitionLog, offset: int) -> list[AbortedTransaction]:
    """Bring the producers up to date from `offset` on; returns the transactions that were aborted there."""
    aborted: list[AbortedTransaction] = []
    try:
        for header, stored in log.batches_from(max(offset, log.log_start_offset)):
            if header.base_offset < offset:
                continue
            marker = marker_of(header, stored.read()) if header.is_control else None
            one = ended(log.producers, header, marker)
            if one is not None:
                aborted.append(one)
    except CorruptBatch as exc:
        _LOG.error("%s: %s; idempotent producers after it are not known", log.directory, exc)
    return aborted


def _offsets(names: list[str], suffix: str) -> list[int]:
    stems = [name.removesuffix(suffix) for name in names if name.endswith(suffix)]
    return sorted(int(stem) for stem in stems if stem.isdigit())


def _load(
    files: FileSystem, directory: str, segments: list[Segment], recovery_point: int, config: LogConfig
) -> list[Segment]:
    last = segments[-1]
    try:
        if last.load():
            return segments
    except CorruptBatch as exc:
        if last.next_offset < recovery_point:
            # A clean stop had everything on disk, so this is no torn tail. Nothing is cut off that may yet be saved;
            # what comes now goes into a segment of its own, where the damage is in nobody's way.
            _LOG.error("%s: %s; offsets %d to %d are lost", directory, exc, last.next_offset, recovery_point - 1)
            return [*segments, Segment(files, directory, recovery_point, config.index_interval_bytes)]
    return _recover(files, directory, segments, recovery_point)


def _recover(files: FileSystem, directory: str, segments: list[Segment], recovery_point: int) -> list[Segment]:
    first = max((n for n, s in enumerate(segments) if s.base_offset <= recovery_point), default=0)
    for number in range(first, len(segments)):
        cut = segments[number].recover()
        if cut:
            gone = segments[number + 1 :]
            _LOG.warning(
                "%s: cut %d bytes at offset %d, and %d segments after it",
                directory,
                cut,
                segments[number].next_offset,
                len(gone),
            )
            for segment in gone:
                segment.delete()
            files.sync_directory(directory)
            return segments[: number + 1]
    return segments


def _snapshot(files: FileSystem, directory: str, names: list[str], end: int) -> tuple[ProducerStates, int]:
    for offset in reversed(_offsets(names, ".snapshot")):
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
