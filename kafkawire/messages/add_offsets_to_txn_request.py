# Generated from rpc/AddOffsetsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class AddOffsetsToTxnRequest(Request):
    """Request of ADD_OFFSETS_TO_TXN (25). Versions 0-4, flexible from 3.

    Makes the offsets of a group part of a transaction, before TxnOffsetCommit.
    """

    API_KEY = 25
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(3, 5)
    LATEST_STABLE_VERSION = 4

    transactional_id: str = ""
    """`transactional.id` of the producer."""
    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    group_id: str = ""
    """Group whose offsets are to be committed with the transaction."""
    unknown_tags: dict[int, bytes] | None = None
