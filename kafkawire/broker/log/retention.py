"""How much of a log `retention.ms` and `retention.bytes` let stay. Segments go as a whole, the oldest first."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.segment import Segment

__all__ = ["retention_offset"]


def retention_offset(
    segments: Sequence[Segment], log_start_offset: int, end_offset: int, config: LogConfig, now_ms: int
) -> int:
    """The log start offset that the options of a log ask for, which ends at `end_offset`; never a smaller one."""
    if not config.deletes_old:
        return log_start_offset
    excess = sum(segment.size for segment in segments) - config.retention_bytes if config.retention_bytes >= 0 else 0
    start = log_start_offset
    ends = [*(segment.base_offset for segment in segments[1:]), end_offset]
    for segment, end in zip(segments, ends, strict=True):
        excess -= segment.size
        if not segment.size or (excess < 0 and not _is_too_old(segment, config, now_ms)):
            break
        start = end
    return start


def _is_too_old(segment: Segment, config: LogConfig, now_ms: int) -> bool:
    newest = segment.largest_timestamp()
    return newest >= 0 and 0 <= config.retention_ms < now_ms - newest
