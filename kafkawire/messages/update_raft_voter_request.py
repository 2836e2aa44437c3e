# Generated from rpc/UpdateRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of UpdateRaftVoterRequest."""

    name: str = ""
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class KRaftVersionFeature(Struct):
    """Part of UpdateRaftVoterRequest."""

    min_supported_version: int = 0
    """Lowest level of the feature that the node knows."""
    max_supported_version: int = 0
    """Highest level of the feature that the node knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateRaftVoterRequest(Request):
    """Request of UPDATE_RAFT_VOTER (82). Version 0, flexible from 0.

    Tells the leader at which addresses a voter listens and which feature levels it knows (KIP-853).

    Its structs, in this module: Listener, KRaftVersionFeature.
    """

    API_KEY = 82
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    cluster_id: str | None = ""
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    current_leader_epoch: int = 0
    """Leader epoch of the quorum that the voter knows; another one is refused."""
    voter_id: int = 0
    """Node id of the voter."""
    voter_directory_id: UUID = ZERO_UUID
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    listeners: list[Listener] = field(default_factory=list)
    """Addresses at which it listens."""
    kraft_version_feature: KRaftVersionFeature = field(default_factory=KRaftVersionFeature)
    """Levels of `kraft.version` that the voter knows."""
    unknown_tags: dict[int, bytes] | None = None
