# Generated from rpc/DescribeProducersResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ProducerState(Struct):
    """Part of DescribeProducersResponse."""

    producer_id: int = 0
    producer_epoch: int = 0
    last_sequence: int = -1
    last_timestamp: int = -1
    coordinator_epoch: int = 0
    current_txn_start_offset: int = -1
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionResponse(Struct):
    """Part of DescribeProducersResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = None
    active_producers: list[ProducerState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicResponse(Struct):
    """Part of DescribeProducersResponse."""

    name: str = ""
    partitions: list[PartitionResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeProducersResponse(Response):
    """Response of DESCRIBE_PRODUCERS (61). Version 0, flexible from 0.

    Its structs, in this module: TopicResponse, PartitionResponse, ProducerState.
    """

    API_KEY = 61
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    topics: list[TopicResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
