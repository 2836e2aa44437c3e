# Generated from rpc/AllocateProducerIdsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class AllocateProducerIdsRequest(Request):
    """Request of ALLOCATE_PRODUCER_IDS (67). Version 0, flexible from 0.

    Gets a block of producer ids for a broker to give out (KIP-730).
    """

    API_KEY = 67
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    broker_id: int = 0
    """Id of the broker that asks."""
    broker_epoch: int = -1
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None
