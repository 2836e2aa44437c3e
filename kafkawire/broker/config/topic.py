"""What can be set for one topic (Kafka: topic configs), with Kafka's defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields

from kafkawire.broker.config.options import InvalidOption, invalid_value, option_name
from kafkawire.compression import GZIP, LZ4, NONE, SNAPPY, ZSTD
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["NEVER", "TOPIC_OPTIONS", "LogConfig"]

_DAY_MS = 24 * 60 * 60 * 1000
NEVER = 2**63 - 1
"""The value of times and numbers that are never reached."""
_CHOICES = {
    "compression_type": ("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"),
    "message_timestamp_type": ("CreateTime", "LogAppendTime"),
}
_POLICIES = ("compact", "delete")
_CODECS = {"uncompressed": NONE, "zstd": ZSTD, "lz4": LZ4, "snappy": SNAPPY, "gzip": GZIP}
_AT_LEAST = {
    "compression_gzip_level": -1,
    "compression_lz4_level": 1,
    "compression_zstd_level": -131072,
    "segment_bytes": 14,
    "segment_index_bytes": 4,
    "segment_jitter_ms": 0,
    "segment_ms": 1,
    "index_interval_bytes": 0,
    "max_message_bytes": 0,
    "retention_ms": -1,
    "local_retention_bytes": -2,
    "local_retention_ms": -2,
    "delete_retention_ms": 0,
    "file_delete_delay_ms": 0,
    "flush_messages": 1,
    "flush_ms": 0,
    "max_compaction_lag_ms": 1,
    "min_cleanable_dirty_ratio": 0,
    "min_compaction_lag_ms": 0,
    "message_timestamp_before_max_ms": 0,
    "message_timestamp_after_max_ms": 0,
    "min_insync_replicas": 1,
}
_AT_MOST = {
    "compression_gzip_level": 9,
    "compression_lz4_level": 17,
    "compression_zstd_level": 22,
    "min_cleanable_dirty_ratio": 1,
}


@dataclass(frozen=True, slots=True)
class LogConfig:
    """Options of one topic, `segment_bytes` for `segment.bytes`. Raises `InvalidOption` for a value out of range.

    Those about replication and tiered storage do nothing with one node, but tools set them everywhere.
    """

    cleanup_policy: str = "delete"
    compression_gzip_level: int = -1
    compression_lz4_level: int = 9
    compression_type: str = "producer"
    compression_zstd_level: int = 3
    delete_retention_ms: int = _DAY_MS
    file_delete_delay_ms: int = 60_000
    flush_messages: int = NEVER
    flush_ms: int = NEVER
    follower_replication_throttled_replicas: str = ""
    index_interval_bytes: int = 4096
    leader_replication_throttled_replicas: str = ""
    local_retention_bytes: int = -2
    local_retention_ms: int = -2
    max_compaction_lag_ms: int = NEVER
    max_message_bytes: int = 1_048_588
    message_timestamp_after_max_ms: int = 60 * 60 * 1000
    message_timestamp_before_max_ms: int = NEVER
    message_timestamp_type: str = "CreateTime"
    min_cleanable_dirty_ratio: float = 0.5
    min_compaction_lag_ms: int = 0
    min_insync_replicas: int = 1
    preallocate: bool = False
    remote_log_copy_disable: bool = False
    remote_log_delete_on_disable: bool = False
    remote_storage_enable: bool = False
    retention_bytes: int = -1
    retention_ms: int = 7 * _DAY_MS
    segment_bytes: int = 1024**3
    segment_index_bytes: int = 10 * 1024 * 1024
    segment_jitter_ms: int = 0
    segment_ms: int = 7 * _DAY_MS
    unclean_leader_election_enable: bool = False

    def __post_init__(self) -> None:
        self._check_choices()
        for field, least in _AT_LEAST.items():
            if getattr(self, field) < least:
                raise invalid_value(option_name(field), getattr(self, field), f"Value must be at least {least}")
        for field, most in _AT_MOST.items():
            if getattr(self, field) > most:
                raise invalid_value(option_name(field), getattr(self, field), f"Value must be no more than {most}")
        if not self.compression_gzip_level:
            raise InvalidOption("compression.gzip.level: 0 is neither -1 nor from 1 to 9")
        if self.remote_storage_enable:
            raise InvalidOption("remote.storage.enable: tiered storage is not there")
        if self.min_compaction_lag_ms > self.max_compaction_lag_ms:
            raise InvalidOption(
                f"conflict topic config setting min.compaction.lag.ms ({self.min_compaction_lag_ms}) > "
                f"max.compaction.lag.ms ({self.max_compaction_lag_ms})"
            )

    def _check_choices(self) -> None:
        for field, choices in _CHOICES.items():
            if getattr(self, field) not in choices:
                raise _not_one_of(field, getattr(self, field), choices)
        for policy in filter(None, map(str.strip, self.cleanup_policy.split(","))):
            if policy not in _POLICIES:
                raise _not_one_of("cleanup_policy", policy, _POLICIES)

    def codec_for(self, sent: int) -> int:
        """The codec that a batch is stored in which was sent in another one."""
        return _CODECS.get(self.compression_type, sent)

    def compression_level(self, codec: int) -> int | None:
        """The level at which the broker compresses with a codec; None where there are no levels."""
        levels = {
            GZIP: self.compression_gzip_level,
            LZ4: self.compression_lz4_level,
            ZSTD: self.compression_zstd_level,
        }
        return levels.get(codec)

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

    def check_size(self, size: int) -> None:
        """Refuse a batch that is larger than the topic allows. Raises `KafkaError`."""
        if size > self.max_message_bytes:
            fault = f"the batch has {size} bytes, {self.max_message_bytes} are allowed"
            raise KafkaError(ErrorCode.MESSAGE_TOO_LARGE, fault)


def _not_one_of(field: str, value: str, choices: tuple[str, ...]) -> InvalidOption:
    return invalid_value(option_name(field), value, f"String must be one of: {', '.join(choices)}")


TOPIC_OPTIONS = frozenset(option_name(field.name) for field in fields(LogConfig))
"""The names of all options of a topic."""
