# Generated from rpc/AddOffsetsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class AddOffsetsToTxnRequest(Request):
    """Request of ADD_OFFSETS_TO_TXN (25). Versions 0-4, flexible from 3."""

    API_KEY = 25
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(3, 5)
    LATEST_STABLE_VERSION = 4

    transactional_id: str = ""
    producer_id: int = 0
    producer_epoch: int = 0
    group_id: str = ""
    unknown_tags: dict[int, bytes] | None = None
