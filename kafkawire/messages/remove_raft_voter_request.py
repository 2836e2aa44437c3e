# Generated from rpc/RemoveRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class RemoveRaftVoterRequest(Request):
    """Request of REMOVE_RAFT_VOTER (81). Version 0, flexible from 0.

    Takes a voter out of the KRaft quorum (KIP-853).
    """

    API_KEY = 81
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    cluster_id: str | None = ""
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    voter_id: int = 0
    """Node id of the voter."""
    voter_directory_id: UUID = ZERO_UUID
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    unknown_tags: dict[int, bytes] | None = None
