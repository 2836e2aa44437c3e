"""What can be set for a broker: Kafka's option names in snake_case, Kafka's defaults. An unknown option is an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kafkawire.broker.group_options import check_broker
from kafkawire.broker.ip_limits import check_ip_limits
from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.options import InvalidOption, invalid_value, option_name, parse_options

__all__ = ["BrokerConfig", "option_instead", "parse_listener", "topic_options"]

_MINUTE_MS = 60 * 1000
_HOUR_MS = 60 * _MINUTE_MS
_DAY_MS = 24 * _HOUR_MS
_FOREVER = 2**63 - 1
_AT_LEAST = {
    "connections_max_idle_ms": 1,
    "group_consumer_max_size": 1,
    "group_max_size": 1,
    "log_cleaner_backoff_ms": 0,
    "log_cleaner_dedupe_buffer_size": 24,
    "log_cleaner_threads": 1,
    "log_flush_offset_checkpoint_interval_ms": 1,
    "log_roll_hours": 1,
    "log_roll_jitter_hours": 0,
    "log_retention_check_interval_ms": 1,
    "max_connections": 0,
    "max_connections_per_ip": 0,
    "max_incremental_fetch_session_cache_slots": 0,
    "node_id": 0,
    "num_partitions": 1,
    "offsets_topic_num_partitions": 1,
    "producer_id_expiration_ms": 1,
    "socket_request_max_bytes": 1,
}
_INSTEAD = {
    "log.flush.interval.ms": "log.flush.scheduler.interval.ms",
    "log.retention.minutes": "log.retention.hours",
    "log.retention.ms": "log.retention.minutes",
    "log.roll.jitter.ms": "log.roll.jitter.hours",
    "log.roll.ms": "log.roll.hours",
}
_TOPIC_FROM_BROKER = {
    "cleanup_policy": "log_cleanup_policy",
    "compression_gzip_level": "compression_gzip_level",
    "compression_lz4_level": "compression_lz4_level",
    "compression_type": "compression_type",
    "compression_zstd_level": "compression_zstd_level",
    "delete_retention_ms": "log_cleaner_delete_retention_ms",
    "file_delete_delay_ms": "log_segment_delete_delay_ms",
    "flush_messages": "log_flush_interval_messages",
    "flush_ms": "log_flush_interval_ms",
    "index_interval_bytes": "log_index_interval_bytes",
    "max_compaction_lag_ms": "log_cleaner_max_compaction_lag_ms",
    "max_message_bytes": "message_max_bytes",
    "message_timestamp_after_max_ms": "log_message_timestamp_after_max_ms",
    "message_timestamp_before_max_ms": "log_message_timestamp_before_max_ms",
    "message_timestamp_type": "log_message_timestamp_type",
    "min_cleanable_dirty_ratio": "log_cleaner_min_cleanable_ratio",
    "min_compaction_lag_ms": "log_cleaner_min_compaction_lag_ms",
    "min_insync_replicas": "min_insync_replicas",
    "preallocate": "log_preallocate",
    "retention_bytes": "log_retention_bytes",
    "retention_ms": "log_retention_ms",
    "unclean_leader_election_enable": "unclean_leader_election_enable",
    "segment_bytes": "log_segment_bytes",
    "segment_index_bytes": "log_index_size_max_bytes",
    "segment_jitter_ms": "log_roll_jitter_ms",
    "segment_ms": "log_roll_ms",
}


@cache
def topic_options() -> Mapping[str, str]:
    """Topic option -> the broker option that it falls back on: `retention.ms` -> `log.retention.ms`."""
    return {option_name(topic): option_name(broker) for topic, broker in _TOPIC_FROM_BROKER.items()}


def option_instead(name: str) -> str | None:
    """The broker option that counts where the one of that name is not set."""
    return _INSTEAD.get(name)


@dataclass(frozen=True, slots=True)
class BrokerConfig:
    """Options of a broker. Times are in ms and sizes in bytes where the name says so. Raises `InvalidOption`."""

    listeners: str = "PLAINTEXT://127.0.0.1:9092"
    advertised_listeners: str = ""
    log_dirs: str = "kafkawire-data"
    node_id: int = 1
    cluster_id: str = ""
    auto_create_topics_enable: bool = True
    num_partitions: int = 1
    delete_topic_enable: bool = True
    max_connections: int = 2**31 - 1
    max_connections_per_ip: int = 2**31 - 1
    max_connections_per_ip_overrides: str = ""
    max_incremental_fetch_session_cache_slots: int = 1000
    connections_max_idle_ms: int = 10 * 60 * 1000
    socket_request_max_bytes: int = 100 * 1024 * 1024
    fetch_max_bytes: int = 55 * 1024 * 1024
    message_max_bytes: int = 1_048_588
    min_insync_replicas: int = 1
    compression_gzip_level: int = -1
    compression_lz4_level: int = 9
    compression_type: str = "producer"
    compression_zstd_level: int = 3
    producer_id_expiration_ms: int = _DAY_MS
    group_initial_rebalance_delay_ms: int = 3000
    group_min_session_timeout_ms: int = 6000
    group_max_session_timeout_ms: int = 30 * 60 * 1000
    group_max_size: int = 2**31 - 1
    group_consumer_assignment_interval_ms: int = 1000
    group_consumer_assignors: str = "uniform,range"
    group_consumer_heartbeat_interval_ms: int = 5000
    group_consumer_max_assignment_interval_ms: int = 15_000
    group_consumer_max_heartbeat_interval_ms: int = 15_000
    group_consumer_max_session_timeout_ms: int = 60_000
    group_consumer_max_size: int = 2**31 - 1
    group_consumer_migration_policy: str = "bidirectional"
    group_consumer_min_assignment_interval_ms: int = 0
    group_consumer_min_heartbeat_interval_ms: int = 5000
    group_consumer_min_session_timeout_ms: int = 45_000
    group_consumer_session_timeout_ms: int = 45_000
    offset_metadata_max_bytes: int = 4096
    offsets_retention_check_interval_ms: int = 10 * 60 * 1000
    offsets_retention_minutes: int = 7 * 24 * 60
    offsets_topic_num_partitions: int = 50
    offsets_topic_segment_bytes: int = 100 * 1024 * 1024
    log_cleaner_backoff_ms: int = 15_000
    log_cleaner_dedupe_buffer_size: int = 128 * 1024 * 1024
    log_cleaner_delete_retention_ms: int = _DAY_MS
    log_cleaner_enable: bool = True
    log_cleaner_io_buffer_load_factor: float = 0.9
    log_cleaner_io_max_bytes_per_second: float = 1.7976931348623157e308
    log_cleaner_max_compaction_lag_ms: int = _FOREVER
    log_cleaner_min_cleanable_ratio: float = 0.5
    log_cleaner_min_compaction_lag_ms: int = 0
    log_cleaner_threads: int = 1
    log_cleanup_policy: str = "delete"
    log_flush_interval_messages: int = _FOREVER
    log_flush_interval_ms: int | None = None
    log_flush_offset_checkpoint_interval_ms: int = 60_000
    log_flush_scheduler_interval_ms: int = _FOREVER
    log_index_interval_bytes: int = 4096
    log_index_size_max_bytes: int = 10 * 1024 * 1024
    log_message_timestamp_after_max_ms: int = 60 * 60 * 1000
    log_message_timestamp_before_max_ms: int = _FOREVER
    log_message_timestamp_type: str = "CreateTime"
    log_retention_bytes: int = -1
    log_retention_check_interval_ms: int = 5 * 60 * 1000
    log_retention_hours: int = 7 * 24
    log_retention_minutes: int | None = None
    log_preallocate: bool = False
    log_retention_ms: int | None = None
    log_roll_hours: int = 7 * 24
    log_roll_jitter_hours: int = 0
    log_roll_jitter_ms: int | None = None
    log_roll_ms: int | None = None
    log_segment_bytes: int = 1024**3
    log_segment_delete_delay_ms: int = 60_000
    unclean_leader_election_enable: bool = False

    def __post_init__(self) -> None:
        parse_listener(self.listeners)
        if self.advertised_listeners:
            parse_listener(self.advertised_listeners)
        for field, least in _AT_LEAST.items():
            if getattr(self, field) < least:
                raise invalid_value(option_name(field), getattr(self, field), f"Value must be at least {least}")
        for field in ("log_retention_hours", "log_retention_minutes", "log_retention_ms"):
            if getattr(self, field) == 0 or (getattr(self, field) or -1) < -1:
                name = option_name(field)
                raise InvalidOption(f"requirement failed: {name} must be unlimited (-1) or, equal or greater than 1")
        try:
            self.topic_defaults()
        except InvalidOption as exc:
            raise _in_terms_of_the_broker(exc) from exc
        check_ip_limits(self.max_connections_per_ip_overrides, self.max_connections_per_ip)
        check_broker(self)

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> BrokerConfig:
        """A configuration out of option texts, such as `{"num.partitions": "3"}`."""
        return cls(**parse_options(cls, options))

    def topic_defaults(self, **overrides: Any) -> LogConfig:
        """The options of a topic that sets none, or only `overrides`."""
        inherited = {topic: getattr(self, broker) for topic, broker in _TOPIC_FROM_BROKER.items()}
        instead = {
            "flush_ms": self.log_flush_scheduler_interval_ms,
            "retention_ms": self._retention_ms,
            "segment_jitter_ms": self.log_roll_jitter_hours * _HOUR_MS,
            "segment_ms": self.log_roll_hours * _HOUR_MS,
        }
        inherited |= {topic: value for topic, value in instead.items() if inherited[topic] is None}
        return LogConfig(**{**inherited, **overrides})

    @property
    def _retention_ms(self) -> int:
        """What counts if `log.retention.ms` is not set: the minutes, and else the hours."""
        minutes, hours = self.log_retention_minutes, self.log_retention_hours
        return max(hours * _HOUR_MS if minutes is None else minutes * _MINUTE_MS, -1)

    def topic_config(self, options: Mapping[str, str]) -> LogConfig:
        """The options of a topic that sets `options`, as texts."""
        return self.topic_defaults(**parse_options(LogConfig, options))


def _in_terms_of_the_broker(exc: InvalidOption) -> InvalidOption:
    """The same error with the name of the broker's option in the place of that of a topic."""
    before, found, after = str(exc).partition("for configuration ")
    topic, colon, why = after.partition(":")
    return InvalidOption(before + found + topic_options().get(topic, topic) + colon + why)


def parse_listener(listener: str) -> tuple[str, int]:
    """`PLAINTEXT://host:port`, or `host:port`, -> (host, port). Raises `InvalidOption`."""
    protocol, scheme, address = listener.rpartition("://")
    host, colon, port = address.rpartition(":")
    if scheme and protocol != "PLAINTEXT":
        raise InvalidOption(f"listener {listener!r}: only PLAINTEXT is served")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise InvalidOption(f"listener {listener!r} is not host:port")
    return host.strip("[]"), int(port)
