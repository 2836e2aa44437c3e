# Generated from rpc/EndTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class EndTxnResponse(Response):
    """Response of END_TXN (26). Versions 0-5, flexible from 3.

    Says that the outcome is decided; markers may still be on their way to the partitions.
    """

    API_KEY = 26
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or INVALID_TXN_STATE, CONCURRENT_TRANSACTIONS, INVALID_PRODUCER_EPOCH, PRODUCER_FENCED, ..."""
    producer_id: int = -1  # 5+
    """Producer id for the next transaction (KIP-890), -1 after an error."""
    producer_epoch: int = -1  # 5+
    """Epoch for the next transaction, raised with each (KIP-890); -1 after an error."""
    unknown_tags: dict[int, bytes] | None = None
