"""ListOffsets v0, which knows segments alone: where each begins, and where the log ends."""

from __future__ import annotations

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["offsets_before"]

_LATEST, _EARLIEST = -1, -2


def offsets_before(log: PartitionLog, timestamp: int, most: int, now_ms: int, *, by_consumer: bool) -> list[int]:
    """Where segments start, largest first, at most `most`; those complete at `timestamp` (ms; -1 end, -2 start).

    Apache Kafka goes by the time at which a file was last written, we by its largest timestamp.
    """
    points = [(max(segment.base_offset, log.log_start_offset), segment) for segment in log.segments]
    starts = [(offset, segment.largest_timestamp() if _is_time(timestamp) else 0) for offset, segment in points]
    if points[-1][1].size:
        starts.append((log.end_offset, now_ms))
    found = sorted((offset for offset, _ in _until(starts, timestamp)[::-1][: max(most, 0)]), reverse=True)
    return _visible(found, log.high_watermark) if by_consumer else found


def _is_time(timestamp: int) -> bool:
    return timestamp not in (_LATEST, _EARLIEST)


def _until(starts: list[tuple[int, int]], timestamp: int) -> list[tuple[int, int]]:
    """Up to the last one that is not younger than `timestamp`."""
    if timestamp == _LATEST:
        return starts
    if timestamp == _EARLIEST:
        return starts[:1]
    old_enough = [number for number, (_, modified) in enumerate(starts) if modified <= timestamp]
    return starts[: old_enough[-1] + 1] if old_enough else []


def _visible(offsets: list[int], high_watermark: int) -> list[int]:
    below = [offset for offset in offsets if offset <= high_watermark]
    return below if len(below) == len(offsets) else [high_watermark, *below]
