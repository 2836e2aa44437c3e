# Generated from rpc/DescribeTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicData(Struct):
    """Part of DescribeTransactionsResponse."""

    topic: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TransactionState(Struct):
    """Part of DescribeTransactionsResponse."""

    error_code: int = 0
    transactional_id: str = ""
    transaction_state: str = ""
    transaction_timeout_ms: int = 0
    transaction_start_time_ms: int = 0
    producer_id: int = 0
    producer_epoch: int = 0
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTransactionsResponse(Response):
    """Response of DESCRIBE_TRANSACTIONS (65). Version 0, flexible from 0.

    Its structs, in this module: TransactionState, TopicData.
    """

    API_KEY = 65
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    transaction_states: list[TransactionState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
