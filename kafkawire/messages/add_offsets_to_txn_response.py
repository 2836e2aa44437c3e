# Generated from rpc/AddOffsetsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AddOffsetsToTxnResponse(Response):
    """Response of ADD_OFFSETS_TO_TXN (25). Versions 0-4, flexible from 3.

    Says whether the group is part of the transaction.
    """

    API_KEY = 25
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(3, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or NOT_COORDINATOR, CONCURRENT_TRANSACTIONS, INVALID_PRODUCER_EPOCH, PRODUCER_FENCED, ..."""
    unknown_tags: dict[int, bytes] | None = None
