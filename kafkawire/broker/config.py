"""What can be set for a broker: Kafka's option names in snake_case, Kafka's defaults. An unknown option is an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.options import InvalidOption, option_name, parse_options

__all__ = ["BrokerConfig", "parse_listener", "topic_options"]

_DAY_MS = 24 * 60 * 60 * 1000
_FOREVER = 2**63 - 1
_AT_LEAST = {
    "connections_max_idle_ms": 1,
    "group_max_size": 1,
    "log_cleaner_backoff_ms": 0,
    "log_cleaner_dedupe_buffer_size": 24,
    "log_flush_offset_checkpoint_interval_ms": 1,
    "log_retention_check_interval_ms": 1,
    "max_connections": 0,
    "max_connections_per_ip": 0,
    "node_id": 0,
    "num_partitions": 1,
    "offsets_topic_num_partitions": 1,
    "producer_id_expiration_ms": 1,
    "socket_request_max_bytes": 1,
}
_TOPIC_FROM_BROKER = {
    "cleanup_policy": "log_cleanup_policy",
    "compression_type": "compression_type",
    "delete_retention_ms": "log_cleaner_delete_retention_ms",
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
    "retention_bytes": "log_retention_bytes",
    "retention_ms": "log_retention_ms",
    "segment_bytes": "log_segment_bytes",
    "segment_ms": "log_roll_ms",
}


def topic_options() -> dict[str, str]:
    """Topic option -> the broker option that it falls back on: `retention.ms` -> `log.retention.ms`."""
    return {option_name(topic): option_name(broker) for topic, broker in _TOPIC_FROM_BROKER.items()}


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
    connections_max_idle_ms: int = 10 * 60 * 1000
    socket_request_max_bytes: int = 100 * 1024 * 1024
    fetch_max_bytes: int = 55 * 1024 * 1024
    message_max_bytes: int = 1_048_588
    min_insync_replicas: int = 1
    compression_type: str = "producer"
    producer_id_expiration_ms: int = _DAY_MS
    group_initial_rebalance_delay_ms: int = 3000
    group_min_session_timeout_ms: int = 6000
    group_max_session_timeout_ms: int = 30 * 60 * 1000
    group_max_size: int = 2**31 - 1
    group_consumer_heartbeat_interval_ms: int = 5000
    group_consumer_session_timeout_ms: int = 45_000
    group_consumer_max_size: int = 2**31 - 1
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
    log_cleanup_policy: str = "delete"
    log_flush_interval_messages: int = _FOREVER
    log_flush_interval_ms: int = _FOREVER
    log_flush_offset_checkpoint_interval_ms: int = 60_000
    log_index_interval_bytes: int = 4096
    log_message_timestamp_after_max_ms: int = 60 * 60 * 1000
    log_message_timestamp_before_max_ms: int = _FOREVER
    log_message_timestamp_type: str = "CreateTime"
    log_retention_bytes: int = -1
    log_retention_check_interval_ms: int = 5 * 60 * 1000
    log_retention_ms: int = 7 * _DAY_MS
    log_roll_ms: int = 7 * _DAY_MS
    log_segment_bytes: int = 1024**3

    def __post_init__(self) -> None:
        parse_listener(self.listeners)
        if self.advertised_listeners:
            parse_listener(self.advertised_listeners)
        for field, least in _AT_LEAST.items():
            if getattr(self, field) < least:
                raise InvalidOption(f"{option_name(field)}: {getattr(self, field)} is below {least}")
        self.topic_defaults()

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> BrokerConfig:
        """A configuration out of option texts, such as `{"num.partitions": "3"}`."""
        return cls(**parse_options(cls, options))

    def topic_defaults(self, **overrides: Any) -> LogConfig:
        """The options of a topic that sets none, or only `overrides`."""
        inherited = {topic: getattr(self, broker) for topic, broker in _TOPIC_FROM_BROKER.items()}
        return LogConfig(**{**inherited, **overrides})

    def topic_config(self, options: Mapping[str, str]) -> LogConfig:
        """The options of a topic that sets `options`, as texts."""
        return self.topic_defaults(**parse_options(LogConfig, options))


def parse_listener(listener: str) -> tuple[str, int]:
    """`PLAINTEXT://host:port`, or `host:port`, -> (host, port). Raises `InvalidOption`."""
    protocol, scheme, address = listener.rpartition("://")
    host, colon, port = address.rpartition(":")
    if scheme and protocol != "PLAINTEXT":
        raise InvalidOption(f"listener {listener!r}: only PLAINTEXT is served")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise InvalidOption(f"listener {listener!r} is not host:port")
    return host.strip("[]"), int(port)
