# Generated from rpc/AddPartitionsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AddPartitionsToTxnPartitionResult(Struct):
    """Part of AddPartitionsToTxnResponse.

    What became of one partition.
    """

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    partition_error_code: int = 0
    """0, OPERATION_NOT_ATTEMPTED as another was refused, or INVALID_TXN_STATE, INVALID_PRODUCER_EPOCH, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnTopicResult(Struct):
    """Part of AddPartitionsToTxnResponse.

    What became of the partitions of one topic.
    """

    name: str = ""
    """Name of the topic."""
    results_by_partition: list[AddPartitionsToTxnPartitionResult] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnResult(Struct):
    """Part of AddPartitionsToTxnResponse, 4+."""

    transactional_id: str = ""  # 4+
    """`transactional.id` of the producer."""
    topic_results: list[AddPartitionsToTxnTopicResult] = field(default_factory=list)  # 4+
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnResponse(Response):
    """Response of ADD_PARTITIONS_TO_TXN (24). Versions 0-5, flexible from 3.

    Says for each partition whether it is part of the transaction; none is added if one is refused.

    Its structs, in this module: AddPartitionsToTxnResult, AddPartitionsToTxnTopicResult,
    AddPartitionsToTxnPartitionResult.
    """

    API_KEY = 24
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0  # 4+
    """Error of the request as a whole, 0 for none."""
    results_by_transaction: list[AddPartitionsToTxnResult] = field(default_factory=list)  # 4+
    """Outcome by transaction; versions below 4 have one alone."""
    results_by_topic_v3_and_below: list[AddPartitionsToTxnTopicResult] = field(default_factory=list)  # 0-3
    """Outcome by topic; versions 4+ have `results_by_transaction`."""
    unknown_tags: dict[int, bytes] | None = None
