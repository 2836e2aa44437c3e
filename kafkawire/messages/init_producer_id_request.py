# Generated from rpc/InitProducerIdRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class InitProducerIdRequest(Request):
    """Request of INIT_PRODUCER_ID (22). Versions 0-6, flexible from 2. Version 6 is unstable."""

    API_KEY = 22
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(2, 7)
    LATEST_STABLE_VERSION = 5

    transactional_id: str | None = ""
    transaction_timeout_ms: int = 0
    producer_id: int = -1  # 3+
    producer_epoch: int = -1  # 3+
    enable_2pc: bool = False  # 6+
    keep_prepared_txn: bool = False  # 6+
    unknown_tags: dict[int, bytes] | None = None
