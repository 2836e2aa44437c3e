# Generated from rpc/AddRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AddRaftVoterResponse(Response):
    """Response of ADD_RAFT_VOTER (80). Versions 0-1, flexible from 0."""

    API_KEY = 80
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None
