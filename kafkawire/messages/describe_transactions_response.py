# Generated from rpc/DescribeTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicData(Struct):
    """Part of DescribeTransactionsResponse."""

    topic: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TransactionState(Struct):
    """Part of DescribeTransactionsResponse."""

    error_code: int = 0
    """0, or TRANSACTIONAL_ID_NOT_FOUND, NOT_COORDINATOR, TRANSACTIONAL_ID_AUTHORIZATION_FAILED, ..."""
    transactional_id: str = ""
    """`transactional.id` of the producer."""
    transaction_state: str = ""
    """Empty, Ongoing, PrepareCommit, PrepareAbort, CompleteCommit, CompleteAbort, ..."""
    transaction_timeout_ms: int = 0
    """How long the transaction may stay open before the coordinator aborts it, in ms."""
    transaction_start_time_ms: int = 0
    """When the transaction began, in ms since the epoch; -1 if none is open."""
    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    topics: list[TopicData] = field(default_factory=list)
    """Partitions of the transaction that is open, by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTransactionsResponse(Response):
    """Response of DESCRIBE_TRANSACTIONS (65). Version 0, flexible from 0.

    The state of transactions.

    Its structs, in this module: TransactionState, TopicData.
    """

    API_KEY = 65
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    transaction_states: list[TransactionState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
