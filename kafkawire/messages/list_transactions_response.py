# Generated from rpc/ListTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class TransactionState(Struct):
    """Part of ListTransactionsResponse."""

    transactional_id: str = ""
    """`transactional.id` of the producer."""
    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    transaction_state: str = ""
    """Empty, Ongoing, PrepareCommit, PrepareAbort, CompleteCommit, CompleteAbort, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListTransactionsResponse(Response):
    """Response of LIST_TRANSACTIONS (66). Versions 0-2, flexible from 0.

    The transactions that the broker coordinates and the client may see.

    Its structs, in this module: TransactionState.
    """

    API_KEY = 66
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, INVALID_REGULAR_EXPRESSION."""
    unknown_state_filters: list[str] = field(default_factory=list)
    """States from the request that the broker does not know."""
    transaction_states: list[TransactionState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
