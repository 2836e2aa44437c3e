# Generated from rpc/InitProducerIdResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class InitProducerIdResponse(Response):
    """Response of INIT_PRODUCER_ID (22). Versions 0-6, flexible from 2."""

    API_KEY = 22
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(2, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0
    error_code: int = 0
    producer_id: int = -1
    producer_epoch: int = 0
    ongoing_txn_producer_id: int = -1  # 6+
    ongoing_txn_producer_epoch: int = -1  # 6+
    unknown_tags: dict[int, bytes] | None = None
