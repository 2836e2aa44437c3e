# Generated from rpc/WriteTxnMarkersResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class WritableTxnMarkerPartitionResult(Struct):
    """Part of WriteTxnMarkersResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or INVALID_PRODUCER_EPOCH, TRANSACTION_COORDINATOR_FENCED, NOT_LEADER_OR_FOLLOWER, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WritableTxnMarkerTopicResult(Struct):
    """Part of WriteTxnMarkersResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[WritableTxnMarkerPartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WritableTxnMarkerResult(Struct):
    """Part of WriteTxnMarkersResponse."""

    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    topics: list[WritableTxnMarkerTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteTxnMarkersResponse(Response):
    """Response of WRITE_TXN_MARKERS (27). Versions 0-2, flexible from 1.

    Says for each partition whether its marker is written.

    Its structs, in this module: WritableTxnMarkerResult, WritableTxnMarkerTopicResult,
    WritableTxnMarkerPartitionResult.
    """

    API_KEY = 27
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(1, 3)
    LATEST_STABLE_VERSION = 2

    markers: list[WritableTxnMarkerResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
