# Generated from rpc/AddRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of AddRaftVoterRequest."""

    name: str = ""
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddRaftVoterRequest(Request):
    """Request of ADD_RAFT_VOTER (80). Versions 0-1, flexible from 0.

    Adds a voter to the KRaft quorum (KIP-853).

    Its structs, in this module: Listener.
    """

    API_KEY = 80
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = ""
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    timeout_ms: int = 0
    """How long the leader may try to add the voter, in ms."""
    voter_id: int = 0
    """Node id of the voter."""
    voter_directory_id: UUID = ZERO_UUID
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    listeners: list[Listener] = field(default_factory=list)
    """Addresses at which it listens."""
    ack_when_committed: bool = True  # 1+
    """Whether to answer only when the new set of voters is committed, not already when it is written."""
    unknown_tags: dict[int, bytes] | None = None
