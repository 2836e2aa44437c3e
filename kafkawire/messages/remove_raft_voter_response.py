# Generated from rpc/RemoveRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class RemoveRaftVoterResponse(Response):
    """Response of REMOVE_RAFT_VOTER (81). Version 0, flexible from 0.

    Says whether the voter was taken out.
    """

    API_KEY = 81
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or VOTER_NOT_FOUND, NOT_LEADER_OR_FOLLOWER, REQUEST_TIMED_OUT, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None
