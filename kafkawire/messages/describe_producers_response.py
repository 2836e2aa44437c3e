# Generated from rpc/DescribeProducersResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ProducerState(Struct):
    """Part of DescribeProducersResponse."""

    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    last_sequence: int = -1
    """Sequence number of the producer's last record, -1 if there is none."""
    last_timestamp: int = -1
    """Timestamp of the producer's last batch, in ms since the epoch; -1 if there is none."""
    coordinator_epoch: int = 0
    """Epoch of the transaction coordinator that wrote the last marker, -1 if there is none."""
    current_txn_start_offset: int = -1
    """Offset of the first record of the transaction that is open, -1 if none is."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionResponse(Struct):
    """Part of DescribeProducersResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or NOT_LEADER_OR_FOLLOWER, UNKNOWN_TOPIC_OR_PARTITION, TOPIC_AUTHORIZATION_FAILED."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    active_producers: list[ProducerState] = field(default_factory=list)
    """Producers that the partition remembers."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicResponse(Struct):
    """Part of DescribeProducersResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[PartitionResponse] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeProducersResponse(Response):
    """Response of DESCRIBE_PRODUCERS (61). Version 0, flexible from 0.

    Idempotent and transactional producers that have written lately, by partition.

    Its structs, in this module: TopicResponse, PartitionResponse, ProducerState.
    """

    API_KEY = 61
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[TopicResponse] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
