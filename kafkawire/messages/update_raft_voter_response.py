# Generated from rpc/UpdateRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import slotted


@slotted
class CurrentLeader(Struct):
    """Part of UpdateRaftVoterResponse."""

    leader_id: int = -1
    leader_epoch: int = -1
    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateRaftVoterResponse(Response):
    """Response of UPDATE_RAFT_VOTER (82). Version 0, flexible from 0.

    Its structs, in this module: CurrentLeader.
    """

    API_KEY = 82
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    current_leader: CurrentLeader | None = None  # tag 0
    unknown_tags: dict[int, bytes] | None = None
