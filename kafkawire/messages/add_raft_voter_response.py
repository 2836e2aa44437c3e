# Generated from rpc/AddRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AddRaftVoterResponse(Response):
    """Response of ADD_RAFT_VOTER (80). Versions 0-1, flexible from 0.

    Says whether the voter was added.
    """

    API_KEY = 80
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or DUPLICATE_VOTER, NOT_LEADER_OR_FOLLOWER, REQUEST_TIMED_OUT, INVALID_REQUEST, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None
