# Generated from rpc/AddPartitionsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AddPartitionsToTxnPartitionResult(Struct):
    """Part of AddPartitionsToTxnResponse."""

    partition_index: int = 0
    partition_error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnTopicResult(Struct):
    """Part of AddPartitionsToTxnResponse."""

    name: str = ""
    results_by_partition: list[AddPartitionsToTxnPartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnResult(Struct):
    """Part of AddPartitionsToTxnResponse, 4+."""

    transactional_id: str = ""  # 4+
    topic_results: list[AddPartitionsToTxnTopicResult] = field(default_factory=list)  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnResponse(Response):
    """Response of ADD_PARTITIONS_TO_TXN (24). Versions 0-5, flexible from 3.

    Its structs, in this module: AddPartitionsToTxnResult, AddPartitionsToTxnTopicResult,
    AddPartitionsToTxnPartitionResult.
    """

    API_KEY = 24
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    error_code: int = 0  # 4+
    results_by_transaction: list[AddPartitionsToTxnResult] = field(default_factory=list)  # 4+
    results_by_topic_v3_and_below: list[AddPartitionsToTxnTopicResult] = field(default_factory=list)  # 0-3
    unknown_tags: dict[int, bytes] | None = None
