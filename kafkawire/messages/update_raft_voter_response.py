# Generated from rpc/UpdateRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import slotted


@slotted
class CurrentLeader(Struct):
    """Part of UpdateRaftVoterResponse."""

    leader_id: int = -1
    """Node id of the leader, -1 if none is known."""
    leader_epoch: int = -1
    """Leader epoch of the quorum, -1 if it is not known."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateRaftVoterResponse(Response):
    """Response of UPDATE_RAFT_VOTER (82). Version 0, flexible from 0.

    Says whether the change is taken, and who leads.

    Its structs, in this module: CurrentLeader.
    """

    API_KEY = 82
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or VOTER_NOT_FOUND, NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH, ..."""
    current_leader: CurrentLeader | None = None  # tag 0
    """Who leads the quorum now."""
    unknown_tags: dict[int, bytes] | None = None
