"""What can be set for a broker: Kafka's option names in snake_case, Kafka's defaults. An unknown option is an error."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kafkawire.broker.config.groups import check_broker
from kafkawire.broker.config.ip_limits import check_ip_limits
from kafkawire.broker.config.one_node import on_one_node
from kafkawire.broker.config.options import UNLISTED, InvalidOption, as_text, invalid_value, option_name, parse_options
from kafkawire.broker.config.security import LISTENER_PREFIX, check_security
from kafkawire.broker.config.topic import LogConfig

__all__ = ["BrokerConfig", "option_instead", "topic_options"]

_LOG = logging.getLogger("kafkawire.broker.configs")
_MINUTE_MS = 60 * 1000
_HOUR_MS = 60 * _MINUTE_MS
_DAY_MS = 24 * _HOUR_MS
_FOREVER = 2**63 - 1
_AT_LEAST = {
    "connection_failed_authentication_delay_ms": 0,
    "connections_max_idle_ms": 1,
    "delegation_token_expiry_check_interval_ms": 1,
    "delegation_token_expiry_time_ms": 1,
    "delegation_token_max_lifetime_ms": 1,
    "group_consumer_max_size": 1,
    "group_max_size": 1,
    "group_share_max_share_sessions": 0,
    "group_share_max_size": 1,
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
    "sasl_server_max_receive_size": 1,
    "socket_request_max_bytes": 1,
    "share_coordinator_snapshot_update_records_per_snapshot": 0,
    "share_coordinator_state_topic_num_partitions": 1,
    "share_coordinator_state_topic_segment_bytes": 1,
    "transaction_abort_timed_out_transaction_cleanup_interval_ms": 1,
    "transaction_max_timeout_ms": 1,
    "transaction_remove_expired_transaction_cleanup_interval_ms": 1,
    "transaction_state_log_num_partitions": 1,
    "transaction_state_log_segment_bytes": 1,
    "transactional_id_expiration_ms": 1,
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
    listener_security_protocol_map: str = "PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL"
    listener_options: tuple[tuple[str, str], ...] = field(default=(), repr=False, metadata=UNLISTED)
    """Options `listener.name.NAME.OPTION`, without their common prefix; there may be passwords among them."""
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
    connection_failed_authentication_delay_ms: int = 100
    connections_max_idle_ms: int = 10 * 60 * 1000
    connections_max_reauth_ms: int = 0
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
    group_share_assignment_interval_ms: int = 1000
    group_share_delivery_count_limit: int = 5
    group_share_heartbeat_interval_ms: int = 5000
    group_share_max_assignment_interval_ms: int = 15_000
    group_share_max_delivery_count_limit: int = 10
    group_share_max_heartbeat_interval_ms: int = 15_000
    group_share_max_partition_max_record_locks: int = 4000
    group_share_max_record_lock_duration_ms: int = 60_000
    group_share_max_session_timeout_ms: int = 60_000
    group_share_max_share_sessions: int = 2000
    group_share_max_size: int = 200
    group_share_min_assignment_interval_ms: int = 0
    group_share_min_delivery_count_limit: int = 2
    group_share_min_heartbeat_interval_ms: int = 5000
    group_share_min_partition_max_record_locks: int = 100
    group_share_min_record_lock_duration_ms: int = 15_000
    group_share_min_session_timeout_ms: int = 45_000
    group_share_partition_max_record_locks: int = 2000
    group_share_record_lock_duration_ms: int = 30_000
    group_share_session_timeout_ms: int = 45_000
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
    share_coordinator_snapshot_update_records_per_snapshot: int = 500
    share_coordinator_state_topic_num_partitions: int = 50
    share_coordinator_state_topic_segment_bytes: int = 100 * 1024 * 1024
    transaction_abort_timed_out_transaction_cleanup_interval_ms: int = 10_000
    transaction_max_timeout_ms: int = 15 * _MINUTE_MS
    transaction_partition_verification_enable: bool = True
    transaction_remove_expired_transaction_cleanup_interval_ms: int = _HOUR_MS
    transaction_state_log_num_partitions: int = 50
    transaction_state_log_segment_bytes: int = 100 * 1024 * 1024
    transactional_id_expiration_ms: int = 7 * _DAY_MS
    unclean_leader_election_enable: bool = False
    allow_everyone_if_no_acl_found: bool = False
    authorizer_class_name: str = ""
    delegation_token_expiry_check_interval_ms: int = _HOUR_MS
    delegation_token_expiry_time_ms: int = _DAY_MS
    delegation_token_max_lifetime_ms: int = 7 * _DAY_MS
    delegation_token_secret_key: str | None = field(default=None, repr=False)
    sasl_enabled_mechanisms: str = "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512"
    sasl_server_max_receive_size: int = 512 * 1024
    ssl_client_auth: str = "none"
    ssl_enabled_protocols: str = "TLSv1.2,TLSv1.3"
    ssl_key_password: str | None = field(default=None, repr=False)
    ssl_keystore_certificate_chain: str | None = field(default=None, repr=False)
    ssl_keystore_key: str | None = field(default=None, repr=False)
    ssl_keystore_location: str | None = None
    ssl_keystore_type: str = "PEM"
    ssl_principal_mapping_rules: str = "DEFAULT"
    ssl_truststore_certificates: str | None = field(default=None, repr=False)
    ssl_truststore_location: str | None = None
    ssl_truststore_type: str = "PEM"
    super_users: str = ""

    def __post_init__(self) -> None:
        check_security(self)
        for name, least in _AT_LEAST.items():
            if getattr(self, name) < least:
                raise invalid_value(option_name(name), getattr(self, name), f"Value must be at least {least}")
        for name in ("log_retention_hours", "log_retention_minutes", "log_retention_ms"):
            if getattr(self, name) == 0 or (getattr(self, name) or -1) < -1:
                name = option_name(name)
                raise InvalidOption(f"requirement failed: {name} must be unlimited (-1) or, equal or greater than 1")
        try:
            self.topic_defaults()
        except InvalidOption as exc:
            raise _in_terms_of_the_broker(exc) from exc
        check_ip_limits(self.max_connections_per_ip_overrides, self.max_connections_per_ip)
        check_broker(self)

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> BrokerConfig:
        """A configuration out of Kafka's options, such as `{"num.partitions": "3"}`. Logs which have no effect here."""
        options, without_effect = on_one_node({name: as_text(value) for name, value in options.items()})
        if without_effect:
            _LOG.warning("these options have no effect on one node: %s", ", ".join(without_effect))
        own = {name: text for name, text in options.items() if not name.startswith(LISTENER_PREFIX)}
        of_listeners = [(name.removeprefix(LISTENER_PREFIX), options[name]) for name in options if name not in own]
        return cls(**parse_options(cls, own), listener_options=tuple(of_listeners))

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
    """An error that names the broker's option in the place of that of a topic."""
    before, found, after = str(exc).partition("for configuration ")
    topic, colon, why = after.partition(":")
    return InvalidOption(before + found + topic_options().get(topic, topic) + colon + why)
