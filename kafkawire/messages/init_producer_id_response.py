# Generated from rpc/InitProducerIdResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class InitProducerIdResponse(Response):
    """Response of INIT_PRODUCER_ID (22). Versions 0-6, flexible from 2.

    The producer id and epoch to write with.
    """

    API_KEY = 22
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(2, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or NOT_COORDINATOR, CONCURRENT_TRANSACTIONS, PRODUCER_FENCED, INVALID_TRANSACTION_TIMEOUT, ..."""
    producer_id: int = -1
    """Producer id to write with, -1 after an error."""
    producer_epoch: int = 0
    """Epoch to write with; producers with an older one are fenced from now on."""
    ongoing_txn_producer_id: int = -1  # 6+
    """Producer id of the prepared transaction that was kept, -1 if there is none (KIP-939)."""
    ongoing_txn_producer_epoch: int = -1  # 6+
    """Epoch of the prepared transaction that was kept, -1 if there is none (KIP-939)."""
    unknown_tags: dict[int, bytes] | None = None
