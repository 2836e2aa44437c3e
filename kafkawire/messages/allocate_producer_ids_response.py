# Generated from rpc/AllocateProducerIdsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AllocateProducerIdsResponse(Response):
    """Response of ALLOCATE_PRODUCER_IDS (67). Version 0, flexible from 0.

    A block of producer ids that nobody else has.
    """

    API_KEY = 67
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    producer_id_start: int = 0
    """First producer id of the block."""
    producer_id_len: int = 0
    """How many producer ids the block has."""
    unknown_tags: dict[int, bytes] | None = None
