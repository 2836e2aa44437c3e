# Generated from rpc/AllocateProducerIdsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AllocateProducerIdsResponse(Response):
    """Response of ALLOCATE_PRODUCER_IDS (67). Version 0, flexible from 0."""

    API_KEY = 67
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    producer_id_start: int = 0
    producer_id_len: int = 0
    unknown_tags: dict[int, bytes] | None = None
