"""What can be set for one topic (Kafka: topic configs), with Kafka's defaults."""

from __future__ import annotations

from dataclasses import dataclass

from kafkawire.broker.options import InvalidOption

__all__ = ["LogConfig"]

_DAY_MS = 24 * 60 * 60 * 1000
_FOREVER = 2**63 - 1
_CHOICES = {
    "cleanup_policy": ("delete", "compact", "compact,delete", "delete,compact"),
    "compression_type": ("producer",),  # batches are stored as they come; recompressing them is not done
    "message_timestamp_type": ("CreateTime", "LogAppendTime"),
}
_AT_LEAST = {
    "segment_bytes": 14,
    "segment_ms": 1,
    "index_interval_bytes": 0,
    "max_message_bytes": 0,
    "retention_ms": -1,
    "retention_bytes": -1,
    "delete_retention_ms": 0,
    "flush_messages": 1,
    "flush_ms": 0,
    "max_compaction_lag_ms": 1,
    "min_cleanable_dirty_ratio": 0,
    "min_compaction_lag_ms": 0,
    "message_timestamp_before_max_ms": 0,
    "message_timestamp_after_max_ms": 0,
    "min_insync_replicas": 1,
}


@dataclass(frozen=True, slots=True)
class LogConfig:
    """Options of one topic, `segment_bytes` for `segment.bytes`. Raises `InvalidOption` for a value out of range."""

    cleanup_policy: str = "delete"
    compression_type: str = "producer"
    delete_retention_ms: int = _DAY_MS
    flush_messages: int = _FOREVER
    flush_ms: int = _FOREVER
    index_interval_bytes: int = 4096
    max_compaction_lag_ms: int = _FOREVER
    max_message_bytes: int = 1_048_588
    message_timestamp_after_max_ms: int = 60 * 60 * 1000
    message_timestamp_before_max_ms: int = _FOREVER
    message_timestamp_type: str = "CreateTime"
    min_cleanable_dirty_ratio: float = 0.5
    min_compaction_lag_ms: int = 0
    min_insync_replicas: int = 1
    retention_bytes: int = -1
    retention_ms: int = 7 * _DAY_MS
    segment_bytes: int = 1024**3
    segment_ms: int = 7 * _DAY_MS

    def __post_init__(self) -> None:
        for field, choices in _CHOICES.items():
            if getattr(self, field) not in choices:
                name = field.replace("_", ".")
                raise InvalidOption(f"{name}: {getattr(self, field)!r} is not one of {', '.join(choices)}")
        for field, least in _AT_LEAST.items():
            if getattr(self, field) < least:
                raise InvalidOption(f"{field.replace('_', '.')}: {getattr(self, field)} is below {least}")
        if self.min_cleanable_dirty_ratio > 1:
            raise InvalidOption(f"min.cleanable.dirty.ratio: {self.min_cleanable_dirty_ratio} is above 1")
        if self.min_compaction_lag_ms > self.max_compaction_lag_ms:
            raise InvalidOption(
                f"min.compaction.lag.ms: {self.min_compaction_lag_ms} is above "
                f"max.compaction.lag.ms, {self.max_compaction_lag_ms}"
            )

    @property
    def longest_segment_ms(self) -> int:
        """When a segment is full of time: what compaction must not miss has to leave the active segment before."""
        return min(self.segment_ms, self.max_compaction_lag_ms) if self.is_compacted else self.segment_ms

    @property
    def is_compacted(self) -> bool:
        """Whether keys matter, so that a record without one is refused."""
        return "compact" in self.cleanup_policy

    @property
    def deletes_old(self) -> bool:
        """Whether `retention.ms` and `retention.bytes` apply."""
        return "delete" in self.cleanup_policy

    @property
    def uses_append_time(self) -> bool:
        """Whether the broker's clock, not the producer's, stamps the records."""
        return self.message_timestamp_type == "LogAppendTime"
