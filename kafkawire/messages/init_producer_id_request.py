# Generated from rpc/InitProducerIdRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class InitProducerIdRequest(Request):
    """Request of INIT_PRODUCER_ID (22). Versions 0-6, flexible from 2. Version 6 is unstable.

    Gets a producer id, and for a transactional producer the next epoch; a transaction left open is aborted.
    """

    API_KEY = 22
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(2, 7)
    LATEST_STABLE_VERSION = 5

    transactional_id: str | None = ""
    """`transactional.id` of the producer, null for one that is idempotent only."""
    transaction_timeout_ms: int = 0
    """How long a transaction may stay open before the coordinator aborts it, in ms."""
    producer_id: int = -1  # 3+
    """Producer id to go on with after an error (KIP-360), -1 for a new start."""
    producer_epoch: int = -1  # 3+
    """Epoch to go on with, fenced if it is not the current one; -1 for a new start."""
    enable_2pc: bool = False  # 6+
    """Whether an outside coordinator decides on transactions, so that none times out (KIP-939)."""
    keep_prepared_txn: bool = False  # 6+
    """Whether to keep a transaction that is prepared instead of aborting it (KIP-939)."""
    unknown_tags: dict[int, bytes] | None = None
