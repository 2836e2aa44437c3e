"""The options once more, as the types of keyword arguments: what lets a type checker see `Producer("a:1", ack=1)`.

`kafkawire.client.options` has the defaults, the bounds and what each option means; a test holds the two together.
"""

from __future__ import annotations

import ssl
from typing import Literal, TypedDict

from kafkawire.client.oauth import TokenProvider
from kafkawire.client.options import (
    AssignmentStrategy,
    Compression,
    DnsLookup,
    GroupProtocol,
    IsolationLevel,
    MechanismFactory,
    MetadataRecovery,
    SaslMechanism,
    SecurityProtocol,
)
from kafkawire.client.partitioner import Partitioner, PartitionerName
from kafkawire.transport.traffic import Recorder

__all__ = ["ClientArguments", "ConsumerArguments", "ProducerArguments"]


class ClientArguments(TypedDict, total=False):
    """Of all clients: see `ClientOptions`."""

    client_id: str
    request_timeout_ms: int
    default_api_timeout_ms: int
    client_dns_lookup: DnsLookup
    socket_connection_setup_timeout_ms: int
    socket_connection_setup_timeout_max_ms: int
    reconnect_backoff_ms: int
    reconnect_backoff_max_ms: int
    retry_backoff_ms: int
    retry_backoff_max_ms: int
    metadata_max_age_ms: int
    metadata_recovery_strategy: MetadataRecovery
    metadata_recovery_rebootstrap_trigger_ms: int
    connections_max_idle_ms: int
    security_protocol: SecurityProtocol
    ssl_context: ssl.SSLContext | None
    sasl_mechanism: SaslMechanism | MechanismFactory | None
    sasl_username: str | None
    sasl_password: str | None
    sasl_delegation_token: bool
    sasl_oauth_token_provider: TokenProvider | None
    sasl_kerberos_service_name: str | None
    recorder: Recorder | None


class ProducerArguments(ClientArguments, total=False):
    """Of a producer: see `ProducerOptions`."""

    acks: Literal["all", -1, 0, 1]
    compression_type: Compression
    linger_ms: float
    batch_size: int
    buffer_memory: int
    max_request_size: int
    max_in_flight_requests_per_connection: int
    delivery_timeout_ms: int
    max_block_ms: int
    enable_idempotence: bool
    partitioner: PartitionerName | Partitioner
    partitioner_ignore_keys: bool
    partitioner_adaptive_partitioning_enable: bool
    partitioner_availability_timeout_ms: int
    transactional_id: str | None
    transaction_timeout_ms: int


class ConsumerArguments(ClientArguments, total=False):
    """Of a consumer: see `ConsumerOptions`."""

    group_id: str | None
    group_instance_id: str | None
    group_protocol: GroupProtocol
    group_remote_assignor: str | None
    partition_assignment_strategy: tuple[AssignmentStrategy, ...]
    auto_offset_reset: str
    enable_auto_commit: bool
    auto_commit_interval_ms: int
    session_timeout_ms: int
    heartbeat_interval_ms: int
    max_poll_interval_ms: int
    isolation_level: IsolationLevel
    fetch_min_bytes: int
    fetch_max_bytes: int
    prefetch_max_bytes: int
    fetch_max_wait_ms: int
    max_partition_fetch_bytes: int
    check_crcs: bool
    allow_auto_create_topics: bool
    client_rack: str
