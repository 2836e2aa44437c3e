# Generated from rpc/ListTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class TransactionState(Struct):
    """Part of ListTransactionsResponse."""

    transactional_id: str = ""
    producer_id: int = 0
    transaction_state: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListTransactionsResponse(Response):
    """Response of LIST_TRANSACTIONS (66). Versions 0-2, flexible from 0.

    Its structs, in this module: TransactionState.
    """

    API_KEY = 66
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    unknown_state_filters: list[str] = field(default_factory=list)
    transaction_states: list[TransactionState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
