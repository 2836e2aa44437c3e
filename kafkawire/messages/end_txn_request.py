# Generated from rpc/EndTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class EndTxnRequest(Request):
    """Request of END_TXN (26). Versions 0-5, flexible from 3."""

    API_KEY = 26
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    transactional_id: str = ""
    producer_id: int = 0
    producer_epoch: int = 0
    committed: bool = False
    unknown_tags: dict[int, bytes] | None = None
