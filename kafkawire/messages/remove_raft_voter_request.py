# Generated from rpc/RemoveRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class RemoveRaftVoterRequest(Request):
    """Request of REMOVE_RAFT_VOTER (81). Version 0, flexible from 0."""

    API_KEY = 81
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    cluster_id: str | None = ""
    voter_id: int = 0
    voter_directory_id: UUID = ZERO_UUID
    unknown_tags: dict[int, bytes] | None = None
