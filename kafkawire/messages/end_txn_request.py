# Generated from rpc/EndTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class EndTxnRequest(Request):
    """Request of END_TXN (26). Versions 0-5, flexible from 3.

    Commits or aborts a transaction.
    """

    API_KEY = 26
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    transactional_id: str = ""
    """`transactional.id` of the producer."""
    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    committed: bool = False
    """True to commit, false to abort."""
    unknown_tags: dict[int, bytes] | None = None
